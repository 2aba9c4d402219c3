import Testing
import TouchCore

@testable import GestureSettings

/// The touches that `--check` performs in zones, and its reports about zones.
struct ZonesPerformedTests {
    private func problems(_ text: String) -> [String] {
        DaemonConfiguration.reading(text, rehearsing: true).problems
    }

    @Test(arguments: [
        "x: 0, y: 0, width: 8mm, height: 8mm", "x: 0.3, y: 0.3, width: 10mm, height: 10mm",
    ])
    func `fingers that land in a small zone spread and turn beyond it`(rect: String) {
        for gesture in [
            "magnify: {}", "rotate: {}", "rotate: { step: 15deg }",
            "magnify: { minimum_radius: 12mm }", "rotate: { minimum_radius: 12mm }",
        ] {
            let found = problems(
                """
                gestures: []
                zones:
                  - name: knob
                    rect: { \(rect) }
                    gestures:
                      - \(gesture)

                """)
            #expect(found == [], "\(gesture)")
        }
    }

    @Test func `a swipe whose flick is longer than its distance is performed`() {
        #expect(
            problems(
                """
                gestures:
                  - swipe: { minimum_distance: 3mm, minimum_flick: 30mm, maximum_duration: 100ms }

                """) == [])
    }

    @Test func `a tap may wait for a gesture that fails at the lift`() {
        #expect(
            problems(
                "gestures:\n  - long_press: {}\n  - drag: {}\n  - tap: {}\n    waits_for: [drag]\n")
                == [])
        let press = problems("gestures:\n  - press: {}\n    waits_for: [drag]\n  - drag: {}\n")
        #expect(press.contains { $0.contains("press waits for drag, which fails only") })
    }

    @Test(arguments: [
        "", "rect: { x: 0, y: 0, width: 1, height: 1 }", "rect: { x: 0, right: 0mm }",
    ])
    func `a zone above the whole screen is reported`(rect: String) {
        let found = problems(
            """
            gestures:
              - tap: {}
            zones:
              - name: page
                devices: []
                \(rect)
                gestures: [swipe: {}]

            """)
        #expect(
            found == [
                """
                c.yaml:2:5: warning: no finger lands in screen: page lies above all of it
                  Let page lie elsewhere, or put its gestures into a zone before it with mask: all
                """
            ])
    }

    @Test(arguments: ["gestures", "all", "none", "inside"])
    func `a zone above a part's place is reported`(mask: String) {
        let text = { (rect: String) in
            """
            gestures:
              - sequence:
                  - tap: {}
                    in: { x: 0, y: 0, width: 25mm, height: 25mm }
                  - tap: {}
                    in: b
                name: exit
            zones:
              - { name: b, rect: { right: 0, bottom: 0, width: 25mm, height: 25mm } }
              - name: footer
                rect: { \(rect) }
                mask: \(mask)

            """
        }
        let found = problems(text("bottom: 0, height: 40mm"))
        #expect(
            found.contains {
                $0.contains(
                    "part 2 of exit (tap) is never recognised: footer lies above all of its place")
            }, "\(found)")
        #expect(!problems(text("bottom: 0, height: 20mm")).contains { $0.contains("footer lies") })
    }

    @Test func `a zone above the band of an edge is reported`() {
        let text = { (edge: String, rect: String) in
            """
            gestures:
              - drag: { edge: \(edge), fingers: 1 }
                name: menu
            zones:
              - name: list
                rect: { \(rect) }
                gestures: [tap: {}]

            """
        }
        let list = "list lies above all of its edge"
        #expect(problems(text("left", "x: 0, width: 60mm")).first?.contains(list) == true)
        #expect(problems(text("bottom", "bottom: 0, height: 0.9")).first?.contains(list) == true)
        #expect(problems(text("left", "x: 0, width: 2mm")) == [])
        #expect(problems(text("[left, right]", "x: 0, width: 60mm")) == [])
    }

    @Test(arguments: [("several", 1, true), ("several", 2, false), ("all", 1, false)])
    func `a gesture of several fingers above a zone that takes them is reported`(
        mask: String, hands: Int, isReported: Bool
    ) {
        let found = problems(
            """
            zones:
              - name: map
                mask: \(mask)
                hands: \(hands)
                gestures: [magnify: {}]
              - name: marker
                rect: { x: 80mm, y: 80mm, width: 50mm, height: 50mm }
                gestures:
                  - tap: {}
                  - tap: { fingers: 2 }
                    name: menu

            """)
        let warning = """
            c.yaml:11:15: warning: menu is never recognised: map takes touches of several fingers
              Put it into map, or give that mask: all
            """
        #expect(found == (isReported ? [warning] : []))
    }

    @Test func `a place in another zone needs the mask all in the composition's zone`() {
        let text = { (mask: String, pageMask: String) in
            """
            zones:
              - name: page
                mask: \(pageMask)
                gestures:
                  - sequence:
                      - tap: {}
                      - tap: {}
                        in: b
                    name: exit
              - name: b
                rect: { right: 0, bottom: 0, width: 25mm, height: 25mm }
                mask: \(mask)
                gestures: [tap: {}]

            """
        }
        let advice = "a part with in: b gets them only if the zone with that part has mask: all"
        for mask in ["gestures", "all"] {
            let found = problems(text(mask, "gestures"))
            #expect(found.contains { $0.contains(advice) }, "\(found)")
            #expect(problems(text(mask, "all")) == [])
        }
    }
}
