import Testing
import TouchCore
import TouchTestSupport

/// Contacts that move faster than any finger.
@Suite struct JumpTests {
    @Test func `a jump is a lift and a late landing`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 50, 60))
        for step in 1...5 { screen.frame(Double(step) * 10, .move(0, 50 + Double(step), 60)) }
        screen.frame(60, .move(0, 200, 60))
        screen.frame(80, .move(0, 206, 60))
        screen.frame(700, .up(0))
        #expect(
            screen.transcript == [
                "50 drag began", "60 drag ended", "80 drag began", "700 drag ended",
            ])
    }

    /// Whether a movement of a still finger is a jump, which begins no drag.
    private func jumps(_ distance: Double, after ms: Double) -> Bool {
        let screen = TestScreen()
        screen.frame(0, .down(0, 50, 60))
        screen.frame(100, .move(0, 50, 60))
        screen.frame(100 + ms, .move(0, 50 + distance, 60))
        return screen.events(of: "drag").isEmpty
    }

    @Test(arguments: [
        (20.0, 1.0, false), (20.01, 1, true),  // 20 mm
        (20.0, 0, false), (20.01, 0, true),  // a repeated timestamp counts as 1 ms
        (49.9, 10, false), (50.1, 10, true),  // 5 m/s
        (199.9, 40, false), (200.1, 40, true),
        (199.9, 300, false), (200.1, 300, true),  // a pause counts as 40 ms at most
    ])
    func `a jump is far and fast`(distance: Double, ms: Double, isJump: Bool) {
        #expect(jumps(distance, after: ms) == isJump)
    }

    @Test(arguments: [(79.0, false), (81.0, true)])
    func `a jump is more than four times as fast as the finger was`(step: Double, isJump: Bool) {
        let screen = TestScreen()
        screen.frame(0, .down(0, 20, 60))
        for frame in 1...5 {
            screen.frame(Double(frame) * 10, .move(0, 20 + Double(frame) * 20, 60))
        }
        screen.frame(60, .move(0, 120 + step, 60))
        #expect(screen.transitions.contains("60 drag ended") == isJump)
    }

    @Test(arguments: [10.0, 25, 40])
    func `a fast flick is not a jump`(interval: Double) {
        let screen = TestScreen()
        screen.frame(0, .down(0, 50, 60))
        for step in 1...4 {
            screen.frame(Double(step) * interval, .move(0, 50 + Double(step) * 2.4 * interval, 60))
        }
        screen.frame(4 * interval + 10, .up(0))
        #expect(screen.transitions.last == "\(Int(4 * interval + 10)) swipe ended right")
    }

    @Test func `a jump in the frame of the lift does not move the finger`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 50, 60))
        screen.frame(60, .moveAndUp(0, 300, 60))
        #expect(screen.transcript == ["60 tap ended ×1"])
        #expect(screen.events.first?.position == Point(x: 50, y: 60))
    }

    @Test func `a finger that jumped may drag but neither tap, press nor swipe`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 50, 60))
        screen.frame(20, .move(0, 300, 60))
        screen.frame(60, .up(0))
        #expect(screen.transcript == ["20 tap ended ×1"])
        screen.frame(2_000, .down(0, 50, 60))
        screen.frame(2_600, .move(0, 300, 60))
        screen.wait(until: 3_200)
        for step in 1...5 {
            screen.frame(3_200 + Double(step) * 10, .move(0, 300 - Double(step) * 8, 60))
        }
        screen.frame(3_260, .up(0))
        #expect(
            screen.transitions.dropFirst() == [
                "2500 long_press began", "2600 long_press ended", "3210 drag began",
                "3260 drag ended",
            ])
    }

    @Test(arguments: [1, 3])
    func `after a finger jumped and lifted, the next finger taps`(minimumEvents: Int) {
        let screen = TestScreen(settings: .init(jitter: 0, minimumEvents: minimumEvents))
        screen.frame(0, .down(0, 50, 60))
        screen.wait(until: 100)
        screen.frame(700, .move(0, 300, 60))
        screen.frame(705, .up(0))
        screen.frame(3_000, .down(1, 100, 60))
        screen.wait(until: 3_060)
        screen.frame(3_100, .up(1))
        #expect(screen.transcript.last == "3100 tap ended ×1")
        #expect(Promises.broken(by: screen.events).isEmpty)
    }

    @Test func `a jump of one finger is a lift and a late landing for the others`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 60), .down(1, 130, 60))
        screen.frame(200, .move(0, 105, 60), .move(1, 135, 60))
        screen.frame(210, .move(0, 300, 60), .move(1, 136, 60))
        screen.frame(359, .move(0, 310, 60), .move(1, 146, 60))
        screen.frame(360, .move(0, 311, 60), .move(1, 147, 60))
        #expect(
            screen.transcript == [
                "200 drag began 2 fingers", "210 drag changed 2 fingers",
                "210 drag ended 2 fingers", "360 drag began 2 fingers",
            ])
    }

    @Test func `a finger that lands in the frame of another's jump may tap`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 60))
        screen.frame(600, .move(0, 340, 60), .down(1, 200, 100))
        screen.frame(700, .up(1))
        #expect(
            screen.transcript == [
                "500 long_press began", "600 long_press ended", "700 tap ended ×1",
            ])
    }
}
