import Testing
import TouchCore
import TouchTestSupport

@Suite struct ContactTests {
    @Test func `a palm is rejected for its life and cancels what it was part of`() {
        let glass = Glass()
        glass.frame(0, .down(0, 100, 60))
        glass.frame(20, .move(0, 110, 60))
        glass.frame(40, .palm(0))
        glass.frame(60, .move(0, 150, 60))
        glass.frame(80, .up(0))
        #expect(glass.said == ["20 drag began", "40 drag cancelled palm"])
        glass.frame(300, .down(0, 100, 60))
        glass.frame(360, .up(0))
        #expect(glass.said.last == "360 tap ended ×1")
    }

    @Test func `cancel is never a tap`() {
        let glass = Glass()
        glass.frame(0, .down(0, 100, 60))
        glass.frame(40, .palm(0))
        glass.frame(80, .up(0))
        #expect(glass.said.isEmpty)
    }

    @Test func `a palm that leaves holds the other finger back for no time`() {
        let glass = Glass()
        glass.frame(0, .down(0, 100, 60), .down(1, 200, 60))
        glass.frame(300, .palm(1))
        glass.frame(310, .move(0, 110, 60))
        #expect(glass.said == ["310 drag began"])
    }

    @Test func `a jump is a lift and a late landing`() {
        let glass = Glass()
        glass.frame(0, .down(0, 50, 60))
        for step in 1...5 { glass.frame(Double(step) * 10, .move(0, 50 + Double(step), 60)) }
        glass.frame(60, .move(0, 200, 60))
        glass.frame(80, .move(0, 206, 60))
        glass.frame(700, .up(0))
        #expect(
            glass.said == ["50 drag began", "60 drag ended", "80 drag began", "700 drag ended"])
    }

    @Test(arguments: [10.0, 25, 40])
    func `a fast flick is no jump`(interval: Double) {
        let glass = Glass()
        glass.frame(0, .down(0, 50, 60))
        for step in 1...4 {
            glass.frame(Double(step) * interval, .move(0, 50 + Double(step) * 2.4 * interval, 60))
        }
        glass.frame(4 * interval + 10, .up(0))
        #expect(glass.turns.last == "\(Int(4 * interval + 10)) swipe ended right")
    }

    @Test func `jitter is held back and the position follows one margin behind`() throws {
        let glass = Glass(settings: .init())
        glass.frame(0, .down(0, 100, 60))
        glass.frame(10, .move(0, 104.4, 60))
        #expect(glass.said.isEmpty)
        glass.frame(20, .move(0, 104.5, 60))
        #expect(glass.said == ["20 drag began"])
        #expect(abs(try #require(glass.events.first).position.x - 104.1) < 1e-9)
        glass.frame(30, .move(0, 104.0, 60))
        #expect(glass.said.count == 1, "a step back within the margin is jitter")
        glass.frame(40, .move(0, 103.5, 60))
        #expect(glass.said.count == 2)
    }

    @Test func `a device's own fuzz widens the margin`() {
        var panel = Glass.panel
        panel.x.fuzz = 200
        let glass = Glass(panel: panel, settings: .init())
        glass.frame(0, .down(0, 100, 60))
        glass.frame(10, .move(0, 105, 60))
        #expect(glass.said.isEmpty)
        glass.frame(20, .move(0, 105.1, 60))
        #expect(glass.said == ["20 drag began"])
    }

    @Test func `contacts wait for their events where asked for`() {
        let glass = Glass(settings: .init(jitter: 0, minimumEvents: 3))
        glass.frame(0, .down(0, 100, 60))
        glass.frame(10, .up(0))
        #expect(glass.said.isEmpty, "two frames are a ghost")
        glass.frame(100, .down(0, 100, 60))
        #expect(glass.nextDeadline == 160)
        glass.frame(120, .move(0, 101, 60))
        glass.frame(130, .move(0, 102, 60))
        glass.frame(150, .up(0))
        #expect(glass.said == ["150 tap ended ×1"])
        #expect(glass.events.first?.durationUs == 20_000)
    }

    @Test func `a contact counts after 60 ms however few its events`() {
        let glass = Glass(settings: .init(jitter: 0, minimumEvents: 3))
        glass.frame(0, .down(0, 100, 60))
        glass.frame(90, .up(0))
        #expect(glass.said == ["90 tap ended ×1"])
        #expect(glass.events.first?.durationUs == 30_000)
    }

    @Test func `after a loss of events live gestures are cancelled and contacts are spent`() {
        let glass = Glass()
        glass.frame(0, .down(0, 100, 60), .down(1, 120, 60), .down(2, 140, 60))
        glass.frame(20, .move(0, 110, 60), .move(1, 130, 60), .move(2, 150, 60))
        glass.frame(
            40, .down(0, 120, 60), .down(1, 140, 60), .down(2, 160, 60), resynchronised: true)
        glass.frame(60, .move(0, 130, 60), .move(1, 150, 60), .move(2, 170, 60))
        glass.frame(80, .up(0), .up(1))
        glass.frame(200, .down(0, 100, 60))
        glass.frame(260, .up(0))
        #expect(
            glass.said == [
                "20 drag began 3 fingers", "40 drag cancelled resynchronised 3 fingers",
                "260 tap ended ×1",
            ])
    }

    @Test func `a second landing in a slot is a lift and a landing`() {
        let glass = Glass()
        glass.frame(0, .down(0, 100, 60))
        glass.frame(60, .up(0), .down(0, 200, 60))
        glass.frame(120, .up(0))
        #expect(glass.said == ["60 tap ended ×1", "120 tap ended ×1"])
    }

    @Test func `a stamp that runs back is raised`() {
        let glass = Glass()
        glass.frame(100, .down(0, 100, 60))
        glass.frame(50, .move(0, 110, 60))
        glass.frame(120, .up(0))
        #expect(glass.said == ["100 drag began", "120 drag ended"])
    }

    @Test func `every live gesture is cancelled when the device goes`() {
        let glass = Glass()
        glass.frame(0, .down(0, 100, 60))
        glass.frame(600, .move(0, 110, 60))
        glass.cancelAll(.deviceRemoved)
        #expect(
            glass.said.suffix(2) == [
                "600 long_press cancelled device_removed", "600 drag cancelled device_removed",
            ])
        #expect(glass.nextDeadline == nil)
    }
}
