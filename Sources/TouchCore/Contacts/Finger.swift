/// A contact that counts: where it landed, where it is, and how it moves.
///
/// Positions are filtered (`ContactFilter`) unless they say otherwise; all in surface millimetres. Not
/// copyable: it is more than a kilobyte, and would be copied to be looked at.
struct Finger: ~Copyable, Sendable {
    /// The force of a touch itself is known so long after its landing (µs).
    static let settlingUs: Int64 = 100_000

    /// When the contact began to count.
    var landedAt = Timestamp(microseconds: 0)
    /// Where the contact began to count.
    var landing = Point.zero
    /// Where the finger is.
    var position = Point.zero
    /// The farthest it has been from its landing point, squared; never falls.
    var squaredTravel = 0.0
    /// Where it was when it began to rest: it has not been `StuckRule.distance` from there since.
    var anchor = Point.zero
    /// When it began to rest.
    var restsSince = Timestamp(microseconds: 0)
    /// The last sample, as the device gave it.
    var rawPosition = Point.zero
    /// When the last sample came.
    var sampledAt = Timestamp(microseconds: 0)
    /// Unfiltered samples.
    var motion = VelocityEstimator()
    /// What the one-euro filter remembers, where that is asked for.
    var smoothing = OneEuroFilter.State()
    /// The smoothed force.
    var force = ForceFilter()
    /// The force of the touch itself: that of the last sample until it settled.
    var settledForce = 0.0
    /// Samples since the contact came up; counted only until it counts.
    var events = 0

    /// Takes the filtered position of a sample; since when it rested that begins to rest there.
    @inline(__always)
    mutating func move(to position: Point, at time: Timestamp) -> Timestamp? {
        self.position = position
        squaredTravel = greater(squaredTravel, position.squaredDistance(to: landing))
        let distance = StuckRule.distance
        guard position.squaredDistance(to: anchor) >= distance * distance else { return nil }
        defer { rest(at: time) }
        return restsSince
    }

    /// Starts to count, where the last sample was.
    mutating func land(at time: Timestamp) {
        landedAt = time
        landing = rawPosition
        position = rawPosition
        smoothing.start(at: rawPosition, time)
        squaredTravel = 0
        settledForce = force.value
        rest(at: time)
    }

    private mutating func rest(at time: Timestamp) {
        anchor = position
        restsSince = time
    }

    /// Takes the force of a sample.
    @inline(__always)
    mutating func press(_ reading: Double, at time: Timestamp) {
        force.add(reading)
        guard time.microseconds(since: landedAt) <= Self.settlingUs else { return }
        settledForce = force.value
    }
}
