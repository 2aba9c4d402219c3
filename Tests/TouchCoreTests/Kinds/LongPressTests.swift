import Testing
import TouchCore
import TouchTestSupport

@Suite struct LongPressTests {
    @Test func `a long press begins at its deadline without any frame`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 60))
        #expect(screen.nextDeadline == 500)
        screen.wait(until: 499.999)
        #expect(screen.transcript.isEmpty)
        screen.wait(until: 600)
        screen.frame(900, .up(0))
        #expect(screen.transcript == ["500 long_press began", "900 long_press ended"])
        #expect(screen.nextDeadline == nil)
    }

    @Test func `a long press counts from the first landing and has every finger of the hand`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 60))
        screen.frame(60, .down(1, 130, 60))
        screen.frame(700, .up(0))
        screen.frame(720, .up(1))
        #expect(
            screen.transcript == [
                "500 long_press began 2 fingers", "700 long_press ended 2 fingers",
            ])
    }

    @Test func `a late call does not recognise a long press after the lift`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 60))
        screen.frame(100, .up(0))
        screen.wait(until: 1_000)
        #expect(screen.transcript == ["100 tap ended ×1"])
    }

    @Test func `a late finger that moves cancels a long press`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 60))
        screen.frame(600, .down(1, 130, 60))
        screen.frame(650, .move(1, 136, 60))
        screen.frame(700, .up(0))
        screen.frame(720, .up(1))
        #expect(
            screen.transcript == ["500 long_press began", "650 long_press cancelled finger_added"])
    }

    @Test(arguments: [(4.0, true), (4.01, false)])
    func `a movement beyond the slop prevents it`(drift: Double, begins: Bool) {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 60))
        screen.frame(100, .move(0, 100 - drift, 60))
        screen.wait(until: 600)
        #expect(screen.events(of: "long_press").isEmpty == !begins)
    }

    @Test func `does not prevent a drag after it`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 60))
        screen.frame(600, .move(0, 110, 60))
        screen.frame(700, .up(0))
        #expect(
            screen.transcript == [
                "500 long_press began", "600 long_press changed", "600 drag began",
                "700 long_press ended", "700 drag ended",
            ])
    }

    @Test func `a long press of no duration begins with the landing`() {
        var press = LongPressThresholds()
        press.minimumDuration = .zero
        press.maximumDistance = 0
        let screen = TestScreen(
            configuration: .init(gestures: [ConfiguredGesture(.longPress(press))]))
        screen.frame(10, .down(0, 100, 60))
        #expect(screen.transcript == ["10 long_press began"])
        #expect(screen.nextDeadline == nil)
    }

    @Test func `a finger that joins in the landing window belongs to the long press`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 60))
        screen.frame(90, .down(1, 130, 60))
        #expect(screen.nextDeadline == 500)
        screen.wait(until: 500)
        #expect(screen.transcript == ["500 long_press began 2 fingers"])
    }

    @Test func `a long press needs an empty zone after a lift or a late landing`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 60), .down(1, 130, 60))
        screen.frame(200, .up(1))
        #expect(screen.nextDeadline == nil)
        screen.frame(300, .down(1, 130, 60))
        #expect(screen.nextDeadline == nil)
        screen.wait(until: 2_000)
        #expect(screen.transcript.isEmpty)
    }
}
