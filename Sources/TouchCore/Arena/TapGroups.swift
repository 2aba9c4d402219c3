/// Fingers that landed together, as far as taps care.
///
/// A late finger is a group of its own, so that overlapping taps of two thumbs are two taps.
/// The group keeps facts; each tap recogniser holds them against its own thresholds.
struct TapGroup: Sendable {
    /// Which landing of the zone it is, counted from 1.
    let number: UInt64
    /// When its first finger landed.
    let firstLanding: Timestamp
    /// Slots of all of its fingers.
    private(set) var fingers: UInt64
    /// Those of its fingers that are still down.
    private(set) var down: UInt64
    /// The farthest that a finger which has lifted had been from its landing point, squared.
    private(set) var squaredTravel = 0.0
    /// The greatest distance between two landing points, squared.
    private(set) var squaredSeparation = 0.0
    /// Centroid of the landing points.
    private(set) var landing = Point.zero
    /// Centroid at the first lift.
    private(set) var place = Point.zero
    /// Greatest force at the first lift.
    private(set) var force = 0.0
    /// Gestures of the zone that this group can no longer be.
    var lost: UInt64 = 0

    /// One of its fingers landed so near to the lift before that one finger can be both.
    let landsWhereOneLifted: Bool

    private var lastLanding: Timestamp
    /// How long after a landing another finger joins (µs).
    private let windowUs: Int64
    private let lifted: Timestamp

    /// - Parameters:
    ///   - window: how long after a landing another finger joins (µs).
    ///   - lift: `ContactSequence.lift(near:fingers:)`.
    init(
        number: UInt64, landed: UInt64, at time: Timestamp, window: Int64,
        after lift: RecentLifts.Lift, fingers table: borrowing FingerTable
    ) {
        windowUs = window
        lifted = lift.time
        landsWhereOneLifted = RecentLifts.isNear(lift, to: landed, fingers: table)
        self.number = number
        firstLanding = time
        lastLanding = time
        fingers = landed
        down = landed
        squaredSeparation = table.squaredSeparation(of: landed)
        landing = table.landing(of: landed)
    }

    /// From the lift before to its landing, in µs.
    var sinceLiftUs: Int64 { firstLanding.microseconds(since: lifted) }

    /// Number of its fingers.
    var count: Int { fingers.nonzeroBitCount }

    /// Whether a finger that lands at `time` belongs to it; a lift closes the window.
    func isOpen(at time: Timestamp) -> Bool { down == fingers && time < closesAt }

    /// When no finger that lands belongs to it any more.
    var closesAt: Timestamp { lastLanding.advanced(byMicroseconds: windowUs &+ 1) }

    mutating func join(_ landed: UInt64, at time: Timestamp, fingers table: borrowing FingerTable) {
        fingers |= landed
        down |= landed
        lastLanding = time
        squaredSeparation = table.squaredSeparation(of: fingers)
        landing = table.landing(of: fingers)
    }

    /// The farthest that any of its fingers has been from its landing point, squared.
    func squaredTravel(with table: borrowing FingerTable) -> Double {
        max(squaredTravel, table.squaredTravel(of: down))
    }

    /// Takes the lift of some of its fingers.
    mutating func lift(_ lifted: UInt64, fingers table: borrowing FingerTable) {
        if down == fingers {
            place = table.centroid(of: fingers)
            force = table.force(of: fingers)
        }
        squaredTravel = max(squaredTravel, table.squaredTravel(of: lifted))
        down &= ~lifted
    }
}

/// The groups of fingers of a zone that may be taps.
///
/// Eight can be under way at once; a late finger beyond that is no tap.
struct TapGroups: ~Copyable {
    private static let capacity = 8

    /// The number of the newest landing of the zone, whether a group came of it or not.
    private(set) var lastNumber: UInt64 = 0

    /// In the order in which they landed; nil behind the last.
    private var groups = UniqueArray<TapGroup?>(repeating: nil, count: capacity)
    private var newest: Int?

    /// How long after a landing another finger joins (µs).
    var windowUs: Int64

    init(windowUs: Int64) { self.windowUs = windowUs }

    /// The group at `index`.
    subscript(index: Int) -> TapGroup? { groups[index] }

    /// The group with the number `number`; `nil` where there is none, or none any more.
    func index(ofNumber number: UInt64) -> Int? {
        for index in 0..<Self.capacity where groups[index]?.number == number { return index }
        return nil
    }

    /// The first of the invariants that does not hold; `nil`: all do.
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

    /// Fingers landed together on their own.
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

    /// A finger landed that is no tap.
    mutating func skip() {
        lastNumber &+= 1
        newest = nil
    }

    /// Fingers landed together with the newest group; whether there is one that is still open.
    mutating func join(
        _ landed: UInt64, at time: Timestamp, fingers: borrowing FingerTable
    ) -> Bool {
        guard let newest, groups[newest]?.isOpen(at: time) == true else {
            return false
        }
        groups[newest]?.join(landed, at: time, fingers: fingers)
        return true
    }

    /// The newest group may be anything again: it has become another number of fingers.
    mutating func clearLostOfNewest() {
        if let newest { groups[newest]?.lost = 0 }
    }

    /// Fingers lift; the indices, as a mask, of the groups of which none is left.
    mutating func lift(_ lifted: UInt64, fingers: borrowing FingerTable) -> UInt64 {
        var completed: UInt64 = 0
        for index in 0..<Self.capacity {
            guard let down = groups[index]?.down, down & lifted != 0 else { continue }
            groups[index]?.lift(down & lifted, fingers: fingers)
            if groups[index]?.down == 0 { completed |= 1 << UInt64(index) }
        }
        return completed
    }

    /// Gestures have lost: none of the present groups can be them any more.
    ///
    /// - Parameter landings: those that the winner was made of, and no other; `nil`: all.
    mutating func lose(_ gestures: UInt64, in landings: TapLandings? = nil) {
        for index in 0..<Self.capacity {
            guard let number = groups[index]?.number, landings?.contains(number) != false else {
                continue
            }
            groups[index]?.lost |= gestures
        }
    }

    /// Changes which gestures the groups can no longer be.
    mutating func changeLost(_ change: (UInt64) -> UInt64) {
        for index in 0..<Self.capacity {
            if let lost = groups[index]?.lost { groups[index]?.lost = change(lost) }
        }
    }

    /// The newest group cannot be any of these gestures any more.
    mutating func loseNewest(_ gestures: UInt64) {
        if let newest { groups[newest]?.lost |= gestures }
    }

    /// Takes the groups out that one of `fingers` belongs to; each has a finger down.
    ///
    /// A slot whose finger has left its group may hold another's by now.
    mutating func remove(containing fingers: UInt64) {
        var indices: UInt64 = 0
        for index in 0..<Self.capacity where (groups[index]?.down ?? 0) & fingers != 0 {
            indices |= 1 << UInt64(index)
        }
        remove(indices)
    }

    /// Takes the groups of a mask out; the others move up and keep their order.
    mutating func remove(_ indices: UInt64) {
        guard indices != 0 else { return }
        let youngest = newest
        newest = nil
        var kept = 0
        for index in 0..<Self.capacity where indices & (1 << UInt64(index)) == 0 {
            groups[kept] = groups[index]
            if youngest == index { newest = kept }
            kept += 1
        }
        for index in kept..<Self.capacity { groups[index] = nil }
    }
}

/// When and where the latest eight fingers left a zone, each for itself: two thumbs lift at two places,
/// and either may bounce.
struct RecentLifts: Sendable {
    struct Lift: Sendable {
        var time: Timestamp
        var place: Point
    }

    /// A finger that comes back is no farther from where it lifted (mm, squared).
    static let squaredBounce = 25.0
    private static let capacity = 8

    private var lifts = InlineArray<8, Lift>(
        repeating: Lift(time: Timestamp(microseconds: .min), place: .zero))
    private var count = 0

    /// Takes one more; the oldest goes for it.
    mutating func add(_ lift: Lift) {
        lifts[count % Self.capacity] = lift
        count &+= 1
    }

    /// The latest that was so near to where one of `slots` landed that one finger can be both; where none
    /// was, the latest of all.
    func nearest(to slots: UInt64, fingers: borrowing FingerTable) -> Lift {
        let latest = lifts[(count &+ Self.capacity &- 1) % Self.capacity]
        for age in 1...Self.capacity where age <= count {
            let lift = lifts[(count &- age) % Self.capacity]
            if Self.isNear(lift, to: slots, fingers: fingers) { return lift }
        }
        return latest
    }

    /// Whether one of `slots` landed so near that one finger can be both.
    static func isNear(
        _ lift: Lift, to slots: UInt64, fingers: borrowing FingerTable
    ) -> Bool {
        for slot in SlotSequence(slots)
        where fingers.landing(ofSlot: slot).squaredDistance(to: lift.place) < squaredBounce {
            return true
        }
        return false
    }
}
