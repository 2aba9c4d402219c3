/// Fingers that landed together, as tap recognisers see them.
///
/// A late finger has a group of its own, so that overlapping taps of two thumbs are two taps. The
/// group records facts; each tap recogniser compares them with its own thresholds.
struct TapGroup: Sendable {
    /// Number of this landing in the zone, counted from 1.
    let number: UInt64
    /// When its first finger landed.
    let firstLanding: Timestamp
    /// Slots of all of its fingers.
    private(set) var fingers: UInt64
    /// Slots of the fingers that are still down.
    private(set) var down: UInt64
    /// Maximum distance of the lifted fingers from their landing points (mm, squared).
    private(set) var squaredTravel = 0.0
    /// Maximum distance between two landing points (mm, squared).
    private(set) var squaredSeparation = 0.0
    /// Centroid of the landing points.
    private(set) var landing = Point.zero
    /// Centroid at the first lift.
    private(set) var position = Point.zero
    /// Maximum force at the first lift.
    private(set) var force = 0.0
    /// Gestures of the zone that this group can no longer become.
    var lost: UInt64 = 0
    /// The side of resting fingers on which it landed; `nil` if none rest, or no tap needs it.
    var side: RestingSide?

    /// Whether one of its fingers landed near enough to an earlier lift to be the same finger.
    let landsWhereOneLifted: Bool

    /// From this time on, landing fingers no longer join the group.
    private(set) var closesAt: Timestamp
    private let previousLift: Timestamp

    /// - Parameters:
    ///   - window: how long after a landing another finger joins (µs).
    ///   - lift: `Hand.lift(near:fingers:)`.
    init(
        number: UInt64, landed: UInt64, at time: Timestamp, window: Int64,
        after lift: RecentLifts.Lift, fingers table: borrowing FingerTable
    ) {
        previousLift = lift.time
        landsWhereOneLifted = RecentLifts.isNear(lift, to: landed, fingers: table)
        self.number = number
        firstLanding = time
        closesAt = Self.end(of: window, from: time)
        fingers = landed
        down = landed
        squaredSeparation = table.squaredSeparation(of: landed)
        landing = table.landing(of: landed)
    }

    /// Time from the previous lift to its landing, in µs.
    var sinceLiftUs: Int64 { firstLanding.microseconds(since: previousLift) }

    /// Number of its fingers.
    var count: Int { fingers.nonzeroBitCount }

    /// Whether a finger that lands at `time` belongs to it; a lift closes the window.
    func isOpen(at time: Timestamp) -> Bool { down == fingers && time < closesAt }

    private static func end(of window: Int64, from landing: Timestamp) -> Timestamp {
        landing.advanced(byMicroseconds: window &+ 1)
    }

    /// Adds fingers that landed together with the others.
    mutating func join(
        _ landed: UInt64, at time: Timestamp, window: Int64, fingers table: borrowing FingerTable
    ) {
        fingers |= landed
        down |= landed
        closesAt = Self.end(of: window, from: time)
        squaredSeparation = table.squaredSeparation(of: fingers)
        landing = table.landing(of: fingers)
    }

    /// Measures the landing points again: the first sample of one was wrong.
    mutating func reland(fingers table: borrowing FingerTable) {
        squaredSeparation = table.squaredSeparation(of: fingers)
        landing = table.landing(of: fingers)
    }

    /// Maximum distance of its fingers from their landing points (mm, squared).
    func squaredTravel(with table: borrowing FingerTable) -> Double {
        max(squaredTravel, table.squaredTravel(of: down))
    }

    /// Records the lift of some of its fingers.
    mutating func lift(_ lifted: UInt64, fingers table: borrowing FingerTable) {
        if down == fingers {
            position = table.centroid(of: fingers)
            force = table.force(of: fingers)
        }
        squaredTravel = max(squaredTravel, table.squaredTravel(of: lifted))
        down &= ~lifted
    }
}

/// The groups of fingers of a zone that may be taps.
///
/// At most eight exist at once; the fingers of a ninth landing are no tap.
struct TapGroups: ~Copyable {
    private static let capacity = 8

    /// The number of the newest landing of the zone, whether it has a group or not.
    private(set) var lastNumber: UInt64 = 0

    /// The groups in the order of their landings; `nil` after the last.
    private var groups = UniqueArray<TapGroup?>(repeating: nil, count: capacity)
    /// The index of the newest landing's group; `nil` if it has none.
    private var newest: Int?

    /// How long after a landing another finger joins (µs).
    var windowUs: Int64

    init(windowUs: Int64) { self.windowUs = windowUs }

    /// The group at `index`.
    subscript(index: Int) -> TapGroup? { groups[index] }

    /// The index of the group with a number; `nil` if no group has it.
    func index(ofNumber number: UInt64) -> Int? {
        for index in 0..<Self.capacity where groups[index]?.number == number { return index }
        return nil
    }

    /// The first violated invariant; `nil` if all hold.
    var brokenInvariant: String? {
        var last: UInt64 = 0
        var down: UInt64 = 0
        for index in 0..<Self.capacity {
            guard let group = groups[index] else {
                if present >> UInt64(index) != 0 { return "there is a gap between groups of taps" }
                break
            }
            if group.number <= last || group.number > lastNumber {
                return "groups of taps are not in the order of their landings"
            }
            if group.down & ~group.fingers != 0 { return "a finger is down that is in no group" }
            if group.down & down != 0 { return "a finger is in two groups of taps" }
            (last, down) = (group.number, down | group.down)
        }
        return nil
    }

    /// Every group, as a mask of indices.
    var present: UInt64 {
        var mask: UInt64 = 0
        for index in 0..<Self.capacity where groups[index] != nil { mask |= 1 << UInt64(index) }
        return mask
    }

    /// Begins a group for fingers that landed together.
    mutating func begin(
        _ landed: UInt64, at time: Timestamp, after lift: RecentLifts.Lift,
        fingers: borrowing FingerTable
    ) {
        skip()
        for index in 0..<Self.capacity where groups[index] == nil {
            groups[index] = TapGroup(
                number: lastNumber, landed: landed, at: time, window: windowUs, after: lift,
                fingers: fingers)
            newest = index
            return
        }
    }

    /// Counts a landing without a group: its fingers are no tap.
    mutating func skip() {
        lastNumber &+= 1
        newest = nil
    }

    /// Adds fingers to the newest group; returns whether one is still open.
    mutating func join(
        _ landed: UInt64, at time: Timestamp, fingers: borrowing FingerTable
    ) -> Bool {
        guard let newest, groups[newest]?.isOpen(at: time) == true else {
            return false
        }
        groups[newest]?.join(landed, at: time, window: windowUs, fingers: fingers)
        return true
    }

    /// Measures the landing points of groups again, of which no finger has lifted.
    mutating func reland(_ slots: UInt64, fingers: borrowing FingerTable) {
        for index in 0..<Self.capacity {
            guard let group = groups[index], group.down & slots != 0, group.down == group.fingers
            else { continue }
            groups[index]?.reland(fingers: fingers)
        }
    }

    /// Lets the newest group become every gesture again, after its number of fingers has changed.
    mutating func clearLostOfNewest() {
        if let newest { groups[newest]?.lost = 0 }
    }

    /// Lifts fingers; returns the indices, as a mask, of the groups that have no finger left.
    mutating func lift(_ lifted: UInt64, fingers: borrowing FingerTable) -> UInt64 {
        var completed: UInt64 = 0
        for index in 0..<Self.capacity {
            guard let down = groups[index]?.down, down & lifted != 0 else { continue }
            groups[index]?.lift(down & lifted, fingers: fingers)
            if groups[index]?.down == 0 { completed |= 1 << UInt64(index) }
        }
        return completed
    }

    /// Records that gestures have lost: the present groups can no longer become them.
    ///
    /// - Parameter landings: the landings that the winner was made of, whose groups alone are
    ///   concerned; `nil` for all groups.
    mutating func lose(_ gestures: UInt64, in landings: TapLandings? = nil) {
        for index in 0..<Self.capacity {
            guard let number = groups[index]?.number, landings?.contains(number) != false else {
                continue
            }
            groups[index]?.lost |= gestures
        }
    }

    /// Records that groups that landed before a time cannot become these gestures.
    mutating func lose(_ gestures: UInt64, landedBefore time: Timestamp) {
        for index in 0..<Self.capacity where groups[index]?.firstLanding ?? .never < time {
            groups[index]?.lost |= gestures
        }
    }

    /// Changes which gestures the groups can no longer become.
    mutating func changeLost(_ change: (UInt64) -> UInt64) {
        for index in 0..<Self.capacity {
            if let lost = groups[index]?.lost { groups[index]?.lost = change(lost) }
        }
    }

    /// Records that the newest group can no longer become these gestures.
    mutating func loseNewest(_ gestures: UInt64) {
        if let newest { groups[newest]?.lost |= gestures }
    }

    /// Sets the side of resting fingers on which the newest group landed.
    mutating func setSideOfNewest(_ side: RestingSide?) {
        if let newest { groups[newest]?.side = side }
    }

    /// Forgets the side of a group, because the fingers beside it have moved.
    mutating func forgetSide(of index: Int) { groups[index]?.side = nil }

    /// Removes the groups in which one of `fingers` is down.
    ///
    /// A slot whose finger has lifted from one group may already be down in another.
    mutating func remove(containing fingers: UInt64) {
        var indices: UInt64 = 0
        for index in 0..<Self.capacity where (groups[index]?.down ?? 0) & fingers != 0 {
            indices |= 1 << UInt64(index)
        }
        remove(indices)
    }

    /// Removes the groups of a mask; the others move up and keep their order.
    mutating func remove(_ indices: UInt64) {
        guard indices != 0 else { return }
        let newestBefore = newest
        newest = nil
        var kept = 0
        for index in 0..<Self.capacity where indices & (1 << UInt64(index)) == 0 {
            groups[kept] = groups[index]
            if newestBefore == index { newest = kept }
            kept += 1
        }
        for index in kept..<Self.capacity { groups[index] = nil }
    }
}

/// When and where the latest eight fingers left a zone, each separately: two thumbs lift at two
/// places, and either may bounce.
struct RecentLifts: Sendable {
    struct Lift: Sendable {
        var time: Timestamp
        var position: Point
    }

    /// The maximum distance of a returning finger from where it lifted (mm, squared).
    static let squaredBounce = 25.0
    private static let capacity = 8

    private var lifts = InlineArray<8, Lift>(
        repeating: Lift(time: Timestamp(microseconds: .min), position: .zero))
    private var count = 0

    /// Adds a lift, replacing the oldest.
    mutating func add(_ lift: Lift) {
        lifts[count % Self.capacity] = lift
        count &+= 1
    }

    /// Whether one of the latest lifts meets a condition.
    func latest(_ number: Int, contain condition: (Lift) -> Bool) -> Bool {
        for age in 1...number where age <= count {
            if condition(lifts[(count &- age) % Self.capacity]) { return true }
        }
        return false
    }

    /// The latest lift that is near enough to the landing of one of `slots` to be of the same
    /// finger; if none is, the latest of all.
    func nearest(to slots: UInt64, fingers: borrowing FingerTable) -> Lift {
        let latest = lifts[(count &+ Self.capacity &- 1) % Self.capacity]
        for age in 1...Self.capacity where age <= count {
            let lift = lifts[(count &- age) % Self.capacity]
            if Self.isNear(lift, to: slots, fingers: fingers) { return lift }
        }
        return latest
    }

    /// Whether one of `slots` landed near enough to a lift to be the same finger.
    static func isNear(
        _ lift: Lift, to slots: UInt64, fingers: borrowing FingerTable
    ) -> Bool {
        for slot in SlotSequence(slots)
        where fingers.landing(ofSlot: slot).squaredDistance(to: lift.position) < squaredBounce {
            return true
        }
        return false
    }
}
