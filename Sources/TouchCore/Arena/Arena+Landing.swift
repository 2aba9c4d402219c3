/// Fingers land.
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
        _ landed: UInt64, isJump: Bool, _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        guard landed != 0 else { return }
        defer { checkInvariants() }
        let isTogether =
            sequence.isEmpty
            || !isJump && sequence.isOpen(at: context.time, window: landingWindowUs)
        cancelForLanding(isTogether: isTogether, context, fingers: fingers, into: &events)
        if sequence.isEmpty {
            start(landed, isJump: isJump, context, fingers: fingers, into: &events)
        } else if isTogether {
            join(landed, context, fingers: fingers, into: &events)
        } else {
            joinLate(landed, isJump: isJump, context, fingers: fingers, into: &events)
        }
        if arbiter.custom != 0 {
            stepCustoms(.landed, context, fingers: fingers, into: &events)
        }
        beginAtOnce(context, fingers: fingers, into: &events)
    }

    /// What had begun with fewer fingers is cancelled.
    ///
    /// A sequence whose next part needs as many fingers as are landing together waits for them.
    private mutating func cancelForLanding(
        isTogether: Bool, _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        var cancelled: UInt64 = ~0
        if isTogether {
            for root in SlotSequence(states.active & arbiter.compositions & arbiter.roots)
            where states.active & recognizers.list[root].mask & arbiter.leaves == 0
                && compositions[root].fingers > sequence.count
            {
                cancelled &= ~(1 << UInt64(root))
            }
        }
        cancel(cancelled, .fingerAdded, context, fingers: fingers, into: &events)
    }

    private mutating func start(
        _ landed: UInt64, isJump: Bool, _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        if isJump {
            groups.skip()
        } else {
            groups.begin(landed, at: context.time, fingers: fingers)
        }
        // While the sequence before it is still the present one: what that held back is emitted now.
        settle(context, fingers: fingers, into: &events)
        groups.clearLostOfNewest()
        sequence.start(landed, at: context.time, isFresh: !isJump)
        startTogether(context, fingers: fingers)
        if isJump { failSequential() }
    }

    private mutating func join(
        _ landed: UInt64, _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        sequence.join(landed, at: context.time)
        let isInGroup = groups.join(
            landed, at: context.time, window: landingWindowUs, fingers: fingers)
        if isInGroup { groups.clearLostOfNewest() }
        settle(context, fingers: fingers, into: &events)
        startTogether(context, fingers: fingers)
    }

    /// The sequence, or its new number of fingers, starts: a stroke from where every finger landed,
    /// a segment from where every finger is.
    private mutating func startTogether(
        _ context: StepContext, fingers: borrowing FingerTable
    ) {
        restartCompositions()
        states.startSequence(allowed: arbiter.allowed(fingers: sequence.count))
        sequence.restartPath(at: context.time, fingers: fingers)
        recognizers.startSequence()
        failByEdge(fingers: fingers)
        restartSegment(context, fingers: fingers)
    }

    /// What must come from another side than the fingers did fails.
    private mutating func failByEdge(fingers: borrowing FingerTable) {
        for index in SlotSequence(arbiter.edgeBound & ~states.finished) {
            let band = recognizers.edgeBand(index)
            if band?.edge(of: sequence.fingers, on: surface, fingers: fingers) == nil {
                states.fail(1 << UInt64(index))
            }
        }
    }

    /// What belongs to the whole of a sequence has had its chance.
    mutating func failSequential() {
        states.fail(arbiter.sequential | arbiter.strokes | arbiter.custom)
    }

    private mutating func joinLate(
        _ landed: UInt64, isJump: Bool, _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        let mayTap = !isJump && othersMayTap(at: context.time, fingers: fingers)
        sequence.joinLate(landed, at: context.time)
        if !mayTap {
            groups.skip()
        } else if !groups.join(
            landed, at: context.time, window: landingWindowUs, fingers: fingers)
        {
            groups.begin(landed, at: context.time, fingers: fingers)
        }
        failSequential()
        startSegment(context, fingers: fingers)
        markAllDirty()
        settle(context, fingers: fingers, into: &events)
    }

    /// Whether every other finger may still be part of a tap, and none has just lifted.
    private func othersMayTap(at time: Timestamp, fingers: borrowing FingerTable) -> Bool {
        guard time.microseconds(since: sequence.lastLift) > Self.lateTapQuietUs else {
            return false
        }
        return fingers.allMayTap(
            sequence.fingers, at: time, within: Self.lateTapAgeUs,
            squaredTravel: Self.lateTapSquaredTravel)
    }

    /// A new segment for the fingers that are there, from where they are.
    mutating func startSegment(_ context: StepContext, fingers: borrowing FingerTable) {
        // What must come from a side comes of fingers that land there together.
        let excluded = sequence.isFresh ? 0 : arbiter.edgeBound
        let allowed = arbiter.allowed(fingers: sequence.count) & ~excluded
        states.startSegment(arbiter.segmental, allowed: allowed)
        restartSegment(context, fingers: fingers)
    }

    private mutating func restartSegment(_ context: StepContext, fingers: borrowing FingerTable) {
        sequence.segment.restart(sequence.fingers, at: context.time, fingers: fingers)
        if needsMotion(states.open) { measureMotion(context, fingers: fingers) }
    }

    /// Begins what needs nothing but its fingers, and what is timed without a time.
    mutating func beginAtOnce(
        _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        let asked = states.candidates & (arbiter.immediate | arbiter.sequential)
        for index in SlotSequence(asked) {
            if states.dirty != 0 {
                updateCompositions(before: index, context, fingers: fingers, into: &events)
            }
            // One that lost to an earlier one is left alone.
            guard states.isCandidate(index), recognizers.land(index, sequence, context) == .begin
            else { continue }
            beginUnlessBlocked(index, context, fingers: fingers, into: &events)
        }
        guard states.dirty != 0 else { return }
        updateCompositions(
            before: ZoneConfiguration.gestureLimit, context, fingers: fingers, into: &events)
    }
}
