/// Why one gesture of a list was not recognised in one hand: from the landing of its
/// first finger until none is left.
public struct GestureExplanation: Sendable, Hashable {
    /// Why it was not recognised.
    public enum Reason: Sendable, Hashable {
        /// The hand never had an allowed number of fingers; the associated value is what it
        /// had.
        case fingers(Int)
        /// A value missed its threshold.
        case missed(UnmetThreshold)
        /// It counts taps, and this was not the count that it reports.
        case count(Int, of: Int, TapBreak?)
        /// Another gesture of the zone's list won.
        case lost(to: Int)
        /// Gestures of the zone's list that it waits for may still begin.
        case waits(for: [Int])
        /// It ended too recently: it is silent for this many more microseconds.
        case cooldown(us: Int64)
        /// The fingers did not land where it requires, but at this side; `nil` if at no side.
        case edge(SurfaceEdge?)
        /// The finger nearest to an accepted side landed this far from it, in mm, and the limit.
        case awayFromEdge(SurfaceEdge, Double, limit: Double)
        /// Its fingers landed this far from its location, in mm.
        case awayFromPlace(Double)
        /// Its fingers landed this far from the tap before it, in mm, and the limit.
        case awayFromTap(Double, limit: Double)
        /// It can begin only in the hand's first round.
        case laterRound
        /// A finger landed late, or again somewhere else.
        case landedLate
        /// A finger had lifted.
        case lifted
        /// A finger did not move within 45° of the others' direction.
        case apart
        /// It would have begun when a finger landed or lifted, in the same frame.
        case fingersChanged
        /// It would have begun too soon after a lift (`lift_quiet`).
        case liftQuiet
        /// The device has reported no force.
        case noForce
        /// A finger was rejected.
        case rejected(CancellationReason)
        /// The part that has precedence, or that follows, may still begin.
        case undecided
        /// None of the above.
        case incomplete
    }

    /// Why a tap did not continue the count of the one before it.
    public enum TapBreak: Sendable, Hashable {
        /// From the lift to the next landing, in microseconds, and the maximum or minimum.
        case gap(us: Int64, limitUs: Int64)
        /// The distance, in mm, and the maximum.
        case spacing(Double, limit: Double)
        /// Another number of fingers.
        case fingers(Int, before: Int)
    }

    /// The end of the hand.
    public var time: Timestamp
    /// When the hand began.
    public var since: Timestamp
    /// The device, as in events.
    public var device: Int
    /// Index of the zone in the engine's configuration.
    public var zone: Int
    /// Index of the gesture in its zone's list.
    public var gesture: Int
    /// The part of a composition that was not recognised, as an index of `ZoneConfiguration.nodes`.
    public var part: Int?
    /// Why it, or its part, was not recognised.
    public var reason: Reason

    /// Creates an explanation of a gesture, or its part.
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
