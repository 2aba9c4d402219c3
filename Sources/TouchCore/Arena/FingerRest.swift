/// Since when the fingers of a hand rest: what waits for a swipe waits no longer then.
struct FingerRest: ~Copyable {
    /// A finger that stays within this distance rests (mm, squared) …
    private static let squaredDistance = 9.0
    /// … after this time (µs).
    private static let durationUs: Int64 = 150_000

    private var anchors = FixedTable(repeating: Point.zero, count: 64)
    private var since = Timestamp(microseconds: 0)
    /// They have rested: not taken back for this hand.
    private(set) var hasRested = false

    /// Starts anew with fingers where they are.
    mutating func restart(_ hand: UInt64, at time: Timestamp, fingers: borrowing FingerTable) {
        since = time
        hasRested = false
        for slot in SlotSequence(hand) { anchors[slot] = fingers.position(ofSlot: slot) }
    }

    /// Takes where the fingers are.
    mutating func update(_ hand: UInt64, at time: Timestamp, fingers: borrowing FingerTable) {
        settle(at: time)
        for slot in SlotSequence(hand) {
            let position = fingers.position(ofSlot: slot)
            guard position.squaredDistance(to: anchors[slot]) > Self.squaredDistance else {
                continue
            }
            anchors[slot] = position
            since = time
        }
    }

    /// Lets time go on.
    mutating func settle(at time: Timestamp) {
        if deadline <= time { hasRested = true }
    }

    /// When they will have rested, if they stay.
    var deadline: Timestamp { since.advanced(byMicroseconds: Self.durationUs) }
}
