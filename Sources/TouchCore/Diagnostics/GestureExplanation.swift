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
        /// Its fingers landed so far from its place, in mm.
        case awayFromPlace(Double)
        /// Its fingers landed so far from the tap before it, in mm; at most so far.
        case awayFromTap(Double, limit: Double)
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
