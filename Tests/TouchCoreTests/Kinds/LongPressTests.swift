import Testing
import TouchCore
import TouchTestSupport

@Suite struct LongPressTests {
    @Test func `begins at its deadline without any frame`() {
        let glass = Glass()
        glass.frame(0, .down(0, 100, 60))
        #expect(glass.nextDeadline == 500)
        glass.wait(until: 499.999)
        #expect(glass.said.isEmpty)
        glass.wait(until: 600)
        glass.frame(900, .up(0))
        #expect(glass.said == ["500 long_press began", "900 long_press ended"])
        #expect(glass.nextDeadline == nil)
    }

    @Test func `counts from the first landing and takes every finger of the hand`() {
        let glass = Glass()
        glass.frame(0, .down(0, 100, 60))
        glass.frame(60, .down(1, 130, 60))
        glass.frame(700, .up(0))
        glass.frame(720, .up(1))
        #expect(
            glass.said == ["500 long_press began 2 fingers", "700 long_press ended 2 fingers"])
    }

    @Test func `a reader that stalled does not invent one`() {
        let glass = Glass()
        glass.frame(0, .down(0, 100, 60))
        glass.frame(100, .up(0))
        glass.wait(until: 1_000)
        #expect(glass.said == ["100 tap ended ×1"])
    }

    @Test func `a late finger cancels it`() {
        let glass = Glass()
        glass.frame(0, .down(0, 100, 60))
        glass.frame(600, .down(1, 130, 60))
        glass.frame(700, .up(0))
        glass.frame(720, .up(1))
        #expect(glass.said == ["500 long_press began", "600 long_press cancelled finger_added"])
    }

    @Test(arguments: [(4.0, true), (4.01, false)])
    func `slop before it rules it out`(drift: Double, begins: Bool) {
        let glass = Glass()
        glass.frame(0, .down(0, 100, 60))
        glass.frame(100, .move(0, 100 - drift, 60))
        glass.wait(until: 600)
        #expect(glass.events(of: "long_press").isEmpty == !begins)
    }

    @Test func `does not silence the drag after it`() {
        let glass = Glass()
        glass.frame(0, .down(0, 100, 60))
        glass.frame(600, .move(0, 110, 60))
        glass.frame(700, .up(0))
        #expect(
            glass.said == [
                "500 long_press began", "600 long_press changed", "600 drag began",
                "700 long_press ended", "700 drag ended",
            ])
    }

    @Test func `a long press of no duration begins with the landing`() {
        var press = LongPressThresholds()
        press.minimumDuration = .zero
        press.maximumDistance = 0
        let glass = Glass(configuration: .init(gestures: [ConfiguredGesture(.longPress(press))]))
        glass.frame(10, .down(0, 100, 60))
        #expect(glass.said == ["10 long_press began"])
        #expect(glass.nextDeadline == nil)
    }

    @Test func `a finger that joins in the window gives the long press of both another chance`() {
        let glass = Glass()
        glass.frame(0, .down(0, 100, 60))
        glass.frame(90, .down(1, 130, 60))
        #expect(glass.nextDeadline == 500)
        glass.wait(until: 500)
        #expect(glass.said == ["500 long_press began 2 fingers"])
    }

    @Test func `a long press needs an empty zone after a lift or a late landing`() {
        let glass = Glass()
        glass.frame(0, .down(0, 100, 60), .down(1, 130, 60))
        glass.frame(200, .up(1))
        #expect(glass.nextDeadline == nil)
        glass.frame(300, .down(1, 130, 60))
        #expect(glass.nextDeadline == nil)
        glass.wait(until: 2_000)
        #expect(glass.said.isEmpty)
    }
}
