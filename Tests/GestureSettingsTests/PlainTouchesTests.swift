import Testing
import TouchCore

@testable import GestureSettings

/// The report of `--check` about gestures that are not recognised in their plainest touch.
struct PlainTouchesTests {
    private func problems(_ text: String) -> [String] {
        DaemonConfiguration.reading("gestures:\n" + text, rehearsing: true).problems
    }

    @Test func `a gap that only careless fingers meet does not silence the warning`() {
        let holds = problems(
            """
              - long_press: { maximum_distance: 3mm }
                name: info
              - long_press: { minimum_duration: 3s }
                name: admin
              - tap: {}

            """)
        #expect(holds.count == 1)
        #expect(
            holds.first?.contains(
                "admin is not recognised of its plainest touch (held still for 3.6 s), only of others"
            )
                == true, "\(holds)")
        #expect(holds.first?.contains("info begins first, and wins") == true)
        #expect(holds.first?.contains("simultaneous: [info] here keeps both") == true)
        let zoom = problems(
            """
              - tap: { maximum_duration: 250ms }
              - sequence: [{ tap: { count: 1 } }, { drag: {} }]
                name: zoom

            """)
        #expect(zoom.count == 1)
        #expect(
            zoom.first?.contains("zoom is not recognised of its plainest touch (tapped for 80 ms")
                == true, "\(zoom)")
        let double = problems(
            """
              - tap: { count: 1, maximum_duration: 250ms }
                name: click
              - tap: { count: 2 }
                name: double

            """)
        #expect(double.count == 1)
        let press = problems(
            "  - long_press: {}\n  - press: {}\n    waits_for: [long_press]\n")
        #expect(press.first?.contains("leave long_press out of its waits_for") == true)
        #expect(
            double.first?.contains("double is not recognised of its plainest touch (2 times tapped")
                == true, "\(double)")
    }

    @Test func `no hint costs another gesture its plainest touch`() {
        let menu = problems(
            """
              - long_press: { minimum_duration: 1s }
                name: menu
              - sequence: [{ long_press: { minimum_duration: 1s, maximum_distance: 3mm } }, { drag: {} }]
                name: move_item

            """)
        #expect(menu.count == 1)
        #expect(menu.first?.contains("put it before menu") == false, "\(menu)")
        #expect(menu.first?.contains("simultaneous: [menu] here keeps both") == true, "\(menu)")
        let tap = problems(
            """
              - tap: {}
              - sequence: [{ tap: { count: 1, maximum_duration: 250ms } }, { long_press: {} }]
                name: tap_hold

            """)
        #expect(tap.count == 1)
        #expect(tap.first?.contains("put it before tap") == false, "\(tap)")
        #expect(tap.first?.contains("waits_for: [tap_hold] at tap") == true, "\(tap)")
    }

    @Test func `more fingers do not silence the warning if the rival takes other touches`() {
        let holds = problems(
            """
              - long_press: { minimum_duration: 2s }
                name: long
              - long_press: { minimum_duration: 500ms, fingers: 1 }
                name: short
              - long_press: { minimum_duration: 500ms, fingers: 2 }
                name: both

            """)
        #expect(holds.count == 1)
        #expect(holds.first?.contains("long is never recognised with 1 finger") == true, "\(holds)")
        let wait = problems(
            """
              - long_press: {}
                name: info
                waits_for: [admin]
              - long_press: { minimum_duration: 2s, fingers: 1 }
                name: admin

            """)
        #expect(
            wait.contains {
                $0.contains("info is never recognised with 1 finger: admin fails only when")
            },
            "\(wait)")
        let flicks = problems(
            """
              - sequence: [{ tap: { fingers: 1 } }, { drag: { fingers: 1 } }]
                name: zoom
              - sequence: [{ tap: {} }, { swipe: { directions: [left] } }]
                name: dismiss

            """)
        #expect(flicks.count == 1)
        #expect(
            flicks.first?.contains("dismiss is never recognised with 1 finger") == true, "\(flicks)"
        )
    }

    @Test func `a gesture that waits in vain is advised to be simultaneous instead`() {
        let holds = problems(
            """
              - long_press: {}
                waits_for: [admin]
              - long_press: { minimum_duration: 5s }
                name: admin

            """)
        #expect(holds.count == 1)
        #expect(
            holds.first?.contains(
                "long_press is never recognised: admin fails only when the fingers have lifted")
                == true, "\(holds)")
        #expect(
            holds.first?.hasSuffix("simultaneous: [admin] here in place of waits_for keeps both")
                == true, "\(holds)")
        let swipe = problems("  - swipe: {}\n    waits_for: [drag]\n  - drag: {}\n")
        #expect(
            swipe.first?.contains("simultaneous: [drag] here in place of waits_for keeps both")
                == true, "\(swipe)")
    }

    @Test func `rivals of one cause are named together`() {
        let axes = problems(
            """
              - drag: { axis: horizontal }
                name: pan
              - drag: { axis: vertical }
                name: scroll
              - swipe: {}

            """)
        #expect(
            axes.first?.contains(
                "swipe is hardly ever recognised: pan and scroll begin first, and win\n") == true,
            "\(axes)")
        let causes = problems(
            """
              - sequence: [{ tap: { count: 1 } }, { long_press: {} }]
                name: tap_hold
              - tap: { count: 1 }
                name: single
              - tap: { count: 2 }
                name: double

            """)
        #expect(
            causes.contains {
                $0.contains(": tap_hold begins first, and wins; single is recognised in its place")
            }, "\(causes)")
    }

    @Test func `the table of the page has no wait for a longer hold`() {
        let list = """
              - tap: { maximum_duration: 450ms }
              - tap: { minimum_duration: 500ms, maximum_duration: 5s }
                name: hold
              - long_press: { minimum_duration: 5s }
                name: admin

            """
        #expect(problems(list) == [])
    }
}
