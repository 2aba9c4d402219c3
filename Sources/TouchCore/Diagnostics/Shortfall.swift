/// A value that kept a gesture from coming about, and the threshold that it should have met.
public struct Shortfall: Sendable, Hashable {
    /// What the value was asked to be.
    public enum Bound: Sendable, Hashable {
        /// The limit or more.
        case atLeast
        /// The limit or less.
        case atMost
        /// More than the limit.
        case moreThan
    }

    /// What was measured.
    public enum Quantity: Sendable, Hashable, CaseIterable {
        /// The farthest that a finger has been from where it landed, in mm.
        case travel
        /// How far apart fingers landed, in mm.
        case separation
        /// From the first landing to the last lift of a tap, in s.
        case tapDuration
        /// From the first landing to the first lift, in s.
        case pressDuration
        /// How far the fingers' centre moved, along the axis that counts, in mm.
        case distance
        /// From the first landing on, for a swipe, in s.
        case swipeDuration
        /// Travel of a swipe over its time, in mm/s.
        case speed
        /// What moved in the last 100 ms before the first lift, in mm.
        case flick
        /// How far the path strayed from the straight line, in mm.
        case wander
        /// Angle to the nearest direction that counts, in degrees.
        case deviation
        /// From the first lift to the last, in s; the limit is fixed.
        case liftSpread
        /// Change of the spread, in mm.
        case spread
        /// Change of the spread, in mm, against a share of the way of the centre.
        case spreadShare
        /// Change of the scale.
        case scale
        /// Radius of the hand, in mm.
        case radius
        /// Angle that the hand turned, in degrees.
        case rotation
        /// Length of the arc, in mm; the limit is `minimumDistance` of a rotation.
        case arc
        /// Length of the arc, in mm, against a share of the way of the centre.
        case arcShare
        /// Force, 0 to 1.
        case force
        /// Force, against 1.5 times that of the touch itself.
        case forceRatio
        /// How long the touch had lasted when it was pressed hard enough, in s; the limit is fixed.
        case forceAge
    }

    /// What was measured.
    public var quantity: Quantity
    /// What it came to.
    public var value: Double
    /// What it was asked to be.
    public var bound: Bound
    /// The threshold, in the unit of `value`.
    public var limit: Double

    /// A value that misses its limit; both in one unit.
    public init(quantity: Quantity, value: Double, bound: Bound, limit: Double) {
        self.quantity = quantity
        self.value = value
        self.bound = bound
        self.limit = limit
    }

    /// Whether the value really misses the threshold.
    public var isMissed: Bool {
        switch bound {
        case .atLeast: !(value >= limit)
        case .atMost: !(value <= limit)
        case .moreThan: !(value > limit)
        }
    }
}

extension Shortfall {
    /// `nil` where the value meets the threshold.
    static func of(
        _ quantity: Quantity, _ value: Double, _ bound: Bound, _ limit: Double
    ) -> Shortfall? {
        let shortfall = Shortfall(quantity: quantity, value: value, bound: bound, limit: limit)
        return shortfall.isMissed ? shortfall : nil
    }

    /// `nil` where the length, given squared, meets the limit in mm; zero is no limit.
    static func longer(_ quantity: Quantity, squared: Double, than maximum: Double) -> Shortfall? {
        // Compared as the recognisers do; the root may be off by a rounding.
        guard squared > Limit.squared(maximum) else { return nil }
        return .of(quantity, max(squared.squareRoot(), maximum.nextUp), .atMost, maximum)
    }

    /// `nil` where a time in microseconds is no longer than the limit; zero is no limit.
    static func longer(_ quantity: Quantity, us: Int64, than maximum: Duration) -> Shortfall? {
        let limit = Limit.microseconds(maximum)
        guard us > limit else { return nil }
        return .of(quantity, Double(us) / 1e6, .atMost, Double(limit) / 1e6)
    }

    /// `nil` where a time in microseconds is no shorter than the limit.
    static func shorter(_ quantity: Quantity, us: Int64, than minimum: Int64) -> Shortfall? {
        .of(quantity, Double(us) / 1e6, .atLeast, Double(minimum) / 1e6)
    }
}
