/// Which arenas accept a finger that lands.
extension ZoneTable {
    /// A late finger farther than this from every other may start another hand (mm, squared).
    private static let squaredHandDistance = 6_400.0
    /// For this long after a hand has ended, a finger that lands there returns to its arena, to
    /// count taps (µs).
    private static let handMemoryUs: Int64 = 1_000_000
    /// After this time without fingers an arena is like a new one, except for longer cooldowns (µs).
    private static let handStateUs: Int64 = 10_000_000

    /// Adds a finger that lands in this frame.
    mutating func addLanding(_ slot: Int, at point: Point) {
        landingPoints[slot] = point
        unassigned |= 1 << UInt64(slot)
    }

    /// Assigns the fingers that land in this frame to arenas.
    ///
    /// First the fingers that return to hands that have just ended, the nearest of them before the
    /// others. Then the fingers that join hands that are down or land, also the nearest first, so
    /// that a finger may link others to a hand. The remaining fingers start hands of their own.
    ///
    /// - Parameter leaving: fingers that lift or are rejected in this frame. These fingers leave
    ///   before others land.
    mutating func assignLandings(
        leaving: UInt64, _ context: StepContext, fingers: borrowing FingerTable
    ) {
        while unassigned != 0 {
            let slot = nextLanding(leaving, context, fingers: fingers)
            unassigned &= ~(1 << UInt64(slot))
            assign(slot, at: landingPoints[slot], leaving, context, fingers: fingers)
        }
    }

    /// The finger to assign next. If fingers return to hands, it does not depend on their slots.
    private func nextLanding(
        _ leaving: UInt64, _ context: StepContext, fingers: borrowing FingerTable
    ) -> Int {
        var next = unassigned.trailingZeroBitCount
        guard unassigned & (unassigned - 1) != 0 else { return next }
        var nearest: ReturningFinger?
        for slot in SlotSequence(unassigned) {
            let point = landingPoints[slot]
            for zone in zones.indices where distinguishesHands(zone, at: point) {
                for arena in zones[zone].arenas {
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
        guard nearest == nil else { return next }
        return nextLinked(leaving, context, fingers: fingers)
    }

    /// The finger nearest to a hand that accepts it; if none does, the one farthest from all hands.
    private func nextLinked(
        _ leaving: UInt64, _ context: StepContext, fingers: borrowing FingerTable
    ) -> Int {
        var linked: (squared: Double, slot: Int)?
        var other = (squared: -1.0, slot: unassigned.trailingZeroBitCount)
        for slot in SlotSequence(unassigned) {
            var distance = Double.infinity
            let point = landingPoints[slot]
            for zone in zones.indices where distinguishesHands(zone, at: point) {
                let hand = nearestHand(
                    of: zones[zone], to: point, leaving, context, fingers: fingers)
                distance = min(distance, hand.any?.squaredDistance ?? .infinity)
                guard let squared = hand.accepting?.squaredDistance,
                    squared < linked?.squared ?? .infinity
                else { continue }
                linked = (squared, slot)
            }
            if distance > other.squared { other = (distance, slot) }
        }
        return linked?.slot ?? other.slot
    }

    /// Whether a zone has several hands, and its gestures receive a finger that lands at `point`.
    private func distinguishesHands(_ zone: Int, at point: Point) -> Bool {
        zones[zone].arenas.count > 1 && receives(zone, at: point)
    }

    /// Whether the gestures of a zone receive a finger that lands at `point`, alone or with those of
    /// other zones.
    private func receives(_ zone: Int, at point: Point) -> Bool {
        guard zones[zone].mask.receivesFingers, zones[zone].bounds.contains(point),
            !zones[..<zone].contains(where: { $0.mask == .none && $0.bounds.contains(point) })
        else { return false }
        return zones[zone].mask.receivesFingersAbove
            || !zones[(zone + 1)...].contains { $0.bounds.contains(point) }
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
        for zone in zones.indices where receives(zone, at: point) {
            assign(slot, to: zone, at: point, leaving, context, fingers: fingers)
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

    /// The arena of a zone that accepts a finger that lands at `point`: that of the nearest hand
    /// within reach, or else a vacant one, or else the nearest.
    private func nearestArena(
        of zone: Int, at point: Point, _ leaving: UInt64, _ context: StepContext,
        fingers: borrowing FingerTable
    ) -> Int {
        let hand = nearestHand(of: zones[zone], to: point, leaving, context, fingers: fingers)
        let arenas = zones[zone].arenas
        return hand.accepting?.arena
            ?? vacant(in: arenas, at: point, leaving, context, fingers: fingers)
            ?? hand.any?.arena ?? arenas.lowerBound
    }

    private typealias NearHand = (squaredDistance: Double, arena: Int)

    /// The hand of a zone that is nearest to `point`, and the nearest of those that accept a finger
    /// there.
    ///
    /// While the fingers of a hand land, it reaches as far as its span: they may be the thumb and a
    /// finger of a wide pinch. Later it reaches only its neighbours.
    private func nearestHand(
        of zone: Zone, to point: Point, _ leaving: UInt64, _ context: StepContext,
        fingers: borrowing FingerTable
    ) -> (accepting: NearHand?, any: NearHand?) {
        var accepting: NearHand?
        var any: NearHand?
        for arena in zone.arenas {
            var squared = fingers.squaredDistance(
                from: point, to: self.fingers(in: arena) & ~leaving)
            for slot in SlotSequence(landing[arena]) {
                squared = min(squared, landingPoints[slot].squaredDistance(to: point))
            }
            guard squared < .infinity else { continue }
            if squared < any?.squaredDistance ?? .infinity { any = (squared, arena) }
            let isOpen = isOpen(arena, zone, leaving, at: context.time)
            let late = min(Self.squaredHandDistance, zone.squaredHandSpan)
            if squared <= (isOpen ? zone.squaredHandSpan : late),
                squared < accepting?.squaredDistance ?? .infinity
            {
                accepting = (squared, arena)
            }
        }
        return (accepting, any)
    }

    /// The fingers of an arena, as slots: those of its hand, and those beside it.
    func fingers(in arena: Int) -> UInt64 {
        arenas.read(arena) { $0.hand.fingers | $0.aside.fingers }
    }

    /// The index of an arena within its zone.
    func hand(ofArena arena: Int) -> Int {
        let zone = zones.first { $0.arenas.contains(arena) }
        return arena - (zone?.arenas.lowerBound ?? arena)
    }

    /// Whether a finger that lands at `time` lands together with those of an arena.
    private func isOpen(
        _ arena: Int, _ zone: Zone, _ leaving: UInt64, at time: Timestamp
    ) -> Bool {
        let slots = fingers(in: arena)
        guard slots & ~leaving != 0 else { return landing[arena] != 0 }
        // A lift ends the landing.
        guard slots & leaving == 0 else { return false }
        return arenas.read(arena) { $0.hand.isOpen(at: time, window: zone.landingWindowUs) }
    }

    /// An arena without fingers: the nearest whose fingers left nearby and recently, or else the
    /// first that is like a new one, or else the one whose fingers left earliest, because its cooldowns
    /// end first.
    private func vacant(
        in zoneArenas: Range<Int>, at point: Point, _ leaving: UInt64, _ context: StepContext,
        fingers: borrowing FingerTable
    ) -> Int? {
        var new: Int?
        var oldest: ReturningFinger?
        var nearest: ReturningFinger?
        for arena in zoneArenas {
            guard let ended = lastLift(of: arena, leaving, context, fingers: fingers)
            else { continue }
            let returning = returningFinger(to: arena, from: point, ended)
            if isRemembered(ended, context),
                returning.squaredDistance <= Self.squaredHandDistance
            {
                guard returning.precedes(nearest) else { continue }
                nearest = returning
            }
            if context.time.microseconds(since: ended.time) > Self.handStateUs {
                new = new ?? arena
            } else if returning.leftEarlier(than: oldest) {
                oldest = returning
            }
        }
        return nearest?.arena ?? new ?? oldest?.arena
    }
}
