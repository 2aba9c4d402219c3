/// Fingers that landed together and near each other, as tap recognisers see them.
///
/// A finger that is late or far away has a group of its own, so that overlapping taps of two thumbs
/// or two people are two taps. The group records facts; each tap recogniser compares them with its
/// own thresholds.
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
    /// The distances between its landing points.
    private(set) var separation = FingerSeparation()
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
    /// Whether its fingers are aside (`AsideFingers`).
    var isAside = false
    /// Whether its fingers landed beside held ones: it is not a part of a composition.
    var landedAside = false

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
        separation = FingerSeparation(of: landed, table)
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
    mutating func join(_ landed: UInt64, at time: Timestamp, window: Int64) {
        fingers |= landed
        down |= landed
        // A contact that had to be confirmed may have landed before one that joined meanwhile.
        closesAt = max(closesAt, Self.end(of: window, from: time))
    }

    /// Adds a group of which no finger has lifted either.
    mutating func join(_ other: TapGroup) {
        fingers |= other.fingers
        down |= other.down
        lost |= other.lost
        closesAt = max(closesAt, other.closesAt)
    }

    /// Measures the landing points: fingers joined, or the first sample of one was wrong.
    mutating func measure(fingers table: borrowing FingerTable) {
        separation = FingerSeparation(of: fingers, table)
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
/// At most eight exist at once; the fingers of a ninth landing are not a tap.
struct TapGroups: ~Copyable {
    private static let capacity = 8

    /// The number of the newest landing of the zone, whether it has a group or not.
    private(set) var lastNumber: UInt64 = 0

    /// The groups in the order of their landings; `nil` after the last.
    private var groups = UniqueArray<TapGroup?>(repeating: nil, count: capacity)
    /// The indices of the newest landing's groups, as a mask.
    private var newest: UInt64 = 0
    /// No finger joins a group with this number or a lower one.
    private var lastClosed: UInt64 = 0

    /// How long after a landing another finger joins (µs).
    var windowUs: Int64
    /// A finger that lands within this distance of one of a group is linked to it, and joins it
    /// (mm, squared).
    var squaredReach: Double

    init(windowUs: Int64, squaredReach: Double) {
        self.windowUs = windowUs
        self.squaredReach = squaredReach
    }

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

    /// The groups of fingers that are aside, as a mask of indices.
    var aside: UInt64 {
        var mask: UInt64 = 0
        for index in 0..<Self.capacity where groups[index]?.isAside == true {
            mask |= 1 << UInt64(index)
        }
        return mask
    }

    /// Starts a landing: the groups of an earlier one are no longer the newest.
    mutating func startLanding() { newest = 0 }

    /// The fingers that are linked to `finger`: each within reach of another.
    ///
    /// - Parameter landed: the fingers of the landing. The fingers of groups that are open at
    ///   `time` are linked, too.
    func linked(
        to finger: UInt64, of landed: UInt64, at time: Timestamp, fingers: borrowing FingerTable
    ) -> UInt64 {
        let open = open(at: time)
        var candidates = landed
        for index in SlotSequence(open) { candidates |= groups[index]?.fingers ?? 0 }
        var linked = finger
        while true {
            var grown = linked
            for slot in SlotSequence(candidates & ~linked)
            where fingers.squaredLanding(ofSlot: slot, from: linked) <= squaredReach {
                grown |= 1 << UInt64(slot)
            }
            for index in SlotSequence(self.groups(of: grown, among: open)) {
                grown |= groups[index]?.fingers ?? 0
            }
            guard grown != linked else { return linked }
            linked = grown
        }
    }

    /// Lands fingers that are linked to each other: if some of them belong to groups, all join
    /// these, which become one; otherwise they begin a group.
    mutating func land(
        _ linked: UInt64, at time: Timestamp, after lift: RecentLifts.Lift,
        fingers: borrowing FingerTable
    ) {
        let joined = groups(of: linked, among: open(at: time))
        guard joined != 0 else { return begin(linked, at: time, after: lift, fingers: fingers) }
        let first = joined.trailingZeroBitCount
        newest |= 1 << UInt64(first)
        groups[first]?.join(linked, at: time, window: windowUs)
        merge(joined, fingers: fingers)
        groups[first]?.lost = 0
    }

    private mutating func begin(
        _ landed: UInt64, at time: Timestamp, after lift: RecentLifts.Lift,
        fingers: borrowing FingerTable
    ) {
        lastNumber &+= 1
        for index in 0..<Self.capacity where groups[index] == nil {
            groups[index] = TapGroup(
                number: lastNumber, landed: landed, at: time, window: windowUs, after: lift,
                fingers: fingers)
            newest |= 1 << UInt64(index)
            return
        }
    }

    /// Makes groups one, the first of them.
    private mutating func merge(_ joined: UInt64, fingers: borrowing FingerTable) {
        let first = joined.trailingZeroBitCount
        let others = joined & (joined &- 1)
        for index in SlotSequence(others) {
            if let other = groups[index] { groups[first]?.join(other) }
        }
        groups[first]?.measure(fingers: fingers)
        remove(others)
    }

    /// The groups of a mask in which one of `fingers` is down.
    private func groups(of fingers: UInt64, among indices: UInt64) -> UInt64 {
        var mask: UInt64 = 0
        for index in SlotSequence(indices) where (groups[index]?.down ?? 0) & fingers != 0 {
            mask |= 1 << UInt64(index)
        }
        return mask
    }

    /// The groups that a finger that lands at `time` may join.
    private func open(at time: Timestamp) -> UInt64 {
        var mask: UInt64 = 0
        for index in 0..<Self.capacity {
            guard let group = groups[index], group.number > lastClosed, group.isOpen(at: time)
            else { continue }
            mask |= 1 << UInt64(index)
        }
        return mask
    }

    /// Counts a landing without a group: its fingers are not a tap, and no finger joins the others.
    mutating func skip() {
        lastNumber &+= 1
        close()
        newest = 0
    }

    /// Closes the present groups: no finger joins them any more.
    mutating func close() { lastClosed = lastNumber }

    /// Measures the landing points of groups again, of which no finger has lifted. Groups that are
    /// linked by them become one.
    mutating func reland(_ slots: UInt64, at time: Timestamp, fingers: borrowing FingerTable) {
        for index in SlotSequence(groups(of: slots, among: present)) {
            guard let group = groups[index], group.down == group.fingers else { continue }
            groups[index]?.measure(fingers: fingers)
        }
        for slot in SlotSequence(slots) {
            let finger: UInt64 = 1 << UInt64(slot)
            let open = open(at: time)
            guard groups(of: finger, among: open) != 0 else { continue }
            let linked = linked(to: finger, of: 0, at: time, fingers: fingers)
            merge(groups(of: linked, among: open), fingers: fingers)
        }
    }

    /// Lets the newest groups become every gesture again, after their numbers of fingers have
    /// changed.
    mutating func clearLostOfNewest() {
        for index in SlotSequence(newest) { groups[index]?.lost = 0 }
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
    /// - Parameter landings: the landings of the winner; only their groups are affected. `nil` for
    ///   all groups that are not aside.
    mutating func lose(_ gestures: UInt64, in landings: TapLandings? = nil) {
        for index in 0..<Self.capacity {
            guard let group = groups[index],
                landings?.contains(group.number) ?? !group.isAside
            else { continue }
            groups[index]?.lost |= gestures
        }
    }

    /// Records that the group at `index` can no longer become these gestures.
    mutating func lose(_ gestures: UInt64, at index: Int) { groups[index]?.lost |= gestures }

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

    /// Records that the groups in which one of `fingers` is down can no longer become these gestures.
    mutating func lose(_ gestures: UInt64, by fingers: UInt64) {
        for index in SlotSequence(groups(of: fingers, among: present)) {
            groups[index]?.lost |= gestures
        }
    }

    /// Records that the newest groups can no longer become these gestures.
    mutating func loseNewest(_ gestures: UInt64) {
        for index in SlotSequence(newest) { groups[index]?.lost |= gestures }
    }

    /// Sets the side of resting fingers on which the newest groups landed.
    mutating func setSideOfNewest(_ side: RestingSide?) {
        for index in SlotSequence(newest) { groups[index]?.side = side }
    }

    /// Marks the newest groups as aside, on a side of resting fingers.
    mutating func putNewestAside(_ side: RestingSide?) {
        for index in SlotSequence(newest) {
            groups[index]?.side = side
            groups[index]?.isAside = true
            groups[index]?.landedAside = true
        }
    }

    /// Records that no group is aside any more.
    mutating func returnAside() {
        for index in SlotSequence(aside) { groups[index]?.isAside = false }
    }

    /// Forgets the side of a group, because the fingers beside it have moved.
    mutating func forgetSide(of index: Int) { groups[index]?.side = nil }

    /// Removes the groups in which one of `fingers` is down.
    ///
    /// A slot whose finger has lifted from one group may already be down in another.
    mutating func remove(containing fingers: UInt64) {
        remove(groups(of: fingers, among: present))
    }

    /// Removes the groups of a mask; the others move up and keep their order.
    mutating func remove(_ indices: UInt64) {
        guard indices != 0 else { return }
        let newestBefore = newest
        newest = 0
        var kept = 0
        for index in 0..<Self.capacity where indices & (1 << UInt64(index)) == 0 {
            groups[kept] = groups[index]
            if newestBefore & 1 << UInt64(index) != 0 { newest |= 1 << UInt64(kept) }
            kept += 1
        }
        for index in kept..<Self.capacity { groups[index] = nil }
    }
}
