/// A contact that counts: its landing point, position and movement.
///
/// Positions are in millimetres from the surface's top left, and filtered (`ContactFilter`) unless
/// their comment states otherwise. Not copyable: Swift would copy more than a kilobyte for a read.
struct Finger: ~Copyable, Sendable {
    /// `settledForce` follows the force until this long after the landing (µs).
    static let settlingUs: Int64 = 100_000

    /// When the contact began to count.
    var landedAt = Timestamp(microseconds: 0)
    /// The position at which the contact began to count.
    var landing = Point.zero
    /// The landing point as gestures see it that begin at a side: on the side if the finger came
    /// over the bezel (`Arrival`). With only two samples it counts only at the lift.
    var origin = Point.zero
    /// Whether `origin` may still change, with the second and the third sample.
    var isArriving = false
    /// The finger's position.
    var position = Point.zero
    /// The maximum distance from the landing point so far (mm, squared).
    var squaredTravel = 0.0
    /// The position at which the finger began to rest: since then it has stayed within
    /// `StuckRule.distance`.
    var anchor = Point.zero
    /// When the finger began to rest.
    var restsSince = Timestamp(microseconds: 0)
    /// How many other fingers have landed and lifted since.
    var othersSinceRest: UInt8 = 0
    /// The position of the last sample, unfiltered.
    var rawPosition = Point.zero
    /// The length of the step to the last sample (mm, squared); 0 after the first one.
    var squaredStep = 0.0
    /// The time of the last sample.
    var sampledAt = Timestamp(microseconds: 0)
    /// The velocity of the unfiltered samples.
    var motion = VelocityEstimator()
    /// The state of the one-euro filter, if it is enabled.
    var smoothing = OneEuroFilter.State()
    /// The smoothed force.
    var force = ForceFilter()
    /// The force of the touch itself: the last smoothed force within `settlingUs` of the landing.
    var settledForce = 0.0
    /// The number of samples since the contact appeared, until it counts.
    var events = 0

    /// Sets the filtered position of a sample. If the finger has left `anchor`, a new rest begins:
    /// then returns when the previous one had begun, otherwise `nil`.
    @inline(__always)
    mutating func move(to position: Point, at time: Timestamp) -> Timestamp? {
        self.position = position
        squaredTravel = greater(squaredTravel, position.squaredDistance(to: landing))
        let distance = StuckRule.distance
        guard position.squaredDistance(to: anchor) >= distance * distance else { return nil }
        defer { rest(at: time) }
        return restsSince
    }

    /// Makes the contact count, from the position of the last sample.
    mutating func land(at time: Timestamp) {
        landedAt = time
        landing = rawPosition
        origin = rawPosition
        isArriving = false
        position = rawPosition
        smoothing.start(at: rawPosition, sampledAt)
        squaredTravel = 0
        settledForce = force.value
        rest(at: time)
    }

    /// Adds a sample of a contact that does not count yet to `events`; returns the new number.
    mutating func countEvent() -> Int {
        events &+= 1
        return events
    }

    private mutating func rest(at time: Timestamp) {
        anchor = position
        restsSince = time
        othersSinceRest = 0
    }

    /// Sets what happens to the velocity when the finger pauses.
    mutating func apply(_ pauses: PauseTreatment) { motion.pauses = pauses }

    /// Ends the wait for the sample that shows whether the finger came over the bezel.
    mutating func endArrival() { isArriving = false }

    /// Counts another finger that has landed and lifted while this one rests.
    mutating func countOther(upTo limit: UInt8) {
        othersSinceRest = min(othersSinceRest &+ 1, limit)
    }

    /// Handles the force of a sample.
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
/// Recognisers query it with masks of slots; no other code iterates over the fingers.
struct FingerTable: ~Copyable {
    /// Contacts that rest while this number of others land and lift are ignored by taps.
    private static let othersOfStill: UInt8 = 3

    /// Storage, for code that changes a finger.
    var fingers = UniqueArray(count: 64) { _ in Finger() }
    /// How long they must have rested (µs); 0 ignores none.
    private var stillUs: Int64 = 0
    /// What happens to the velocity of fingers that pause.
    private(set) var pauses = PauseTreatment.stop

    /// Applies the settings of a device.
    mutating func apply(_ settings: DeviceSettings) {
        stillUs = settings.stillAfter.microseconds
        pauses = settings.pauses
        for slot in fingers.indices { fingers[slot].apply(pauses) }
    }

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

    /// The maximum over some fingers of `value` of each finger; at least 0.
    private func maximum(over slots: UInt64, _ value: (borrowing Finger) -> Double) -> Double {
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

    /// The displacement of the fingers' centroid from the centroid of their landing points.
    @inline(__always)
    func displacement(of slots: UInt64) -> Point {
        mean(over: slots) { $0.position - $0.landing }
    }

    /// The mean of the fingers' velocities, in mm/s. The velocity of a finger that has not moved
    /// recently is 0 (`VelocityEstimator`).
    func velocity(of slots: UInt64, at time: Timestamp) -> Point {
        mean(over: slots) { $0.motion.velocity(at: time) }
    }

    /// The maximum distance of any of the fingers from its landing point so far (mm, squared).
    func squaredTravel(of slots: UInt64) -> Double {
        maximum(over: slots) { $0.squaredTravel }
    }

    /// The maximum smoothed force of the fingers, 0 to 1.
    func force(of slots: UInt64) -> Double {
        maximum(over: slots) { $0.force.value }
    }

    /// The maximum settled force of the fingers, 0 to 1.
    func settledForce(of slots: UInt64) -> Double {
        maximum(over: slots) { $0.settledForce }
    }

    /// The maximum distance between two of the landing points (mm, squared).
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

    /// The distance from `point` to the nearest of the fingers (mm, squared).
    func squaredDistance(from point: Point, to slots: UInt64) -> Double {
        var nearest = Double.infinity
        for slot in SlotSequence(slots) {
            nearest = min(nearest, position(ofSlot: slot).squaredDistance(to: point))
        }
        return nearest
    }

    /// The distance from `point` to the most distant of the fingers (mm, squared).
    func maximumSquaredDistance(from point: Point, to slots: UInt64) -> Double {
        maximum(over: slots) { $0.position.squaredDistance(to: point) }
    }

    /// Whether every finger has moved, and within 45° of `direction`.
    func allMove(along direction: Point, _ slots: UInt64) -> Bool {
        for slot in SlotSequence(slots) {
            let displacement = fingers.read(slot) { $0.position - $0.landing }
            let along = displacement.dot(direction)
            // cos² 45° = ½
            guard along > 0,
                along * along >= 0.5 * displacement.squaredLength * direction.squaredLength
            else { return false }
        }
        return true
    }

    /// Whether every finger landed recently enough and has stayed near enough for a tap.
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

    /// The position at which the finger of a slot landed.
    func landing(ofSlot slot: Int) -> Point { fingers.read(slot) { $0.landing } }

    /// The landing point of the finger of a slot, for gestures that begin at a side.
    func origin(ofSlot slot: Int) -> Point {
        fingers.read(slot) { $0.isArriving ? $0.landing : $0.origin }
    }

    /// Until when the origin of one of some fingers may still change: after a silence the step
    /// before a sample is unknown. `nil` if it cannot change.
    func arrivalEnd(of slots: UInt64) -> Timestamp? {
        var end: Timestamp?
        for slot in SlotSequence(slots) where fingers.read(slot, { $0.isArriving }) {
            let silence = lastSample(ofSlot: slot).time.advanced(
                byMicroseconds: VelocityEstimator.maximumGap)
            end = max(end ?? silence, silence)
        }
        return end
    }

    /// Decides the origin of fingers that lift by the samples that there are.
    mutating func endArrival(of slots: UInt64) {
        for slot in SlotSequence(slots) { fingers[slot].endArrival() }
    }

    /// Counts the lift of a finger for those of `resting` that have rested since before it landed.
    mutating func countLift(of lifted: Int, beside resting: UInt64) {
        let landed = landedAt(lifted)
        for slot in SlotSequence(resting) where restsSince(slot: slot) < landed {
            fingers[slot].countOther(upTo: Self.othersOfStill)
        }
    }

    /// The fingers among `slots` that have been still for so long that taps ignore them: each may be
    /// a contact that never lifts.
    func still(_ slots: UInt64, at time: Timestamp) -> UInt64 {
        guard stillUs > 0 else { return 0 }
        var still: UInt64 = 0
        for slot in SlotSequence(slots)
        where fingers.read(slot, { $0.othersSinceRest }) >= Self.othersOfStill
            && time.microseconds(since: restsSince(slot: slot)) >= stillUs
        {
            still |= 1 << UInt64(slot)
        }
        return still
    }

    /// The position of the finger of a slot.
    func position(ofSlot slot: Int) -> Point { fingers.read(slot) { $0.position } }

    /// The last reported position of the finger of a slot.
    func rawPosition(ofSlot slot: Int) -> Point { fingers.read(slot) { $0.rawPosition } }

    /// The last reported position of the finger of a slot, and when the panel sampled it.
    func lastSample(ofSlot slot: Int) -> (position: Point, time: Timestamp) {
        fingers.read(slot) { ($0.rawPosition, $0.sampledAt) }
    }

    /// When the finger of a slot landed; for a pending contact, when it appeared.
    func landedAt(_ slot: Int) -> Timestamp { fingers.read(slot) { $0.landedAt } }

    /// When the first of the fingers landed.
    func firstLanding(of slots: UInt64) -> Timestamp {
        var first = Timestamp.never
        for slot in SlotSequence(slots) { first = min(first, landedAt(slot)) }
        return first
    }

    /// Since when all of the fingers have been resting.
    func restsSince(_ slots: UInt64) -> Timestamp {
        var latest = Timestamp(microseconds: .min)
        for slot in SlotSequence(slots) { latest = max(latest, restsSince(slot: slot)) }
        return latest
    }

    /// Since when the finger of a slot has been resting.
    func restsSince(slot: Int) -> Timestamp { fingers.read(slot) { $0.restsSince } }
}
