/// The fingers of one arena, from the first landing until no finger remains.
///
///     empty ──start──▶ fresh ──join──▶ fresh ──joinLate, leave──▶ stale ──leave──▶ empty
///
/// A hand consists of consecutive rounds (`Round`). Another round starts with each finger that
/// lands or leaves.
struct Hand: ~Copyable {
    /// Fingers have rested once they have stayed in place for this long (µs).
    private static let restUs: Int64 = 150_000

    /// Slots of its fingers.
    private(set) var fingers: UInt64 = 0 {
        didSet { count = fingers.nonzeroBitCount }
    }
    /// Number of its fingers.
    private(set) var count = 0
    /// Number of this hand in the arena, counted from 1.
    private(set) var number: UInt64 = 0
    /// When the first finger landed.
    private(set) var firstLanding = Timestamp(microseconds: 0)
    /// Whether it has fingers, of which none has lifted and none has landed late: gestures of a
    /// whole hand can still begin.
    private(set) var isFresh = false
    /// No gesture of a round begins before this time (`lift_quiet`).
    private(set) var quietUntil = Timestamp(microseconds: .min)
    /// Whether the fingers have rested since they landed: gestures that wait for a swipe wait no
    /// longer.
    private(set) var hasRested = false
    /// Whether a movement of these fingers has been recognised: gestures that must stay in place
    /// may not drift any more.
    private(set) var hasMovementBegun = false
    /// When a finger last left, in this hand or the one before.
    private(set) var lastLift = Timestamp(microseconds: .min)
    /// The centroid of the fingers that left last.
    private(set) var lastPosition = Point.zero
    /// The lifts of the latest fingers that left, each separately.
    private var lifts = RecentLifts()
    /// The path of the centroid from the landing points, while the hand is fresh.
    var path = ContactPath()
    /// The present round.
    var round = Round()

    /// When a finger last landed.
    private(set) var lastLanding = Timestamp(microseconds: 0)

    /// Whether it has no finger.
    var isEmpty: Bool { fingers == 0 }

    /// Whether a finger that lands at `time` lands together with the others.
    func isOpen(at time: Timestamp, window: Int64) -> Bool {
        isFresh && time.microseconds(since: lastLanding) <= window
    }

    /// Starts with the first finger.
    ///
    /// If its finger jumped, the zone was not empty before, so the hand does not count as fresh.
    mutating func start(_ landed: UInt64, at time: Timestamp, isFresh: Bool) {
        fingers = landed
        number &+= 1
        firstLanding = time
        lastLanding = time
        self.isFresh = isFresh
        hasMovementBegun = false
        quietUntil = Timestamp(microseconds: .min)
    }

    /// Records that a movement is recognised.
    mutating func recordMovement() { hasMovementBegun = true }

    /// Adds fingers that landed together with the others.
    mutating func join(_ landed: UInt64, at time: Timestamp) {
        fingers |= landed
        // A contact that had to be confirmed may have landed before one that jumped meanwhile.
        lastLanding = max(lastLanding, time)
        hasMovementBegun = false
    }

    /// Adds fingers that landed after the window.
    mutating func joinLate(_ landed: UInt64, at time: Timestamp) {
        join(landed, at: time)
        isFresh = false
        hasRested = false
    }

    /// Records when and where fingers leave, while they still belong to it.
    mutating func recordLift(of slots: UInt64, at time: Timestamp, fingers: borrowing FingerTable) {
        lastLift = time
        lastPosition = fingers.centroid(of: slots)
        for slot in SlotSequence(slots) {
            lifts.add(RecentLifts.Lift(time: time, position: fingers.position(ofSlot: slot)))
        }
    }

    /// The latest lift whose finger may have returned as one of `slots` (`RecentLifts.nearest`).
    func lift(near slots: UInt64, fingers: borrowing FingerTable) -> RecentLifts.Lift {
        lifts.nearest(to: slots, fingers: fingers)
    }

    /// Removes fingers; with those that remain, no gesture of a round begins before `quiet`.
    mutating func leave(_ left: UInt64, quietUntil quiet: Timestamp?) {
        fingers &= ~left
        isFresh = false
        if let quiet { quietUntil = quiet }
    }

    /// Restarts the path at the landing points; the fingers have not rested.
    mutating func restartPath(at time: Timestamp, fingers table: borrowing FingerTable) {
        hasRested = false
        path.restart(at: firstLanding)
        path.add(table.displacement(of: fingers), at: time)
    }

    /// When the fingers will have rested, if they stay in place.
    func restDeadline(_ table: borrowing FingerTable) -> Timestamp {
        table.restsSince(fingers).advanced(byMicroseconds: Self.restUs)
    }

    /// Records whether the fingers have rested by `time`.
    mutating func recordRest(at time: Timestamp, fingers table: borrowing FingerTable) {
        if !isEmpty, restDeadline(table) <= time { hasRested = true }
    }

    /// The first violated invariant; `nil` if all hold.
    var brokenInvariant: String? {
        if count != fingers.nonzeroBitCount { return "the count does not match the fingers" }
        if isFresh && isEmpty { return "an empty hand is fresh" }
        if lastLanding < firstLanding { return "the last finger landed before the first" }
        return nil
    }
}

/// A period of a hand with the same fingers, and how they have moved since it started.
///
/// Continuous gestures are measured from where the fingers were at the start, so errors do not
/// accumulate.
/// Each arena has its own round: a finger that belongs to two zones may be in different rounds
/// there.
struct Round: ~Copyable {
    /// The displacement from the centroid at the start to the present one, in mm.
    private(set) var translation = Point.zero
    /// The ratio of the present size to the size at the start.
    private(set) var scale = 1.0
    /// Clockwise radians since the start, unwrapped beyond half a turn; for one finger, about the
    /// centre of its circle.
    private(set) var angle = 0.0
    /// The change by which `magnify` and `rotate` begin.
    private(set) var shape = ShapeChange()
    /// The circle that one finger draws.
    private(set) var circle = CircleMeter()

    /// The position of each finger at the start, by slot.
    private var origins = UniqueArray(repeating: Point.zero, count: 64)
    /// Scale and angle, as the coordinates of one point: their samples have the same times.
    private var samples = VelocityEstimator()
    /// The rates of `samples` at the newest one, per second; `nil` if not computed yet.
    private var rates: Point?

    /// Restarts: movements are measured from where the fingers are.
    ///
    /// The landing points are not used, because fingers land at different times: a movement of the
    /// first finger before the last has landed is not a movement of all.
    mutating func restart(_ slots: UInt64, at time: Timestamp, fingers: borrowing FingerTable) {
        for slot in SlotSequence(slots) { origins[slot] = fingers.position(ofSlot: slot) }
        restartFromOrigins(slots, at: time, pauses: fingers.pauses)
    }

    /// Restarts as it would have at an earlier time, when the fingers were at `positions` (by slot).
    mutating func restart(
        _ slots: UInt64, at time: Timestamp, from positions: borrowing UniqueArray<Point>,
        fingers: borrowing FingerTable
    ) {
        for slot in SlotSequence(slots) { origins[slot] = positions[slot] }
        restartFromOrigins(slots, at: time, pauses: fingers.pauses)
    }

    private mutating func restartFromOrigins(
        _ slots: UInt64, at time: Timestamp, pauses: PauseTreatment
    ) {
        shape.restart(slots, at: time, from: origins)
        circle = CircleMeter()
        angle = 0
        scale = 1
        translation = .zero
        samples.restart()
        samples.pauses = pauses
        rates = nil
    }

    /// The displacement of the centroid since the start.
    @inline(__always)
    func displacement(of slots: UInt64, fingers: borrowing FingerTable) -> Point {
        var sum = Point.zero
        var count = 0.0
        for slot in SlotSequence(slots) {
            sum += fingers.position(ofSlot: slot) - origins[slot]
            count += 1
        }
        return sum / count
    }

    /// Measures translation, scale and angle.
    ///
    /// - Parameters:
    ///   - needsRates: whether an event will contain rates, which are computed once for scale and
    ///     angle.
    ///   - mayBegin: whether a gesture that has not begun is judged by the shape.
    ///   - needsAngle: whether a gesture needs the angle, now or later in this round.
    @inline(__always)
    mutating func measure(
        _ slots: UInt64, _ context: StepContext, needsRates: Bool, mayBegin: Bool,
        needsAngle: Bool, fingers: borrowing FingerTable
    ) {
        if mayBegin {
            shape.measure(
                slots, from: origins, at: context.time, needsAngle: needsAngle, fingers: fingers)
        }
        let similarity = Similarity(slots, from: origins, fingers: fingers)
        translation = similarity.translation
        scale = similarity.scale
        if needsAngle { angle = Similarity.unwrapped(similarity.angle, nearest: angle) }
        samples.add(Point(x: scale, y: angle), at: context.sampledAt)
        rates = needsRates ? samples.velocityByCoordinate() : nil
    }

    /// Measures translation and angle of one finger.
    ///
    /// - Parameter needsRates: whether an event will contain the rate of the angle.
    @inline(never)
    mutating func measureCircle(
        _ slots: UInt64, _ context: StepContext, needsRates: Bool, fingers: borrowing FingerTable
    ) {
        translation = displacement(of: slots, fingers: fingers)
        circle.add(translation)
        angle = circle.angle
        // Before it is a circle, the angle changes with its centre.
        if !circle.isFollowing { samples.restart() }
        samples.add(Point(x: scale, y: angle), at: context.sampledAt)
        rates = needsRates ? samples.velocityByCoordinate() : nil
    }

    /// The change of the scale per second; 0 if scale and angle have not changed recently.
    func scaleVelocity(at time: Timestamp) -> Double { rates(at: time).x }

    /// The angular velocity in radians per second, clockwise; 0 if scale and angle have not changed
    /// recently.
    func angularVelocity(at time: Timestamp) -> Double { rates(at: time).y }

    private func rates(at time: Timestamp) -> Point {
        guard samples.isMoving(at: time) else { return .zero }
        return rates ?? samples.velocityByCoordinate()
    }
}
