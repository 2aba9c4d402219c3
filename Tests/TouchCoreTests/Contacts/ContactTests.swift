import Testing
import TouchCore
import TouchTestSupport

/// Contacts that come and go in any way.
@Suite struct ContactTests {
    @Test func `a second landing in a slot is a lift and a landing`() {
        let glass = Glass()
        glass.frame(0, .down(0, 100, 60))
        glass.frame(60, .up(0), .down(0, 200, 60))
        glass.frame(120, .up(0))
        #expect(glass.said == ["60 tap ended ×1", "120 tap ended ×1"])
    }

    @Test func `a landing in a slot that never lifted is a lift and a landing`() {
        let glass = Glass()
        glass.frame(0, .down(0, 100, 60))
        glass.frame(80, .down(0, 200, 60))
        glass.frame(160, .up(0))
        #expect(glass.said == ["80 tap ended ×1", "160 tap ended ×1"])
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

/// Contacts that wait for their events before they count.
@Suite struct MinimumEventsTests {
    private let waiting = DeviceSettings(jitter: 0, minimumEvents: 3)

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
}
