/// How fast a finger moves, from its latest samples.
///
/// Takes the newest 20 samples at most, of the 100 ms before the newest at most. A silence of more
/// than 40 ms between two samples starts anew. Two samples make a line and one makes 0; samples of
/// one stamp say nothing of a velocity between them. An estimate that points against the way from
/// the first of these samples to the last is noise, and 0.
///
/// More than a kilobyte that lies where its owner lies: keep it in place, do not pass it on.
public struct VelocityEstimator: Sendable {
    /// The most samples that count.
    private static let capacity = 20
    /// Of the ring: a power of two above `capacity`, so that going round it is a mask.
    private static let ringSize = 32
    private static let ringMask = ringSize - 1
    /// How old a sample may be beside the newest one (µs).
    private static let horizon: Int64 = 100_000
    /// The longest time between two samples of one movement (µs).
    private static let maximumGap: Int64 = 40_000
    /// How long after its newest sample a finger still counts as moving (µs).
    private static let maximumAge: Int64 = 80_000

    private let inPlace = InPlace()
    /// A ring that lies here twice, one behind the other: wherever it ends, its latest samples are
    /// one piece.
    private var samples = InlineArray<64, MotionSample>(repeating: MotionSample())
    /// Index of the newest sample in the first ring.
    private var newest = 0
    /// How many samples may count; those before them never will again.
    private var count = 0

    /// How the velocity is had.
    public let strategy: VelocityStrategy

    /// An estimator without samples.
    public init(strategy: VelocityStrategy = .leastSquares) {
        self.strategy = strategy
    }

    /// When the newest sample was taken; `nil` without samples.
    public var newestTime: Timestamp? { count > 0 ? samples[newest].time : nil }

    /// Where the newest sample was taken; `nil` without samples.
    public var newestPosition: Point? { count > 0 ? samples[newest].position : nil }

    /// Forgets all samples.
    public mutating func restart() {
        count = 0
    }

    /// Takes a sample; a stamp before the newest one's is raised to it.
    @inline(__always)
    public mutating func add(_ position: Point, at time: Timestamp) {
        var time = time
        if count > 0 {
            let latest = samples[newest & Self.ringMask].time
            time = max(time, latest)
            if time.microseconds(since: latest) > Self.maximumGap { count = 0 }
        }
        let next = (newest &+ 1) & Self.ringMask
        let sample = MotionSample(time: time, position: position)
        samples[next] = sample
        samples[next &+ Self.ringSize] = sample
        newest = next
        count = min(count &+ 1, Self.capacity)
        // One comes, and mostly one goes; `window` sees to it where it is more.
        let oldest = samples[(next &- count &+ 1) & Self.ringMask].time
        if time.microseconds(since: oldest) > Self.horizon { count &-= 1 }
    }

    /// The velocity at the newest sample, in mm/s.
    public func velocity() -> Point {
        guard count > 1 else { return .zero }
        let window = samples.span.extracting(window)
        let velocity = window.velocity(strategy)
        return velocity.dot(window.displacement) >= 0 ? velocity : .zero
    }

    /// The velocity at `now`, in mm/s: 0 where the newest sample is more than 80 ms old.
    public func velocity(at now: Timestamp) -> Point {
        isMoving(at: now) ? velocity() : .zero
    }

    /// The same with each coordinate for itself, for coordinates that are no place: what points
    /// against its own way is 0.
    func velocityByCoordinate(at now: Timestamp) -> Point {
        guard count > 1, isMoving(at: now) else { return .zero }
        let window = samples.span.extracting(window)
        let velocity = window.velocity(strategy)
        let way = window.displacement
        return Point(
            x: velocity.x * way.x >= 0 ? velocity.x : 0,
            y: velocity.y * way.y >= 0 ? velocity.y : 0)
    }

    /// The indices of the samples that count, at least one.
    private var window: Range<Int> {
        let end = newest &+ Self.ringSize &+ 1
        let latest = samples[newest].time
        var start = end &- count
        while latest.microseconds(since: samples[start].time) > Self.horizon { start &+= 1 }
        return start..<end
    }

    @inline(__always)
    private func isMoving(at now: Timestamp) -> Bool {
        count > 0 && now.microseconds(since: samples[newest].time) <= Self.maximumAge
    }
}
