/// Landings of fingers.
extension Arena {
    // A late finger may be a tap only if the following hold for the other fingers.

    /// No finger has lifted for this long (µs).
    static let lateTapQuietUs: Int64 = 60_000
    /// No finger has been down for longer than this (µs).
    private static let lateTapAgeUs: Int64 = 500_000
    /// No finger has been farther than this from its landing point (mm, squared).
    private static let lateTapSquaredTravel = 16.0

    // A contact is a palm beside a landing finger if the following hold.

    /// It has been down for this long (µs).
    private static let restingUs: Int64 = 400_000
    /// It has stayed within this distance of its landing point (mm, squared).
    private static let restingSquaredTravel = 16.0
    /// It is farther than this from the landing finger (mm, squared).
    private static let restingSquaredDistance = 3_600.0
    /// From this number of fingers that do not rest on, they may be a hand whose thumb rests.
    private static let handCount = 3

    /// Lands fingers that land or begin to count in the same frame.
    ///
    /// - Parameter isJump: whether the fingers jumped; the landing is late then.
    mutating func land(
        _ landed: UInt64, isJump: Bool, _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        guard landed != 0 else { return }
        defer { checkInvariants() }
        // A contact that had to be confirmed landed in an earlier frame.
        let landing = fingers.firstLanding(of: landed)
        let isTogether =
            hand.isEmpty || !isJump && hand.isOpen(at: landing, window: landingWindowUs)
        cancelForLanding(isTogether: isTogether, context, fingers: fingers, into: &events)
        if arbiter.compositions != 0 {
            endCompositions(
                exceededBy: hand.count + landed.nonzeroBitCount, isTogether: isTogether,
                context,
                fingers: fingers, into: &events)
        }
        if hand.isEmpty {
            start(landed, isJump: isJump, context, fingers: fingers, into: &events)
        } else if isTogether {
            join(landed, context, fingers: fingers, into: &events)
        } else {
            joinLate(landed, isJump: isJump, context, fingers: fingers, into: &events)
        }
        if arbiter[.followsFingers] != 0 {
            followLanding(landed, isJump: isJump, context, fingers: fingers, into: &events)
        }
        if arbiter[.custom] != 0 {
            stepCustoms(.landed, context, fingers: fingers, into: &events)
        }
        beginAtOnce(context, fingers: fingers, into: &events)
    }

    /// The fingers that rest far from landing fingers, as slots: palms beside the hand that acts.
    func restingPalms(
        beside landed: UInt64, at time: Timestamp, fingers: borrowing FingerTable
    ) -> UInt64 {
        var resting: UInt64 = 0
        for slot in SlotSequence(hand.fingers & ~landed) {
            let bit: UInt64 = 1 << UInt64(slot)
            guard time.microseconds(since: fingers.landedAt(slot)) >= Self.restingUs,
                fingers.squaredTravel(of: bit) <= Self.restingSquaredTravel
            else { continue }
            resting |= bit
        }
        guard resting != 0 else { return 0 }
        let acting = hand.fingers & ~resting | landed
        // The resting thumb of a hand is near one of its fingers, but may be far from the others.
        let isHand = acting.nonzeroBitCount >= Self.handCount
        var palms: UInt64 = 0
        for slot in SlotSequence(resting) {
            let position = fingers.position(ofSlot: slot)
            let squared =
                isHand
                ? fingers.squaredDistance(from: position, to: acting)
                : fingers.maximumSquaredDistance(from: position, to: landed)
            if squared > Self.restingSquaredDistance { palms |= 1 << UInt64(slot) }
        }
        return palms
    }

    /// Cancels active gestures, because the number of fingers changes. A composition whose ended
    /// parts are enough ends instead.
    ///
    /// While fingers land together, a composition without an active part is kept: its parts decide
    /// once the number of fingers is known.
    private mutating func cancelForLanding(
        isTogether: Bool, _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        var kept: UInt64 = 0
        var ended: UInt64 = 0
        for root in SlotSequence(states.active & arbiter.compositions & arbiter.roots) {
            let leaves = recognizers.list[root].mask & arbiter.leaves
            if isTogether, states.active & leaves == 0 {
                kept |= 1 << UInt64(root)
            } else if compositions.phase(of: root, LeafPhases(ended: states.endedParts & leaves))
                == .ended
            {
                ended |= 1 << UInt64(root)
            }
        }
        cancel(~(kept | ended), .fingerAdded, context, fingers: fingers, into: &events)
        if ended != 0 { end(ended, .fingerAdded, context, fingers: fingers, into: &events) }
    }

    private mutating func start(
        _ landed: UInt64, isJump: Bool, _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        if isJump {
            skipGroup(landed, fingers: fingers)
        } else {
            landGroups(landed, fingers: fingers)
        }
        // Settles before the new hand starts: gestures queued in the previous hand are emitted now.
        settle(context, fingers: fingers, into: &events)
        groups.clearLostOfNewest()
        newcomers = 0
        hand.start(landed, at: fingers.firstLanding(of: landed), isFresh: !isJump)
        startTogether(context, fingers: fingers)
        if isJump { failHandGestures() }
    }

    private mutating func join(
        _ landed: UInt64, _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        let landing = fingers.firstLanding(of: landed)
        hand.join(landed, at: landing)
        landGroups(landed, fingers: fingers)
        // The gestures to which groups had lost are cancelled.
        groups.changeLost { _ in 0 }
        if newcomers != 0 { groups.lose(newcomers & arbiter[.countsTaps]) }
        // Gestures that allow the new number of fingers become candidates before others are
        // settled.
        startTogether(context, fingers: fingers)
        settle(context, fingers: fingers, into: &events)
    }

    /// Starts the gestures of a hand that starts or grows: strokes are measured from the landing
    /// points, rounds from the present positions.
    private mutating func startTogether(
        _ context: StepContext, fingers: borrowing FingerTable
    ) {
        restartCompositions()
        states.startHand(allowed: arbiter.allowed(fingers: hand.count) & ~newcomers)
        hand.restartPath(at: context.time, fingers: fingers)
        recognizers.startHand()
        failByEdge(context, fingers: fingers)
        if arbiter.compositions != 0 { failByPlace(~0, hand.fingers, fingers: fingers) }
        restartRound(context, fingers: fingers)
    }

    /// In the step of a frame, fails gestures that must start at a side of the surface where no
    /// finger landed.
    mutating func failByEdge(_ context: StepContext, fingers: borrowing FingerTable) {
        sampleLagUs = max(0, context.time.microseconds(since: context.sampledAt))
        failByEdge(at: context.time, fingers: fingers)
    }

    /// In any step, fails gestures that must start at a side of the surface where no finger landed.
    mutating func failByEdge(at time: Timestamp, fingers: borrowing FingerTable) {
        // Fingers that came over the bezel are first seen inside.
        guard arbiter[.needsEdge] != 0 else { return }
        awaitsOrigin = hand.isFresh && originDeadline(fingers) ?? time > time
        guard !awaitsOrigin else { return }
        for index in SlotSequence(arbiter[.needsEdge] & ~(states.finished | states.active)) {
            let band = recognizers.edgeBand(index)
            if band?.edge(of: hand.fingers, on: surface, fingers: fingers) == nil {
                states.fail(1 << UInt64(index))
            }
        }
    }

    /// When the fingers count as coming from no side because samples are missing; `nil` if their
    /// origin is decided.
    func originDeadline(_ fingers: borrowing FingerTable) -> Timestamp? {
        fingers.arrivalEnd(of: hand.fingers)?.advanced(byMicroseconds: sampleLagUs)
    }

    /// Fails gestures that need a fresh hand.
    mutating func failHandGestures() {
        states.fail(arbiter[.perHand] | arbiter[.stroke] | arbiter[.custom])
    }

    private mutating func joinLate(
        _ landed: UInt64, isJump: Bool, _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        let landing = fingers.firstLanding(of: landed)
        let mayTap = !isJump && othersMayTap(at: landing, fingers: fingers)
        let side = isJump ? nil : restingSide(of: landed, fingers: fingers)
        hand.joinLate(landed, at: landing)
        if !mayTap {
            if !beginGroupBeside(landed, side, fingers: fingers) {
                skipGroup(landed, fingers: fingers)
            }
        } else {
            landGroups(landed, fingers: fingers)
        }
        groups.setSideOfNewest(side)
        if newcomers != 0 { groups.lose(newcomers & arbiter[.countsTaps]) }
        failHandGestures()
        startRound(context, fingers: fingers)
        if arbiter.compositions != 0 { failByPlace(arbiter[.countsTaps], landed, fingers: fingers) }
        markAllDirty()
        settle(context, fingers: fingers, into: &events)
    }

    /// Counts a landing that cannot be a tap, without a group; ends the counts of taps where its
    /// fingers landed.
    mutating func skipGroup(_ landed: UInt64, fingers: borrowing FingerTable) {
        groups.skip()
        skipTaps(arbiter[.countsTaps], landed, fingers: fingers)
    }

    /// Ends the counts of `taps` at the positions of fingers that landed and cannot be part of them.
    mutating func skipTaps(_ taps: UInt64, _ landed: UInt64, fingers: borrowing FingerTable) {
        let lift = hand.lift(near: landed, fingers: fingers)
        let isNear = RecentLifts.isNear(lift, to: landed, fingers: fingers)
        for node in SlotSequence(taps) {
            recognizers.skipTap(
                node, at: fingers.firstLanding(of: landed), fingers.centroid(of: landed),
                after: isNear ? lift.time : nil, lastGroup: groups.lastNumber)
        }
    }

    /// Lands fingers that may be taps: those that are linked are one group, with the groups to
    /// which they are linked.
    mutating func landGroups(_ landed: UInt64, fingers: borrowing FingerTable) {
        let time = fingers.firstLanding(of: landed)
        groups.startLanding()
        var remaining = landed
        while remaining != 0 {
            let linked = groups.linked(
                to: remaining & (~remaining &+ 1), of: landed, at: time, fingers: fingers)
            groups.land(
                linked, at: time, after: hand.lift(near: linked & landed, fingers: fingers),
                fingers: fingers)
            remaining &= ~linked
        }
    }

    /// Whether every other finger may still be part of a tap, and none has just lifted. Fingers that
    /// never lift do not count.
    private func othersMayTap(at time: Timestamp, fingers: borrowing FingerTable) -> Bool {
        let others = hand.fingers & ~fingers.still(hand.fingers, at: time)
        guard others != 0 else { return true }
        guard time.microseconds(since: hand.lastLift) > Self.lateTapQuietUs else {
            return false
        }
        return fingers.allMayTap(
            others, at: time, within: Self.lateTapAgeUs,
            squaredTravel: Self.lateTapSquaredTravel)
    }

    /// Starts a round for the fingers that are down, measured from their present positions.
    mutating func startRound(_ context: StepContext, fingers: borrowing FingerTable) {
        // A gesture that must start at a side needs fingers that land there together.
        let excluded = (hand.isFresh ? 0 : arbiter[.needsEdge]) | newcomers
        let allowed = arbiter.allowed(fingers: hand.count) & ~excluded
        states.startRound(arbiter[.perRound], allowed: allowed)
        if compositions.placed != 0 {
            failByPlace(
                arbiter[.perRound] & compositions.placed, hand.fingers, fingers: fingers)
        }
        restartRound(context, fingers: fingers)
    }

    private mutating func restartRound(_ context: StepContext, fingers: borrowing FingerTable) {
        hand.round.restart(hand.fingers, at: context.time, fingers: fingers)
        if needsMotion(states.open) { measureMotion(context, fingers: fingers) }
    }

    /// Begins gestures that need only their fingers, and timed ones without a minimum time.
    mutating func beginAtOnce(
        _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        let asked = states.candidates & (arbiter[.immediate] | arbiter[.perHand])
        for index in SlotSequence(asked & ~arbiter.roots) {
            beginAtOnce(index, context, fingers: fingers, into: &events)
        }
        for index in SlotSequence(asked & arbiter.roots | states.dirty) {
            if arbiter.compositions & (1 << UInt64(index)) != 0 {
                updateComposition(index, context, fingers: fingers, into: &events)
            } else {
                beginAtOnce(index, context, fingers: fingers, into: &events)
            }
        }
        if arbiter.waiting != 0 { beginFreed(asked, context, fingers: fingers, into: &events) }
        settle(context, fingers: fingers, into: &events)
    }

    /// Begins gestures whose awaited gestures failed in this step, at any position in the list.
    private mutating func beginFreed(
        _ asked: UInt64, _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        var before: UInt64 = 0
        while before != states.candidates {
            before = states.candidates
            for index in SlotSequence(asked & arbiter.roots & arbiter.waiting & before) {
                beginAtOnce(index, context, fingers: fingers, into: &events)
            }
        }
    }

    private mutating func beginAtOnce(
        _ index: Int, _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        // It may have lost to an earlier gesture in this step.
        guard states.isCandidate(index), recognizers.land(index, hand, context) == .begin
        else { return }
        beginUnlessBlocked(index, context, fingers: fingers, into: &events)
    }

    /// Restarts the round if the panel had measured the landing of one of its fingers wrongly.
    mutating func restartRound(
        of slots: UInt64, at time: Timestamp, fingers: borrowing FingerTable
    ) {
        guard (hand.fingers | aside.fingers) & slots != 0 else { return }
        groups.reland(slots, at: time, fingers: fingers)
        aside.reland(slots, fingers: fingers)
        guard hand.fingers & slots != 0 else { return }
        hand.round.restart(hand.fingers, at: time, fingers: fingers)
        hand.restartPath(at: time, fingers: fingers)
    }
}
