/// The zones of a surface, and their arenas: one for each hand that a zone keeps apart.
///
/// A finger is assigned to arenas when it lands, and stays in them until it lifts: in the topmost
/// zone under its landing point, and in lower zones that accept the finger, too (`ZoneMask`). A
/// frame visits only active arenas, so that an untouched zone costs nothing.
struct ZoneTable: ~Copyable {
    /// A zone on this surface.
    private struct Zone: Sendable {
        /// Index in the configuration, or the number of an added zone.
        let index: Int
        var bounds: ZoneBounds
        let mask: ZoneMask
        let landingWindowUs: Int64
        /// One for each hand kept apart (`ZoneConfiguration.hands`).
        let arenas: Range<Int>
    }

    /// A late finger farther than this from every other may start another hand (mm, squared).
    private static let squaredHandDistance = 6_400.0
    /// How long a finger that lands where a hand ended returns to its arena, to count taps (µs).
    private static let handMemoryUs: Int64 = 1_000_000

    var arenas: UniqueArray<Arena>
    /// From bottom to top.
    private var zones: ContiguousArray<Zone>
    /// The number of added zones, which are directly above the first.
    private var addedCount = 0
    /// Arenas of removed zones, for zones that are added later.
    private var vacantArenas: ContiguousArray<Range<Int>> = []
    /// The arenas that are not at rest.
    private(set) var active: ActiveArenas
    /// Fingers that land in the present frame, by arena.
    private var landing: UniqueArray<UInt64>
    /// Fingers that land in the present frame and have no arena yet.
    private var unassigned: UInt64 = 0
    /// The positions of the fingers that land in the present frame, by slot.
    private var landingPoints = UniqueArray(repeating: Point.zero, count: 64)

    /// - Parameter included: the zones of the device, as indices of `configuration.zones`.
    init(
        _ configuration: GestureConfiguration, included: [Int], device: Int, surface: Surface,
        isObserved: Bool
    ) {
        var zones: ContiguousArray<Zone> = []
        var owners: [Int] = []
        for index in included {
            let zone = configuration.zones[index]
            let first = owners.count
            let count = min(max(zone.hands, 1), ZoneConfiguration.handLimit)
            zones.append(
                Zone(
                    index: index, bounds: ZoneBounds(zone.rect, on: surface), mask: zone.mask,
                    landingWindowUs: zone.landingWindow.microseconds,
                    arenas: first..<first + count))
            owners += Array(repeating: index, count: count)
        }
        self.zones = zones
        arenas = UniqueArray(count: owners.count) { arena in
            let zone = configuration.zones[owners[arena]]
            return Arena(
                zone, zone: owners[arena], device: device, surface: surface,
                bounds: ZoneBounds(zone.rect, on: surface), number: arena, isObserved: isObserved)
        }
        active = ActiveArenas(arenas: owners.count)
        landing = UniqueArray(repeating: 0, count: owners.count)
    }

    /// The fingers that land in the arena at `index` in this frame.
    func landing(in index: Int) -> UInt64 { landing[index] }

    /// Removes and returns the fingers that land in the arena at `index`.
    mutating func takeLanding(in index: Int) -> UInt64 {
        defer { landing[index] = 0 }
        return landing[index]
    }

    /// Removes and returns the fingers of `slots` that land in an arena; others that land remain.
    mutating func takeLanding(of slots: UInt64, in index: Int) -> UInt64 {
        defer { landing[index] &= ~slots }
        return landing[index] & slots
    }

    /// The earliest deadline of an arena without fingers in `held`. Makes arenas at rest inactive.
    mutating func nextDeadline(
        after context: StepContext, except held: UInt64, fingers: borrowing FingerTable
    ) -> Timestamp {
        var earliest = Timestamp.never
        var offset = 0
        while offset < active.count {
            let index = active[offset]
            let deadline = arenas[index].nextDeadline(after: context, fingers: fingers)
            if held & self.fingers(in: index) == 0 { earliest = min(earliest, deadline) }
            if deadline == .never, arenas.read(index, { $0.isAtRest }), landing[index] == 0 {
                active.remove(at: offset)
            } else {
                offset += 1
            }
        }
        return earliest
    }
}

/// Which arenas accept a finger that lands.
extension ZoneTable {
    /// Adds a finger that lands in this frame.
    mutating func addLanding(_ slot: Int, at point: Point) {
        landingPoints[slot] = point
        unassigned |= 1 << UInt64(slot)
    }

    /// Assigns the fingers that land in this frame to arenas.
    ///
    /// Fingers that return to a hand that has just ended come first, the nearest of them before the
    /// others: the remaining fingers land together with them.
    ///
    /// - Parameter leaving: fingers that lift or are rejected in this frame. They leave before
    ///   others land.
    mutating func assignLandings(
        leaving: UInt64, _ context: StepContext, fingers: borrowing FingerTable
    ) {
        while unassigned != 0 {
            let slot = nextLanding(leaving, context, fingers: fingers)
            unassigned &= ~(1 << UInt64(slot))
            assign(slot, at: landingPoints[slot], leaving, context, fingers: fingers)
        }
    }

    /// The finger to assign next. Where fingers return to hands, its slot does not matter.
    private func nextLanding(
        _ leaving: UInt64, _ context: StepContext, fingers: borrowing FingerTable
    ) -> Int {
        var next = unassigned.trailingZeroBitCount
        guard unassigned & (unassigned - 1) != 0 else { return next }
        var nearest: ReturningFinger?
        for slot in SlotSequence(unassigned) {
            let point = landingPoints[slot]
            for zone in zones where zone.arenas.count > 1 && zone.bounds.contains(point) {
                for arena in zone.arenas {
                    guard let ended = lastLift(of: arena, leaving, context, fingers: fingers),
                        isRemembered(ended, context)
                    else { continue }
                    let returning = returningFinger(to: arena, from: point, ended)
                    if returning.squaredDistance <= Self.squaredHandDistance,
                        returning.precedes(nearest)
                    {
                        (next, nearest) = (slot, returning)
                    }
                }
            }
        }
        return next
    }

    /// When and where the last fingers of an arena left; `nil` if it has other fingers, or if some
    /// land in it.
    private func lastLift(
        of arena: Int, _ leaving: UInt64, _ context: StepContext, fingers: borrowing FingerTable
    ) -> RecentLifts.Lift? {
        let slots = self.fingers(in: arena)
        guard slots & ~leaving == 0, landing[arena] == 0 else { return nil }
        guard slots == 0 else {
            return RecentLifts.Lift(time: context.time, position: fingers.centroid(of: slots))
        }
        return arenas.read(arena) {
            RecentLifts.Lift(time: $0.hand.lastLift, position: $0.hand.lastPosition)
        }
    }

    private func returningFinger(
        to arena: Int, from point: Point, _ ended: RecentLifts.Lift
    ) -> ReturningFinger {
        ReturningFinger(
            squaredDistance: point.squaredDistance(to: ended.position), ended: ended,
            startedAt: arenas.read(arena) { $0.hand.firstLanding }, arena: arena)
    }

    /// Whether a finger that lands where an arena's fingers left may return to the arena.
    private func isRemembered(_ ended: RecentLifts.Lift, _ context: StepContext) -> Bool {
        context.time.microseconds(since: ended.time) <= Self.handMemoryUs
    }

    /// Assigns a finger that lands at `point` to the arenas that accept it.
    private mutating func assign(
        _ slot: Int, at point: Point, _ leaving: UInt64, _ context: StepContext,
        fingers: borrowing FingerTable
    ) {
        guard let owner = zones.lastIndex(where: { $0.bounds.contains(point) }) else { return }
        for zone in zones.indices.prefix(owner + 1) where zones[zone].bounds.contains(point) {
            switch zones[zone].mask {
            case .none: return
            case .inside: continue
            case .gestures where zone != owner: continue
            case .gestures, .all:
                assign(slot, to: zone, at: point, leaving, context, fingers: fingers)
            }
        }
    }

    private mutating func assign(
        _ slot: Int, to zone: Int, at point: Point, _ leaving: UInt64, _ context: StepContext,
        fingers: borrowing FingerTable
    ) {
        let zoneArenas = zones[zone].arenas
        let arena =
            zoneArenas.count == 1
            ? zoneArenas.lowerBound
            : nearestArena(of: zone, at: point, leaving, context, fingers: fingers)
        landing[arena] |= 1 << UInt64(slot)
        active.insert(arena)
    }

    /// The arena of a zone that accepts a finger that lands at `point`: one with a finger nearby,
    /// or else one whose fingers are still landing, or else a vacant one, or else the nearest.
    private func nearestArena(
        of zone: Int, at point: Point, _ leaving: UInt64, _ context: StepContext,
        fingers: borrowing FingerTable
    ) -> Int {
        let zoneArenas = zones[zone].arenas
        var nearest: (squaredDistance: Double, arena: Int)?
        var open: Int?
        for arena in zoneArenas {
            if open == nil, isOpen(arena, zone, leaving, at: context.time) { open = arena }
            let slots = self.fingers(in: arena) & ~leaving
            guard slots != 0 else { continue }
            let squared = fingers.squaredDistance(from: point, to: slots)
            if squared < nearest?.squaredDistance ?? .infinity { nearest = (squared, arena) }
        }
        if let nearest, nearest.squaredDistance <= Self.squaredHandDistance {
            return nearest.arena
        }
        return open ?? vacant(in: zoneArenas, at: point, leaving, context, fingers: fingers)
            ?? nearest?.arena ?? zoneArenas.lowerBound
    }

    /// The fingers of an arena, as slots.
    func fingers(in arena: Int) -> UInt64 { arenas.read(arena) { $0.hand.fingers } }

    /// The index of an arena within its zone.
    func hand(ofArena arena: Int) -> Int {
        let zone = zones.first { $0.arenas.contains(arena) }
        return arena - (zone?.arenas.lowerBound ?? arena)
    }

    /// Whether fingers still land together with those of an arena.
    private func isOpen(
        _ arena: Int, _ zone: Int, _ leaving: UInt64, at time: Timestamp
    ) -> Bool {
        let slots = fingers(in: arena)
        guard slots & ~leaving != 0 else { return landing[arena] != 0 }
        // A lift ends the landing.
        guard slots & leaving == 0 else { return false }
        let window = zones[zone].landingWindowUs
        return arenas.read(arena) { $0.hand.isOpen(at: time, window: window) }
    }

    /// An arena without fingers: the nearest whose fingers left nearby and recently, or else the
    /// first whose fingers left long ago, or else the one whose fingers left earliest.
    private func vacant(
        in zoneArenas: Range<Int>, at point: Point, _ leaving: UInt64, _ context: StepContext,
        fingers: borrowing FingerTable
    ) -> Int? {
        var oldest: (lift: Timestamp, arena: Int)?
        var nearest: ReturningFinger?
        for arena in zoneArenas {
            guard let ended = lastLift(of: arena, leaving, context, fingers: fingers)
            else { continue }
            let isRecent = isRemembered(ended, context)
            let returning = returningFinger(to: arena, from: point, ended)
            if isRecent, returning.squaredDistance <= Self.squaredHandDistance {
                guard returning.precedes(nearest) else { continue }
                nearest = returning
            }
            // Arenas whose fingers left long ago are equal, whenever that was.
            let last = isRecent ? ended.time : Timestamp(microseconds: .min)
            if let oldest, oldest.lift <= last { continue }
            oldest = (last, arena)
        }
        return nearest?.arena ?? oldest?.arena
    }
}

/// Zones that are added and removed while fingers are down.
extension ZoneTable {
    /// Adds a zone above those that were added before, for fingers that land from now on; returns
    /// its arenas, or `nil` if the zone `index` already exists.
    ///
    /// Active gestures continue.
    @discardableResult
    mutating func add(
        _ zone: ZoneConfiguration, index: Int, hands: Int = 1, device: Int, surface: Surface,
        isObserved: Bool
    ) -> Range<Int>? {
        guard !zones.contains(where: { $0.index == index }) else { return nil }
        let bounds = ZoneBounds(zone.rect, on: surface)
        let newArenas = reserveArenas(min(max(hands, 1), ZoneConfiguration.handLimit))
        for number in newArenas {
            let arena = Arena(
                zone, zone: index, device: device, surface: surface, bounds: bounds,
                number: number, isObserved: isObserved)
            if number < arenas.count {
                arenas[number] = arena
            } else {
                arenas.append(arena)
                landing.append(0)
                active.makeRoom()
            }
        }
        addedCount += 1
        zones.insert(
            Zone(
                index: index, bounds: bounds, mask: zone.mask,
                landingWindowUs: zone.landingWindow.microseconds, arenas: newArenas),
            at: min(addedCount, zones.count))
        return newArenas
    }

    /// The indices for `count` arenas: of a removed zone, or after all others.
    private mutating func reserveArenas(_ count: Int) -> Range<Int> {
        guard let vacant = vacantArenas.lastIndex(where: { $0.count == count }) else {
            return arenas.count..<arenas.count + count
        }
        return vacantArenas.remove(at: vacant)
    }

    /// Removes an added zone; returns its arenas, which the caller must clear, or `nil` if it does
    /// not exist.
    mutating func remove(index: Int) -> Range<Int>? {
        guard let level = zones.firstIndex(where: { $0.index == index }),
            (1...max(addedCount, 1)).contains(level), addedCount > 0
        else { return nil }
        let arenas = zones.remove(at: level).arenas
        addedCount -= 1
        vacantArenas.append(arenas)
        return arenas
    }

    /// Moves an added zone, for fingers that land from now on. Fingers in the zone stay in it.
    mutating func move(index: Int, to rect: ZoneRect?, on surface: Surface) {
        guard addedCount > 0,
            let level = zones.firstIndex(where: { $0.index == index }),
            (1...addedCount).contains(level)
        else { return }
        zones[level].bounds = ZoneBounds(rect, on: surface)
        for arena in zones[level].arenas { arenas[arena].move(to: zones[level].bounds) }
    }

    /// Changes the gesture list of the lowest zone; gestures that remain continue.
    mutating func changeLowest(
        to zone: ZoneConfiguration, _ change: NodeChange, device: Int, surface: Surface,
        isObserved: Bool
    ) {
        guard let lowest = zones.first, let number = lowest.arenas.first else { return }
        var next = Arena(
            zone, zone: lowest.index, device: device, surface: surface, bounds: lowest.bounds,
            number: number, isObserved: isObserved)
        next.inherit(&arenas[number], change)
        arenas[number] = next
    }
}

/// The arenas of a surface that are not at rest, in rising order.
struct ActiveArenas: ~Copyable {
    /// The number of active arenas.
    private(set) var count = 0

    // The first `count` entries are used; it has one entry for each arena.
    private var indices: UniqueArray<Int>

    /// Creates an empty set with room for `arenas`.
    init(arenas: Int) {
        indices = UniqueArray(repeating: 0, count: arenas)
    }

    /// The active arena at `offset`, counted from the lowest.
    subscript(offset: Int) -> Int {
        get { indices[offset] }
    }

    /// Adds room for one more arena.
    mutating func makeRoom() {
        indices.append(0)
    }

    /// Makes an arena active if it is not.
    mutating func insert(_ arena: Int) {
        var offset = count
        while offset > 0, indices[offset - 1] >= arena { offset -= 1 }
        guard offset == count || indices[offset] != arena else { return }
        for moved in (offset..<count).reversed() { indices[moved + 1] = indices[moved] }
        indices[offset] = arena
        count += 1
    }

    /// Removes the arena at `offset`; later arenas move down by one.
    mutating func remove(at offset: Int) {
        guard offset < count else { return }
        count -= 1
        for moved in offset..<count { indices[moved] = indices[moved + 1] }
    }
}
