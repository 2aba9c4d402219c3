/// How fast a finger moves, from its latest samples.
///
/// Takes the newest 20 samples at most, of the 100 ms before the newest at most. A silence of more
/// than 40 ms between two samples starts anew. Samples of less than 8 ms make 0: panels that report
/// late stamp several looks as one. A parabola needs 30 ms, and three samples at least 4 ms apart;
/// others make a line. Noise bends a slow finger's parabola more than the hand does: where a line through
/// the samples has the speed v below 300 mm/s, the parabola's is at most v / (1 − v / 300 mm/s) or 1.4 v; of
/// fewer than six samples 2 v at most, which a constant acceleration from rest gives. An estimate that points
/// against the way from the first of these samples to the last is noise, and 0.
///
/// More than a kilobyte that lies where its owner lies: keep it in place, do not pass it on.
public struct VelocityEstimator: Sendable {
    /// How old a sample may be beside the newest one (µs).
    private static let horizon = 100_000.0
    /// The longest time between two samples of one movement (µs).
    private static let maximumGap: Int64 = 40_000
    /// The shortest time between the first and the last sample of a velocity (µs).
    private static let minimumSpan = 8_000.0
    /// How long after its newest sample a finger still counts as moving (µs).
    private static let maximumAge: Int64 = 80_000

    private let inPlace = InPlace()
    private var samples = MotionSamples()
    /// When the first sample of the movement was taken.
    private var begin = Timestamp(microseconds: 0)
    /// When the newest sample was taken.
    private var newest = Timestamp(microseconds: 0)

    /// How the velocity is had.
    public let strategy: VelocityStrategy

    /// An estimator without samples.
    public init(strategy: VelocityStrategy = .leastSquares) {
        self.strategy = strategy
    }

    /// When the newest sample was taken; `nil` without samples.
    public var newestTime: Timestamp? { samples.count > 0 ? newest : nil }

    /// Where the newest sample was taken; `nil` without samples.
    public var newestPosition: Point? {
        samples.count > 0 ? samples.position(at: samples.end &- 1) : nil
    }

    /// Forgets all samples.
    public mutating func restart() {
        samples.removeAll()
    }

    /// Takes a sample; a stamp before the newest one's is raised to it.
    @inline(__always)
    public mutating func add(_ position: Point, at time: Timestamp) {
        if samples.count == 0 || time.microseconds(since: newest) > Self.maximumGap {
            samples.removeAll()
            begin = time
            newest = time
        }
        newest = max(newest, time)
        samples.append(
            position, at: Double(newest.microseconds(since: begin)), horizon: Self.horizon)
    }

    /// The velocity at the newest sample, in mm/s.
    public func velocity() -> Point {
        guard samples.count > 1 else { return .zero }
        let (velocity, way) = estimate(isPlace: true)
        return velocity.dot(way) >= 0 ? velocity : .zero
    }

    /// The velocity at `now`, in mm/s: 0 where the newest sample is more than 80 ms old.
    public func velocity(at now: Timestamp) -> Point {
        isMoving(at: now) ? velocity() : .zero
    }

    /// The same with each coordinate for itself, for coordinates that are no place: what points
    /// against its own way is 0.
    func velocityByCoordinate() -> Point {
        guard samples.count > 1 else { return .zero }
        let (velocity, way) = estimate(isPlace: false)
        return Point(
            x: velocity.x * way.x >= 0 ? velocity.x : 0,
            y: velocity.y * way.y >= 0 ? velocity.y : 0)
    }

    /// The velocity of the samples that count, and the way from the first of them to the newest.
    @inline(__always)
    private func estimate(isPlace: Bool) -> (velocity: Point, way: Point) {
        let last = samples.end &- 1
        let first = samples.oldest(within: Self.horizon, of: last)
        guard samples.span(from: first, to: last) >= Self.minimumSpan else { return (.zero, .zero) }
        let velocity =
            switch strategy {
            case .leastSquares:
                samples.leastSquaresVelocity(from: first, to: last, isPlace: isPlace)
            case .impulse: samples.impulseVelocity(from: first, to: last)
            }
        return (velocity, samples.position(at: last) - samples.position(at: first))
    }

    /// Whether the newest sample is no more than 80 ms old.
    func isMoving(at now: Timestamp) -> Bool {
        samples.count > 0 && now.microseconds(since: newest) <= Self.maximumAge
    }
}

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
        estimator.velocityByCoordinate().x
    }

    /// The change at `now`, in units a second: 0 where the newest sample is more than 80 ms old.
    public func velocity(at now: Timestamp) -> Double {
        estimator.isMoving(at: now) ? velocity() : 0
    }
}

/// How a velocity is had from samples.
public enum VelocityStrategy: String, Sendable, Hashable, CaseIterable {
    /// A parabola through the samples; the velocity is its slope at the newest one.
    case leastSquares = "least_squares"
    /// The work that would have brought a mass along the samples; the velocity is what it has now.
    case impulse
}

/// Where a movement would take a finger that is let go.
public enum Projection {
    /// How far ahead, in seconds.
    public static let lead = 0.25

    /// The translation after `lead` more seconds at this velocity.
    ///
    /// - Parameters:
    ///   - translation: the way so far, in millimetres.
    ///   - velocity: in mm/s.
    public static func predictedTranslation(_ translation: Point, velocity: Point) -> Point {
        translation + velocity * lead
    }
}
