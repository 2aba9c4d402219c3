/// The set bits of a slot mask, lowest first.
struct SlotSequence: Sequence, IteratorProtocol, Sendable {
    private var remaining: UInt64

    init(_ mask: UInt64) {
        remaining = mask
    }

    mutating func next() -> Int? {
        guard remaining != 0 else { return nil }
        defer { remaining &= remaining &- 1 }
        return remaining.trailingZeroBitCount
    }
}

/// Every finger of one device, indexed by kernel slot.
///
/// Storage is inline and fixed. What recognisers want to know of a hand, a mask of slots, they ask
/// here; nobody else walks the fingers.
struct FingerTable: ~Copyable {
    var fingers = InlineArray<64, Finger>(repeating: Finger())

    /// The mean of the fingers' positions.
    func centroid(of hand: UInt64) -> Point {
        var sum = Point.zero
        for slot in SlotSequence(hand) { sum += fingers[slot].position }
        return sum / Double(hand.nonzeroBitCount)
    }

    /// The mean of where the fingers were when the round started.
    func origin(of hand: UInt64) -> Point {
        var sum = Point.zero
        for slot in SlotSequence(hand) { sum += fingers[slot].origin }
        return sum / Double(hand.nonzeroBitCount)
    }

    /// How far the centroid is from the landing points' centroid.
    func displacement(of hand: UInt64) -> Point {
        var sum = Point.zero
        for slot in SlotSequence(hand) { sum += fingers[slot].position - fingers[slot].landing }
        return sum / Double(hand.nonzeroBitCount)
    }

    /// The farthest that any of the fingers has been from its landing point, squared.
    func squaredTravel(of hand: UInt64) -> Double {
        var farthest = 0.0
        for slot in SlotSequence(hand) { farthest = max(farthest, fingers[slot].squaredTravel) }
        return farthest
    }

    /// The greatest distance between two of the landing points, squared.
    func squaredSeparation(of hand: UInt64) -> Double {
        var greatest = 0.0
        for slot in SlotSequence(hand) {
            for other in SlotSequence(hand & ~(1 << UInt64(slot))) where other > slot {
                let distance = fingers[slot].landing.squaredDistance(to: fingers[other].landing)
                greatest = max(greatest, distance)
            }
        }
        return greatest
    }

    /// The mean of the fingers' velocities, in mm/s; one that has long been still counts as 0.
    func velocity(of hand: UInt64, at time: Timestamp) -> Point {
        var sum = Point.zero
        for slot in SlotSequence(hand) { sum += fingers[slot].motion.velocity(at: time) }
        return sum / Double(hand.nonzeroBitCount)
    }

    /// The greatest force, 0 to 1.
    func force(of hand: UInt64) -> Double {
        var greatest = 0.0
        for slot in SlotSequence(hand) { greatest = max(greatest, fingers[slot].force.value) }
        return greatest
    }

    /// Whether every finger goes within 45° of `way`; one that has not moved does not.
    func allGo(along way: Point, hand: UInt64) -> Bool {
        for slot in SlotSequence(hand) {
            let own = fingers[slot].position - fingers[slot].landing
            let along = own.dot(way)
            // cos² 45° = ½
            guard along > 0,
                along * along >= 0.5 * own.squaredLength * way.squaredLength
            else { return false }
        }
        return true
    }

    /// Starts a round: what follows is measured from where the fingers landed, or are.
    mutating func startRound(of hand: UInt64, fromLandings: Bool) {
        for slot in SlotSequence(hand) {
            fingers[slot].origin = fromLandings ? fingers[slot].landing : fingers[slot].position
        }
    }
}
