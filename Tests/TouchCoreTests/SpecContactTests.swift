import Testing
import TouchCore
import TouchTestSupport

/// "From contacts to fingers": palms, noise and what is left of contacts that come and go.
@Suite struct SpecContactTests {
    private let waiting = DeviceSettings(jitter: 0, minimumEvents: 3)

    @Test func `a contact that waits to count wakes no press of an empty hand`() {
        let glass = Glass(settings: waiting)
        glass.frame(1_000, .down(0, 100, 60))
        glass.wait(until: 1_060)
        glass.frame(1_100, .up(0))
        #expect(glass.said == ["1100 tap ended ×1"])
    }

    @Test func `a loss of events leaves no press behind for a contact that waits`() {
        let glass = Glass(settings: waiting)
        glass.frame(0, .down(0, 100, 60))
        glass.wait(until: 60)
        glass.frame(80, .move(0, 100, 60), resynchronised: true)
        glass.frame(90, .up(0))
        glass.frame(1_000, .down(0, 100, 60))
        glass.wait(until: 1_060)
        glass.frame(1_100, .up(0))
        #expect(glass.said == ["1100 tap ended ×1"])
    }

    @Test func `a contact that begins to count in the frame of its lift leaves no finger behind`() {
        let glass = Glass(settings: waiting)
        glass.frame(0, .down(0, 100, 60))
        glass.frame(10, .move(0, 100, 61))
        glass.frame(20, .moveAndUp(0, 100, 62))
        glass.frame(1_000, .down(1, 100, 60))
        glass.wait(until: 1_060)
        glass.frame(1_100, .up(1))
        #expect(glass.said == ["1100 tap ended ×1"])
    }

    @Test(arguments: [1, 3])
    func `a finger that jumped counts on and leaves nothing behind`(minimumEvents: Int) {
        let glass = Glass(settings: .init(jitter: 0, minimumEvents: minimumEvents))
        glass.frame(0, .down(0, 50, 60))
        glass.wait(until: 100)
        glass.frame(700, .move(0, 300, 60))
        glass.frame(705, .up(0))
        glass.frame(3_000, .down(1, 100, 60))
        glass.wait(until: 3_060)
        glass.frame(3_100, .up(1))
        #expect(glass.said.last == "3100 tap ended ×1")
        #expect(Promises.broken(by: glass.events).isEmpty)
    }

    @Test func `a contact called a palm in the frame of its lift is no tap`() {
        let glass = Glass()
        glass.frame(0, .down(0, 100, 60))
        glass.frame(60, .palmUp(0))
        #expect(glass.said.isEmpty)
    }

    @Test func `a drag that turns out a palm as it lifts is cancelled`() {
        let glass = Glass()
        glass.frame(0, .down(0, 100, 60))
        glass.frame(20, .move(0, 110, 60))
        glass.frame(60, .palmUp(0))
        #expect(glass.said == ["20 drag began", "60 drag cancelled palm"])
    }

    @Test func `a landing in a slot that never lifted is a lift and a landing`() {
        let glass = Glass()
        glass.frame(0, .down(0, 100, 60))
        glass.frame(80, .down(0, 200, 60))
        glass.frame(160, .up(0))
        #expect(glass.said == ["80 tap ended ×1", "160 tap ended ×1"])
    }

    @Test func `a palm spoils the tap of its own fingers, not that of one that left its slot`() {
        let glass = Glass()
        glass.frame(0, .down(0, 100, 60), .down(1, 120, 60))
        glass.frame(50, .up(0))
        glass.frame(120, .down(0, 200, 60))
        glass.frame(140, .palm(0))
        glass.frame(200, .up(1))
        #expect(glass.said == ["200 tap ended ×1 2 fingers"])
    }

    @Test func `a finger that lands as a palm leaves is no tap`() {
        let glass = Glass()
        glass.frame(0, .down(0, 100, 60), .down(1, 200, 60))
        glass.frame(150, .palm(1))
        glass.frame(210, .down(2, 202, 60))
        glass.frame(250, .up(2))
        glass.frame(700, .up(0))
        #expect(glass.events(of: "tap").isEmpty, "the hand saw a lift 60 ms before")
    }
}
