/// How fast a number changes, such as a scale or an angle: a `VelocityEstimator` of one dimension.
public struct ScalarVelocityEstimator: Sendable {
    private var estimator: VelocityEstimator

    /// An estimator without samples.
    public init(strategy: VelocityStrategy = .leastSquares) {
        estimator = VelocityEstimator(strategy: strategy)
    }

    /// How the velocity is had.
    public var strategy: VelocityStrategy { estimator.strategy }

    /// When the newest sample was taken; `nil` without samples.
    public var newestTime: Timestamp? { estimator.newestTime }

    /// The newest sample; `nil` without samples.
    public var newestValue: Double? { estimator.newestPosition?.x }

    /// Forgets all samples.
    public mutating func restart() {
        estimator.restart()
    }

    /// Takes a sample; a stamp before the newest one's is raised to it.
    public mutating func add(_ value: Double, at time: Timestamp) {
        estimator.add(Point(x: value, y: 0), at: time)
    }

    /// The change at the newest sample, in units a second.
    public func velocity() -> Double {
        estimator.velocity().x
    }

    /// The change at `now`, in units a second: 0 where the newest sample is more than 80 ms old.
    public func velocity(at now: Timestamp) -> Double {
        estimator.velocity(at: now).x
    }
}
