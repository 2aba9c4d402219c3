import Testing
import TouchTestSupport

@testable import TouchCore

@Suite struct PressTests {
    private func screen(
        _ gestures: ConfiguredGesture..., change: (inout PressThresholds) -> Void = { _ in }
    ) -> TestScreen {
        var thresholds = PressThresholds()
        change(&thresholds)
        return TestScreen(
            configuration: .init(gestures: [ConfiguredGesture(.press(thresholds))] + gestures))
    }

    @Test func `a press begins at once, ticks, and ends with the lift`() {
        let screen = screen()
        screen.frame(10, .down(0, 100, 60))
        screen.frame(300, .move(0, 120, 60))
        screen.wait(until: 950)
        screen.frame(1_000, .up(0))
        #expect(
            screen.transcript == [
                "10 press began", "510 press changed ×1", "710 press changed ×2",
                "910 press changed ×3", "1000 press ended inside",
            ])
        #expect(screen.events.last?.durationUs == 990_000)
        #expect(screen.nextDeadline == nil)
    }

    @Test func `a late frame emits the ticks before it, each at its time`() {
        let screen = screen()
        screen.frame(0, .down(0, 100, 60))
        screen.frame(900, .up(0))
        #expect(
            screen.transcript == [
                "0 press began", "500 press changed ×1", "700 press changed ×2",
                "900 press changed ×3", "900 press ended inside",
            ])
    }

    @Test(arguments: [
        (0, 200, [200.0, 400]), (300, 0, [300]), (0, 0, []), (100, 150, [100, 250, 400]),
    ])
    func `ticks if configured`(first: Int, tick: Int, times: [Double]) {
        let screen = screen {
            $0.firstTick = .milliseconds(first)
            $0.tick = .milliseconds(tick)
        }
        screen.frame(0, .down(0, 100, 60))
        screen.wait(until: 401)
        let ticks = screen.events.dropFirst().map { Double($0.time.microseconds) / 1_000 }
        #expect(ticks == times)
    }

    @Test(arguments: [(3.0, false), (3.01, true)])
    func `a press is cancelled beyond a configured distance`(distance: Double, isCancelled: Bool) {
        let screen = screen { $0.maximumDistance = 3 }
        screen.frame(0, .down(0, 100, 60))
        screen.frame(10, .move(0, 100 + distance, 60))
        #expect(
            screen.transitions == ["0 press began"]
                + (isCancelled ? ["10 press cancelled too_far"] : []))
    }

    @Test func `loses to a drag, which it does not prevent`() {
        let screen = screen(ConfiguredGesture(.drag(.init())))
        screen.frame(0, .down(0, 100, 60))
        screen.frame(10, .move(0, 110, 60))
        #expect(
            screen.transitions == ["0 press began", "10 press cancelled lost", "10 drag began"])
    }

    @Test func `a finger that joins cancels a press`() {
        let screen = screen()
        screen.frame(0, .down(0, 100, 60))
        screen.frame(50, .down(1, 130, 60))
        screen.frame(90, .up(1))
        screen.frame(200, .up(0))
        #expect(screen.transitions == ["0 press began", "50 press cancelled finger_added"])
    }

    @Test func `a press reports whether it lifts in its zone`() {
        let zone = ZoneConfiguration(
            name: "button",
            rect: ZoneRect(
                x: .millimetres(90), y: .millimetres(50), width: .millimetres(20),
                height: .millimetres(20)),
            gestures: [ConfiguredGesture(.press(.init()))])
        let screen = TestScreen(
            configuration: .init(zones: GestureConfiguration(gestures: []).zones + [zone]))
        for x in [105.0, 115] {
            screen.frame(0, .down(0, 100, 60))
            screen.frame(10, .move(0, x, 60))
            screen.frame(20, .up(0))
        }
        #expect(
            screen.transitions.filter { $0.contains("ended") } == [
                "20 button/press ended inside", "20 button/press ended outside",
            ])
    }

    @Test func `a force lasts from the landing, or the proof of the sensor, to the lift`() {
        let screen = TestScreen(
            configuration: .init(gestures: [ConfiguredGesture(.force(.init()))]))
        screen.frame(0, .down(0, 100, 60, force: 0.1))
        for step in 1...6 {
            screen.frame(Double(step) * 10, .move(0, 100, 60, force: 0.1 + Double(step) / 10))
        }
        screen.frame(80, .up(0))
        screen.frame(200, .down(0, 100, 60, force: 0.3))
        screen.frame(210, .move(0, 100, 60, force: 0.5))
        screen.frame(220, .move(0, 100, 60, force: 0.6))
        screen.frame(230, .up(0))
        #expect(
            screen.transcript == [
                "40 force began", "50 force changed", "60 force changed", "80 force ended",
                "200 force began", "220 force changed", "230 force ended",
            ])
    }
}

/// Timestamps of a recording can have any value.
@Suite struct EndOfTimeTests {
    @Test func `no deadline is beyond the last timestamp`() {
        let screen = TestScreen(configuration: .init(gestures: [.init(.press(.init()))]))
        let end = Timestamp(microseconds: .max)
        screen.process(
            TouchFrame(time: end.advanced(byMicroseconds: -600_000)),
            reports: [TouchReport(slot: 0, phase: .landed, x: 100, y: 100)])
        screen.process(TouchFrame(time: end), reports: [])
        #expect(screen.events.count == 2)
        #expect(screen.nextDeadline == nil)
    }

    @Test func `a leap of the timestamps emits a limited number of ticks`() {
        let screen = TestScreen(configuration: .init(gestures: [.init(.press(.init()))]))
        screen.process(
            TouchFrame(time: Timestamp(microseconds: 0)),
            reports: [TouchReport(slot: 0, phase: .landed, x: 100, y: 100)])
        screen.process(TouchFrame(time: Timestamp(microseconds: .max / 2)), reports: [])
        #expect(screen.events.count { $0.phase == .changed } == 100_000)
        #expect(screen.nextDeadline == nil)
    }
}
