import Testing
import TouchCore
import TouchTestSupport

/// Samples that are no measurement.
@Suite struct SpikeTests {
    private static let learning = DeviceSettings(
        jitter: 0, stuckAfter: .zero, confirmation: .off, stitch: .zero)
    private static let dropping = DeviceSettings(
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

    @Test func `three short spikes teach that a device has spikes`() {
        let screen = TestScreen(settings: Self.learning)
        for count in 1...3 {
            hold(screen, from: Double(count) * 5_000, spike: 4)
            #expect(screen.adaptation.dropsSpikes == (count == 3))
        }
    }

    @Test func `after 50 lifts without a spike a device has none`() {
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

    @Test func `a wrong first sample of one finger is no pinch`() {
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

    @Test(arguments: [30.0, 40])
    func `a flick of two frames is recognised as a finger lifts`(rate: Double) {
        let screen = TestScreen(settings: Self.learning)
        let frame = 1_000 / rate
        screen.frame(0, .down(0, 100, 60))
        screen.frame(frame, .move(0, 118, 60))
        screen.frame(2 * frame, .moveAndUp(0, 136, 60))
        #expect(screen.transitions.contains { $0.hasSuffix("swipe ended right") })
        #expect(screen.counters.spikes == 0)
    }

    @Test func `a jump that goes back is a spike, from the first on`() {
        let screen = TestScreen(settings: Self.learning)
        hold(screen, from: 0, spike: 80)
        #expect(screen.transitions == ["500 long_press began", "600 long_press ended"])
        #expect(screen.counters.jumps == 0)
    }

    @Test func `a jump that goes on is a lift and a late landing`() {
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
