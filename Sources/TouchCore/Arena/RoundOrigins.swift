/// Where the fingers of a hand were when the present round started.
///
/// Each arena has its own: a finger that two zones hear may be in different rounds of theirs.
struct RoundOrigins: ~Copyable {
    private var points = FixedTable(repeating: Point.zero, count: 64)

    /// Starts a round: what follows is measured from where the fingers landed, or are.
    mutating func restart(
        _ hand: UInt64, fromLandings: Bool, fingers: borrowing FingerTable
    ) {
        for slot in SlotSequence(hand) {
            points[slot] =
                fromLandings ? fingers.landing(ofSlot: slot) : fingers.position(ofSlot: slot)
        }
    }

    /// How far the centroid is from where it was when the round started.
    @inline(__always)
    func translation(of hand: UInt64, fingers: borrowing FingerTable) -> Point {
        var sum = Point.zero
        var count = 0.0
        for slot in SlotSequence(hand) {
            sum += fingers.position(ofSlot: slot) - points[slot]
            count += 1
        }
        return sum / count
    }

    /// What takes the fingers from where they were when the round started to where they are.
    @inline(__always)
    func similarity(of hand: UInt64, fingers: borrowing FingerTable) -> Similarity {
        var similarity = Similarity()
        for slot in SlotSequence(hand) {
            similarity.add(origin: points[slot], now: fingers.position(ofSlot: slot))
        }
        return similarity
    }
}
