import Testing
import TouchCore

@testable import GestureSettings

/// What `--check` performs in zones, and what it says of them.
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

    @Test func `a flick that asks for more than its distance is performed`() {
        #expect(
            problems(
                """
                gestures:
                  - swipe: { minimum_distance: 3mm, minimum_flick: 30mm, maximum_duration: 100ms }

                """) == [])
    }

    @Test func `a tap may wait for what fails at the lift`() {
        #expect(
            problems(
                "gestures:\n  - long_press: {}\n  - drag: {}\n  - tap: {}\n    waits_for: [drag]\n")
                == [])
        let press = problems("gestures:\n  - press: {}\n    waits_for: [drag]\n  - drag: {}\n")
        #expect(press.contains { $0.contains("press waits for drag, which fails only") })
    }
}
