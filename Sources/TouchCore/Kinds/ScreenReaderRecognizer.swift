/// Recognises the gestures for screen readers: one state machine for all of them, because each tap
/// may be the first of several, and each touch a swipe.
///
///     none ──landing──▶ still ──a finger moves──▶ moving ──last lift──▶ a swipe ──▶ none
///                        │  └──minimumHold──▶ a hold, or failed ──last lift──▶ none
///                        └──last lift──▶ a tap: recognised, or it waits for the next ──▶ none
///
/// It follows the fingers of a zone by itself, from the first landing until none is down, however
/// late they land or lift. A tap that may be the first of several waits until the next touch shows
/// that it is another gesture, or until `maximumGap` has passed.
struct ScreenReaderRecognizer: Recognizer {
    static let traits: KindTraits = [
        .followsFingers, .discrete, .movesDeadline, .neverWins, .independent,
    ]

    /// From the landing of the first finger to that of the last of one touch (µs).
    private static let landingWindowUs: Int64 = 250_000
    /// A finger that lands near its lift within this time has bounced (µs).
    private static let bounceUs: Int64 = 40_000
    /// Most fingers of one gesture.
    private static let maximumFingers = 4
    /// The cosine of the smallest angle by which the second part of a swipe turns away.
    private static let cornerCosine = 0.6
    /// Minimum length of the shorter part of a swipe, as a fraction of the longer.
    private static let shorterPart = 0.3
    /// How far along the common direction each finger of a swipe must move, as a fraction of the
    /// mean.
    private static let commonTravel = 0.3
    /// The cosine of the largest angle between the travel of a finger of a swipe and their mean.
    private static let commonCosine = 0.7
    /// Minimum displacement of each finger of several, as a fraction of its maximum distance from
    /// its landing point. Fingers that return are not a swipe.
    private static let returnShare = 0.7

    private enum State: Sendable {
        /// No finger is down.
        case none
        /// No finger has moved far: a tap, or a hold.
        case still
        /// A finger has moved: a swipe.
        case moving
        /// Fingers have bounced: they decide nothing.
        case bounced
        /// The touch is a hold that was recognised, or nothing.
        case over
    }

    /// Why the last touch was not recognised.
    enum Miss: Sendable {
        case fingers(Int)
        case landedLate
        case apart
        case threshold(UnmetThreshold)
        case count(Int)
        case rejected(CancellationReason)
    }

    /// Taps that may be the first of several.
    private struct Taps: Sendable {
        var count: Int
        var fingers: Int
        /// When the first landed.
        var since: Timestamp
        /// When the last lifted.
        var liftedAt: Timestamp
        /// The centroid of the last.
        var position: Point
        /// What they are if none follows; `nil` if nothing.
        var gesture: RecognizedGesture?
    }

    private let minimumDistance: Double
    private let maximumDurationUs: Int64
    private let maximumWander: Double
    private let squaredDistance: Double
    private let minimumHoldUs: Int64
    private let maximumGapUs: Int64
    private let squaredSpacing: Double

    private var state = State.none
    /// The fingers that are down, as slots.
    private var down: UInt64 = 0
    /// The number of fingers that have landed in this touch.
    private var count = 0
    private var firstLanding = Timestamp(microseconds: 0)
    private var lastLanding = Timestamp(microseconds: 0)
    /// The sum of the landing points.
    private var landing = Point.zero
    /// The displacement of each finger that has lifted, in mm.
    private var travels = InlineArray<4, Point>(repeating: .zero)
    private var liftedCount = 0
    /// Whether a finger has returned: its displacement is less than `returnShare` of its maximum.
    private var hasReturned = false
    /// Centroid and force at the first lift.
    private var position = Point.zero
    private var force = 0.0
    /// The path of the first finger.
    private var path = CornerPath()
    private var waiting: Taps?
    private var recognized: (RecognizedGesture?, RecognizedGesture?) = (nil, nil)
    /// Why the last touch was not recognised; `nil` if it was, or may still be.
    private(set) var miss: Miss?

    init(_ thresholds: ScreenReaderThresholds) {
        ScreenReaderGesture.prepare()
        // Fingers that have not moved have no direction.
        minimumDistance = max(thresholds.minimumDistance, .leastNonzeroMagnitude)
        maximumDurationUs = Limit.microseconds(thresholds.maximumDuration)
        maximumWander = Limit.length(thresholds.maximumWander)
        squaredDistance = Limit.squared(thresholds.maximumDistance)
        minimumHoldUs = thresholds.minimumHold.microseconds
        maximumGapUs = Limit.microseconds(thresholds.maximumGap)
        squaredSpacing = Limit.squared(thresholds.maximumSpacing)
    }

    /// Removes and returns the earliest gesture that was recognised; `nil` if there is none.
    mutating func takeRecognized() -> RecognizedGesture? {
        defer { recognized = (recognized.1, nil) }
        return recognized.0
    }

    private mutating func emit(_ gesture: RecognizedGesture) {
        if recognized.0 == nil { recognized.0 = gesture } else { recognized.1 = gesture }
    }

    /// Recognises the taps that wait, because no other follows.
    private mutating func release() {
        if let gesture = waiting?.gesture { emit(gesture) }
        waiting = nil
    }

    /// The touch is nothing, until its last finger lifts.
    private mutating func fail(_ reason: Miss) {
        miss = reason
        state = .over
        release()
    }

    private mutating func start(_ state: State, at time: Timestamp) {
        self.state = state
        (firstLanding, lastLanding) = (time, time)
        (count, landing) = (0, .zero)
        (liftedCount, hasReturned) = (0, false)
        miss = nil
        path.restart()
    }

    private mutating func add(_ landed: UInt64, at time: Timestamp, fingers: borrowing FingerTable)
    {
        lastLanding = max(lastLanding, time)
        for slot in SlotSequence(landed) {
            count += 1
            landing += fingers.landing(ofSlot: slot)
        }
        if count > Self.maximumFingers { fail(.fingers(count)) }
    }
}

/// Inputs.
extension ScreenReaderRecognizer {
    /// Fingers land.
    ///
    /// - Parameters:
    ///   - lift: `Hand.lift(near:fingers:)`.
    ///   - isJump: whether a finger has jumped, so that nothing is known of its landing.
    mutating func land(
        _ landed: UInt64, isJump: Bool, after lift: RecentLifts.Lift,
        fingers: borrowing FingerTable
    ) {
        let time = fingers.firstLanding(of: landed)
        // Contacts that never lift do not count.
        down &= ~fingers.still(down, at: time)
        let isFirst = down == 0
        down |= landed
        let bounces =
            time.microseconds(since: lift.time) < Self.bounceUs
            && RecentLifts.isNear(lift, to: landed, fingers: fingers)
        if isFirst {
            start(bounces ? .bounced : .still, at: time)
            if isJump { fail(.landedLate) }
            if state == .still { add(landed, at: time, fingers: fingers) }
        } else if state == .bounced && !bounces || isJump {
            fail(.landedLate)
        } else if state == .still || state == .moving, !bounces {
            guard time.microseconds(since: firstLanding) <= Self.landingWindowUs else {
                return fail(.landedLate)
            }
            add(landed, at: time, fingers: fingers)
        }
    }

    /// Fingers move.
    mutating func move(at time: Timestamp, fingers: borrowing FingerTable) {
        guard state == .still || state == .moving else { return }
        if count == 1, liftedCount == 0 { path.add(fingers.displacement(of: down)) }
        guard state == .still, fingers.squaredTravel(of: down) > squaredDistance else { return }
        state = .moving
        release()
    }

    /// Fingers lift.
    mutating func lift(
        _ lifted: UInt64, at time: Timestamp, fingers: borrowing FingerTable
    ) {
        let lifted = lifted & down
        guard lifted != 0 else { return }
        if liftedCount == 0 {
            position = fingers.centroid(of: down)
            force = fingers.force(of: down)
        }
        for slot in SlotSequence(lifted) { recordTravel(of: slot, fingers: fingers) }
        down &= ~lifted
        guard down == 0 else { return }
        switch state {
        case .still: endTap(at: time)
        case .moving: endSwipe(at: time)
        case .bounced: waiting?.liftedAt = time
        case .none, .over: break
        }
        state = .none
    }

    /// Fingers are not fingers after all.
    mutating func reject(_ rejected: UInt64, _ reason: CancellationReason) {
        guard rejected & down != 0 else { return }
        down &= ~rejected
        if state != .over { fail(.rejected(reason)) }
        if down == 0 { state = .none }
    }

    /// All fingers are forgotten: what waits is recognised.
    mutating func clear() {
        release()
        (state, down) = (.none, 0)
    }

    /// A deadline is due.
    mutating func deadline(at time: Timestamp, fingers: borrowing FingerTable) {
        guard nextDeadline <= time else { return }
        guard state == .still else { return release() }
        let us = time.microseconds(since: lastLanding)
        let number = number()
        guard liftedCount == 0,
            let gesture = ScreenReaderGesture(
                .taps(fingers: count, count: number, isHeld: true))
        else { return fail(.threshold(.above(.stay, us: us, minimumHoldUs))) }
        position = fingers.centroid(of: down)
        force = fingers.force(of: down)
        if number == 1 { release() }
        emit(recognized(gesture, since: number > 1 ? waiting?.since : nil))
        waiting = nil
        state = .over
    }

    /// When `deadline` must be called; `never` if only fingers matter.
    var nextDeadline: Timestamp {
        switch state {
        case .still: return lastLanding.advanced(byMicroseconds: minimumHoldUs)
        case .none, .bounced:
            // At exactly the maximum the next may still land.
            guard let waiting, maximumGapUs < .max else { return .never }
            return waiting.liftedAt.advanced(byMicroseconds: maximumGapUs + 1)
        case .moving, .over: return .never
        }
    }
}

/// Decisions.
extension ScreenReaderRecognizer {
    private mutating func recordTravel(of slot: Int, fingers: borrowing FingerTable) {
        let bit: UInt64 = 1 << UInt64(slot)
        let travel = fingers.displacement(of: bit)
        let share = Self.returnShare * Self.returnShare
        if travel.squaredLength < fingers.squaredTravel(of: bit) * share { hasReturned = true }
        if liftedCount < Self.maximumFingers { travels[liftedCount] = travel }
        liftedCount += 1
    }

    /// The number of the present tap in its gesture.
    private func number() -> Int {
        guard let waiting, waiting.fingers == count,
            firstLanding.microseconds(since: waiting.liftedAt) <= maximumGapUs,
            (landing / Double(max(count, 1))).squaredDistance(to: waiting.position)
                <= squaredSpacing
        else { return 1 }
        return waiting.count + 1
    }

    /// Whether more may follow some taps.
    private static func mayContinue(_ fingers: Int, _ count: Int) -> Bool {
        ScreenReaderGesture(.taps(fingers: fingers, count: count + 1, isHeld: false)) != nil
            || ScreenReaderGesture(.taps(fingers: fingers, count: count + 1, isHeld: true)) != nil
    }

    private mutating func endTap(at time: Timestamp) {
        let number = number()
        let since = number > 1 ? waiting?.since : nil
        if number == 1 { release() }
        let gesture = ScreenReaderGesture(.taps(fingers: count, count: number, isHeld: false))
            .map { recognized($0, since: since) }
        guard Self.mayContinue(count, number) else {
            waiting = nil
            if let gesture { emit(gesture) }
            return
        }
        if gesture == nil { miss = .count(number) }
        waiting = Taps(
            count: number, fingers: count, since: since ?? firstLanding, liftedAt: time,
            position: landing / Double(max(count, 1)), gesture: gesture)
    }

    private mutating func endSwipe(at time: Timestamp) {
        let us = time.microseconds(since: firstLanding)
        guard us <= maximumDurationUs else {
            miss = .threshold(.above(.strokeTime, us: us, maximumDurationUs))
            return
        }
        guard let movement = count == 1 ? movementOfOne() : movementOfSeveral(),
            let gesture = ScreenReaderGesture(movement)
        else { return }
        emit(recognized(gesture, since: nil))
    }

    private mutating func movementOfOne() -> ScreenReaderGesture.Movement? {
        let end = travels[0]
        let parts = path.parts(to: end)
        let (first, second) = (parts.first.length, parts.second.length)
        let isCorner =
            parts.first.dot(parts.second) < Self.cornerCosine * first * second
            && min(first, second) >= max(minimumDistance / 2, Self.shorterPart * max(first, second))
        guard isCorner else { return straight(end, wander: path.wander(to: end)) }
        guard max(first, second) >= minimumDistance else {
            miss = .threshold(.below(.distance, max(first, second), minimumDistance))
            return nil
        }
        let directions = (Self.direction(of: parts.first), Self.direction(of: parts.second))
        if directions.0 == directions.1 { return straight(end, wander: path.wander(to: end)) }
        guard parts.wander <= maximumWander, let from = directions.0, let to = directions.1 else {
            let wander = path.wander(to: end)
            miss = .threshold(.above(.wander, wander, maximumWander * end.length))
            return nil
        }
        return .turn(from, to)
    }

    private mutating func straight(
        _ travel: Point, wander: Double
    ) -> ScreenReaderGesture.Movement? {
        let length = travel.length
        guard length >= minimumDistance else {
            miss = .threshold(.below(.distance, length, minimumDistance))
            return nil
        }
        guard wander <= maximumWander * length else {
            miss = .threshold(.above(.wander, wander, maximumWander * length))
            return nil
        }
        guard let direction = Self.direction(of: travel) else {
            miss = .apart
            return nil
        }
        return .swipe(fingers: count, direction)
    }

    private mutating func movementOfSeveral() -> ScreenReaderGesture.Movement? {
        var sum = Point.zero
        for index in 0..<min(liftedCount, Self.maximumFingers) { sum += travels[index] }
        let mean = sum / Double(max(liftedCount, 1))
        guard let movement = straight(mean, wander: 0) else { return nil }
        for index in 0..<min(liftedCount, Self.maximumFingers)
        where travels[index].dot(mean)
            < max(
                Self.commonTravel * mean.squaredLength,
                Self.commonCosine * travels[index].length * mean.length)
        {
            miss = .apart
            return nil
        }
        guard !hasReturned, liftedCount == count else {
            miss = .apart
            return nil
        }
        return movement
    }

    /// The nearest of the four directions; `nil` if two are equally near.
    private static func direction(of travel: Point) -> SwipeDirection? {
        guard abs(travel.x) != abs(travel.y) else { return nil }
        return abs(travel.x) > abs(travel.y)
            ? (travel.x < 0 ? .left : .right) : (travel.y < 0 ? .up : .down)
    }

    private func recognized(
        _ gesture: ScreenReaderGesture, since: Timestamp?
    ) -> RecognizedGesture {
        RecognizedGesture(
            fingers: count, position: position, force: force, landedAt: firstLanding,
            since: since ?? firstLanding, values: .screenReader(gesture))
    }
}
