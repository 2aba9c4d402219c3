import Testing
import TouchCore
import TouchTestSupport

/// Contacts that rest for longer than any finger.
@Suite struct StuckTests {
    private static let settings = DeviceSettings(jitter: 0)

    @Test func `a finger still for two minutes is stuck, and its gesture is cancelled`() {
        let screen = TestScreen(settings: Self.settings)
        screen.frame(0, .down(0, 100, 60))
        screen.wait(until: 119_999)
        #expect(screen.transcript == ["500 long_press began"])
        #expect(screen.nextDeadline == 120_000)
        screen.wait(until: 120_000)
        #expect(screen.transcript.last == "120000 long_press cancelled stuck")
        #expect(screen.nextDeadline == nil)
    }

    @Test func `a stuck contact is ignored until it lifts`() {
        let screen = TestScreen(settings: Self.settings)
        screen.frame(0, .down(0, 100, 60))
        screen.wait(until: 130_000)
        let count = screen.transcript.count
        screen.frame(130_000, .down(1, 110, 60))
        screen.frame(130_060, .up(1), .move(0, 150, 60))
        screen.frame(131_000, .up(0))
        screen.frame(132_000, .down(0, 100, 60))
        screen.frame(132_060, .up(0))
        #expect(
            screen.transcript.dropFirst(count) == ["130060 tap ended ×1", "132060 tap ended ×1"])
    }

    @Test(arguments: [(2.99, 120_000.0), (3.0, 180_000.0)])
    func `a contact that moved by 3 mm begins to rest again`(distance: Double, stuck: Double) {
        let screen = TestScreen(settings: Self.settings)
        screen.frame(0, .down(0, 100, 60))
        screen.frame(60_000, .move(0, 100 + distance, 60))
        #expect(screen.nextDeadline == stuck)
    }

    @Test func `small steps add up, steps back and forth do not`() {
        let screen = TestScreen(settings: Self.settings)
        screen.frame(0, .down(0, 100, 60), .down(1, 200, 60))
        for step in 1...6 {
            screen.frame(
                Double(step) * 10_000, .move(0, 100 + Double(step), 60),
                .move(1, 200 + Double(step % 2) * 2, 60))
        }
        #expect(screen.nextDeadline == 120_000)
        screen.wait(until: 120_000)
        #expect(screen.nextDeadline == 180_000, "it had moved by 3 mm at 30 s and at 60 s")
    }

    @Test func `gestures of the remaining finger continue`() {
        let screen = TestScreen(settings: Self.settings)
        screen.frame(0, .down(0, 100, 60))
        screen.frame(119_000, .down(1, 130, 60))
        screen.wait(until: 120_000)
        let count = screen.transcript.count
        screen.frame(120_010, .move(1, 140, 60))
        #expect(screen.transcript.dropFirst(count) == ["120010 drag began"])
    }

    @Test(arguments: [(Duration.milliseconds(300), 300.0), (.seconds(5), 5_000)])
    func `the limit is that of the configuration`(limit: Duration, stuck: Double) {
        let screen = TestScreen(settings: .init(jitter: 0, stuckAfter: limit))
        screen.frame(0, .down(0, 100, 60))
        screen.wait(until: 10_000)
        screen.frame(10_010, .down(1, 150, 60))
        #expect(screen.nextDeadline == 10_010 + min(500, stuck))
        #expect(screen.transcript.last == (stuck < 500 ? nil : "5000 long_press cancelled stuck"))
    }

    @Test(arguments: [Duration.zero, .seconds(-1)])
    func `without a limit a finger may rest for ever`(limit: Duration) {
        let screen = TestScreen(settings: .init(jitter: 0, stuckAfter: limit))
        screen.frame(0, .down(0, 100, 60))
        screen.wait(until: 1e9)
        #expect(screen.nextDeadline == nil)
        #expect(screen.transcript == ["500 long_press began"])
    }

    @Test func `a contact that needs more events begins to rest only once it counts`() {
        let screen = TestScreen(settings: .init(jitter: 0, minimumEvents: 3))
        screen.frame(0, .down(0, 100, 60))
        screen.wait(until: 600)
        #expect(screen.nextDeadline == 120_060)
    }

    @Test func `a contact that is stuck at the time of its long press begins none`() {
        let screen = TestScreen(settings: .init(jitter: 0, stuckAfter: .milliseconds(500)))
        screen.frame(0, .down(0, 100, 60))
        screen.wait(until: 1_000)
        #expect(screen.transcript.isEmpty)
    }

    @Test(arguments: [.min, .max - 60_000_000] as [Int64])
    func `timestamps at the ends of their range do not trap`(stamp: Int64) {
        let screen = TestScreen(settings: Self.settings)
        let report = TouchReport(slot: 0, phase: .landed, x: 100, y: 100)
        screen.process(TouchFrame(time: Timestamp(microseconds: stamp)), reports: [report])
        screen.process(TouchFrame(time: Timestamp(microseconds: .max)), reports: [])
        // A deadline beyond the end of time never fires.
        #expect(screen.transcript.last?.hasSuffix("stuck") == (stamp == .min))
        #expect(screen.nextDeadline == nil)
    }
}
