/// A contact that counts: where it landed, where it is, and how it moves.
///
/// Positions are filtered (`ContactFilter`) unless they say otherwise; all in surface millimetres.
struct Finger: Sendable {
    /// When the contact began to count.
    var landedAt = Timestamp(microseconds: 0)
    /// Where the contact began to count.
    var landing = Point.zero
    /// Where the finger is.
    var position = Point.zero
    /// Where the finger was when the present round started, or where it landed.
    var origin = Point.zero
    /// The farthest it has been from its landing point, squared; never falls.
    var squaredTravel = 0.0
    /// The last sample, as the device gave it.
    var rawPosition = Point.zero
    /// When the last sample came.
    var sampledAt = Timestamp(microseconds: 0)
    /// Unfiltered samples.
    var motion = VelocityEstimator()
    /// The smoothed force.
    var force = ForceFilter()
    /// Samples since the contact came up; counted only until it counts.
    var events = 0

    /// Takes the filtered position of a sample.
    mutating func move(to position: Point) {
        self.position = position
        squaredTravel = max(squaredTravel, position.squaredDistance(to: landing))
    }

    /// Starts to count, where the last sample was.
    mutating func land(at time: Timestamp) {
        landedAt = time
        landing = rawPosition
        position = rawPosition
        origin = rawPosition
        squaredTravel = 0
    }
}
