import Testing
import TouchCore

@Suite struct MotionVelocityTests {
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
        let moments = (0..<12).map { (time: Int64($0) * 8_000, x: Double($0), y: 3.0) }
        #expect(VelocityEstimator(strategy, moments).velocity().isNear(Point(x: 125, y: 0)))
    }

    @Test func `is the slope of a parabola at the newest sample`() {
        let moments = (0..<10).map { step in
            let seconds = Double(step) * 0.008
            return (
                time: Int64(step) * 8_000, x: 40 + 100 * seconds + 900 * seconds * seconds,
                y: 7 - 50 * seconds
            )
        }
        let expected = Point(x: 100 + 2 * 900 * 0.072, y: -50)
        #expect(VelocityEstimator(moments).velocity().isNear(expected))
    }

    /// 1000 mm/s, then 3000: the work is ½ · 1000² + (3000 − 1000) · 3000.
    @Test func `an impulse gives the velocity that the work makes`() {
        let estimator = VelocityEstimator(
            .impulse, [(0, 0, 0), (10_000, 10, -10), (20_000, 40, -40)])
        let speed = (2 * (500_000 + 6_000_000.0)).squareRoot()
        #expect(estimator.velocity().isNear(Point(x: speed, y: -speed)))
    }

    @Test(arguments: VelocityStrategy.allCases)
    func `is 0 against the way that the samples went`(strategy: VelocityStrategy) {
        let back: [Moment] = [(0, 0, 0), (8_000, 10, 0), (16_000, 20, 0), (24_000, 12, 0)]
        #expect(VelocityEstimator(strategy, back).velocity() == .zero)
    }

    @Test func `judges the way in both dimensions at once`() {
        let moments: [Moment] = [
            (0, 0, 0), (8_000, 2, 20), (16_000, 4, 40), (24_000, 3.5, 60),
        ]
        let velocity = VelocityEstimator(moments).velocity()
        #expect(velocity.x < 0)
        #expect(velocity.y > 2_000)
    }

    @Test func `a line is one dimension of a point`() {
        var line = ScalarVelocityEstimator()
        let moments: [Moment] = (0..<30).map { (Int64($0) * 7_000, Double($0 * $0) * 0.01, 0) }
        for moment in moments {
            line.add(moment.x, at: Timestamp(microseconds: moment.time))
        }
        let plane = VelocityEstimator(moments)
        #expect(line.velocity() == plane.velocity().x)
        #expect(line.newestValue == plane.newestPosition?.x)
        #expect(line.newestTime == plane.newestTime)
        #expect(line.velocity(at: Timestamp(microseconds: 29 * 7_000 + 80_001)) == 0)
        line.restart()
        #expect(line.velocity() == 0)
        #expect(line.newestValue == nil)
    }
}
