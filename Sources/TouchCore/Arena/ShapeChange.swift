/// How the shape of the fingers of a round has changed, by which `magnify` and `rotate` begin.
///
///     waiting ──each finger has moved, or `patienceUs` are over──▶ judging
///
/// Fingers do not start to move at the same time. Until each has moved, two fingers that scroll
/// side by side cannot be distinguished from one that circles another. So the change is measured
/// from a baseline: the positions before the frame in which the last finger had moved. Values of
/// gestures are measured from the start of the round.
struct ShapeChange: ~Copyable {
    /// A finger has moved once it is this far from where it was at the start of the round (mm).
    static let startDistance = 1.0
    /// The maximum wait for a finger that does not move (µs).
    private static let patienceUs: Int64 = 120_000
    /// The required divergence, as a fraction of the mean displacement.
    private static let minimumDivergence = 0.8
    /// The maximum required divergence (mm): fingers that have travelled far together can still
    /// turn.
    private static let sufficientDivergence = 12.0

    /// Whether every finger has moved, or `patienceUs` have passed.
    private(set) var isJudging = false
    /// The displacement since the start of the round of the finger that has moved least, in mm; not
    /// updated once judging.
    private(set) var leastTravel = 0.0
    /// The deviation from the mean displacement of the finger that deviates most, in mm.
    private(set) var divergence = 0.0
    /// The required divergence, in mm.
    private(set) var neededDivergence = 0.0

    // The following are measured only if `diverges`.

    /// Displacement of the centroid, in mm.
    private(set) var travel = 0.0
    /// The ratio of the present size to the size at the baseline.
    private(set) var scale = 1.0
    /// The angle since the baseline, in clockwise radians, unwrapped beyond half a turn.
    private(set) var angle = 0.0
    /// The present root mean square distance of the fingers from their centroid, in mm.
    private(set) var radius = 0.0
    /// The change of the spread since the baseline, in mm; the spread is twice the radius.
    private(set) var spreadChange = 0.0

    private var startedAt = Timestamp(microseconds: 0)
    /// The positions of the fingers at the baseline, by slot; while waiting, their last positions.
    private var baseline = UniqueArray(repeating: Point.zero, count: 64)

    /// Whether the divergence is sufficient.
    private var diverges: Bool { divergence >= neededDivergence }

    /// Starts a round: waits for each finger to move.
    ///
    /// - Parameter origins: where the fingers are, by slot.
    mutating func restart(
        _ slots: UInt64, at time: Timestamp, from origins: borrowing UniqueArray<Point>
    ) {
        isJudging = false
        leastTravel = 0
        startedAt = time
        angle = 0
        for slot in SlotSequence(slots) { baseline[slot] = origins[slot] }
    }

    /// Measures the change, if each finger has moved.
    ///
    /// - Parameters:
    ///   - origins: where the fingers were at the start of the round, by slot.
    ///   - needsAngle: whether a gesture needs the angle.
    mutating func measure(
        _ slots: UInt64, from origins: borrowing UniqueArray<Point>, at time: Timestamp,
        needsAngle: Bool, fingers: borrowing FingerTable
    ) {
        if !isJudging {
            waitForMovement(slots, from: origins, at: time, fingers: fingers)
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

    /// The threshold that keeps every change from being judged; `nil` if none does.
    var unmet: UnmetThreshold? {
        guard isJudging else { return .below(.leastTravel, leastTravel, Self.startDistance) }
        guard diverges else { return .below(.divergence, divergence, neededDivergence) }
        return nil
    }

    private mutating func waitForMovement(
        _ slots: UInt64, from origins: borrowing UniqueArray<Point>, at time: Timestamp,
        fingers: borrowing FingerTable
    ) {
        var minimum = Double.infinity
        for slot in SlotSequence(slots) {
            let squared = fingers.position(ofSlot: slot).squaredDistance(to: origins[slot])
            minimum = lesser(minimum, squared)
        }
        leastTravel = minimum.squareRoot()
        isJudging =
            leastTravel >= Self.startDistance
            || time.microseconds(since: startedAt) >= Self.patienceUs
        if !isJudging { setBaseline(slots, fingers: fingers) }
    }

    private mutating func setBaseline(_ slots: UInt64, fingers: borrowing FingerTable) {
        for slot in SlotSequence(slots) { baseline[slot] = fingers.position(ofSlot: slot) }
    }

    /// Measures how far fingers deviate from their mean displacement: not at all if they move side
    /// by side.
    @inline(__always)
    private mutating func measureDivergence(_ slots: UInt64, fingers: borrowing FingerTable) {
        var sum = Point.zero
        var count = 0.0
        for slot in SlotSequence(slots) {
            sum += fingers.position(ofSlot: slot) - baseline[slot]
            count += 1
        }
        let mean = sum / count
        var maximum = 0.0
        for slot in SlotSequence(slots) {
            let displacement = fingers.position(ofSlot: slot) - baseline[slot]
            maximum = greater(maximum, displacement.squaredDistance(to: mean))
        }
        divergence = maximum.squareRoot()
        neededDivergence = lesser(
            Self.minimumDivergence * mean.length, Self.sufficientDivergence)
    }
}

/// The quantities whose thresholds can keep a change of the shape from being judged.
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
            source: "0.8 of their mean movement, or 12", .limitGrows)
    }
}
