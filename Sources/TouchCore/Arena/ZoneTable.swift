/// The zones of a surface, and an arena for each hand that they keep apart.
///
/// A finger is assigned to arenas when it lands and stays in them until it lifts: to the topmost
/// zone under its landing point, and to those below that accept it too (`ZoneMask`). A frame visits
/// only active arenas, so that an untouched zone costs nothing.
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

    /// A late finger farther than this from every other may start a hand (mm, squared).
    private static let squaredHandDistance = 6_400.0
    /// How long the location where a hand ended belongs to its arena (µs): a second tap
    /// there is counted with the first.
    private static let handMemoryUs: Int64 = 1_000_000

    var arenas: UniqueArray<Arena>
    /// From bottom to top.
    private var zones: ContiguousArray<Zone>
    /// Number of zones added since, which are directly above the first.
    private var addedCount = 0
    /// Arenas of zones that were added and removed again.
    private var vacantArenas: ContiguousArray<Range<Int>> = []
    /// Arenas with anything under way.
    private(set) var active: ActiveArenas
    /// Fingers that land in the present frame, by arena.
    private var landing: UniqueArray<UInt64>
    /// Fingers that land in the present frame without an arena yet, and their positions, by slot.
    private var unassigned: UInt64 = 0
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

    /// Removes and returns those of `slots` that land in an arena; the others remain.
    mutating func takeLanding(of slots: UInt64, in index: Int) -> UInt64 {
        defer { landing[index] &= ~slots }
        return landing[index] & slots
    }

    /// The earliest deadline; arenas without anything under way become inactive.
    mutating func nextDeadline(
        after context: StepContext, fingers: borrowing FingerTable
    ) -> Timestamp {
        var earliest = Timestamp.never
        var place = 0
        while place < active.count {
            let index = active[place]
            let deadline = arenas[index].nextDeadline(after: context, fingers: fingers)
            earliest = min(earliest, deadline)
            if deadline == .never, arenas.read(index, { $0.isAtRest }), landing[index] == 0 {
                active.remove(at: place)
            } else {
                place += 1
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

    /// Assigns the fingers that land in this frame. Those that return to a hand that
    /// has just ended are first, the nearest before the others: the others land together with them.
    ///
    /// - Parameter leaving: fingers that lift or are rejected in this frame: they have left when
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

    /// The finger that is assigned next, independent of its slot.
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
                    guard let ended = ended(arena, leaving, context, fingers: fingers),
                        isRemembered(ended, context)
                    else { continue }
                    let own = returning(to: arena, from: point, ended)
                    if own.squaredDistance <= Self.squaredHandDistance, own.precedes(nearest) {
                        (next, nearest) = (slot, own)
                    }
                }
            }
        }
        return next
    }

    /// When and where the fingers of an empty arena left; `nil` if it has fingers or some are
    /// landing in it.
    private func ended(
        _ arena: Int, _ leaving: UInt64, _ context: StepContext, fingers: borrowing FingerTable
    ) -> RecentLifts.Lift? {
        let slots = self.fingers(in: arena)
        guard slots & ~leaving == 0, landing[arena] == 0 else { return nil }
        guard slots == 0 else {
            return RecentLifts.Lift(time: context.time, place: fingers.centroid(of: slots))
        }
        return arenas.read(arena) {
            RecentLifts.Lift(time: $0.hand.lastLift, place: $0.hand.lastPlace)
        }
    }

    private func returning(
        to arena: Int, from point: Point, _ ended: RecentLifts.Lift
    ) -> ReturningFinger {
        ReturningFinger(
            squaredDistance: point.squaredDistance(to: ended.place), ended: ended,
            startedAt: arenas.read(arena) { $0.hand.firstLanding }, arena: arena)
    }

    /// Whether the place where an arena's fingers left still belongs to it.
    private func isRemembered(_ ended: RecentLifts.Lift, _ context: StepContext) -> Bool {
        context.time.microseconds(since: ended.time) <= Self.handMemoryUs
    }

    /// Assigns a finger that lands at `place` to the arenas that accept it.
    private mutating func assign(
        _ slot: Int, at place: Point, _ leaving: UInt64, _ context: StepContext,
        fingers: borrowing FingerTable
    ) {
        guard let owner = zones.lastIndex(where: { $0.bounds.contains(place) }) else { return }
        for zone in zones.indices.prefix(owner + 1) where zones[zone].bounds.contains(place) {
            switch zones[zone].mask {
            case .none: return
            case .inside: continue
            case .gestures where zone != owner: continue
            case .gestures, .all:
                assign(slot, to: zone, at: place, leaving, context, fingers: fingers)
            }
        }
    }

    private mutating func assign(
        _ slot: Int, to zone: Int, at place: Point, _ leaving: UInt64, _ context: StepContext,
        fingers: borrowing FingerTable
    ) {
        let own = zones[zone].arenas
        let arena =
            own.count == 1
            ? own.lowerBound
            : nearestArena(of: zone, at: place, leaving, context, fingers: fingers)
        landing[arena] |= 1 << UInt64(slot)
        active.insert(arena)
    }

    /// The arena of a zone that accepts a finger which lands at `place`.
    ///
    /// The one with a finger nearby; else one that is landing; else one of its own, while one is
    /// vacant.
    private func nearestArena(
        of zone: Int, at place: Point, _ leaving: UInt64, _ context: StepContext,
        fingers: borrowing FingerTable
    ) -> Int {
        let own = zones[zone].arenas
        var nearest: (squaredDistance: Double, arena: Int)?
        var open: Int?
        for arena in own {
            if open == nil, isOpen(arena, zone, leaving, at: context.time) { open = arena }
            let slots = self.fingers(in: arena) & ~leaving
            guard slots != 0 else { continue }
            let squared = fingers.squaredDistance(from: place, to: slots)
            if squared < nearest?.squaredDistance ?? .infinity { nearest = (squared, arena) }
        }
        if let nearest, nearest.squaredDistance <= Self.squaredHandDistance {
            return nearest.arena
        }
        return open ?? vacant(in: own, at: place, leaving, context, fingers: fingers)
            ?? nearest?.arena ?? own.lowerBound
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

    /// An arena without fingers: the one whose fingers left nearby, else the first whose fingers
    /// left long ago, else the one whose fingers left earliest.
    private func vacant(
        in own: Range<Int>, at place: Point, _ leaving: UInt64, _ context: StepContext,
        fingers: borrowing FingerTable
    ) -> Int? {
        var oldest: (lift: Timestamp, arena: Int)?
        var nearest: ReturningFinger?
        for arena in own {
            guard let ended = ended(arena, leaving, context, fingers: fingers) else { continue }
            let isRecent = isRemembered(ended, context)
            let own = returning(to: arena, from: place, ended)
            if isRecent, own.squaredDistance <= Self.squaredHandDistance {
                guard own.precedes(nearest) else { continue }
                nearest = own
            }
            // Arenas that are no longer remembered are equal, whenever they were used.
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
        let places = takeVacant(min(max(hands, 1), ZoneConfiguration.handLimit))
        for place in places {
            let arena = Arena(
                zone, zone: index, device: device, surface: surface, bounds: bounds,
                number: place, isObserved: isObserved)
            if place < arenas.count {
                arenas[place] = arena
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
                landingWindowUs: zone.landingWindow.microseconds, arenas: places),
            at: min(addedCount, zones.count))
        return places
    }

    /// Reserves `count` arenas, those of a removed zone or new ones after all others.
    private mutating func takeVacant(_ count: Int) -> Range<Int> {
        guard let vacant = vacantArenas.lastIndex(where: { $0.count == count }) else {
            return arenas.count..<arenas.count + count
        }
        return vacantArenas.remove(at: vacant)
    }

    /// Removes an added zone; returns its arenas, which the caller must clear, or `nil` if it does
    /// not exist.
    mutating func remove(index: Int) -> Range<Int>? {
        guard let place = zones.firstIndex(where: { $0.index == index }),
            (1...max(addedCount, 1)).contains(place), addedCount > 0
        else { return nil }
        let arenas = zones.remove(at: place).arenas
        addedCount -= 1
        vacantArenas.append(arenas)
        return arenas
    }

    /// Moves an added zone, for fingers that land from now on: those in it stay in it.
    mutating func move(index: Int, to rect: ZoneRect?, on surface: Surface) {
        guard addedCount > 0,
            let place = zones.firstIndex(where: { $0.index == index }),
            (1...addedCount).contains(place)
        else { return }
        zones[place].bounds = ZoneBounds(rect, on: surface)
        for arena in zones[place].arenas { arenas[arena].move(to: zones[place].bounds) }
    }

    /// Changes the list of the zone below all others; gestures that remain continue.
    mutating func changeLowest(
        to zone: ZoneConfiguration, _ change: NodeChange, device: Int, surface: Surface,
        isObserved: Bool
    ) {
        guard let lowest = zones.first, let place = lowest.arenas.first else { return }
        var next = Arena(
            zone, zone: lowest.index, device: device, surface: surface, bounds: lowest.bounds,
            number: place, isObserved: isObserved)
        next.adopt(&arenas[place], change)
        arenas[place] = next
    }
}

/// The arenas of a surface with anything under way, in rising order.
struct ActiveArenas: ~Copyable {
    /// The number of active arenas.
    private(set) var count = 0

    // The first `count` entries are used; it has one entry for each arena.
    private var indices: UniqueArray<Int>

    /// Creates an empty set with room for `arenas`.
    init(arenas: Int) {
        indices = UniqueArray(repeating: 0, count: arenas)
    }

    /// The arena at `place`, counted from the lowest.
    subscript(place: Int) -> Int {
        get { indices[place] }
    }

    /// Adds room for one more arena.
    mutating func makeRoom() {
        indices.append(0)
    }

    /// Makes an arena active, if it is not yet.
    mutating func insert(_ arena: Int) {
        var place = count
        while place > 0, indices[place - 1] >= arena { place -= 1 }
        guard place == count || indices[place] != arena else { return }
        for moved in (place..<count).reversed() { indices[moved + 1] = indices[moved] }
        indices[place] = arena
        count += 1
    }

    /// Removes the arena at `place`; those after it move up.
    mutating func remove(at place: Int) {
        guard place < count else { return }
        count -= 1
        for moved in place..<count { indices[moved] = indices[moved + 1] }
    }
}
