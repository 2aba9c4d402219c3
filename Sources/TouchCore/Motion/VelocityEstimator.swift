/// The velocity of a finger, from its latest samples.
///
/// - Uses the newest 20 samples at most, and none more than 100 ms older than the newest. If there
///   are more in that time, it keeps those that are 5 ms apart.
/// - Returns 0 if the finger has not moved for 40 ms or for 2.5 times the mean time between its
///   samples, whichever is longer. With `PauseTreatment.keep`, 80 ms after its newest sample.
/// - Restarts after a silence of more than 40 ms between two samples.
/// - Returns 0 if the samples span less than 8 ms: a panel that reports late gives several scans
///   the same timestamp.
/// - Fits a parabola if the samples span 30 ms and three of them are at least 4 ms apart; otherwise
///   a line.
/// - Limits the speed of the parabola, because noise bends a slow finger's parabola more than the
///   hand does. If a line through the samples has a speed v below 300 mm/s, the limit is the larger
///   of v / (1 − v / 300 mm/s) and 1.4 v. With fewer than six samples it is at most 2 v, the value
///   for a constant acceleration from rest.
/// - Returns 0 for an estimate against the direction from the first of the samples to the last: it
///   is noise.
///
/// More than a kilobyte, stored inline in its owner: use it in place, and do not pass it as an
/// argument.
public struct VelocityEstimator: Sendable {
    /// Maximum age of a sample relative to the newest one (µs).
    private static let horizon = 100_000.0
    /// Maximum time between two samples of one movement (µs).
    static let maximumGap: Int64 = 40_000
    /// Minimum time between the first and the last sample of a velocity (µs).
    private static let minimumSpan = 8_000.0
    /// How long after its last movement a finger counts as moving (µs), at any rate of samples.
    private static let minimumPause = 40_000.0
    /// The same in mean times between samples, for a panel with a low rate.
    private static let pauseInSamples = 2.5
    /// Two steps of which one takes no more than this multiple of the other have lost no frame.
    private static let irregularity = 1.5
    /// The maximum number of frames in the first two steps of a stroke: two of them are lost.
    private static let maximumFrames = 4.0
    /// How long after its newest sample a finger counts as moving if pauses are kept (µs).
    private static let maximumAge: Int64 = 80_000

    private let inPlace = InPlace()
    private var samples = MotionSamples()
    /// When the first sample since the last restart was taken.
    private var begin = Timestamp(microseconds: 0)
    /// When the newest sample was taken.
    private var newest = Timestamp(microseconds: 0)
    /// When the newest sample was taken whose position differs from the one before.
    private var movedAt = Timestamp(microseconds: 0)

    /// How the velocity is computed.
    public let strategy: VelocityStrategy
    /// What happens to the velocity of a finger that pauses.
    var pauses = PauseTreatment.stop

    /// Creates an estimator without samples.
    public init(strategy: VelocityStrategy = .leastSquares) {
        self.strategy = strategy
    }

    /// When the newest sample was taken; `nil` without samples.
    public var newestTime: Timestamp? { samples.count > 0 ? newest : nil }

    /// The position of the newest sample; `nil` without samples.
    public var newestPosition: Point? {
        samples.count > 0 ? samples.position(at: samples.end &- 1) : nil
    }

    /// The newest step from sample to sample, in mm; zero after a silence, and `nil` if there has
    /// been no other sample since the last silence.
    func lastStep(at time: Timestamp) -> Point? {
        guard samples.count > 0 else { return nil }
        guard time.microseconds(since: newest) <= Self.maximumGap else { return .zero }
        guard samples.count > 1 else { return nil }
        let last = samples.end &- 1
        return samples.position(at: last) - samples.position(at: last &- 1)
    }

    /// The number of samples since the last silence; at most 20.
    var count: Int { samples.count }

    /// The first two or three samples; `nil` if there are more or fewer, or if two have the same
    /// time.
    ///
    /// - Parameter frame: the time from a frame of the panel to the next (µs); `nil` if unknown. Then
    ///   the shorter step counts as one frame.
    func arrival(frame: Double?) -> Arrival? {
        guard samples.count == 2 || samples.count == 3 else { return nil }
        let first = samples.first
        let times = (
            samples.span(from: first, to: first &+ 1),
            samples.count == 3 ? samples.span(from: first &+ 1, to: first &+ 2) : .infinity
        )
        guard min(times.0, times.1) > 0 else { return nil }
        let frames = Self.frames(in: times, of: frame)
        let landing = samples.position(at: first)
        let second = samples.position(at: first &+ 1)
        let step = (second - landing) / frames.0
        guard samples.count == 3 else { return Arrival(landing: landing, step: step, growth: nil) }
        let next = (samples.position(at: first &+ 2) - second) / frames.1
        return Arrival(landing: landing, step: step, growth: next - step)
    }

    /// The number of frames in each of two steps, of which one may have lost some.
    ///
    /// Stamps may be late, so that one step seems short and the other long: only the whole time
    /// shows that a frame was lost. A whole time of more than `maximumFrames` shows that `frame` is
    /// not that of the panel now. Then the shorter step is a frame.
    private static func frames(
        in times: (Double, Double), of frame: Double?
    ) -> (Double, Double) {
        let shorter = min(times.0, times.1)
        let ratios = (times.0 / shorter, times.1 / shorter)
        guard let frame, times.1 < .infinity else { return ratios }
        guard max(ratios.0, ratios.1) > Self.irregularity else { return (1, 1) }
        let total = max(((times.0 + times.1) / frame).rounded(), 2)
        guard total <= Self.maximumFrames else { return ratios }
        let first = min(max((times.0 / frame).rounded(), 1), total - 1)
        return (first, total - first)
    }

    /// The mean time between the first three samples (µs); `nil` if there are not three, or if one
    /// step took much longer than the other: a sample between them was lost or withheld. Where the
    /// time of both cannot be that of two to four frames, `frame` is not that of the panel now.
    func firstInterval(frame: Double?) -> Double? {
        guard samples.count == 3 else { return nil }
        let second = samples.first &+ 1
        let step = samples.span(from: samples.first, to: second)
        let next = samples.span(from: second, to: second &+ 1)
        let mean = (step + next) / 2
        if max(step, next) <= Self.irregularity * min(step, next) { return mean }
        guard let frame else { return nil }
        let possible = Self.irregularity...Self.maximumFrames + 0.5
        return possible.contains((step + next) / frame) ? nil : mean
    }

    /// Removes all samples.
    public mutating func restart() {
        samples.removeAll()
    }

    /// Adds a sample; a timestamp before the newest one is raised to it.
    @inline(__always)
    public mutating func add(_ position: Point, at time: Timestamp) {
        if samples.count == 0 || time.microseconds(since: newest) > Self.maximumGap {
            samples.removeAll()
            begin = time
            newest = time
            movedAt = time
        }
        newest = max(newest, time)
        if position != newestPosition { movedAt = newest }
        samples.append(
            position, at: Double(newest.microseconds(since: begin)), horizon: Self.horizon,
            isSparse: pauses == .stop)
    }

    /// The velocity at the newest sample, in mm/s.
    public func velocity() -> Point {
        guard samples.count > 1 else { return .zero }
        let (velocity, displacement) = estimate(isPosition: true)
        return velocity.dot(displacement) >= 0 ? velocity : .zero
    }

    /// The velocity at `now`, in mm/s: 0 if the finger has not moved recently.
    public func velocity(at now: Timestamp) -> Point {
        isMoving(at: now) ? velocity() : .zero
    }

    /// The rate of each coordinate, if they are independent quantities and not a position. A rate
    /// against the coordinate's own change is 0.
    func velocityByCoordinate() -> Point {
        guard samples.count > 1 else { return .zero }
        let (velocity, displacement) = estimate(isPosition: false)
        return Point(
            x: velocity.x * displacement.x >= 0 ? velocity.x : 0,
            y: velocity.y * displacement.y >= 0 ? velocity.y : 0)
    }

    /// The velocity of the samples within the horizon, and the displacement from the first of them
    /// to the newest.
    ///
    /// - Parameter isPosition: whether the samples are positions, whose slow parabolas are limited.
    @inline(__always)
    private func estimate(isPosition: Bool) -> (velocity: Point, displacement: Point) {
        let last = samples.end &- 1
        let first = samples.oldest(within: Self.horizon, of: last)
        guard samples.span(from: first, to: last) >= Self.minimumSpan else { return (.zero, .zero) }
        let velocity =
            switch strategy {
            case .leastSquares:
                samples.leastSquaresVelocity(from: first, to: last, isPosition: isPosition)
            case .impulse: samples.impulseVelocity(from: first, to: last)
            }
        return (velocity, samples.position(at: last) - samples.position(at: first))
    }

    /// Whether the finger has moved recently: in the last 40 ms, or 2.5 times the mean time between
    /// its samples.
    func isMoving(at now: Timestamp) -> Bool {
        guard samples.count > 0 else { return false }
        guard pauses == .stop else { return now.microseconds(since: newest) <= Self.maximumAge }
        let pause = Double(now.microseconds(since: movedAt))
        return pause <= Self.minimumPause || pause <= Self.pauseInSamples * samples.meanInterval
    }
}

/// The rate of change of a number, such as a scale or an angle: a `VelocityEstimator` of one
/// dimension.
public struct ScalarVelocityEstimator: Sendable {
    private var estimator: VelocityEstimator

    /// Creates an estimator without samples.
    public init(strategy: VelocityStrategy = .leastSquares) {
        estimator = VelocityEstimator(strategy: strategy)
    }

    /// How the velocity is computed.
    public var strategy: VelocityStrategy { estimator.strategy }

    /// When the newest sample was taken; `nil` without samples.
    public var newestTime: Timestamp? { estimator.newestTime }

    /// The newest sample; `nil` without samples.
    public var newestValue: Double? { estimator.newestPosition?.x }

    /// Removes all samples.
    public mutating func restart() {
        estimator.restart()
    }

    /// Adds a sample; a timestamp before the newest one is raised to it.
    public mutating func add(_ value: Double, at time: Timestamp) {
        estimator.add(Point(x: value, y: 0), at: time)
    }

    /// The rate at the newest sample, in units per second.
    public func velocity() -> Double {
        estimator.velocityByCoordinate().x
    }

    /// The rate at `now`, in units per second: 0 if the number has not changed recently.
    public func velocity(at now: Timestamp) -> Double {
        estimator.isMoving(at: now) ? velocity() : 0
    }
}

/// How a velocity is computed from samples.
public enum VelocityStrategy: String, Sendable, Hashable, CaseIterable {
    /// A parabola through the samples; the velocity is its slope at the newest one.
    case leastSquares = "least_squares"
    /// The work that would have moved a mass along the samples; the velocity is the mass's at the
    /// newest sample.
    case impulse
}

/// The position to which a movement would continue after the fingers lift.
public enum Projection {
    /// The time over which the movement is extrapolated, in seconds.
    public static let lead = 0.25

    /// The translation after `lead` more seconds at this velocity.
    ///
    /// - Parameters:
    ///   - translation: the displacement so far, in millimetres.
    ///   - velocity: in mm/s.
    public static func predictedTranslation(_ translation: Point, velocity: Point) -> Point {
        translation + velocity * lead
    }
}
