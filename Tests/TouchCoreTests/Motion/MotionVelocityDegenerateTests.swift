import Testing
import TouchTestSupport

@testable import TouchCore

/// Samples that make no parabola.
@Suite struct MotionVelocityDegenerateTests {
    @Test(arguments: VelocityStrategy.allCases)
    func `samples of one stamp have no velocity`(strategy: VelocityStrategy) {
        let moments: [Moment] = (0..<25).map { (7_000, Double($0), -Double($0)) }
        #expect(VelocityEstimator(strategy, moments).velocity() == .zero)
        #expect(VelocityEstimator(strategy, Array(moments.prefix(2))).velocity() == .zero)
    }

    @Test func `a fit at one time has no slope`() {
        var fit = QuadraticFit()
        #expect(fit.slope(of: 1) == .zero)
        for place in 0..<3 {
            fit.add(SIMD2(Double(place), 5), SIMD2(1, 2), at: .zero)
        }
        #expect(fit.slope(of: 7) == .zero)
    }

    @Test func `samples of two stamps make a line between their means`() {
        let moments: [Moment] = [(0, 0, 0), (0, 2, 0), (10_000, 10, 5), (10_000, 12, 5)]
        let velocity = VelocityEstimator(moments).velocity()
        #expect(velocity.isNear(Point(x: 1_000, y: 500)))
    }

    @Test(arguments: 2...20)
    func `a repeated stamp makes no parabola out of a line`(repeats: Int) {
        let early: [Moment] = (1..<repeats).map { _ in (3, 1, 1) }
        let late = VelocityEstimator(early + [(33_333, 4, 1)]).velocity()
        #expect(late.isNear(Point(x: 3 / 0.033_33, y: 0)))
    }

    @Test func `a stamp before the newest is raised to it`() {
        var back = VelocityEstimator([(0, 0, 0), (10_000, 5, 0)])
        back.add(Point(x: 7, y: 0), at: Timestamp(microseconds: -5_000_000))
        let equal = VelocityEstimator([(0, 0, 0), (10_000, 5, 0), (10_000, 7, 0)])
        #expect(back.newestTime == Timestamp(microseconds: 10_000))
        #expect(back.velocity() == equal.velocity())
    }

    @Test(arguments: VelocityStrategy.allCases)
    func `stamps at the ends of time do no harm`(strategy: VelocityStrategy) {
        let moments: [Moment] = [(.min, 0, 0), (.max, 5, 0), (.min, 6, 0), (0, 7, 0)]
        let velocity = VelocityEstimator(strategy, moments).velocity()
        #expect(velocity == .zero)
    }

    @Test(arguments: VelocityStrategy.allCases)
    func `is a number whatever the stamps are`(strategy: VelocityStrategy) {
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
