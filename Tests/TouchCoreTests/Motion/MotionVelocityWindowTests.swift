import Testing
import TouchCore

/// Which samples count, at the boundaries.
@Suite struct MotionVelocityWindowTests {
    /// Even movement to the right, after samples that would spoil it.
    private func moments(spoilt: [Moment], from start: Int64, every step: Int64, count: Int)
        -> [Moment]
    {
        spoilt + (0..<count).map { (start + Int64($0) * step, Double($0), 0) }
    }

    @Test(arguments: [(gap: Int64(40_000), isOne: true), (gap: 40_001, isOne: false)])
    func `a silence of more than 40 ms starts anew`(gap: Int64, isOne: Bool) {
        let estimator = VelocityEstimator([(0, 0, 0), (gap, 4, 0)])
        #expect((estimator.velocity().x > 0) == isOne)
    }

    @Test(arguments: [(age: Int64(100_000), counts: true), (age: 100_001, counts: false)])
    func `a sample of more than 100 ms before the newest does not count`(
        age: Int64, counts: Bool
    ) {
        let start = age - 90_000
        let moments = moments(spoilt: [(0, -50, 0)], from: start, every: 30_000, count: 4)
        let isEven = VelocityEstimator(moments).velocity().isNear(Point(x: 1_000 / 30.0, y: 0))
        #expect(isEven == !counts)
    }

    @Test(arguments: [(others: 19, counts: true), (others: 20, counts: false)])
    func `the newest 20 samples count`(others: Int, counts: Bool) {
        let moments = moments(spoilt: [(0, -50, 0)], from: 2_000, every: 2_000, count: others)
        let isEven = VelocityEstimator(moments).velocity().isNear(Point(x: 500, y: 0))
        #expect(isEven == !counts)
    }

    @Test func `goes on round the ring for as long as a finger moves`() {
        var estimator = VelocityEstimator()
        for step in 0..<1_000 {
            let seconds = Double(step) * 0.004
            estimator.add(
                Point(x: 30 * seconds, y: 5 * seconds * seconds),
                at: Timestamp(microseconds: Int64(step) * 4_000))
            guard step > 1 else { continue }
            #expect(estimator.velocity().isNear(Point(x: 30, y: 10 * seconds)))
        }
    }

    @Test(arguments: [(age: Int64(80_000), moves: true), (age: 80_001, moves: false)])
    func `a finger without a sample for more than 80 ms does not move`(age: Int64, moves: Bool) {
        let estimator = VelocityEstimator([(0, 0, 0), (8_000, 4, 0)])
        let velocity = estimator.velocity(at: Timestamp(microseconds: 8_000 + age))
        #expect((velocity.x > 0) == moves)
    }

    @Test func `a clock behind the newest sample changes nothing`() {
        let estimator = VelocityEstimator([(0, 0, 0), (8_000, 4, 0)])
        #expect(estimator.velocity(at: Timestamp(microseconds: .min)) == estimator.velocity())
    }

    @Test func `tells the newest sample until it restarts`() {
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
