/// The zones of a surface, and an arena for each of their hands.
///
/// A finger is dealt to arenas when it lands and stays with them for life: to the topmost zone under
/// its landing point, and to those below that hear it too (`ZoneMask`). Only arenas that are awake
/// are looked at in a frame, so that a zone that nobody touches costs nothing.
struct ZoneTable: ~Copyable {
    /// A zone as the surface has it.
    private struct Zone: Sendable {
        /// Index in the configuration, or the number that an added zone was given.
        let index: Int
        let bounds: ZoneBounds
        let mask: ZoneMask
        let hands: Int
        let landingWindowUs: Int64
        /// Its first arena; its other hands follow.
        let firstArena: Int
    }

    /// A late finger farther than this from every other may be a hand of its own (mm, squared).
    private static let squaredHandDistance = 6_400.0
    /// How long the place of a hand that has left is its own (µs): a second tap is the same hand's.
    private static let handMemoryUs: Int64 = 1_000_000

    var arenas: FixedTable<Arena>
    /// From below to above.
    private var zones: ContiguousArray<Zone>
    /// Zones that were added since, which lie right above the first.
    private var addedCount = 0
    /// Arenas of zones that were added and removed again.
    private var vacantArenas: ContiguousArray<Int> = []
    /// Arenas where anything is under way.
    private(set) var awake: AwakeArenas
    /// Fingers that land in the present frame, by arena.
    private var landing: FixedTable<UInt64>

    /// - Parameter included: the zones that the device has, as indices of `configuration.zones`.
    init(
        _ configuration: GestureConfiguration, included: [Int], device: Int, surface: Surface,
        isObserved: Bool
    ) {
        var zones: ContiguousArray<Zone> = []
        var owners: [Int] = []
        for index in included {
            let zone = configuration.zones[index]
            let hands = min(max(zone.hands, 1), ZoneConfiguration.handLimit)
            zones.append(
                Zone(
                    index: index, bounds: ZoneBounds(zone.rect, on: surface), mask: zone.mask,
                    hands: hands,
                    landingWindowUs: zone.landingWindow.microseconds, firstArena: owners.count))
            owners += Array(repeating: index, count: hands)
        }
        self.zones = zones
        arenas = FixedTable(count: owners.count) { arena in
            let zone = configuration.zones[owners[arena]]
            return Arena(
                zone, zone: owners[arena], device: device, surface: surface,
                bounds: ZoneBounds(zone.rect, on: surface), number: arena, isObserved: isObserved)
        }
        awake = AwakeArenas(arenas: owners.count)
        landing = FixedTable(repeating: 0, count: owners.count)
    }

    /// The fingers that land in the arena at `index` in this frame.
    func landing(in index: Int) -> UInt64 { landing[index] }

    /// Takes the fingers that land in the arena at `index`.
    mutating func takeLanding(in index: Int) -> UInt64 {
        defer { landing[index] = 0 }
        return landing[index]
    }

    /// Lets arenas that are at rest sleep; the earliest deadline of the others.
    mutating func nextDeadline(
        after moment: Moment, fingers: borrowing FingerTable
    ) -> Timestamp {
        var earliest = Timestamp.never
        var place = 0
        while place < awake.count {
            let index = awake[place]
            let deadline = arenas[index].nextDeadline(after: moment, fingers: fingers)
            earliest = min(earliest, deadline)
            if deadline == .never, arenas[index].isAtRest, landing[index] == 0 {
                awake.remove(at: place)
            } else {
                place += 1
            }
        }
        return earliest
    }
}

/// Who hears a finger that lands.
extension ZoneTable {
    /// Deals a finger that lands at `place` to the hands that hear it.
    mutating func deal(
        _ slot: Int, at place: Point, _ moment: Moment, fingers: borrowing FingerTable
    ) {
        guard zones.count > 1 else {
            return deal(slot, to: 0, at: place, moment, fingers: fingers)
        }
        guard let owner = zones.lastIndex(where: { $0.bounds.contains(place) }) else { return }
        for zone in zones.indices.prefix(owner + 1) where zones[zone].bounds.contains(place) {
            switch zones[zone].mask {
            case .none: return
            case .inside: continue
            case .gestures where zone != owner: continue
            case .gestures, .all: deal(slot, to: zone, at: place, moment, fingers: fingers)
            }
        }
    }

    private mutating func deal(
        _ slot: Int, to zone: Int, at place: Point, _ moment: Moment,
        fingers: borrowing FingerTable
    ) {
        let arena =
            zones[zone].hands == 1
            ? zones[zone].firstArena : hand(of: zone, at: place, moment, fingers: fingers)
        landing[arena] |= 1 << UInt64(slot)
        awake.wake(arena)
    }

    /// The hand of a zone that a finger belongs to which lands at `place`.
    ///
    /// The one whose finger is near; else one that is landing; else one of its own, as long as there
    /// is one left.
    private func hand(
        of zone: Int, at place: Point, _ moment: Moment, fingers: borrowing FingerTable
    ) -> Int {
        let hands = zones[zone].firstArena..<zones[zone].firstArena + zones[zone].hands
        var nearest: (squaredDistance: Double, arena: Int)?
        var open: Int?
        for arena in hands {
            if open == nil, isOpen(arena, zone, at: moment.time) { open = arena }
            guard !arenas[arena].hand.isEmpty else { continue }
            let squared = fingers.squaredDistance(from: place, to: arenas[arena].hand.fingers)
            if squared < nearest?.squaredDistance ?? .infinity { nearest = (squared, arena) }
        }
        if let nearest, nearest.squaredDistance <= Self.squaredHandDistance { return nearest.arena }
        return open ?? vacant(in: hands, at: place, moment) ?? nearest?.arena ?? hands.lowerBound
    }

    /// Whether fingers still land together with a hand.
    private func isOpen(_ arena: Int, _ zone: Int, at time: Timestamp) -> Bool {
        guard !arenas[arena].hand.isEmpty else { return landing[arena] != 0 }
        return arenas[arena].hand.isOpen(at: time, window: zones[zone].landingWindowUs)
    }

    /// A hand without fingers: the one that was here last, or the one that left longest ago.
    private func vacant(in hands: Range<Int>, at place: Point, _ moment: Moment) -> Int? {
        var oldest: Int?
        for arena in hands where arenas[arena].hand.isEmpty && landing[arena] == 0 {
            let age = moment.time.microseconds(since: arenas[arena].lastLift)
            let squared = place.squaredDistance(to: arenas[arena].lastPlace)
            if age <= Self.handMemoryUs, squared <= Self.squaredHandDistance { return arena }
            if let found = oldest, arenas[found].lastLift <= arenas[arena].lastLift { continue }
            oldest = arena
        }
        return oldest
    }
}

/// Zones that come and go while fingers are down.
extension ZoneTable {
    /// Adds a zone above those that were added before, for fingers that land from now on.
    ///
    /// What lives goes on. Does nothing where the zone `index` is there.
    mutating func add(
        _ zone: ZoneConfiguration, index: Int, device: Int, surface: Surface, isObserved: Bool
    ) {
        guard !zones.contains(where: { $0.index == index }) else { return }
        let bounds = ZoneBounds(zone.rect, on: surface)
        let place = vacantArenas.popLast() ?? arenas.count
        let arena = Arena(
            zone, zone: index, device: device, surface: surface, bounds: bounds, number: place,
            isObserved: isObserved)
        if place < arenas.count {
            arenas[place] = arena
        } else {
            arenas.append(arena)
            landing.append(0)
            awake.makeRoom()
        }
        addedCount += 1
        zones.insert(
            Zone(
                index: index, bounds: bounds, mask: zone.mask, hands: 1,
                landingWindowUs: zone.landingWindow.microseconds, firstArena: place),
            at: min(addedCount, zones.count))
    }

    /// Takes an added zone out; its arena, which the caller has to clear. `nil`: there is none.
    mutating func remove(index: Int) -> Int? {
        guard let place = zones.firstIndex(where: { $0.index == index }),
            (1...max(addedCount, 1)).contains(place), addedCount > 0
        else { return nil }
        let arena = zones.remove(at: place).firstArena
        addedCount -= 1
        vacantArenas.append(arena)
        return arena
    }
}
