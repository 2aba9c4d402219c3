import Testing

@testable import GestureSettings
@testable import TouchCore

/// The report of `--check` about gestures that their zone prevents, and parts of compositions.
struct PartsNeverRecognisedTests {
    private func problems(_ text: String) -> [String] {
        DaemonConfiguration.reading(text, rehearsing: true).problems
    }

    private func problems(of gesture: String, in rect: String) -> [String] {
        problems("zones:\n  - { name: z, rect: \(rect), gestures: [{ \(gesture) }] }\n")
    }

    private func problems(ofComposition text: String) -> [String] {
        problems("gestures:\n  - \(text)\n    name: e\n")
    }

    @Test(arguments: [
        ("left", "{ x: 0.5, right: 0 }"), ("right", "{ x: 0, width: 0.5 }"),
        ("top", "{ y: 0.5, bottom: 0 }"), ("bottom", "{ x: 0, y: 0, width: 1, height: 60mm }"),
        ("left", "{ x: 40mm, width: 60mm }"),
    ])
    func `a swipe from a side that its zone does not reach is reported`(
        edge: String, rect: String
    ) {
        #expect(
            problems(of: "swipe: { edge: \(edge) }", in: rect) == [
                """
                c.yaml:2:\(rect.count + 37): warning: swipe is never recognised: its zone does not \
                reach the \(edge) side
                  Let the zone begin at that side, or leave out edge
                """
            ])
        #expect(problems(of: "drag: { edge: \(edge) }", in: rect).count == 1)
    }

    @Test(arguments: [
        ("[left]", "{ x: 0, width: 0.3, y: 0.6, bottom: 0 }"), ("[left]", "{ x: 3mm, width: 8mm }"),
        ("[right, left]", "{ x: 0.9, right: 0 }"), ("[bottom]", "{ height: 40mm, bottom: 0 }"),
        // A zone that reaches the side of a small panel.
        ("[right]", "{ x: 0, width: 147mm }"),
        ("[top]", "{ x: 0, y: 0.02, width: 20mm, bottom: 0 }"),
    ])
    func `a swipe from a side that its zone may reach is recognised`(edges: String, rect: String) {
        #expect(problems(of: "swipe: { edge: \(edges) }", in: rect) == [])
        #expect(problems(of: "drag: { edge: \(edges), fingers: [1, 2] }", in: rect) == [])
    }

    @Test(arguments: [
        "{ x: 0, y: 0, width: 0.1, height: 1 }",
        "{ right: 0, bottom: 0, width: 30mm, height: 30mm }",
        "{ x: 900mm, y: 700mm, width: 200mm, height: 200mm }", "{ x: 400mm, right: 300mm }",
    ])
    func `the default gestures are recognised in zones anywhere`(rect: String) {
        let zone = "zones:\n  - { name: z, rect: \(rect), gestures: default }\n"
        #expect(problems(zone) == [])
    }

    @Test func `fingers that land in a small zone or place may leave it`() {
        #expect(
            problems(
                of: "magnify: { minimum_radius: 20mm }",
                in: "{ x: 0, y: 0, width: 20mm, height: 20mm }") == [])
        let place = problems(
            """
            gestures:
              - sequence: [{ tap: {} }, { rotate: {}, in: spot }]
                name: e
            zones:
              - { name: spot, rect: { x: 10mm, y: 10mm, width: 8mm, height: 8mm } }

            """)
        #expect(place == [])
    }

    @Test func `a place outside the zone is named`() {
        let found = problems(
            """
            gestures: []
            zones:
              - name: panel
                rect: { x: 0.5, width: 0.5 }
                gestures:
                  - sequence:
                      - tap: {}
                        in: a
                      - tap: {}
                    name: exit
              - { name: a, rect: { x: 0, y: 0, width: 25mm, height: 25mm } }

            """)
        #expect(found.count == 1)
        #expect(
            found.first?.contains(
                "part 1 of exit (tap) is never recognised: its place is outside the zone") == true,
            "\(found)")
    }

    @Test func `a setting of the zone that prevents a gesture is named`() {
        let corners = problems(
            """
            hands: 2
            gestures:
              - sequence:
                  - tap: {}
                    in: { x: 0, y: 0, width: 25mm, height: 25mm }
                  - tap: {}
                    in: { right: 0, bottom: 0, width: 25mm, height: 25mm }
                name: exit

            """)
        #expect(
            corners == [
                """
                c.yaml:8:11: warning: exit is never recognised: with hands: 2, fingers this far \
                apart are of several hands
                  Put it into a zone with hands: 1
                """
            ])
        let window = problems(
            "landing_window: 0ms\ngestures:\n  - tap: { fingers: 2 }\n    name: back\n")
        #expect(window.count == 1)
        #expect(window.first?.hasSuffix("Make landing_window longer") == true, "\(window)")
    }

    @Test(arguments: ["exclusive", "sequence", "simultaneous"])
    func `a part that cannot be recognised is named`(rule: String) {
        let found = problems(
            ofComposition: "\(rule): [{ tap: {} }, { swipe: { directions: [left], edge: left } }]")
        #expect(found.count == 1)
        #expect(
            found.first?.hasSuffix(
                """
                warning: part 2 of e (swipe) is never recognised: from its edge its directions leave \
                the surface
                  Give it a direction away from that side, or leave out edge
                """) == true, "\(found)")
        let inner = problems(
            ofComposition:
                "\(rule): [{ tap: {} }, { sequence: [{ tap: { count: 2 } }, "
                + "{ swipe: { directions: [left], edge: left } }] }]")
        #expect(inner.count == 1)
        #expect(inner.first?.contains("part 2.2 of e (swipe) is never") == true, "\(inner)")
    }

    @Test func `a swipe towards its own edge is recognised from a wide band`() {
        let swipe = "swipe: { directions: [left], edge: left, edge_width: 80mm }"
        #expect(problems("gestures:\n  - \(swipe)\n") == [])
        #expect(problems("gestures:\n  - \(swipe.replacing("80mm", with: "10mm"))\n").count == 1)
    }

    @Test(arguments: [
        ("{ swipe: {} }, { swipe: { minimum_distance: 60mm } }", "swipe"),
        (
            "{ long_press: { minimum_duration: 300ms } }, { long_press: { minimum_duration: 500ms } }",
            "long_press"
        ),
        ("{ tap: { count: 1 } }, { tap: { count: 2 } }", "tap"),
    ])
    func `a part is named if an earlier part always wins over it`(parts: String, kind: String) {
        let found = problems(ofComposition: "exclusive: [\(parts)]")
        #expect(found.count == 1)
        #expect(
            found.first?.hasSuffix(
                """
                warning: part 2 of e (\(kind)) is never reported: part 1 (\(kind)) is reported instead
                  Put it before part 1 (\(kind))
                """) == true, "\(found)")
    }

    @Test(arguments: [
        "exclusive: [{ swipe: { minimum_distance: 60mm } }, { swipe: {} }]",
        "exclusive: [{ tap: { count: 2 } }, { tap: { count: 1 } }]",
        // A touch that is too short for the long press ends the press.
        "exclusive: [{ long_press: { minimum_duration: 300ms } }, { press: { first_tick: 500ms } }]",
        "exclusive: [{ sequence: [{ tap: {} }, { long_press: {} }] }, { tap: {} }, { drag: {} }]",
        "simultaneous: [{ drag: {} }, { magnify: {} }, { rotate: {} }]",
        "simultaneous: [{ long_press: {} }, { exclusive: [{ swipe: {} }, { drag: {} }] }]",
        "sequence: [{ tap: {} }, { exclusive: [{ swipe: {} }, { tap: {} }] }]",
    ])
    func `a composition whose parts are all recognised is not reported`(text: String) {
        #expect(problems(ofComposition: text) == [])
    }

    private static let sequences = (0..<4).map { index in
        let directions = ["left", "right", "up", "down"]
        return
            "    - { sequence: [{ tap: {} }, { swipe: { directions: [\(directions[index])] } }], name: s\(index) }\n"
    }.joined()

    private static func zones(_ rects: [String]) -> String {
        "gesture_lists:\n  l:\n\(sequences)zones:\n"
            + rects.enumerated().map { "  - { name: z\($0), rect: \($1), gestures: l }\n" }.joined()
    }

    @Test func `zones whose differences do not matter are judged once`() throws {
        func remaining(_ rects: [String]) throws -> Int {
            var problems = ProblemList(rehearses: true)
            _ = DaemonConfiguration.read(
                Array(("gestures: []\n" + Self.zones(rects)).utf8), &problems)
            return try #require(problems.rehearsals).remaining
        }
        let one = try remaining(["{ x: 0, y: 0, width: 0.5, height: 0.5 }"])
        #expect(
            one
                == (try remaining([
                    "{ x: 0, y: 0, width: 0.5, height: 0.5 }",
                    "{ x: 0.5, y: 0, width: 0.5, height: 0.5 }",
                    "{ x: 0, y: 0.5, width: 0.5, height: 0.5 }",
                    "{ right: 0, bottom: 0, width: 0.5, height: 0.5 }",
                ])))
        #expect(
            one
                > (try remaining([
                    "{ x: 0, y: 0, width: 0.5, height: 0.5 }",
                    "{ x: 0.5, y: 0, width: 0.25, height: 0.5 }",
                ])))
    }

    @Test func `a performance costs in proportion to its frames and to the gestures of the list`() {
        func cost(seconds: Double, nodes: Int) -> Int {
            let budget = RehearsalBudget(1_000_000)
            let touch = PerformedTouch(
                fingers: 1, start: .zero, radius: 0, phases: [.init(seconds)])
            #expect(budget.spend([touch], nodes: nodes))
            return 1_000_000 - budget.remaining
        }
        // Making an engine costs as much as 60 frames, and the parts of each engine as much as two
        // gestures.
        #expect(cost(seconds: 0.6, nodes: 1) == (60 + 60) * 3)
        #expect(cost(seconds: 0.6, nodes: 62) == (60 + 60) * 64)
        #expect(cost(seconds: 1.2, nodes: 62) == (60 + 120) * 64)
        #expect(!RehearsalBudget(359).spend([], nodes: 4))
    }

    @Test func `a check has a budget, and reports when that is used up`() {
        func check(_ budget: Int) -> (problems: [String], notes: [String]) {
            var problems = ProblemList(rehearsing: RehearsalBudget(budget))
            let text =
                "gestures:\n  - swipe: { fingers: 1, directions: [up] }\n  - drag: { fingers: 1 }\n"
            _ = DaemonConfiguration.read(Array(text.utf8), &problems)
            return (problems.descriptions(in: "c.yaml"), problems.notes(in: "c.yaml"))
        }
        #expect(check(2_000).problems.count == 0)
        #expect(
            check(2_000).notes == [
                """
                c.yaml:2:5: not all gestures of this list, nor of those judged after it, were \
                performed: there are too many for one check
                """
            ])
        let all = check(10_000_000)
        #expect(all.problems.count == 1 && all.notes == [])
        #expect(all.problems.first?.contains("simultaneous: [drag] here") == true)
    }
}
