/// Why one gesture of a list was not recognised in one hand: from the landing of the hand's first
/// finger to the lift of its last one.
public struct GestureExplanation: Sendable, Hashable {
    /// Why it was not recognised.
    public enum Reason: Sendable, Hashable {
        /// The hand never had an allowed number of fingers, but at most this number.
        case fingers(Int)
        /// A value missed its threshold.
        case missed(UnmetThreshold)
        /// The count of its taps is below `of`, the minimum that it reports. The last value is why
        /// the last tap did not continue an earlier count.
        case count(Int, of: Int, TapBreak?)
        /// The gesture at this index of the zone's list won.
        case lost(to: Int)
        /// It waits for the gestures at these indices of the zone's list, which may still begin.
        case waits(for: [Int])
        /// It ended too recently: it cannot begin for this many microseconds more.
        case cooldown(us: Int64)
        /// The fingers did not land at a side that it accepts, but at this one; `nil` if at no
        /// side.
        case edge(SurfaceEdge?)
        /// The accepted side nearest to a finger, the distance between both, and its limit, in mm.
        case awayFromEdge(SurfaceEdge, Double, limit: Double)
        /// The fingers of a part landed this far from its rectangle, in mm.
        case awayFromPlace(Double)
        /// The fingers of a part landed this far from the tap before it; and the limit, in mm.
        case awayFromTap(Double, limit: Double)
        /// It can begin only in the first round of a hand.
        case laterRound
        /// A finger landed late, or by a jump.
        case landedLate
        /// A finger had lifted.
        case lifted
        /// A finger did not move within 45° of the direction of the others.
        case apart
        /// It met its thresholds only in a frame in which a finger landed or lifted.
        case fingersChanged
        /// It met its thresholds too soon after a lift (`lift_quiet`).
        case liftQuiet
        /// The device has reported no force.
        case noForce
        /// A finger was rejected.
        case rejected(CancellationReason)
        /// A part that has precedence, or the next part, may still begin.
        case undecided
        /// None of the above.
        case incomplete
    }

    /// Why a tap did not continue a count.
    public enum TapBreak: Sendable, Hashable {
        /// The time from the lift to the landing, and the maximum or minimum, in microseconds.
        case gap(us: Int64, limitUs: Int64)
        /// The distance between both taps, and the maximum, in mm.
        case spacing(Double, limit: Double)
        /// The number of fingers, and that of the taps before.
        case fingers(Int, before: Int)
    }

    /// When the hand ended.
    public var time: Timestamp
    /// When the hand began.
    public var since: Timestamp
    /// The device, as in events.
    public var device: Int
    /// The index of the zone in the engine's configuration.
    public var zone: Int
    /// The index of the gesture in the zone's list.
    public var gesture: Int
    /// The part of a composition that is the reason, as an index of `ZoneConfiguration.nodes`;
    /// `nil` if none is.
    public var part: Int?
    /// Why the gesture, or the part, was not recognised.
    public var reason: Reason

    /// Creates an explanation of a gesture or of a part of it.
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
