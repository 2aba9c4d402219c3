import Testing
import TouchCore
import TouchTestSupport

/// The fingers that land together, the positions from which gestures are measured, and the times at
/// which they may begin.
@Suite struct HandTests {
    @Test(arguments: [(99.0, true), (100, true), (101, false)])
    func `three fingers are one tap if each lands within 100 ms of the previous one`(
        gap: Double, areTogether: Bool
    ) {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 60))
        screen.frame(100, .down(1, 120, 60))
        screen.frame(100 + gap, .down(2, 140, 60))
        screen.frame(300, .up(0), .up(1), .up(2))
        let fingers = screen.events(of: "tap").map(\.fingers).sorted()
        #expect(fingers == (areTogether ? [3] : [1, 2]))
    }

    @Test(arguments: [100.0, 101])
    func `a drag is measured from the positions of the fingers when the last one joins`(
        joins: Double
    ) throws {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 60))
        screen.frame(50, .move(0, 100, 72))
        screen.frame(joins, .down(1, 200, 60))
        screen.frame(joins + 10, .move(0, 100, 78), .move(1, 200, 66))
        #expect(screen.transcript[1] == "\(Int(joins)) drag cancelled finger_added")
        let drag = try #require(screen.events(of: "drag").last)
        guard let emitted = drag.values.translation else {
            Issue.record("no drag")
            return
        }
        #expect(drag.fingers == 2 && drag.phase == .began)
        #expect(emitted == Point(x: 0, y: 6))
    }

    @Test func `a finger that joins a magnification cancels it, and all three begin another`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 150, 60), .down(1, 180, 60))
        screen.frame(50, .move(0, 140, 60), .move(1, 190, 60))
        screen.frame(100, .down(2, 165, 80))
        screen.frame(110, .move(0, 138, 60), .move(1, 192, 60), .move(2, 165, 82))
        screen.frame(120, .move(0, 134, 60), .move(1, 196, 60), .move(2, 165, 84))
        #expect(
            screen.transitions == [
                "50 magnify began 2 fingers", "100 magnify cancelled finger_added 2 fingers",
                "120 magnify began 3 fingers",
            ])
    }

    @Test(arguments: [(149.0, false), (150.0, true)])
    func `after a lift that leaves fingers down, no gesture begins for 150 ms`(
        wait: Double, begins: Bool
    ) {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 60), .down(1, 130, 60), .down(2, 160, 60))
        screen.frame(300, .up(2))
        screen.frame(300 + wait, .move(0, 80, 40), .move(1, 150, 80))
        let kinds = Set(screen.events.map(\.values.kind))
        #expect(kinds == (begins ? [.magnify, .rotate] : []))
    }

    @Test func `a hand that starts in an empty zone does not wait after an earlier lift`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 60), .down(1, 130, 60))
        screen.frame(50, .up(0))
        screen.frame(60, .up(1), .down(2, 200, 60))
        screen.frame(70, .move(2, 205, 60))
        #expect(screen.transcript.last == "70 drag began")
    }

    @Test func `a gesture ends at its finger's position though another lands in that frame`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 60))
        screen.frame(600, .up(0), .down(1, 300, 60))
        screen.frame(650, .up(1))
        #expect(
            screen.transcript == [
                "500 long_press began", "600 long_press ended", "650 tap ended ×1",
            ])
        #expect(screen.events[1].position == Point(x: 100, y: 60))
    }

    @Test func `fingers in all 64 slots are one hand and may lift one by one`() {
        let screen = TestScreen()
        screen.frame(0, (0..<64).map { .down($0, 5 * Double($0), 60) })
        for slot in 0..<64 { screen.frame(10 + Double(slot) * 10, .up(slot)) }
        screen.frame(2_000, .down(63, 100, 60))
        screen.frame(2_100, .up(63))
        #expect(screen.transcript == ["2100 tap ended ×1"])
    }

    @Test func `a deadline fires before the frame of its time, and time does not run backwards`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 60))
        screen.frame(500, .move(0, 110, 60))
        screen.frame(400, .move(0, 120, 60))
        #expect(
            screen.transcript == [
                "500 long_press began", "500 long_press changed", "500 drag began",
                "500 long_press changed", "500 drag changed",
            ])
    }
}
