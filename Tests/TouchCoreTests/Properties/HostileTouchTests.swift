import Testing
import TouchCore
import TouchTestSupport

/// Any input gives events that keep their promises, and leaves no state behind.
@Suite struct HostileTouchTests {
    /// Performs one gesture of each kind, with fingers that do not depend on earlier events.
    private func perform(on screen: TestScreen, at start: Double) {
        screen.frame(start, .down(3, 100, 60), .down(7, 120, 60))
        screen.wait(until: start + 70)
        screen.frame(start + 130, .up(3), .up(7))
        screen.frame(start + 800, .down(0, 40, 60))
        for step in 1...20 {
            screen.frame(start + 800 + Double(step) * 10, .move(0, 40 + Double(step) * 4, 60))
        }
        screen.frame(start + 1_010, .up(0))
        screen.frame(start + 2_000, .down(1, 150, 90), .down(2, 190, 90))
        screen.wait(until: start + 2_070)
        for step in 1...20 {
            let distance = Double(step)
            screen.frame(
                start + 2_070 + distance * 10, .move(1, 150 - distance, 90 + distance),
                .move(2, 190 + distance, 90))
        }
        screen.frame(start + 2_300, .up(1))
        screen.frame(start + 2_310, .up(2))
        screen.frame(start + 3_000, .down(1, 150, 90))
        screen.frame(start + 4_000, .down(2, 250, 90))
        screen.frame(start + 4_400, .up(1), .up(2))
    }

    private func withoutIDs(_ events: some Sequence<GestureEvent>) -> [GestureEvent] {
        events.map { event in
            var event = event
            event.id = 0
            return event
        }
    }

    @Test(arguments: 0..<10, [1, 3])
    func `no state of earlier hands remains`(block: UInt64, minimumEvents: Int) {
        var panel = TestScreen.panel
        panel.pressure = nil
        // The device's learned settings would remain.
        let settings = DeviceSettings(
            minimumEvents: minimumEvents, spikes: .keep, splits: .keep, stitch: .zero)
        let fresh = TestScreen(panel: panel, settings: settings)
        perform(on: fresh, at: 1e6)
        #expect(Set(fresh.events.map(\.values.kind)).count == 6)
        for seed in (block * 20)..<(block * 20 + 20) {
            let used = TestScreen(panel: panel, settings: settings)
            var touches = RandomTouches(seed: seed)
            touches.play(frames: 200, on: used)
            let count = used.events.count
            perform(on: used, at: 1e6)
            let isSame = withoutIDs(used.events.dropFirst(count)) == withoutIDs(fresh.events)
            #expect(isSame, "seed \(seed)")
        }
    }

    @Test(arguments: 0..<20, [1, 3])
    func `frames that no hardware sends break no promise`(block: UInt64, minimumEvents: Int) {
        for seed in (block * 20)..<(block * 20 + 20) {
            let calibration = ForceCalibration(minimum: .min, maximum: .max)
            let screen = TestScreen(
                settings: .init(
                    minimumEvents: minimumEvents, force: seed % 2 == 0 ? nil : calibration))
            var touches = HostileTouches(seed: seed)
            touches.play(frames: 300, on: screen)
            #expect(Promises.broken(by: screen.events).isEmpty, "seed \(seed)")
            #expect(screen.nextDeadline == nil, "seed \(seed)")
            let areSound = screen.events.allSatisfy { event in
                event.fingers > 0 && event.durationUs >= 0
                    && event.position.x.isFinite && event.position.y.isFinite
            }
            #expect(areSound, "seed \(seed)")
        }
    }

    @Test func `hostile frames make gestures, too`() {
        var kinds: Set<GestureKind> = []
        for seed in UInt64(0)..<200 {
            let screen = TestScreen()
            var touches = HostileTouches(seed: seed)
            touches.play(frames: 300, on: screen)
            kinds.formUnion(screen.events.map(\.values.kind))
        }
        #expect(kinds.isSuperset(of: [.tap, .longPress, .drag]))
    }
}

/// Every rule for contacts at once, on touches of any kind.
@Suite struct ContactRulesHostileTests {
    private static let matrices = [
        CalibrationMatrix(0, -1, 1, 1, 0, 0), CalibrationMatrix(1.02, 0.01, -0.01, 0.02, 0.97, 0),
        CalibrationMatrix(1e6, -1e6, 1e6, 1, 1, -1e6), CalibrationMatrix(.nan, 0, 0, 0, 1, 0),
    ]

    private func screen(_ seed: UInt64) -> TestScreen {
        var panel = TestScreen.panel
        panel.x.fuzz = 100
        panel.touchMajor = AxisRange(minimum: 0, maximum: 20_000, resolution: 100)
        let settings = DeviceSettings(
            calibration: Self.matrices[Int(seed % 4)], quarterTurns: Int(seed % 3),
            minimumEvents: seed % 5 == 0 ? 3 : 1, palmMajor: seed % 2 == 0 ? 150 : nil,
            oneEuro: seed % 3 == 0 ? nil : OneEuroSettings(), stuckAfter: .milliseconds(700),
            force: seed % 7 == 0 ? ForceCalibration(source: .area, maximum: 10_000) : nil)
        return TestScreen(panel: panel, settings: settings)
    }

    private func check(_ screen: TestScreen, _ seed: UInt64) {
        #expect(Promises.broken(by: screen.events).isEmpty, "seed \(seed)")
        #expect(screen.nextDeadline == nil, "seed \(seed) leaves the engine waiting")
        let areOnScreen = screen.events.allSatisfy { event in
            (0...screen.surface.width).contains(event.position.x)
                && (0...screen.surface.height).contains(event.position.y)
        }
        #expect(areOnScreen, "seed \(seed)")
    }

    @Test(arguments: 0..<10)
    func `events of random touches keep their promises`(block: UInt64) {
        for seed in (block * 25)..<(block * 25 + 25) {
            let screen = screen(seed)
            var touches = RandomTouches(seed: seed)
            touches.play(frames: 300, on: screen)
            check(screen, seed)
        }
    }

    @Test(arguments: 0..<10)
    func `frames that no hardware sends break no promise of events`(block: UInt64) {
        for seed in (block * 25)..<(block * 25 + 25) {
            let screen = screen(seed)
            var touches = HostileTouches(seed: seed)
            touches.play(frames: 300, on: screen)
            check(screen, seed)
        }
    }

    @Test func `each rule applies at least once`() {
        var sum = ContactCounters()
        for seed in UInt64(0)..<60 {
            let screen = screen(seed)
            var touches = HostileTouches(seed: seed)
            touches.play(frames: 300, on: screen)
            let counters = screen.counters
            sum.palms += counters.palms
            sum.ghosts += counters.ghosts
            sum.jumps += counters.jumps
            sum.stuck += counters.stuck
            sum.clamped += counters.clamped
        }
        #expect(min(sum.palms, sum.ghosts, sum.jumps, sum.stuck, sum.clamped) > 0)
    }
}
