import Testing
import TouchTestSupport

@testable import TouchCore

@Suite struct VelocityTests {
    @Test(arguments: VelocityStrategy.allCases)
    func `is 0 with fewer than two samples`(strategy: VelocityStrategy) {
        #expect(VelocityEstimator(strategy, []).velocity() == .zero)
        #expect(VelocityEstimator(strategy, [(5_000, 3, 4)]).velocity() == .zero)
    }

    @Test(arguments: VelocityStrategy.allCases)
    func `is the slope of a line between two samples`(strategy: VelocityStrategy) {
        let estimator = VelocityEstimator(strategy, [(0, 10, 10), (8_000, 12, 9)])
        #expect(estimator.velocity().isNear(Point(x: 250, y: -125)))
    }

    @Test(arguments: VelocityStrategy.allCases)
    func `is the speed of an even movement`(strategy: VelocityStrategy) {
        let samples = (0..<12).map { (time: Int64($0) * 8_000, x: Double($0), y: 3.0) }
        #expect(VelocityEstimator(strategy, samples).velocity().isNear(Point(x: 125, y: 0)))
    }

    @Test func `is the slope of a parabola at the newest sample`() {
        let samples = (0..<10).map { step in
            let seconds = Double(step) * 0.008
            return (
                time: Int64(step) * 8_000, x: 40 + 100 * seconds + 900 * seconds * seconds,
                y: 7 - 50 * seconds
            )
        }
        let expected = Point(x: 100 + 2 * 900 * 0.072, y: -50)
        #expect(VelocityEstimator(samples).velocity().isNear(expected))
    }

    /// 1000 mm/s, then 3000: the work is ½ · 1000² + (3000 − 1000) · 3000.
    @Test func `the impulse strategy gives the speed that the work on the finger produces`() {
        let estimator = VelocityEstimator(
            .impulse, [(0, 0, 0), (10_000, 10, -10), (20_000, 40, -40)])
        let speed = (2 * (500_000 + 6_000_000.0)).squareRoot()
        #expect(estimator.velocity().isNear(Point(x: speed, y: -speed)))
    }

    @Test(arguments: VelocityStrategy.allCases)
    func `is 0 if it is opposite to the displacement of the samples`(strategy: VelocityStrategy) {
        let back: [MotionSample] = [
            (0, 0, 0), (10_000, 10, 0), (20_000, 20, 0), (30_000, 12, 0),
        ]
        #expect(VelocityEstimator(strategy, back).velocity() == .zero)
    }

    @Test func `compares displacement and velocity in both dimensions together`() {
        let samples: [MotionSample] = [
            (0, 0, 0), (10_000, 2, 20), (20_000, 4, 40), (30_000, 3.5, 60),
        ]
        let velocity = VelocityEstimator(samples).velocity()
        #expect(velocity.x < 0)
        #expect(velocity.y > 1_900)
    }

    /// Samples at 120 Hz of a finger at `speed` mm/s, of which the last is shifted by `error` mm.
    private func samples(_ count: Int, at speed: Double, error: Double) -> [MotionSample] {
        (0..<count).map { index -> MotionSample in
            let shift = index == count - 1 ? error : 0
            return (Int64(index) * 8_333, Double(index) * speed / 120 + shift, 0)
        }
    }

    @Test(arguments: [(13, 50.0, 1.0), (13, 80, 1.5), (5, 400, 4)] as [(Int, Double, Double)])
    func `noise makes no finger twice as fast`(count: Int, speed: Double, error: Double) {
        let noisy = VelocityEstimator(samples(count, at: speed, error: error)).velocity().length
        #expect(noisy > speed && noisy < 2 * speed)
        let clean = VelocityEstimator(samples(count, at: speed, error: 0)).velocity().length
        #expect(abs(clean - speed) < 0.1)
    }

    @Test func `the velocity of an accelerating flick has no limit`() {
        let samples: [MotionSample] = (0..<12).map { index in
            let progress = Double(index) / 11
            return (Int64(index) * 8_333, progress * progress * progress * 60, 0)
        }
        let mean = 60 / 0.0917
        #expect(VelocityEstimator(samples).velocity().x > 2.2 * mean)
    }

    @Test func `a scalar estimator is one dimension of an estimator of points`() {
        var line = ScalarVelocityEstimator()
        let samples: [MotionSample] = (0..<30).map {
            (Int64($0) * 7_000, Double($0 * $0) * 0.1, 0)
        }
        for sample in samples {
            line.add(sample.x, at: Timestamp(microseconds: sample.time))
        }
        let plane = VelocityEstimator(samples)
        #expect(line.velocity() == plane.velocity().x)
        #expect(line.newestValue == plane.newestPosition?.x)
        #expect(line.newestTime == plane.newestTime)
        #expect(line.velocity(at: Timestamp(microseconds: 29 * 7_000 + 80_001)) == 0)
        line.restart()
        #expect(line.velocity() == 0)
        #expect(line.newestValue == nil)
    }

    @Test func `a prediction continues for a quarter of a second`() {
        let predicted = Projection.predictedTranslation(
            Point(x: 8.5, y: 0.25), velocity: Point(x: 412, y: -10))
        #expect(predicted == Point(x: 111.5, y: -2.25))
    }
}

/// The samples that count, at the boundaries.
@Suite struct VelocityWindowTests {
    /// A constant movement to the right, after samples that would change its velocity.
    private func samples(
        after others: [MotionSample], from start: Int64, every step: Int64, count: Int
    )
        -> [MotionSample]
    {
        others + (0..<count).map { (start + Int64($0) * step, Double($0), 0) }
    }

    @Test(arguments: [(gap: Int64(40_000), counts: true), (gap: 40_001, counts: false)])
    func `samples before a pause of more than 40 ms do not count`(gap: Int64, counts: Bool) {
        let estimator = VelocityEstimator([(0, 0, 0), (gap, 4, 0)])
        #expect((estimator.velocity().x > 0) == counts)
    }

    @Test(arguments: [(age: Int64(100_000), counts: true), (age: 100_001, counts: false)])
    func `a sample of more than 100 ms before the newest does not count`(
        age: Int64, counts: Bool
    ) {
        let start = age - 90_000
        let samples = samples(after: [(0, -50, 0)], from: start, every: 30_000, count: 4)
        let isEven = VelocityEstimator(samples).velocity().isNear(Point(x: 1_000 / 30.0, y: 0))
        #expect(isEven == !counts)
    }

    @Test(arguments: [(others: 19, counts: true), (others: 20, counts: false)])
    func `the newest 20 samples count`(others: Int, counts: Bool) {
        let samples = samples(after: [(0, -50, 0)], from: 5_000, every: 5_000, count: others)
        let isEven = VelocityEstimator(samples).velocity().isNear(Point(x: 200, y: 0))
        #expect(isEven == !counts)
    }

    @Test func `continues round the ring buffer while a finger moves`() {
        var estimator = VelocityEstimator()
        for step in 0..<1_000 {
            let seconds = Double(step) * 0.004
            estimator.add(
                Point(x: 30 * seconds, y: 5 * seconds * seconds),
                at: Timestamp(microseconds: Int64(step) * 4_000))
            // Samples of less than 30 ms are fitted by a line.
            guard step * 4 >= 30 else { continue }
            #expect(estimator.velocity().isNear(Point(x: 30, y: 10 * seconds)))
        }
    }

    /// Twenty samples of 1 ms would span less than a parabola needs.
    @Test(arguments: [Int64(1_000), 500, 2_000, 4_000])
    func `samples of a fast panel count as long as those of others`(interval: Int64) {
        var estimator = VelocityEstimator()
        for time in stride(from: Int64(0), through: 200_000, by: Int64.Stride(interval)) {
            let seconds = Double(time) / 1e6
            estimator.add(
                Point(x: 5_000 * seconds * seconds, y: 0), at: Timestamp(microseconds: time))
        }
        #expect(abs(estimator.velocity().x - 2_000) < 1e-3)
    }

    @Test(arguments: [
        (interval: Int64(8_000), pause: Int64(40_000), moves: true), (8_000, 40_001, false),
        (1_000, 40_000, true), (1_000, 40_001, false),
        // 2.5 times the time between two samples.
        (33_000, 82_500, true), (33_000, 82_501, false),
    ])
    func `a finger that pauses has no velocity`(interval: Int64, pause: Int64, moves: Bool) {
        let samples = samples(after: [], from: 0, every: interval, count: 12)
        let estimator = VelocityEstimator(samples)
        let now = Timestamp(microseconds: 11 * interval + pause)
        #expect((estimator.velocity(at: now).x > 0) == moves)
    }

    @Test(arguments: [(pause: Int64(40_000), moves: true), (pause: 48_000, moves: false)])
    func `samples of the same position are a pause`(pause: Int64, moves: Bool) {
        var estimator = VelocityEstimator(samples(after: [], from: 0, every: 8_000, count: 12))
        for time in stride(from: Int64(8_000), through: pause, by: 8_000) {
            estimator.add(Point(x: 11, y: 0), at: Timestamp(microseconds: 88_000 + time))
        }
        let now = Timestamp(microseconds: 88_000 + pause)
        #expect(estimator.isMoving(at: now) == moves)
    }

    @Test func `a clock behind the newest sample changes nothing`() {
        let estimator = VelocityEstimator([(0, 0, 0), (8_000, 4, 0)])
        #expect(estimator.velocity(at: Timestamp(microseconds: .min)) == estimator.velocity())
    }

    @Test func `returns the newest sample until it restarts`() {
        var estimator = VelocityEstimator([(0, 0, 0), (8_000, 4, 1)])
        #expect(estimator.newestTime == Timestamp(microseconds: 8_000))
        #expect(estimator.newestPosition == Point(x: 4, y: 1))
        estimator.restart()
        #expect(estimator.newestTime == nil)
        #expect(estimator.newestPosition == nil)
        estimator.add(Point(x: 9, y: 9), at: Timestamp(microseconds: 16_000))
        #expect(estimator.velocity() == .zero)
    }
}

/// The minimum span of samples for a velocity, and for a parabola.
@Suite struct VelocitySpanTests {
    /// Whether a parabola is fitted to accelerated samples: it is steeper at its end than a line.
    private func isCurved(_ times: [Int64]) -> Bool {
        let samples = times.map { (time: $0, x: pow(Double($0) / 1_000), y: 0.0) }
        let line = VelocityEstimator([(times[0], 0, 0), (times[times.count - 1], 1, 0)]).velocity()
        let slope = VelocityEstimator(samples).velocity()
        let displacement = samples[samples.count - 1].x - samples[0].x
        return slope.x > 1.5 * line.x * displacement
    }

    private func pow(_ value: Double) -> Double { value * value }

    @Test(
        arguments: VelocityStrategy.allCases,
        [(us: Int64(7_999), hasVelocity: false), (us: 8_000, hasVelocity: true)])
    func `samples of less than 8 ms have no velocity`(
        strategy: VelocityStrategy, span: (us: Int64, hasVelocity: Bool)
    ) {
        let samples: [MotionSample] = [(0, 0, 0), (4_000, 2, 0), (span.us, 4, 0)]
        #expect((VelocityEstimator(strategy, samples).velocity().x > 0) == span.hasVelocity)
    }

    /// A burst of frames of an Ideacom panel after a pause: the finger moves at 24 mm/s.
    @Test func `four samples 0.12 ms apart have no velocity`() {
        let burst: [MotionSample] = (0..<4).map { (100_000 + Int64($0) * 120, Double($0) * 0.8, 0) }
        #expect(VelocityEstimator([(0, -2.4, 0)] + burst).velocity() == .zero)
    }

    @Test(arguments: [(Int64(29_999), false), (30_000, true)])
    func `a parabola needs 30 ms`(span: Int64, curved: Bool) {
        #expect(isCurved([0, 10_000, 20_000, span]) == curved)
    }

    @Test(arguments: [
        ([Int64(0), 4_000, 40_000], true), ([0, 3_999, 40_000], false),
        ([0, 36_000, 40_000], true), ([0, 36_001, 40_000], false),
        ([0, 120, 240, 33_000, 33_120, 33_240], false), ([0, 120, 20_000, 40_000, 40_120], true),
    ])
    func `a parabola needs three samples that are 4 ms apart`(times: [Int64], curved: Bool) {
        #expect(isCurved(times) == curved)
    }
}

/// Samples that determine no parabola.
@Suite struct VelocityDegenerateTests {
    @Test(arguments: VelocityStrategy.allCases)
    func `samples of one timestamp have no velocity`(strategy: VelocityStrategy) {
        let samples: [MotionSample] = (0..<25).map { (7_000, Double($0), -Double($0)) }
        #expect(VelocityEstimator(strategy, samples).velocity() == .zero)
        #expect(VelocityEstimator(strategy, Array(samples.prefix(2))).velocity() == .zero)
    }

    @Test func `a fit at one time has no slope`() {
        var fit = QuadraticFit()
        #expect(fit.slope(of: 1, isCurved: true, steady: nil) == .zero)
        for x in 0..<3 {
            fit.add(SIMD2(Double(x), 5), SIMD2(1, 2), at: .zero)
        }
        #expect(fit.slope(of: 7, isCurved: true, steady: nil) == .zero)
    }

    @Test func `samples of two timestamps make a line between their means`() {
        let samples: [MotionSample] = [(0, 0, 0), (0, 2, 0), (10_000, 10, 5), (10_000, 12, 5)]
        let velocity = VelocityEstimator(samples).velocity()
        #expect(velocity.isNear(Point(x: 1_000, y: 500)))
    }

    @Test(arguments: 2...20)
    func `a repeated timestamp makes no parabola out of a line`(repeats: Int) {
        let early: [MotionSample] = (1..<repeats).map { _ in (3, 1, 1) }
        let late = VelocityEstimator(early + [(33_333, 4, 1)]).velocity()
        #expect(late.isNear(Point(x: 3 / 0.033_33, y: 0)))
    }

    @Test func `a timestamp before the newest is raised to it`() {
        var back = VelocityEstimator([(0, 0, 0), (10_000, 5, 0)])
        back.add(Point(x: 7, y: 0), at: Timestamp(microseconds: -5_000_000))
        let equal = VelocityEstimator([(0, 0, 0), (10_000, 5, 0), (10_000, 7, 0)])
        #expect(back.newestTime == Timestamp(microseconds: 10_000))
        #expect(back.velocity() == equal.velocity())
    }

    @Test(arguments: VelocityStrategy.allCases)
    func `timestamps at the ends of their range give no velocity`(strategy: VelocityStrategy) {
        let samples: [MotionSample] = [(.min, 0, 0), (.max, 5, 0), (.min, 6, 0), (0, 7, 0)]
        let velocity = VelocityEstimator(strategy, samples).velocity()
        #expect(velocity == .zero)
    }

    @Test(arguments: VelocityStrategy.allCases)
    func `is finite for any timestamps`(strategy: VelocityStrategy) {
        var random = SeededGenerator(seed: 41)
        let steps: [Int64] = [0, 0, 1, 2, 900, 8_000, 16_667, 40_000, 40_001, -3]
        var estimator = VelocityEstimator(strategy: strategy)
        var time: Int64 = 0
        for _ in 0..<20_000 {
            time += steps.randomElement(using: &random) ?? 0
            estimator.add(random.point(within: 400), at: Timestamp(microseconds: time))
            let velocity = estimator.velocity()
            #expect(velocity.x.isFinite && velocity.y.isFinite)
        }
    }
}
