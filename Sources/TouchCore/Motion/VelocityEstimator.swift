/// How fast a finger moves, from its latest samples.
///
/// Takes the newest 20 samples at most, of the 100 ms before the newest at most. A silence of more
/// than 40 ms between two samples starts anew. Two samples make a line and one makes 0; samples of
/// one stamp say nothing of a velocity between them. An estimate that points against the way from
/// the first of these samples to the last is noise, and 0.
///
/// Half a kilobyte that lies where its owner lies: keep it in place, do not pass it on.
public struct VelocityEstimator: Sendable {
    /// The longest time between two samples of one movement (µs).
    private static let maximumGap: Int64 = 40_000
    /// How long after its newest sample a finger still counts as moving (µs).
    private static let maximumAge: Int64 = 80_000

    /// A ring; `newest` is the index of the latest of `count` samples.
    private var samples = InlineArray<20, MotionSample>(repeating: MotionSample())
    private var newest = 0
    private var count = 0

    /// How the velocity is had.
    public let strategy: VelocityStrategy

    /// An estimator without samples.
    public init(strategy: VelocityStrategy = .leastSquares) {
        self.strategy = strategy
    }

    /// When the newest sample was taken; `nil` without samples.
    public var newestTime: Timestamp? { count > 0 ? samples.span[newest].time : nil }

    /// Where the newest sample was taken; `nil` without samples.
    public var newestPosition: Point? { count > 0 ? samples.span[newest].position : nil }

    /// Forgets all samples.
    public mutating func restart() {
        count = 0
    }

    /// Takes a sample; a stamp before the newest one's is raised to it.
    public mutating func add(_ position: Point, at time: Timestamp) {
        var ring = samples.mutableSpan
        var time = time
        if count > 0 {
            let latest = ring[newest].time
            time = max(time, latest)
            if time.microseconds(since: latest) > Self.maximumGap {
                count = 0
            }
        }
        newest = newest &+ 1 == ring.count ? 0 : newest &+ 1
        count = min(count &+ 1, ring.count)
        ring[newest] = MotionSample(time: time, position: position)
    }

    /// The velocity at the newest sample, in mm/s.
    public func velocity() -> Point {
        guard count > 1 else { return .zero }
        let ring = samples.span
        let window = SampleWindow(of: ring, newest: newest, filled: count)
        let velocity =
            switch strategy {
            case .leastSquares: window.leastSquaresVelocity(in: ring)
            case .impulse: window.impulseVelocity(in: ring)
            }
        let isForward = velocity.dot(window.displacement(in: ring)) >= 0
        return isForward ? velocity : .zero
    }

    /// The velocity at `now`, in mm/s: 0 where the newest sample is more than 80 ms old.
    public func velocity(at now: Timestamp) -> Point {
        guard let newestTime, now.microseconds(since: newestTime) <= Self.maximumAge else {
            return .zero
        }
        return velocity()
    }
}
