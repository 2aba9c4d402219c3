import Testing
import TouchCore
import TouchTestSupport

/// Ordinary touches, which must not be taken for spikes.
extension SpikeTests {
    /// A finger on x positions, a frame apart, that lifts in a frame of its own.
    func flick(
        _ screen: TestScreen, at start: Double, every interval: Double, _ xs: [Double]
    ) {
        for (step, x) in xs.enumerated() {
            let time = start + Double(step) * interval
            screen.frame(time, step == 0 ? .down(0, x, 60) : .move(0, x, 60))
        }
        screen.frame(start + Double(xs.count) * interval, .up(0))
        screen.wait(until: start + 1_000)
    }

    @Test(arguments: [
        [50.0, 51, 54, 62], [50, 52, 64], [50, 55, 55.5, 55.7], [50, 51, 60, 78],
    ])
    func `flicks teach no spikes`(_ xs: [Double]) {
        for interval in [8.3, 16.7, 25, 33.3] {
            let screen = TestScreen(settings: Self.learning)
            let kept = TestScreen()
            for touch in 0..<6 {
                flick(screen, at: Double(touch) * 2_000, every: interval, xs)
                flick(kept, at: Double(touch) * 2_000, every: interval, xs)
            }
            #expect(screen.transcript == kept.transcript, "\(xs) every \(interval) ms")
        }
    }

    @Test(
        arguments: [
            (16.7, [100.0, 115]), (20, [100, 115]), (25, [100, 115]), (16.7, [100, 103, 115]),
            (20, [100, 103, 115]),
        ] as [(Double, [Double])])
    func `a flick whose last step is far moves where spikes are dropped`(
        frame: Double, xs: [Double]
    ) {
        let screen = TestScreen(settings: Self.dropping)
        flick(screen, at: 0, every: frame, xs)
        #expect(screen.transitions.last?.hasSuffix("swipe ended right") == true)
        #expect(screen.counters.spikes == 0)
    }

    @Test(arguments: [
        [100.0, 100.1, 100, 100.1, 115], [115, 100, 100.1, 100, 100.1],
    ])
    func `a touch of two frames is a tap where most touches begin or end with a spike`(
        xs: [Double]
    ) {
        let screen = TestScreen(settings: Self.dropping)
        for touch in 0..<2 { flick(screen, at: Double(touch) * 2_000, every: 20, xs) }
        flick(screen, at: 10_000, every: 20, [100, 115])
        #expect(screen.transitions.allSatisfy { $0.hasSuffix("tap ended ×1") })
        for touch in 0..<3 {
            flick(screen, at: 20_000 + Double(touch) * 2_000, every: 20, [100, 100.1, 100])
        }
        flick(screen, at: 30_000, every: 20, [100, 115])
        #expect(screen.transitions.last?.hasSuffix("swipe ended right") == true)
    }

    @Test func `a slow panel sees a flick in the frame of its lift`() {
        let screen = TestScreen(settings: Self.learning)
        screen.frame(0, .down(0, 50, 60))
        screen.frame(33, .move(0, 50.8, 60))
        screen.frame(66, .moveAndUp(0, 68, 60))
        #expect(screen.transitions.contains { $0.hasSuffix("swipe ended right") })
    }

    @Test func `a finger that returns to its landing and moves again continues its drag`() {
        let screen = TestScreen(settings: Self.dropping)
        screen.frame(0, .down(0, 100, 60))
        for (step, x) in [104.0, 108, 104, 100].enumerated() {
            screen.frame(Double(step + 1) * 10, .move(0, x, 60))
        }
        screen.frame(190, .move(0, 100, 60))
        for (step, x) in [108, 108.2, 108.4].enumerated() {
            screen.frame(200 + Double(step) * 10, .move(0, x, 60))
        }
        screen.frame(230, .up(0))
        #expect(screen.events(of: "drag").last?.position.x == 108.4)
    }
}
