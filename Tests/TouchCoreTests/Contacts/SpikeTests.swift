import Testing
import TouchCore
import TouchTestSupport

/// Spikes: single samples at a position where the finger cannot have been.
@Suite struct SpikeTests {
    static let learning = DeviceSettings(
        jitter: 0, stuckAfter: .zero, confirmation: .off, stitch: .zero)
    static let dropping = DeviceSettings(
        jitter: 0, stuckAfter: .zero, confirmation: .off, spikes: .drop, stitch: .zero)

    /// A finger that rests for 600 ms, sampled every 10 ms, with a spike at 300 ms.
    private func hold(_ screen: TestScreen, from start: Double, spike: Double = 12) {
        screen.frame(start, .down(0, 100, 60))
        for step in 1..<60 {
            let offset = step == 30 ? spike : step.isMultiple(of: 2) ? 0.1 : 0
            screen.frame(start + Double(step) * 10, .move(0, 100 + offset, 60))
        }
        screen.frame(start + 600, .up(0))
        screen.wait(until: start + 2_000)
    }

    @Test func `a spike moves no finger if spikes are dropped`() {
        let screen = TestScreen(settings: Self.dropping)
        hold(screen, from: 0)
        #expect(screen.transitions == ["500 long_press began", "600 long_press ended"])
        #expect(screen.counters.spikes == 1)
    }

    @Test func `one certain spike teaches that a device has spikes`() {
        let screen = TestScreen(settings: Self.learning)
        hold(screen, from: 0)
        #expect(screen.transitions.first == "300 drag began")
        #expect(screen.adaptation.dropsSpikes)
        hold(screen, from: 5_000)
        #expect(screen.transitions.suffix(2) == ["5500 long_press began", "5600 long_press ended"])
        #expect(screen.adaptation.spikes == 2)
    }

    /// A spike of 5 mm is certain if a frame lasts 17 ms or less; on a slower panel, a spike that
    /// needs the same acceleration.
    @Test(arguments: [
        (16.0, 5.1, true), (20.0, 6.5, false), (20.0, 7.1, true), (33.0, 18.5, false),
        (33.0, 19.1, true),
    ])
    func `the time of a frame decides how long a certain spike is`(
        frame: Double, spike: Double, isCertain: Bool
    ) {
        let screen = TestScreen(settings: Self.learning)
        screen.frame(0, .down(0, 100, 60))
        for step in 1..<20 {
            let offset = step == 10 ? spike : step.isMultiple(of: 2) ? 0.1 : 0
            screen.frame(Double(step) * frame, .move(0, 100 + offset, 60))
        }
        screen.frame(20 * frame, .up(0))
        #expect(screen.adaptation.dropsSpikes == isCertain)
    }

    @Test(arguments: [
        (15.0, 9, false), (18, 2, false), (18, 3, true), (29, 1, false), (29, 2, true),
    ])
    func `at 60 Hz first samples teach if no finger could have stopped after them`(
        distance: Double, count: Int, teaches: Bool
    ) {
        let screen = TestScreen(settings: Self.learning)
        for touch in 0..<count {
            let start = Double(touch) * 2_000
            screen.frame(start, .down(0, 100 + distance, 60))
            for step in 1...4 {
                screen.frame(
                    start + Double(step) * 16.7,
                    .move(0, step.isMultiple(of: 2) ? 100.1 : 100, 60))
            }
            screen.frame(start + 90, .up(0))
            screen.wait(until: start + 1_000)
        }
        #expect(screen.adaptation.dropsSpikes == teaches)
    }

    /// A leap of 200 mm, and one of 10 mm, of a resting finger.
    @Test(arguments: [
        (SpikeTreatment.keep, jumps: true, drags: true), (.jumps, false, true),
        (.drop, false, false),
    ])
    func `the configuration says which steps wait for the next sample`(
        treatment: SpikeTreatment, jumps: Bool, drags: Bool
    ) {
        let screen = TestScreen(
            settings: DeviceSettings(
                jitter: 0, stuckAfter: .zero, confirmation: .off, spikes: treatment, stitch: .zero))
        for (start, leap) in [(0.0, 200.0), (5_000, 10)] {
            screen.frame(start, .down(0, 50, 60))
            for step in 1...10 {
                screen.frame(
                    start + Double(step) * 16, .move(0, step == 5 ? 50 + leap : 50, 60))
            }
            screen.frame(start + 176, .up(0))
            screen.wait(until: start + 2_000)
        }
        #expect((screen.counters.jumps > 0) == jumps)
        #expect(screen.events.contains { $0.values.kind == .drag } == drags)
        #expect(!screen.adaptation.dropsSpikes)
    }

    @Test func `three short spikes teach that a device has spikes`() {
        let screen = TestScreen(settings: Self.learning)
        for count in 1...3 {
            hold(screen, from: Double(count) * 5_000, spike: 4)
            #expect(screen.adaptation.dropsSpikes == (count == 3))
        }
    }

    @Test func `after 50 lifts without a spike a device's spikes are kept again`() {
        let screen = TestScreen(settings: Self.learning)
        hold(screen, from: 0)
        for tap in 1...49 {
            screen.frame(Double(tap) * 5_000, .down(0, 100, 60))
            screen.frame(Double(tap) * 5_000 + 60, .up(0))
            #expect(screen.adaptation.dropsSpikes == (tap < 49))
        }
    }

    @Test func `spikes move fingers if spikes are kept`() {
        let screen = TestScreen()
        hold(screen, from: 0)
        hold(screen, from: 5_000)
        #expect(screen.events(of: "long_press").isEmpty)
        #expect(!screen.adaptation.dropsSpikes)
    }

    @Test func `the next sample confirms a movement`() {
        let screen = TestScreen(settings: Self.dropping)
        screen.frame(0, .down(0, 100, 60))
        screen.frame(10, .move(0, 108, 60))
        screen.frame(20, .move(0, 118, 60))
        screen.frame(30, .move(0, 130, 60))
        screen.frame(40, .up(0))
        #expect(
            screen.transitions == ["20 drag began", "40 drag ended", "40 swipe ended right"])
    }

    @Test func `a withheld sample counts after 40 ms`() {
        let screen = TestScreen(settings: Self.dropping)
        screen.frame(0, .down(0, 100, 60))
        screen.frame(200, .move(0, 108, 60))
        #expect(screen.transcript.isEmpty)
        #expect(screen.nextDeadline == 240)
        screen.wait(until: 300)
        #expect(screen.transitions == ["240 drag began"])
        #expect(screen.counters.spikes == 0)
    }

    @Test func `a finger that lifts at a withheld sample has not moved`() {
        let screen = TestScreen(settings: Self.dropping)
        screen.frame(0, .down(0, 100, 60))
        for step in 1...6 { screen.frame(Double(step) * 10, .move(0, 100.1, 60)) }
        screen.frame(70, .move(0, 120, 90))
        screen.frame(80, .up(0))
        #expect(screen.transcript == ["80 tap ended ×1"])
        #expect(screen.counters.spikes == 1)
    }

    @Test func `a finger is where its second sample is if its first was a spike`() {
        let screen = TestScreen(settings: Self.dropping)
        screen.frame(0, .down(0, 140, 90))
        for step in 1...6 {
            screen.frame(Double(step) * 10, .move(0, step.isMultiple(of: 2) ? 100 : 100.1, 60))
        }
        screen.frame(70, .up(0))
        #expect(screen.transcript == ["70 tap ended ×1"])
        #expect(screen.events.first?.position == Point(x: 100, y: 60))
    }

    @Test func `a wrong first sample of one finger is not a pinch`() {
        let screen = TestScreen(settings: Self.dropping)
        screen.frame(0, .down(0, 100, 60), .down(1, 160, 60))
        for step in 1...6 {
            let offset = step.isMultiple(of: 2) ? 0 : 0.1
            screen.frame(
                Double(step) * 10, .move(0, 100 + offset, 60), .move(1, 130 + offset, 60))
        }
        screen.frame(70, .up(0), .up(1))
        #expect(screen.transcript == ["70 tap ended ×1 2 fingers"])
    }

    @Test(arguments: [(1.0, true), (-1, true), (30, false)])
    func `a still finger does not move in the frame in which it lifts`(
        step: Double, isStill: Bool
    ) {
        let screen = TestScreen(settings: Self.learning)
        screen.frame(0, .down(0, 100, 60))
        screen.frame(10, .move(0, 100 + step, 60))
        screen.frame(20, .moveAndUp(0, 100 + step + 40, 60))
        #expect(screen.transcript.contains("20 tap ended ×1") == isStill)
    }

    /// A step that is 7.1 mm longer than the step before, 10 ms later, needs 71 m/s².
    @Test(arguments: [(6.9, 115.9), (7.1, 106)])
    func `a finger that moves does not leap in the frame in which it lifts`(
        growth: Double, end: Double
    ) {
        let screen = TestScreen(settings: Self.learning)
        screen.frame(0, .down(0, 100, 60))
        screen.frame(10, .move(0, 103, 60))
        screen.frame(20, .move(0, 106, 60))
        screen.frame(30, .moveAndUp(0, 109 + growth, 60))
        #expect(screen.events(of: "drag").last?.position.x == end)
    }

    @Test(arguments: [30.0, 40])
    func `a flick of two frames is recognised when the finger lifts`(rate: Double) {
        let screen = TestScreen(settings: Self.learning)
        let frame = 1_000 / rate
        screen.frame(0, .down(0, 100, 60))
        screen.frame(frame, .move(0, 118, 60))
        screen.frame(2 * frame, .moveAndUp(0, 136, 60))
        #expect(screen.transitions.contains { $0.hasSuffix("swipe ended right") })
        #expect(screen.counters.spikes == 0)
    }

    @Test func `a jump from which the finger returns is a spike, even the first one`() {
        let screen = TestScreen(settings: Self.learning)
        hold(screen, from: 0, spike: 80)
        #expect(screen.transitions == ["500 long_press began", "600 long_press ended"])
        #expect(screen.counters.jumps == 0)
    }

    @Test func `a jump from which the finger continues is a lift and a late landing`() {
        let screen = TestScreen(settings: Self.learning)
        screen.frame(0, .down(0, 50, 60))
        for step in 1...5 { screen.frame(Double(step) * 10, .move(0, 50 + Double(step), 60)) }
        screen.frame(60, .move(0, 200, 60))
        screen.frame(70, .move(0, 201, 60))
        for step in 8...12 {
            screen.frame(Double(step) * 10, .move(0, 130 + Double(step) * 10, 60))
        }
        screen.frame(700, .up(0))
        #expect(
            screen.transitions == [
                "50 drag began", "70 drag ended", "80 drag began", "700 drag ended",
            ])
        #expect(screen.counters.jumps == 1)
    }

    @Test func `the evidence is kept when the configuration is read again`() {
        let screen = TestScreen(settings: Self.learning)
        hold(screen, from: 0)
        screen.reconfigure(settings: Self.learning)
        #expect(screen.adaptation.dropsSpikes)
    }
}

/// Spikes beside other rules.
extension SpikeTests {
    @Test func `a spike before a held lift is dropped`() {
        var settings = Self.dropping
        settings.stitch = .milliseconds(40)
        let screen = TestScreen(settings: settings)
        screen.frame(0, .down(0, 20, 60))
        for step in 1...10 {
            screen.frame(Double(step) * 10, .move(0, 20 + Double(step) * 1.5, 60))
        }
        screen.frame(110, .move(0, 95, 90))
        screen.frame(120, .up(0))
        screen.wait(until: 1_000)
        #expect(screen.events(of: "drag").last?.position.x == 35)
    }

    @Test func `a rejected finger leaves no sample behind for the next in its slot`() {
        let screen = TestScreen(settings: Self.dropping)
        screen.frame(0, .down(0, 60, 60))
        screen.wait(until: 490)
        screen.frame(500, .move(0, 72, 60))
        screen.frame(510, .down(1, 200, 60))
        screen.wait(until: 700)
        screen.frame(710, .up(0))
        screen.frame(720, .up(1))
        screen.wait(until: 3_000)
        hold(screen, from: 4_000)
        #expect(
            screen.transitions.suffix(2) == ["4500 long_press began", "4600 long_press ended"])
    }

    @Test func `a withheld sample that counts does not confirm a ghost`() {
        var settings = Self.dropping
        settings.confirmation = nil
        let screen = TestScreen(settings: settings)
        screen.frame(0, .down(0, 100, 60))
        screen.frame(300, .move(0, 112, 60))
        screen.frame(328, .down(1, 250, 100))
        screen.frame(344, .up(1))
        screen.frame(450, .up(0))
        #expect(screen.transitions.prefix(2) == ["340 drag began", "450 drag ended"])
        #expect(screen.counters.ghosts == 1)
    }

    @Test func `a late finger is where its second sample is if its first was a spike`() {
        var settings = Self.dropping
        settings.confirmation = nil
        let screen = TestScreen(settings: settings)
        screen.frame(0, .down(0, 100, 60))
        screen.frame(10, .move(0, 100.1, 60), .down(1, 160, 60))
        for step in 2...8 {
            let offset = step.isMultiple(of: 2) ? 0 : 0.1
            screen.frame(
                Double(step) * 10, .move(0, 100 + offset, 60), .move(1, 130 + offset, 60))
        }
        screen.frame(90, .up(0), .up(1))
        #expect(screen.transcript == ["90 tap ended ×1 2 fingers"])
    }

    @Test func `the second landing of a double tap is where its second sample is`() {
        let screen = TestScreen(settings: Self.dropping)
        flick(screen, at: 0, every: 10, [100, 100.1, 100, 100.1])
        screen.frame(1_100, .down(0, 100, 60))
        screen.frame(1_150, .up(0))
        for (step, x) in [150, 100, 100.1, 100].enumerated() {
            let time = 1_250 + Double(step) * 10
            screen.frame(time, step == 0 ? .down(0, x, 60) : .move(0, x, 60))
        }
        screen.frame(1_290, .up(0))
        #expect(screen.transcript.last == "1290 tap ended ×2")
    }

    @Test(arguments: [[0, 1], [1, 0]])
    func `it does not matter which slot has the wrong landing`(_ slots: [Int]) {
        let screen = TestScreen(settings: Self.dropping)
        screen.frame(0, .down(slots[0], 140, 60), .down(slots[1], 100, 90))
        for step in 1...10 {
            let moved = Double(step) * 1.5
            screen.frame(
                Double(step) * 10, .move(slots[0], 100 + moved / 20, 60),
                .move(slots[1], 100 + moved, 90))
        }
        screen.frame(110, .up(0), .up(1))
        let began = screen.events(of: "drag").first
        #expect(began?.time == Timestamp(microseconds: 80_000))
    }

    @Test func `a finger without samples for a while counts as still`() {
        let screen = TestScreen(settings: Self.dropping)
        for step in 0..<6 {
            let x = 50 + Double(step) * 10
            screen.frame(Double(step) * 10, step == 0 ? .down(0, x, 60) : .move(0, x, 60))
        }
        screen.frame(400, .move(0, 115, 60))
        screen.frame(410, .move(0, 100, 60))
        screen.frame(500, .up(0))
        #expect(screen.events(of: "drag").allSatisfy { $0.position.x <= 100 })
        #expect(screen.counters.spikes == 1)
    }
}
