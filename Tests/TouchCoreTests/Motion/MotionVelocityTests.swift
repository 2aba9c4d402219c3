import Testing
import TouchCore

/// A sample: microseconds, millimetres, millimetres.
typealias Moment = (time: Int64, x: Double, y: Double)

private func estimator(
    _ strategy: VelocityStrategy = .leastSquares, _ moments: [Moment]
) -> VelocityEstimator {
    var estimator = VelocityEstimator(strategy: strategy)
    for moment in moments {
        estimator.add(
            Point(x: moment.x, y: moment.y), at: Timestamp(microseconds: moment.time))
    }
    return estimator
}

private func isNear(_ left: Double, _ right: Double, within tolerance: Double = 1e-6) -> Bool {
    (left - right).magnitude <= tolerance * max(1, right.magnitude)
}

@Suite struct MotionVelocityTests {
    @Test(arguments: VelocityStrategy.allCases)
    func `is 0 with fewer than two samples`(strategy: VelocityStrategy) {
        #expect(estimator(strategy, []).velocity() == .zero)
        #expect(estimator(strategy, [(5_000, 3, 4)]).velocity() == .zero)
    }

    @Test(arguments: VelocityStrategy.allCases)
    func `is the slope of a line between two samples`(strategy: VelocityStrategy) {
        let velocity = estimator(strategy, [(0, 10, 10), (8_000, 12, 9)]).velocity()
        #expect(isNear(velocity.x, 250))
        #expect(isNear(velocity.y, -125))
    }

    @Test func `is the slope of a parabola at the newest sample`() {
        let moments = (0..<10).map { step in
            let seconds = Double(step) * 0.008
            return (
                time: Int64(step) * 8_000, x: 40 + 100 * seconds + 900 * seconds * seconds,
                y: 7 - 50 * seconds
            )
        }
        let velocity = estimator(moments).velocity()
        #expect(isNear(velocity.x, 100 + 2 * 900 * 0.072))
        #expect(isNear(velocity.y, -50))
    }
}

private func estimator(_ moments: [Moment]) -> VelocityEstimator {
    estimator(.leastSquares, moments)
}
