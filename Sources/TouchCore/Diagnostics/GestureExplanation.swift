/// Why one gesture of a list did not come about in one contact sequence: from the landing of its
/// first finger until there is none.
public struct GestureExplanation: Sendable, Hashable {
    /// What kept it from coming.
    public enum Reason: Sendable, Hashable {
        /// The sequence never had a number of fingers that it takes; it had so many.
        case fingers(Int)
        /// A value missed its threshold.
        case missed(UnmetThreshold)
        /// It counts taps, and this was not the one that it reports.
        case count(Int, of: Int, TapBreak?)
        /// Another gesture of the zone's list won.
        case lost(to: Int)
        /// Those of the zone's list that it waits for may still be.
        case waits(for: [Int])
        /// It ended too lately: silent for so many microseconds still.
        case cooldown(us: Int64)
        /// The fingers did not land where it asks for; `nil`: at no side.
        case edge(SurfaceEdge?)
        /// The finger that landed nearest to a side that it takes landed so far from it, in mm; at
        /// most so far.
        case awayFromEdge(SurfaceEdge, Double, limit: Double)
        /// It comes of the sequence's first segment alone.
        case laterRound
        /// A finger landed late, or anew somewhere else.
        case landedLate
        /// A finger had lifted.
        case lifted
        /// A finger did not go within 45° of the others' way.
        case apart
        /// It would have begun when a finger landed or lifted, in the same frame.
        case fingersChanged
        /// It would have begun too soon after a lift (`lift_quiet`).
        case liftQuiet
        /// The device has shown no force.
        case noForce
        /// A finger turned out to be none.
        case rejected(CancellationReason)
        /// The part may still come that has precedence, or that follows.
        case undecided
        /// Nothing of the above.
        case incomplete
    }

    /// Why a tap did not count on from the one before it.
    public enum TapBreak: Sendable, Hashable {
        /// From the lift to the next landing, in microseconds; at most, or at least, so long.
        case gap(us: Int64, limitUs: Int64)
        /// So far apart, in mm; at most so far.
        case spacing(Double, limit: Double)
        /// Another number of fingers.
        case fingers(Int, before: Int)
    }

    /// The end of the sequence.
    public var time: Timestamp
    /// When the sequence began.
    public var since: Timestamp
    /// The device, as in events.
    public var device: Int
    /// Index of the zone in the engine's configuration.
    public var zone: Int
    /// Index of the gesture in its zone's list.
    public var gesture: Int
    /// The part of a composition that did not come, as an index of `ZoneConfiguration.nodes`.
    public var part: Int?
    /// What kept it, or its part, from coming.
    public var reason: Reason

    /// What kept a gesture, or its part, from coming.
    public init(
        zone: Int, gesture: Int, part: Int? = nil, _ reason: Reason, device: Int,
        since: Timestamp, time: Timestamp
    ) {
        self.time = time
        self.since = since
        self.device = device
        self.zone = zone
        self.gesture = gesture
        self.part = part
        self.reason = reason
    }
}

/// A value that kept a gesture from coming about, and the threshold that it should have met.
public struct UnmetThreshold: Sendable, Hashable {
    /// What the value was asked to be.
    public enum Bound: Sendable, Hashable {
        /// The limit or more.
        case atLeast
        /// The limit or less.
        case atMost
        /// More than the limit.
        case moreThan
    }

    /// What was measured; of each kind in the order in which its thresholds are checked.
    public enum Quantity: Sendable, Hashable, CaseIterable {
        /// The farthest that a finger has been from where it landed, in mm.
        case travel
        /// How far apart fingers landed, in mm.
        case separation
        /// From the first landing to the last lift of a tap, in s, against the least.
        case shortestTap
        /// From the lift before to a landing in the same place, in s.
        case bounce
        /// From the first landing to the last lift of a tap, in s, against the most.
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
        /// How far the finger has moved that moved least, in mm; the limit is fixed.
        case leastTravel
        /// How far a finger went apart from the mean way, in mm; the limit is a fixed share of that way.
        case divergence
        /// Change of the spread, in mm.
        case spread
        /// Change of the scale.
        case scale
        /// Change of the spread, in mm, against a share of the way of the centre.
        case spreadShare
        /// Angle that the fingers turned, in degrees.
        case rotation
        /// Length of the arc, in mm; the limit is `minimumDistance` of a rotation.
        case arc
        /// Length of the arc, in mm, against a share of the way of the centre.
        case arcShare
        /// Radius of the fingers, in mm.
        case radius
        /// Force, 0 to 1.
        case force
        /// How long the touch had lasted when it was pressed hard enough, in s; the limit is fixed.
        case forceAge
        /// Force, against 1.5 times that of the touch itself.
        case forceRatio
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

/// As recognisers compare them: the value given is taken to the missing side of the limit, for the
/// number that is shown may be off by a rounding.
extension UnmetThreshold {
    /// A value below its minimum.
    @inline(__always)
    static func below(_ quantity: Quantity, _ value: Double, _ limit: Double) -> UnmetThreshold {
        UnmetThreshold(
            quantity: quantity, value: lesser(value, limit.nextDown), bound: .atLeast, limit: limit)
    }

    /// A value above its maximum.
    @inline(__always)
    static func above(_ quantity: Quantity, _ value: Double, _ limit: Double) -> UnmetThreshold {
        UnmetThreshold(
            quantity: quantity, value: greater(value, limit.nextUp), bound: .atMost, limit: limit)
    }

    /// A time below its minimum, both in microseconds.
    @inline(__always)
    static func below(_ quantity: Quantity, us: Int64, _ limitUs: Int64) -> UnmetThreshold {
        .below(quantity, Double(us) / 1e6, Double(limitUs) / 1e6)
    }

    /// A time above its maximum, both in microseconds.
    @inline(__always)
    static func above(_ quantity: Quantity, us: Int64, _ limitUs: Int64) -> UnmetThreshold {
        .above(quantity, Double(us) / 1e6, Double(limitUs) / 1e6)
    }
}

/// The former name of `UnmetThreshold`.
@available(*, deprecated, renamed: "UnmetThreshold")
public typealias Shortfall = UnmetThreshold
