/// How the shape of the fingers of a round has changed, by which `magnify` and `rotate` begin.
///
///     waiting ──each finger has moved, or patience is over──▶ judging
///
/// Fingers do not start to move together. Until each has moved, two that scroll side by side cannot
/// be distinguished from one that goes around another. So the change is measured against a
/// baseline: where the fingers were before the frame in which the last of them had moved. Values of
/// gestures are still measured from the start of the round.
struct ShapeChange: ~Copyable {
    /// A finger has moved once it is this far from where it was at the start of the round (mm) …
    static let startDistance = 1.0
    /// … and a resting finger is waited for no longer than this (µs).
    private static let patienceUs: Int64 = 120_000
    /// The minimum divergence of the finger that deviates most from the mean displacement, as a
    /// fraction of that displacement …
    private static let minimumDivergence = 0.8
    /// … but no more than this, so that fingers that have travelled far together can still turn
    /// (mm).
    private static let sufficientDivergence = 12.0

    /// Whether every finger has moved, or patience is over.
    private(set) var isJudging = false
    /// Minimum displacement of a finger since the start, while waiting, in mm.
    private(set) var leastTravel = 0.0
    /// Maximum deviation of a finger from the mean displacement, in mm.
    private(set) var divergence = 0.0
    /// The required divergence, in mm.
    private(set) var neededDivergence = 0.0

    // The following are measured only if the divergence is sufficient.

    /// Displacement of the centroid, in mm.
    private(set) var travel = 0.0
    /// Ratio of the sizes.
    private(set) var scale = 1.0
    /// Clockwise radians, unwrapped beyond half a turn.
    private(set) var angle = 0.0
    /// Root mean square distance from the centroid now, in mm.
    private(set) var radius = 0.0
    /// Change of the spread, twice the radius, in mm.
    private(set) var spreadChange = 0.0

    private var startedAt = Timestamp(microseconds: 0)
    /// By slot, where each finger was at the baseline; while waiting, its last position.
    private var baseline = UniqueArray(repeating: Point.zero, count: 64)

    /// Whether the divergence is sufficient.
    private var diverges: Bool { divergence >= neededDivergence }

    /// Starts a round.
    mutating func restart(_ slots: UInt64, at time: Timestamp, fingers: borrowing FingerTable) {
        isJudging = false
        leastTravel = 0
        startedAt = time
        angle = 0
        place(slots, fingers: fingers)
    }

    /// Measures once each finger has moved.
    ///
    /// - Parameters:
    ///   - origins: where the fingers were at the start of the round, by slot.
    ///   - needsAngle: whether a gesture needs the angle.
    mutating func measure(
        _ slots: UInt64, from origins: borrowing UniqueArray<Point>, at time: Timestamp,
        needsAngle: Bool, fingers: borrowing FingerTable
    ) {
        if !isJudging {
            wait(slots, from: origins, at: time, fingers: fingers)
            guard isJudging else { return }
        }
        measureDivergence(slots, fingers: fingers)
        guard diverges else { return }
        let similarity = Similarity(slots, from: baseline, fingers: fingers)
        travel = similarity.translation.length
        scale = similarity.scale
        if needsAngle { angle = Similarity.unwrapped(similarity.angle, nearest: angle) }
        radius = similarity.radius
        spreadChange = 2 * (similarity.radius - similarity.originRadius)
    }

    /// The threshold that prevents every change from being judged; `nil` if no threshold does.
    var unmet: UnmetThreshold? {
        guard isJudging else { return .below(.leastTravel, leastTravel, Self.startDistance) }
        guard diverges else { return .below(.divergence, divergence, neededDivergence) }
        return nil
    }

    private mutating func wait(
        _ slots: UInt64, from origins: borrowing UniqueArray<Point>, at time: Timestamp,
        fingers: borrowing FingerTable
    ) {
        var least = Double.infinity
        for slot in SlotSequence(slots) {
            let squared = fingers.position(ofSlot: slot).squaredDistance(to: origins[slot])
            least = lesser(least, squared)
        }
        leastTravel = least.squareRoot()
        isJudging =
            leastTravel >= Self.startDistance
            || time.microseconds(since: startedAt) >= Self.patienceUs
        if !isJudging { place(slots, fingers: fingers) }
    }

    private mutating func place(_ slots: UInt64, fingers: borrowing FingerTable) {
        for slot in SlotSequence(slots) { baseline[slot] = fingers.position(ofSlot: slot) }
    }

    /// Measures how far fingers diverge from their mean displacement: fingers that move side by
    /// side do not.
    @inline(__always)
    private mutating func measureDivergence(_ slots: UInt64, fingers: borrowing FingerTable) {
        var sum = Point.zero
        var count = 0.0
        for slot in SlotSequence(slots) {
            sum += fingers.position(ofSlot: slot) - baseline[slot]
            count += 1
        }
        let mean = sum / count
        var greatest = 0.0
        for slot in SlotSequence(slots) {
            let own = fingers.position(ofSlot: slot) - baseline[slot]
            greatest = greater(greatest, own.squaredDistance(to: mean))
        }
        divergence = greatest.squareRoot()
        neededDivergence = lesser(
            Self.minimumDivergence * mean.length, Self.sufficientDivergence)
    }
}

/// The quantities whose thresholds can prevent a change of the shape from being judged.
extension UnmetThreshold.Quantity {
    /// Minimum displacement of a finger, in mm; the limit is fixed.
    public static var leastTravel: Self {
        Self("leastTravel", "a finger moved", .millimetres, places: 1, source: "")
    }
    /// Deviation of a finger from the mean displacement, in mm; the limit is a fixed fraction of
    /// that displacement.
    public static var divergence: Self {
        Self(
            "divergence", "the fingers went apart by", .millimetres, places: 1,
            source: "0.8 of their way, or 12", .limitGrows)
    }
}
