import Testing
import TouchCore
import TouchTestSupport

/// Ghosts, and the confirmation of contacts (docs/gestures/contacts.md).
@Suite struct ConfirmationTests {
    private func screen(_ confirmation: ContactConfirmation? = nil) -> TestScreen {
        TestScreen(
            settings: DeviceSettings(jitter: 0, stuckAfter: .zero, confirmation: confirmation))
    }

    /// A contact of one frame, far from all others; by default at a position of its own.
    private func ghost(on screen: TestScreen, at ms: Double, in slot: Int = 5, x: Double? = nil) {
        let place = x ?? 180 + (ms / 20).truncatingRemainder(dividingBy: 150)
        screen.frame(ms, .down(slot, place, 180))
        screen.frame(ms + 8, .up(slot))
    }

    /// Two fingers that rest: the second lands later, and both lift together.
    @Test(
        arguments: [15.0, 30, 60, 90, 120, 250],
        [40.0, 50, 60, 70, 80, 90, 100, 110])
    func `a late finger of a tap counts at any scan rate`(hz: Double, duration: Double) {
        for delay in [0.0, 8, 20, 35, 60, 90] where delay < duration {
            let screen = screen()
            let nextScan = { (ms: Double) in (ms / (1_000 / hz)).rounded(.up) * (1_000 / hz) }
            screen.frame(0, .down(0, 100, 60))
            let (landing, lift) = (nextScan(delay), nextScan(delay + duration))
            if landing == 0 {
                screen.frame(0, .down(1, 130, 60))
            } else {
                screen.frame(landing, .down(1, 130, 60))
            }
            screen.frame(max(lift, landing + 1_000 / hz), .up(0), .up(1))
            screen.wait(until: 2_000)
            let taps = screen.events.filter { $0.values.kind == .tap }
            // A landing after the window is another tap.
            let isTogether = landing <= 100
            #expect(
                taps.map(\.fingers) == (isTogether ? [2] : [1, 1]), "\(hz) \(duration) \(delay)")
        }
    }

    @Test(arguments: [60.0, 90, 120, 250])
    func `a ghost joins no finger, whenever it appears`(hz: Double) {
        let frame = 1_000 / hz
        for ghostScan in 1...20 {
            let screen = screen()
            screen.frame(0, .down(0, 100, 60))
            for scan in 1...40 {
                let time = Double(scan) * frame
                var acts = [TestScreen.Act.move(0, 100 + Double(scan), 60)]
                if scan == ghostScan { acts.append(.down(1, 250, 150)) }
                if scan == ghostScan + 1 { acts.append(.up(1)) }
                screen.frame(time, acts)
            }
            screen.frame(41 * frame, .up(0))
            screen.wait(until: 3_000)
            let drags = screen.events.filter { $0.values.kind == .drag }
            #expect(drags.count { $0.phase == .began } == 1)
            #expect(drags.allSatisfy { $0.fingers == 1 && $0.phase != .cancelled })
            #expect(screen.counters.ghosts == 1)
        }
    }

    @Test func `without confirmation a ghost is a finger`() {
        let screen = screen(.off)
        screen.frame(0, .down(0, 100, 60))
        for scan in 1...10 { screen.frame(Double(scan) * 8, .move(0, 100 + Double(scan), 60)) }
        ghost(on: screen, at: 88)
        #expect(screen.events.contains { $0.reason == .fingerAdded })
        #expect(screen.counters.ghosts == 0)
    }

    @Test func `the first finger counts at once until three ghosts have appeared`() {
        let press = GestureConfiguration(
            gestures: [ConfiguredGesture(.press(.init()))])
        let screen = TestScreen(
            settings: DeviceSettings(jitter: 0, stuckAfter: .zero), configuration: press)
        for number in 0..<3 { ghost(on: screen, at: 1_000 * Double(number)) }
        #expect(screen.events.count { $0.phase == .began } == 3)
        #expect(screen.adaptation.confirmsContacts)
        ghost(on: screen, at: 3_000)
        #expect(screen.events.count { $0.phase == .began } == 3)
        // A finger that rests has no second frame, and counts after 20 ms.
        screen.frame(5_000, .down(0, 100, 60))
        screen.wait(until: 5_100)
        let began = screen.events.last { $0.phase == .began }
        #expect(began?.time.microseconds == 5_020_000)
        screen.frame(5_200, .up(0))
        // A finger with a second frame counts in it.
        screen.frame(6_000, .down(0, 100, 60))
        screen.frame(6_008, .move(0, 100.1, 60))
        #expect(screen.events.last?.time.microseconds == 6_008_000)
    }

    @Test func `brief taps around one position are not ghosts`() {
        var thresholds = TapThresholds()
        thresholds.minimumDuration = .zero
        let taps = GestureConfiguration(gestures: [ConfiguredGesture(.tap(thresholds))])
        let screen = TestScreen(
            settings: DeviceSettings(jitter: 0, stuckAfter: .zero), configuration: taps)
        for number in 0..<20 {
            ghost(on: screen, at: 1_000 * Double(number), x: 100 + 5 * Double(number))
        }
        screen.wait(until: 30_000)
        #expect(screen.events.count == 20)
        #expect(screen.adaptation.ghosts == 0 && !screen.adaptation.confirmsContacts)
    }

    @Test func `after 50 lifts without a ghost a device's contacts need no confirmation`() {
        let screen = screen()
        for number in 0..<3 { ghost(on: screen, at: 1_000 * Double(number)) }
        for tap in 0..<50 {
            #expect(screen.adaptation.confirmsContacts)
            screen.frame(4_000 + 500 * Double(tap), .down(0, 20, 20))
            screen.frame(4_080 + 500 * Double(tap), .up(0))
        }
        #expect(!screen.adaptation.confirmsContacts)
    }

    @Test func `a contact that lifts with a finger beside it is a ghost, not a bounce`() {
        let screen = TestScreen(
            settings: DeviceSettings(jitter: 0, stuckAfter: .zero, splits: .keep),
            configuration: GestureConfiguration(gestures: [ConfiguredGesture(.press(.init()))]))
        for start in [0.0, 1_000, 2_000] {
            let y = 40 + start / 20
            screen.frame(start, .down(0, 100, y))
            screen.frame(start + 50, .move(0, 110, y))
            screen.frame(start + 100, .down(1, 135, y))
            screen.frame(start + 108, .up(0), .up(1))
        }
        screen.frame(5_000, .down(0, 100, 60))
        screen.wait(until: 5_100)
        let began = screen.events.last { $0.phase == .began }
        #expect(began?.time.microseconds == 5_020_000)
    }

    @Test func `the confirmation of contacts does not change while one is down`() {
        let screen = screen()
        screen.frame(0, .down(0, 100, 60))
        for number in 1...4 { ghost(on: screen, at: 100 * Double(number)) }
        screen.frame(600, .up(0))
        screen.wait(until: 900)
        screen.frame(1_000, .down(0, 100, 60))
        screen.wait(until: 1_100)
        screen.frame(1_100, .up(0))
        #expect(screen.events.last?.values.kind == .tap)
        #expect(screen.events.last?.durationUs == 100_000)
    }

    @Test func `a contact that stays while others lift is a finger`() {
        let screen = screen()
        screen.frame(0, .down(0, 100, 60))
        screen.frame(8, .down(1, 130, 60), .down(2, 160, 60))
        screen.frame(16, .up(0), .up(1))
        screen.frame(300, .move(2, 190, 60))
        screen.frame(310, .move(2, 200, 60))
        screen.frame(400, .up(2))
        screen.wait(until: 2_000)
        #expect(screen.events.contains { $0.values.kind == .drag && $0.phase == .ended })
        #expect(screen.nextDeadline == nil)
    }

    @Test func `a palm that rested does not rejoin the hand before it lifts`() {
        let screen = screen()
        screen.frame(0, .down(0, 40, 60))
        screen.frame(450, .down(1, 150, 60))
        screen.frame(480, .move(1, 170, 60))
        // Slot 0 jumps: another contact has it.
        screen.frame(700, .move(0, 300, 150), .move(1, 180, 60))
        screen.frame(720, .move(1, 190, 60))
        screen.frame(800, .up(0), .up(1))
        screen.wait(until: 3_000)
        let drags = screen.events.filter { $0.values.kind == .drag }
        #expect(drags.count { $0.phase == .began } == 1 && drags.last?.phase == .ended)
        #expect(screen.counters.palms == 1)
        // The next finger is the first on the panel.
        screen.frame(4_000, .down(0, 100, 60))
        screen.frame(4_060, .up(0))
        #expect(screen.events.last?.values.kind == .tap)
    }

    @Test func `a tap that waits for a count is emitted while a finger that bounced stays down`() {
        let waiting = GestureConfiguration(gestures: [
            ConfiguredGesture(.tap(single), name: "single", waitsFor: ["double"]),
            ConfiguredGesture(.tap(double), name: "double"),
        ])
        let screen = TestScreen(
            settings: DeviceSettings(jitter: 0, stuckAfter: .zero), configuration: waiting)
        screen.frame(0, .down(0, 100, 60))
        screen.frame(60, .up(0))
        screen.frame(90, .down(0, 101, 60))
        screen.wait(until: 5_000)
        #expect(screen.events.map { $0.time.microseconds } == [410_000])
    }

    private var single: TapThresholds { tap(1) }
    private var double: TapThresholds { tap(2) }

    private func tap(_ count: Int) -> TapThresholds {
        var thresholds = TapThresholds()
        thresholds.count = count...count
        return thresholds
    }
}
