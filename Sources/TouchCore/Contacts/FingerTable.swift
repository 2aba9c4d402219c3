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
/// What recognisers want to know of a hand, a mask of slots, they ask here; nobody else walks the
/// fingers.
struct FingerTable: ~Copyable {
    /// Storage, for whoever changes a finger.
    var fingers = FixedTable(count: 64) { _ in Finger() }

    /// The mean over a hand of what `value` says of each finger.
    @inline(__always)
    private func mean(over hand: UInt64, _ value: (borrowing Finger) -> Point) -> Point {
        var sum = Point.zero
        var count = 0.0
        for slot in SlotSequence(hand) {
            sum += value(fingers[slot])
            count += 1
        }
        return sum / count
    }

    /// The greatest over a hand of what `value` says of each finger; at least 0.
    @inline(__always)
    private func greatest(over hand: UInt64, _ value: (borrowing Finger) -> Double) -> Double {
        var greatest = 0.0
        for slot in SlotSequence(hand) { greatest = greater(greatest, value(fingers[slot])) }
        return greatest
    }

    /// The mean of the fingers' positions.
    @inline(__always)
    func centroid(of hand: UInt64) -> Point {
        mean(over: hand) { $0.position }
    }

    /// The mean of the fingers' landing points.
    func landing(of hand: UInt64) -> Point {
        mean(over: hand) { $0.landing }
    }

    /// How far the centroid is from the landing points' centroid.
    @inline(__always)
    func displacement(of hand: UInt64) -> Point {
        mean(over: hand) { $0.position - $0.landing }
    }

    /// The mean of the fingers' velocities, in mm/s; one that has long been still counts as 0.
    func velocity(of hand: UInt64, at time: Timestamp) -> Point {
        mean(over: hand) { $0.motion.velocity(at: time) }
    }

    /// The farthest that any of the fingers has been from its landing point, squared.
    func squaredTravel(of hand: UInt64) -> Double {
        greatest(over: hand) { $0.squaredTravel }
    }

    /// The greatest force, 0 to 1.
    func force(of hand: UInt64) -> Double {
        greatest(over: hand) { $0.force.value }
    }

    /// The greatest force of the touches themselves, 0 to 1, before anyone pressed.
    func settledForce(of hand: UInt64) -> Double {
        greatest(over: hand) { $0.settledForce }
    }

    /// The greatest distance between two of the landing points, squared.
    func squaredSeparation(of hand: UInt64) -> Double {
        var greatest = 0.0
        for slot in SlotSequence(hand) {
            for other in SlotSequence(hand) where other > slot {
                let distance = fingers[slot].landing.squaredDistance(to: fingers[other].landing)
                greatest = max(greatest, distance)
            }
        }
        return greatest
    }

    /// The square of the distance from `place` to the nearest of the fingers.
    func squaredDistance(from place: Point, to hand: UInt64) -> Double {
        var nearest = Double.infinity
        for slot in SlotSequence(hand) {
            nearest = min(nearest, fingers[slot].position.squaredDistance(to: place))
        }
        return nearest
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

    /// Whether every finger landed no longer ago and has been no farther than a tap allows.
    func allMayTap(
        _ hand: UInt64, at time: Timestamp, within ageUs: Int64, squaredTravel: Double
    ) -> Bool {
        for slot in SlotSequence(hand) {
            guard time.microseconds(since: fingers[slot].landedAt) <= ageUs,
                fingers[slot].squaredTravel <= squaredTravel
            else { return false }
        }
        return true
    }

    /// Where the finger of a slot landed.
    func landing(ofSlot slot: Int) -> Point { fingers[slot].landing }

    /// Where the finger of a slot is.
    func position(ofSlot slot: Int) -> Point { fingers[slot].position }

    /// When the finger of a slot landed; for a pending contact, when it came up.
    func landedAt(_ slot: Int) -> Timestamp { fingers[slot].landedAt }

    /// Since when all fingers of a hand have been where they are.
    func restsSince(_ hand: UInt64) -> Timestamp {
        var latest = Timestamp(microseconds: .min)
        for slot in SlotSequence(hand) { latest = max(latest, fingers[slot].restsSince) }
        return latest
    }

    /// Since when the finger of a slot has been where it is.
    func restsSince(slot: Int) -> Timestamp { fingers[slot].restsSince }
}
