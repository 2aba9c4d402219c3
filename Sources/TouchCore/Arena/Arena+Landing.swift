extension Arena {
    /// A late finger taps itself only where no finger has lifted for so long (µs).
    private static let lateTapQuietUs: Int64 = 60_000
    /// Where every other finger has been down no longer than this (µs) …
    private static let lateTapAgeUs: Int64 = 500_000
    /// … and no farther than this from its landing point (mm, squared).
    private static let lateTapSquaredTravel = 16.0

    /// Fingers land, all in the same frame.
    ///
    /// - Parameter isJump: the finger was elsewhere in the frame before: the landing is late.
    mutating func land(
        _ landed: UInt64, isJump: Bool, _ moment: Moment, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        guard landed != 0 else { return }
        let isTogether =
            hand.isEmpty || !isJump && hand.isOpen(at: moment.time, window: landingWindowUs)
        cancelForLanding(isTogether: isTogether, moment, fingers: fingers, into: &events)
        if hand.isEmpty {
            start(landed, isJump: isJump, moment, fingers: fingers, into: &events)
        } else if isTogether {
            join(landed, moment, fingers: fingers, into: &events)
        } else {
            joinLate(landed, isJump: isJump, moment, fingers: fingers, into: &events)
        }
        if arbiter.customs != 0 {
            stepCustoms(.landed, moment, fingers: fingers, into: &events)
        }
        beginAtOnce(moment, fingers: fingers, into: &events)
    }

    /// What had begun with fewer fingers is cancelled.
    ///
    /// A sequence whose next part needs as many fingers as are landing together waits for them.
    private mutating func cancelForLanding(
        isTogether: Bool, _ moment: Moment, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        var cancelled: UInt64 = ~0
        if isTogether {
            for root in SlotSequence(live & arbiter.compositions & arbiter.roots)
            where live & recognizers.list[root].mask & arbiter.leaves == 0
                && compositions[root].fingers > hand.count
            {
                cancelled &= ~(1 << UInt64(root))
            }
        }
        cancel(cancelled, .fingerAdded, moment, fingers: fingers, into: &events)
    }

    private mutating func start(
        _ landed: UInt64, isJump: Bool, _ moment: Moment, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        if isJump {
            groups.skip()
        } else {
            groups.begin(landed, at: moment.time, fingers: fingers)
        }
        // While the hand before it is still the hand: what that held back is told now.
        settle(moment, fingers: fingers, into: &events)
        groups.pardonNewest()
        hand.start(landed, at: moment.time, isFresh: !isJump)
        startTogether(moment, fingers: fingers)
        if isJump { over |= arbiter.presses | arbiter.swipes | arbiter.customs }
    }

    private mutating func join(
        _ landed: UInt64, _ moment: Moment, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        hand.join(landed, at: moment.time)
        let isInGroup = groups.join(
            landed, at: moment.time, window: landingWindowUs, fingers: fingers)
        if isInGroup { groups.pardonNewest() }
        settle(moment, fingers: fingers, into: &events)
        startTogether(moment, fingers: fingers)
    }

    /// The hand, or its new number of fingers, starts from where every finger landed.
    private mutating func startTogether(_ moment: Moment, fingers: borrowing FingerTable) {
        ended &= renewCompositions()
        over = arbiter.leaves & ~arbiter.taps & ~arbiter.allowed(fingers: hand.count)
        trace.restart(at: hand.firstLanding)
        trace.add(fingers.displacement(of: hand.fingers), at: moment.time)
        for place in recognizers.swipes.indices { recognizers.swipes[place].reset() }
        for place in recognizers.deepPresses.indices { recognizers.deepPresses[place].rest() }
        startCustoms()
        hasRested = false
        excludeByEdge(fingers: fingers)
        restartMotion(fromLandings: true, moment, fingers: fingers)
    }

    /// What must come from another side than the hand did is over.
    private mutating func excludeByEdge(fingers: borrowing FingerTable) {
        for index in SlotSequence(arbiter.edgeBound & ~over) {
            let place = recognizers.list[index].place
            let isDrag = recognizers.list[index].kind == .drag
            let width =
                isDrag ? recognizers.drags[place].edgeWidth : recognizers.swipes[place].edgeWidth
            let sides = isDrag ? recognizers.drags[place].edges : recognizers.swipes[place].edges
            let edge = surface.edge(
                of: hand.fingers, width: width, among: sides, fingers: fingers)
            if edge == nil { over |= 1 << UInt64(index) }
        }
    }

    private mutating func joinLate(
        _ landed: UInt64, isJump: Bool, _ moment: Moment, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        let mayTap = !isJump && othersMayTap(at: moment.time, fingers: fingers)
        hand.joinLate(landed, at: moment.time)
        if !mayTap {
            groups.skip()
        } else if !groups.join(
            landed, at: moment.time, window: landingWindowUs, fingers: fingers)
        {
            groups.begin(landed, at: moment.time, fingers: fingers)
        }
        over |= arbiter.presses | arbiter.swipes | arbiter.customs
        over = roundsOver()
        hasRested = false
        restartMotion(fromLandings: false, moment, fingers: fingers)
        stirAll()
        settle(moment, fingers: fingers, into: &events)
    }

    /// Whether every finger of the hand may still be part of a tap, and none has just lifted.
    private func othersMayTap(at time: Timestamp, fingers: borrowing FingerTable) -> Bool {
        guard time.microseconds(since: lastLift) > Self.lateTapQuietUs else { return false }
        return fingers.allMayTap(
            hand.fingers, at: time, within: Self.lateTapAgeUs,
            squaredTravel: Self.lateTapSquaredTravel)
    }

    /// What is continuous is measured anew from here on.
    mutating func restartMotion(
        fromLandings: Bool, _ moment: Moment, fingers: borrowing FingerTable
    ) {
        origins.restart(hand.fingers, fromLandings: fromLandings, fingers: fingers)
        motion.restart()
        if needsMotion(open) { measureMotion(moment, fingers: fingers) }
    }

    /// Begins what needs nothing but its fingers: press, force, and a long press without a time.
    mutating func beginAtOnce(
        _ moment: Moment, fingers: borrowing FingerTable, into events: inout GestureEventBuffer
    ) {
        let atOnce = arbiter.immediate | arbiter.presses
        for index in SlotSequence(candidates & atOnce) where candidates & (1 << UInt64(index)) != 0
        {
            if stirred != 0 {
                settleCompositions(before: index, moment, fingers: fingers, into: &events)
            }
            guard begins(index, mayBegin: false, moment, fingers: fingers) else { continue }
            startUnlessBlocked(index, moment, fingers: fingers, into: &events)
        }
        guard stirred != 0 else { return }
        settleCompositions(
            before: ZoneConfiguration.gestureLimit, moment, fingers: fingers, into: &events)
    }
}
