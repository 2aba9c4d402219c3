/// A contact that counts: where it landed, where it is, and how it moves.
///
/// Positions are filtered (`ContactFilter`) unless their comment states otherwise; all in surface millimetres. Not
/// copyable: it is more than a kilobyte, and would be copied to be looked at.
struct Finger: ~Copyable, Sendable {
    /// The force of a touch itself is known so long after its landing (µs).
    static let settlingUs: Int64 = 100_000

    /// When the contact began to count.
    var landedAt = Timestamp(microseconds: 0)
    /// Where the contact began to count.
    var landing = Point.zero
    /// Where the finger is.
    var position = Point.zero
    /// The farthest it has been from its landing point, squared; never falls.
    var squaredTravel = 0.0
    /// Where it was when it began to rest: it has not been `StuckRule.distance` from there since.
    var anchor = Point.zero
    /// When it began to rest.
    var restsSince = Timestamp(microseconds: 0)
    /// The last sample, as the device gave it.
    var rawPosition = Point.zero
    /// When the last sample came.
    var sampledAt = Timestamp(microseconds: 0)
    /// Unfiltered samples.
    var motion = VelocityEstimator()
    /// What the one-euro filter remembers, where that is asked for.
    var smoothing = OneEuroFilter.State()
    /// The smoothed force.
    var force = ForceFilter()
    /// The force of the touch itself: that of the last sample until it settled.
    var settledForce = 0.0
    /// Samples since the contact came up; counted only until it counts.
    var events = 0

    /// Takes the filtered position of a sample; since when it rested that begins to rest there.
    @inline(__always)
    mutating func move(to position: Point, at time: Timestamp) -> Timestamp? {
        self.position = position
        squaredTravel = greater(squaredTravel, position.squaredDistance(to: landing))
        let distance = StuckRule.distance
        guard position.squaredDistance(to: anchor) >= distance * distance else { return nil }
        defer { rest(at: time) }
        return restsSince
    }

    /// Starts to count, where the last sample was.
    mutating func land(at time: Timestamp) {
        landedAt = time
        landing = rawPosition
        position = rawPosition
        smoothing.start(at: rawPosition, sampledAt)
        squaredTravel = 0
        settledForce = force.value
        rest(at: time)
    }

    /// Counts one more sample of a contact that does not count yet; how many there were.
    mutating func countEvent() -> Int {
        events &+= 1
        return events
    }

    private mutating func rest(at time: Timestamp) {
        anchor = position
        restsSince = time
    }

    /// Takes the force of a sample.
    @inline(__always)
    mutating func press(_ reading: Double, at time: Timestamp) {
        force.add(reading)
        guard time.microseconds(since: landedAt) <= Self.settlingUs else { return }
        settledForce = force.value
    }
}

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
/// What recognisers want to know of fingers, a mask of slots, they ask here; nobody else walks the
/// fingers.
struct FingerTable: ~Copyable {
    /// Storage, for whoever changes a finger.
    var fingers = UniqueArray(count: 64) { _ in Finger() }

    /// The mean over some fingers of `value` of each finger.
    @inline(__always)
    private func mean(over slots: UInt64, _ value: (borrowing Finger) -> Point) -> Point {
        var sum = Point.zero
        var count = 0.0
        for slot in SlotSequence(slots) {
            sum += fingers.read(slot, value)
            count += 1
        }
        return sum / count
    }

    /// The greatest over some fingers of `value` of each finger; at least 0.
    private func greatest(over slots: UInt64, _ value: (borrowing Finger) -> Double) -> Double {
        var greatest = 0.0
        for slot in SlotSequence(slots) { greatest = greater(greatest, fingers.read(slot, value)) }
        return greatest
    }

    /// The mean of the fingers' positions.
    func centroid(of slots: UInt64) -> Point {
        mean(over: slots) { $0.position }
    }

    /// The mean of the fingers' landing points.
    func landing(of slots: UInt64) -> Point {
        mean(over: slots) { $0.landing }
    }

    /// How far the centroid is from the landing points' centroid.
    @inline(__always)
    func displacement(of slots: UInt64) -> Point {
        mean(over: slots) { $0.position - $0.landing }
    }

    /// The mean of the fingers' velocities, in mm/s; one that has long been still counts as 0.
    func velocity(of slots: UInt64, at time: Timestamp) -> Point {
        mean(over: slots) { $0.motion.velocity(at: time) }
    }

    /// The farthest that any of the fingers has been from its landing point, squared.
    func squaredTravel(of slots: UInt64) -> Double {
        greatest(over: slots) { $0.squaredTravel }
    }

    /// The greatest force, 0 to 1.
    func force(of slots: UInt64) -> Double {
        greatest(over: slots) { $0.force.value }
    }

    /// The greatest force of the touches themselves, 0 to 1, before anyone pressed.
    func settledForce(of slots: UInt64) -> Double {
        greatest(over: slots) { $0.settledForce }
    }

    /// The greatest distance between two of the landing points, squared.
    func squaredSeparation(of slots: UInt64) -> Double {
        var greatest = 0.0
        for slot in SlotSequence(slots) {
            for other in SlotSequence(slots) where other > slot {
                let distance = landing(ofSlot: slot).squaredDistance(to: landing(ofSlot: other))
                greatest = max(greatest, distance)
            }
        }
        return greatest
    }

    /// The square of the distance from `place` to the nearest of the fingers.
    func squaredDistance(from place: Point, to slots: UInt64) -> Double {
        var nearest = Double.infinity
        for slot in SlotSequence(slots) {
            nearest = min(nearest, position(ofSlot: slot).squaredDistance(to: place))
        }
        return nearest
    }

    /// The square of the distance from `place` to the farthest of the fingers.
    func greatestSquaredDistance(from place: Point, to slots: UInt64) -> Double {
        greatest(over: slots) { $0.position.squaredDistance(to: place) }
    }

    /// Whether every finger goes within 45° of `way`; one that has not moved does not.
    func allGo(along way: Point, _ slots: UInt64) -> Bool {
        for slot in SlotSequence(slots) {
            let own = fingers.read(slot) { $0.position - $0.landing }
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
        _ slots: UInt64, at time: Timestamp, within ageUs: Int64, squaredTravel: Double
    ) -> Bool {
        for slot in SlotSequence(slots) {
            guard time.microseconds(since: landedAt(slot)) <= ageUs,
                fingers.read(slot, { $0.squaredTravel }) <= squaredTravel
            else { return false }
        }
        return true
    }

    /// Where the finger of a slot landed.
    func landing(ofSlot slot: Int) -> Point { fingers.read(slot) { $0.landing } }

    /// Where the finger of a slot is.
    func position(ofSlot slot: Int) -> Point { fingers.read(slot) { $0.position } }

    /// Where the device reported the finger of a slot last.
    func rawPosition(ofSlot slot: Int) -> Point { fingers.read(slot) { $0.rawPosition } }

    /// When the finger of a slot landed; for a pending contact, when it came up.
    func landedAt(_ slot: Int) -> Timestamp { fingers.read(slot) { $0.landedAt } }

    /// When the first of some fingers landed.
    func firstLanding(of slots: UInt64) -> Timestamp {
        var first = Timestamp.never
        for slot in SlotSequence(slots) { first = min(first, landedAt(slot)) }
        return first
    }

    /// Since when all of some fingers have been where they are.
    func restsSince(_ slots: UInt64) -> Timestamp {
        var latest = Timestamp(microseconds: .min)
        for slot in SlotSequence(slots) { latest = max(latest, restsSince(slot: slot)) }
        return latest
    }

    /// Since when the finger of a slot has been where it is.
    func restsSince(slot: Int) -> Timestamp { fingers.read(slot) { $0.restsSince } }
}
