/// The zones of a surface, and their arenas: one for each hand that a zone keeps apart.
///
/// A finger is assigned to arenas when it lands, and stays in them until it lifts: in the topmost
/// zone under its landing point, and in lower zones that accept the finger, too (`ZoneMask`). A
/// frame visits only active arenas, so that an untouched zone costs nothing.
struct ZoneTable: ~Copyable {
    /// A zone on this surface.
    struct Zone: Sendable {
        /// Index in the configuration, or the number of an added zone.
        let index: Int
        var bounds: ZoneBounds
        let mask: ZoneMask
        let landingWindowUs: Int64
        /// How far a finger may land from the nearest other one of its hand (mm, squared).
        let squaredHandSpan: Double
        /// The arenas of the zone, one for each hand that it distinguishes
        /// (`ZoneConfiguration.hands`).
        let arenas: Range<Int>
    }

    var arenas: UniqueArray<Arena>
    /// From bottom to top.
    private(set) var zones: ContiguousArray<Zone>
    /// The number of added zones, which are directly above the first.
    private var addedCount = 0
    /// Arenas of removed zones, for zones that are added later.
    private var vacantArenas: ContiguousArray<Range<Int>> = []
    /// Whether a zone takes touches of several fingers from zones above (`ZoneMask.several`).
    private(set) var hasMaskOfSeveral: Bool
    /// The arenas that are not at rest.
    var active: ActiveArenas
    /// Fingers that land in the present frame, by arena.
    var landing: UniqueArray<UInt64>
    /// Fingers that land in the present frame and have no arena yet.
    var unassigned: UInt64 = 0
    /// The positions of the fingers that land in the present frame, by slot.
    var landingPoints = UniqueArray(repeating: Point.zero, count: 64)

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
                    squaredHandSpan: Limit.squared(zone.handSpan), arenas: first..<first + count))
            owners += Array(repeating: index, count: count)
        }
        self.zones = zones
        hasMaskOfSeveral = zones.contains { $0.mask == .several }
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
        if zone.mask == .several { hasMaskOfSeveral = true }
        zones.insert(
            Zone(
                index: index, bounds: bounds, mask: zone.mask,
                landingWindowUs: zone.landingWindow.microseconds,
                squaredHandSpan: Limit.squared(zone.handSpan), arenas: newArenas),
            at: min(addedCount, zones.count))
        return newArenas
    }

    /// The indices for `count` arenas: those of a removed zone, or those after all others.
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
