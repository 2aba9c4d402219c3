import Foundation
import Testing
import TouchCore
import TouchTestSupport

@testable import GestureSettings

/// The report of `--check` about gestures that others prevent, and its proposals.
struct NeverRecognisedTests {
    private func problems(_ text: String) -> [String] {
        DaemonConfiguration.reading("gestures:\n" + text, rehearsing: true).problems
    }

    private func notes(_ text: String) -> [String] {
        var problems = ProblemList()
        _ = DaemonConfiguration.read(Array(text.utf8), &problems)
        return problems.notes(in: "c.yaml")
    }

    @Test func `a hold without a minimum is rehearsed`() {
        #expect(problems("  - swipe_hold: { minimum_hold: 0ms }\n") == [])
    }

    private static let keyboard = """
          - swipe: { directions: [up], edge: bottom, minimum_distance: 20mm }
            name: show_keyboard

        """

    @Test func `a named narrow swipe precedes a general one, and that is printed`() {
        let text = "  - swipe: {}\n" + Self.keyboard
        #expect(problems(text) == [])
        #expect(notes("gestures:\n" + text) == ["c.yaml:4:11: show_keyboard goes before swipe"])
        #expect(notes("priority: list\ngestures:\n" + text) == [])
        let kept = DaemonConfiguration.reading(
            "priority: list\ngestures:\n" + text, rehearsing: true
        ).problems
        #expect(
            kept == [
                """
                c.yaml:5:11: warning: show_keyboard is never recognised: swipe is recognised in its place
                  put it before swipe in the list; simultaneous: [swipe] here keeps both; \
                waits_for: [show_keyboard] at swipe keeps swipe back until show_keyboard has failed
                """
            ])
    }

    @Test(arguments: [24, 25])
    func `proposals are tried in lists of 24 gestures at most`(count: Int) throws {
        let drags = (0..<count).map {
            "  - drag: { fingers: 1, minimum_distance: \(2 + $0)mm }\n    name: d\($0)\n"
        }
        let first = try #require(problems(drags.joined()).first)
        #expect(first.contains("d1 is never recognised: d0 begins first, and wins"))
        let isTooLong = first.hasSuffix(
            """
            Change thresholds or leave one out; changes are proposed only for lists of at most 24 \
            gestures
            """)
        #expect(isTooLong == (count > 24))
    }

    @Test func `a tap of fewer counts precedes no other, and is reported`() {
        let text = "  - tap: {}\n  - tap: { count: 1 }\n    name: single\n"
        #expect(notes("gestures:\n" + text) == [])
        let found = problems(text)
        #expect(
            found.first?.contains("single is never recognised: tap is recognised in its place")
                == true, "\(found)")
    }

    @Test func `the gesture with the lower threshold wins, unless one frame exceeds both`() {
        let list = ["  - magnify: {}\n", "  - magnify: { minimum_scale: 0.5 }\n    name: wide\n"]
        let never = "wide is never recognised: magnify begins first, and wins"
        #expect(problems(list.joined()).first?.contains(never) == true)
        let seldom = "wide is hardly ever recognised: magnify begins first"
        #expect(problems(list.reversed().joined()).first?.contains(seldom) == true)
    }

    @Test func `a gesture behind a purer one of its kind is hardly ever recognised`() {
        for kind in ["magnify", "rotate"] {
            let found = problems(
                "  - \(kind): { minimum_share: 0.9 }\n    name: pure\n  - \(kind): {}\n")
            let seldom = "\(kind) is hardly ever recognised: pure begins first, and wins"
            #expect(found.count == 1 && found[0].contains(seldom), "\(found)")
        }
    }

    @Test func `a drag along an axis is recognised only before a general one`() {
        let list = ["  - drag: {}\n", "  - drag: { axis: horizontal }\n    name: pan_x\n"]
        #expect(notes("gestures:\n" + list.joined()) == [])
        let found = problems(list.joined())
        #expect(
            found.first?.contains("pan_x is never recognised: drag begins first") == true,
            "\(found)")
        #expect(found.first?.contains("put it before drag in the list") == true, "\(found)")
        #expect(found.first?.contains("simultaneous: [drag] here") == true, "\(found)")
        #expect(problems(list.reversed().joined()) == [])
    }

    @Test func `all rivals are in one hint`() {
        let found = problems("  from: default\n  with:\n" + Self.keyboard.indented)
        #expect(found.count == 1)
        #expect(
            found.first?.contains("simultaneous: [drag] here keeps both") == true, "\(found)")
        let two = problems(
            """
              - drag: {}
              - drag: { axis: vertical, minimum_distance: 6mm }
                name: scroll
                simultaneous: [drag]
              - swipe: { directions: [up] }
                name: up

            """)
        #expect(two.count == 1)
        #expect(
            two.first?.contains("simultaneous: [drag, scroll] here keeps all") == true, "\(two)")
    }

    @Test func `the README's example recognises its own gestures and the built-in ones`() throws {
        let page = try ConfigurationFixture.text("README.md")
        let start = try #require(page.range(of: "```yaml\n")).upperBound
        let end = try #require(page[start...].range(of: "```")).lowerBound
        let (configuration, problems) = DaemonConfiguration.reading(
            String(page[start..<end]), rehearsing: true)
        #expect(problems == [])
        let names = configuration.gestures.zones[0].gestures.map(\.name)
        #expect(
            Set(names).isSuperset(of: GestureConfiguration.standard.zones[0].gestures.map(\.name)))
        let screen = TestScreen(configuration: configuration.gestures)
        screen.stroke(from: (100, 192), to: (100, 140), ms: 0...100)
        #expect(screen.events.contains { names[$0.gesture] == "show_keyboard" })
        for tap in [2_000.0, 2_200] {
            screen.frame(tap, .down(0, 100, 100))
            screen.frame(tap + 60, .up(0))
        }
        #expect(screen.events.contains { names[$0.gesture] == "double_tap" })
    }

    @Test func `compositions are judged by the gesture that begins them`() {
        let behind = problems(
            "  - drag: {}\n  - sequence: [{ swipe: {} }, { swipe: {} }]\n    name: two\n")
        #expect(behind.count == 1)
        #expect(
            behind.first?.contains("two is hardly ever recognised: drag begins first") == true)
        let tap = problems(
            "  - tap: {}\n  - sequence: [{ tap: {} }, { long_press: {} }]\n    name: held\n")
        #expect(
            tap.first?.contains("held is never recognised: tap is recognised in its place")
                == true)
        #expect(tap.first?.contains("waits_for: [held] at tap") == true, "\(tap)")
        #expect(
            tap.first?.contains(
                "one exclusive gesture in place of both, with held as its first part") == true,
            "\(tap)")
        let first = problems(
            "  - sequence: [{ tap: {} }, { long_press: {} }]\n    name: held\n  - tap: {}\n")
        #expect(
            first.first?.contains("tap is hardly ever recognised: held begins first") == true)
        #expect(first.first?.contains("waits_for: [held] here") == true, "\(first)")
        // A part after a tap begins with a new landing, and competes with the drag.
        let later = problems(
            "  - sequence: [{ tap: {} }, { swipe: {} }]\n    name: flick\n  - drag: {}\n")
        #expect(
            later.first?.contains("flick is hardly ever recognised: drag begins first") == true)
        // One of the two parts is enough.
        #expect(
            problems("  - drag: {}\n  - exclusive: [{ swipe: {} }, { tap: {} }]\n    name: e\n")
                == [])
    }

    @Test func `sequences with one beginning are recognised, unless one is a prefix`() {
        let flicks = { (first: String, second: String) in
            problems(
                "  - sequence: \(first)\n    name: one\n  - sequence: \(second)\n    name: other\n")
        }
        let (left, right) = (
            "{ swipe: { directions: [left] } }", "{ swipe: { directions: [right] } }"
        )
        #expect(flicks("[\(left), \(left)]", "[\(left), \(right)]") == [])
        for (first, second) in [
            ("[\(left), \(left), \(right)]", "[\(left), \(left)]"),
            ("[\(left), \(left)]", "[\(left), \(left), \(right)]"),
        ] {
            let found = flicks(first, second)
            #expect(found.count == 1)
            #expect(
                found.first?.contains("other is never recognised: one begins first, and wins")
                    == true,
                "\(found)")
        }
        #expect(flicks("[\(left), \(left)]", "[\(left), \(left)]").count == 1)
    }

    @Test func `force begins in each touch of a panel that has reported force`() {
        let found = problems(
            "  - force: {}\n  - drag: {}\n  - swipe: {}\n    simultaneous: [drag]\n")
        #expect(found.count == 2)
        #expect(
            found.first?.contains("drag is never recognised with 1 finger: force begins first")
                == true,
            "\(found)")
        #expect(found.first?.contains("simultaneous: [force] here keeps both") == true)
        let all = "    simultaneous: [force]\n"
        #expect(problems("  - force: {}\n  - drag: {}\n\(all)  - tap: {}\n\(all)") == [])
    }

    @Test func `waits_for is judged`() {
        let wait = problems(
            "  - swipe: {}\n  - swipe: { edge: left }\n    name: back\n    waits_for: [swipe]\n")
        #expect(wait.count == 1)
        #expect(
            wait.first?.contains("back is never recognised: swipe comes first each time") == true)
        #expect(wait.first?.contains("leave swipe out of its waits_for") == true)
        #expect(
            problems("  - tap: {}\n    waits_for: [two]\n  - tap: { count: 2 }\n    name: two\n")
                == [])
    }

    @Test
    func `a gesture that another kind prevents with the fewest fingers is reported`() {
        let found = problems("  - drag: { fingers: 1 }\n  - swipe: {}\n")
        #expect(
            found.first?.contains("swipe is never recognised with 1 finger: drag begins first")
                == true,
            "\(found)")
        // This proposal would take fingers from drag that swipe does not use.
        let two = problems("  - swipe: { fingers: 2 }\n  - drag: {}\n")
        #expect(two.count == 1)
        #expect(two.first?.contains("fingers: 1 at drag") == false, "\(two)")
        #expect(problems("  - tap: { fingers: 1 }\n    name: one\n  - tap: {}\n") == [])
    }

    @Test func `a lenient gesture behind a strict one of its kind is recognised`() {
        for (strict, lenient) in [
            ("tap: { count: 2 }", "tap: { count: 2, maximum_gap: 1s }"),
            ("tap: {}", "tap: { maximum_distance: 10mm }"),
            ("tap: { count: 2 }", "tap: { count: 2, maximum_spacing: 30mm }"),
            ("long_press: {}", "long_press: { maximum_distance: 15mm }"),
            ("swipe: { maximum_wander: 0.1 }", "swipe: { maximum_wander: 0.5 }"),
            (
                "swipe: { directions: [up] }",
                "swipe: { directions: [up], maximum_deviation: 45deg }"
            ),
            ("swipe: { edge: bottom }", "swipe: { edge: bottom, edge_width: 20mm }"),
        ] {
            let list = "  - \(strict)\n    name: strict\n  - \(lenient)\n    name: lenient\n"
            #expect(problems(list) == [], "\(lenient)")
        }
    }

    @Test(arguments: [
        ("tap: { count: 1, maximum_duration: 460ms }", "tap: { count: 1 }"),
        (
            "tap: { count: 1, maximum_distance: 16mm }", "tap: { count: 1, maximum_distance: 18mm }"
        ),
        ("long_press: { maximum_distance: 18mm }", "long_press: { maximum_distance: 20mm }"),
        ("long_press: {}", "long_press: { maximum_drift: 12mm }"),
        (
            "swipe: { directions: [up], maximum_deviation: 40deg }",
            "swipe: { directions: [up], maximum_deviation: 45deg }"
        ),
        (
            "swipe: { directions: [up], maximum_wander: 0.5 }",
            "swipe: { directions: [up], maximum_wander: 0.55 }"
        ),
    ])
    func `a slightly more lenient gesture is hardly ever recognised`(
        strict: String, lenient: String
    ) {
        let found = problems("  - \(strict)\n    name: strict\n  - \(lenient)\n    name: lenient\n")
        #expect(found.count == 1)
        #expect(
            found.first?.contains("lenient is hardly ever recognised: strict is") == true
                || found.first?.contains("lenient is hardly ever recognised: strict begins")
                    == true,
            "\(found)")
    }

    @Test func `a gesture with a number of fingers that no rival has is recognised`() {
        let list = [1, 2, 5].map { "  - tap: { fingers: \($0) }\n    name: with\($0)\n" }
        #expect(problems(list.joined() + "  - tap: {}\n    name: other\n") == [])
    }

    @Test func `a composition that cannot be performed is reported`() {
        let found = problems("  - sequence: [{ long_press: {} }, { tap: {} }]\n    name: dead\n")
        #expect(found.count == 1)
        #expect(
            found.first?.contains(
                "part 2 of dead (tap) cannot follow part 1 (long_press), which hands on its fingers"
            )
                == true, "\(found)")
    }

    @Test func `a gesture whose limits are zero is performed`() {
        let swipe = "swipe: { minimum_speed: 0mm/s, minimum_flick: 0mm, maximum_duration: 0ms }"
        #expect(problems("  - drag: {}\n  - \(swipe)\n").count == 1)
    }

    @Test func `no proposal changes a name that others refer to, or one of two`() {
        let named = problems(
            """
              - swipe: {}
                name: flick
              - tap: {}
                simultaneous: [swipe]
              - swipe: { edge: bottom }

            """)
        #expect(named.count == 1)
        #expect(named.first?.contains("a name of its own") == false, "\(named)")
        let two = problems(
            """
              - drag: { fingers: 1 }
              - drag: { fingers: 2 }
              - swipe: { fingers: 2 }

            """)
        #expect(two.count == 1)
        #expect(two.first?.contains("at drag") == false, "\(two)")
    }

    @Test func `a list of a zone is judged with the zone's priority`() {
        let list =
            "gesture_lists:\n  l:\n    - swipe: {}\n    - swipe: { edge: left }\n      name: back\n"
        let zones =
            "zones:\n  - { name: z, rect: { x: 0, width: 0.5 }, gestures: l, priority: list }\n"
        let found = DaemonConfiguration.reading(list + zones, rehearsing: true).problems
        #expect(found.count == 1 && found[0].contains("back is never recognised"), "\(found)")
        let narrow = zones.replacing(", priority: list", with: "")
        #expect(DaemonConfiguration.reading(list + narrow, rehearsing: true).problems == [])
    }

    @Test(arguments: [
        """
          - long_press: { fingers: 2, minimum_duration: 200ms, maximum_distance: 10mm }
          - magnify: {}
          - rotate: {}

        """,
        """
          - sequence: [{ swipe: {} }, { swipe: { fingers: 3 } }]
            name: strokes

        """,
        """
          - sequence: [{ press: { fingers: 3 } }, { tap: {} }]
            name: pressed

        """,
        """
          - swipe: { fingers: 2 }
          - magnify: {}
            waits_for: [swipe]
          - rotate: {}
            waits_for: [swipe]

        """,
        """
          - long_press: { minimum_duration: 2s, maximum_distance: 20mm }
            name: hold
          - swipe: {}
          - drag: {}
            waits_for: [hold, swipe]

        """,
        """
          - sequence:
              - tap: { maximum_duration: 250ms }
              - tap: { maximum_duration: 250ms }
            name: quick
          - sequence:
              - tap: { minimum_duration: 300ms, maximum_duration: 2s }
              - tap: { minimum_duration: 300ms, maximum_duration: 2s }
            name: slow
          - sequence:
              - tap: { maximum_duration: 2s }
              - tap: { maximum_duration: 2s }
            name: mixed

        """,
    ])
    func `a gesture that can exceed its rivals' limits is not a problem`(text: String) {
        #expect(problems(text) == [])
    }
}

extension String {
    fileprivate var indented: String {
        split(separator: "\n").map { "  \($0)\n" }.joined()
    }
}
