import Testing
import TouchCore
import TouchTestSupport

/// Contacts with missing lifts, lost events and timestamps that run back.
@Suite struct ContactTests {
    @Test func `a second landing in a slot is a lift and a landing`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 60))
        screen.frame(60, .up(0), .down(0, 200, 60))
        screen.frame(120, .up(0))
        #expect(screen.transcript == ["60 tap ended ×1", "120 tap ended ×1"])
    }

    @Test func `a landing in a slot that never lifted is a lift and a landing`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 60))
        screen.frame(80, .down(0, 200, 60))
        screen.frame(160, .up(0))
        #expect(screen.transcript == ["80 tap ended ×1", "160 tap ended ×1"])
    }

    @Test func `a loss of events cancels live gestures, and contacts do not count until they lift`()
    {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 60), .down(1, 120, 60), .down(2, 140, 60))
        screen.frame(20, .move(0, 110, 60), .move(1, 130, 60), .move(2, 150, 60))
        screen.frame(
            40, .down(0, 120, 60), .down(1, 140, 60), .down(2, 160, 60), resynchronised: true)
        screen.frame(60, .move(0, 130, 60), .move(1, 150, 60), .move(2, 170, 60))
        screen.frame(80, .up(0), .up(1))
        screen.frame(200, .down(0, 100, 60))
        screen.frame(260, .up(0))
        #expect(
            screen.transcript == [
                "20 drag began 3 fingers", "40 drag cancelled resynchronised 3 fingers",
                "260 tap ended ×1",
            ])
    }

    @Test func `a timestamp that runs back is raised`() {
        let screen = TestScreen()
        screen.frame(100, .down(0, 100, 60))
        screen.frame(50, .move(0, 108, 60))
        screen.frame(120, .up(0))
        #expect(screen.transcript == ["100 drag began", "120 drag ended"])
    }

    @Test func `every live gesture is cancelled when the device is removed`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 60))
        screen.frame(600, .move(0, 110, 60))
        screen.cancelAll(.deviceRemoved)
        #expect(
            screen.transcript.suffix(2) == [
                "600 long_press cancelled device_removed", "600 drag cancelled device_removed",
            ])
        #expect(screen.nextDeadline == nil)
    }
}

/// Contacts that wait for a minimum of events before they count.
@Suite struct MinimumEventsTests {
    private let waiting = DeviceSettings(jitter: 0, minimumEvents: 3)

    @Test func `contacts wait for a minimum of events if this is configured`() {
        let screen = TestScreen(settings: .init(jitter: 0, minimumEvents: 3))
        screen.frame(0, .down(0, 100, 60))
        screen.frame(10, .up(0))
        #expect(screen.transcript.isEmpty, "two frames are a ghost")
        screen.frame(100, .down(0, 100, 60))
        #expect(screen.nextDeadline == 160)
        screen.frame(120, .move(0, 101, 60))
        screen.frame(130, .move(0, 102, 60))
        screen.frame(150, .up(0))
        #expect(screen.transcript == ["150 tap ended ×1"])
        #expect(screen.events.first?.durationUs == 20_000)
    }

    @Test func `a contact counts after 60 ms, however few events it has`() {
        let screen = TestScreen(settings: .init(jitter: 0, minimumEvents: 3))
        screen.frame(0, .down(0, 100, 60))
        screen.frame(90, .up(0))
        #expect(screen.transcript == ["90 tap ended ×1"])
        #expect(screen.events.first?.durationUs == 30_000)
    }

    @Test func `a contact that waits to count begins no long press of an empty hand`() {
        let screen = TestScreen(settings: waiting)
        screen.frame(1_000, .down(0, 100, 60))
        screen.wait(until: 1_060)
        screen.frame(1_100, .up(0))
        #expect(screen.transcript == ["1100 tap ended ×1"])
    }

    @Test func `a loss of events leaves no long press behind for a contact that waits to count`() {
        let screen = TestScreen(settings: waiting)
        screen.frame(0, .down(0, 100, 60))
        screen.wait(until: 60)
        screen.frame(80, .move(0, 100, 60), resynchronised: true)
        screen.frame(90, .up(0))
        screen.frame(1_000, .down(0, 100, 60))
        screen.wait(until: 1_060)
        screen.frame(1_100, .up(0))
        #expect(screen.transcript == ["1100 tap ended ×1"])
    }

    @Test func `a contact that begins to count in the frame of its lift leaves no finger behind`() {
        let screen = TestScreen(settings: waiting)
        screen.frame(0, .down(0, 100, 60))
        screen.frame(10, .move(0, 100, 61))
        screen.frame(20, .moveAndUp(0, 100, 62))
        screen.frame(1_000, .down(1, 100, 60))
        screen.wait(until: 1_060)
        screen.frame(1_100, .up(1))
        #expect(screen.transcript == ["1100 tap ended ×1"])
    }
}
