/// The phases of compositions, and how they begin, continue and end.
extension Arena {
    /// The phase of a node.
    func phase(of index: Int, _ context: StepContext, fingers: borrowing FingerTable) -> PartPhase {
        let leaves = leafPhases(of: index, context, fingers: fingers)
        let isComposition = recognizers.list[index].kind.isComposition
        return isComposition ? compositions.phase(of: index, leaves) : leaves[index]
    }

    /// The part of an exclusive composition that has precedence; `nil` if none has begun.
    func chosen(of index: Int, _ context: StepContext, fingers: borrowing FingerTable) -> Int? {
        compositions.chosen(of: index, leafPhases(of: index, context, fingers: fingers))
    }

    /// The phases of the leaves of a node.
    private func leafPhases(
        of index: Int, _ context: StepContext, fingers: borrowing FingerTable
    ) -> LeafPhases {
        let leaves = recognizers.list[index].mask & arbiter.leaves
        var phases = LeafPhases(
            active: states.active & leaves, ended: states.endedParts & leaves)
        for leaf in SlotSequence(leaves & ~(phases.active | phases.ended))
        where isPossible(leaf, context, fingers: fingers) {
            phases.possible |= 1 << UInt64(leaf)
        }
        return phases
    }

    /// Whether a leaf that has not begun may still begin.
    private func isPossible(
        _ leaf: Int, _ context: StepContext, fingers: borrowing FingerTable
    ) -> Bool {
        let bit: UInt64 = 1 << UInt64(leaf)
        if states.closed & bit != 0 { return false }
        if states.notStarted & bit != 0 { return true }
        let entry = recognizers.list[leaf]
        let required = entry.isPart ? compositions[entry.root].requiredFingers : nil
        if required == 0 { return false }
        if entry.isPart, awaitsLanding(leaf, of: entry.root, at: context.time) { return true }
        if arbiter[.countsTaps] & bit != 0 {
            return status(of: leaf, in: .staying(count: required), context, fingers: fingers)
                == .possible
        }
        if entry.isPart, followsLift(leaf, of: entry.root) { return false }
        guard states.finished & bit == 0, !isEmptying else { return false }
        let count = hand.count
        // A gesture of the whole hand is judged at the first lift, and recognised with the last.
        let isLifting = !hand.isFresh && arbiter[.perRound] & bit == 0
        return count == required ?? count || isLifting && count < required ?? 0
    }

    /// Whether every finger of the hand lifts in this step, or none is left.
    var isEmptying: Bool { hand.fingers & ~leaving.fingers == 0 }
}

/// Parts of compositions.
extension Arena {
    /// Begins a part.
    mutating func beginPart(_ index: Int, _ gesture: ActiveGesture) {
        let root = recognizers.list[index].root
        if followsLift(index, of: root) { return }
        let isUnderWay = isUnderWay(root)
        if isUnderWay, compositions[root].fingers != hand.count {
            return failByFingers(index, hand.count)
        }
        if !isUnderWay {
            // The composition may begin only once this part has ended and its fingers have lifted.
            compositions.recordStart(
                fingers: hand.count, landedAt: gesture.landedAt, since: gesture.landedAt,
                of: root)
        }
        states.begin(index, gesture)
        recordAdvance(index, of: root)
        if arbiter[.perRound] & (1 << UInt64(index)) != 0 { states.markChanged(index, of: root) }
    }

    /// Recognises a part that is a tap or a swipe.
    mutating func recognizePart(
        _ index: Int, _ event: GestureEvent, landedAt: Timestamp, since: Timestamp
    ) {
        let root = recognizers.list[index].root
        let isUnderWay = isUnderWay(root)
        if isUnderWay, compositions[root].fingers != event.fingers {
            return failByFingers(index, event.fingers)
        }
        compositions.keep(reading(event, index), of: index)
        if !isUnderWay {
            compositions.recordStart(
                fingers: event.fingers, landedAt: landedAt, since: since, of: root)
        }
        states.endPart(index)
        compositions[root].lastEnd = hand.lastLift
        recordAdvance(index, of: root)
    }

    /// Fails a part whose number of fingers differs from its composition's: it is constant in an
    /// id.
    private mutating func failByFingers(_ index: Int, _ count: Int) {
        let root = recognizers.list[index].root
        compositions.recordReason(
            count > compositions[root].fingers ? .fingerAdded : .failed, of: root)
        fail(index)
    }

    /// Marks the composition of a leaf that changed as dirty, if the leaf is a part.
    mutating func markDirty(_ index: Int) {
        let entry = recognizers.list[index]
        if entry.isPart { states.markDirty(entry.root) }
    }

    /// Marks every composition under way as dirty.
    mutating func markAllDirty() {
        guard arbiter.compositions != 0 else { return }
        states.markActiveDirty()
        for index in SlotSequence(states.endedParts) { markDirty(index) }
    }

    /// Starts the next parts of sequences, inner sequences first.
    private mutating func advance(
        _ index: Int, _ context: StepContext, fingers: borrowing FingerTable
    ) {
        let entry = recognizers.list[index]
        guard entry.kind.isComposition else { return }
        var part = index + 1
        while part < entry.end {
            advance(part, context, fingers: fingers)
            part = recognizers.list[part].end
        }
        if entry.kind == .sequence { startNext(of: index, context, fingers: fingers) }
        if entry.root != index { closeIfOver(index, context, fingers: fingers) }
    }

    /// Closes a composition inside another one that is under way, once the inner one has ended, or
    /// has failed after a part of it had ended: later touches do not change that. If no part of it
    /// has ended, it may begin with the next touch, as a leaf may.
    private mutating func closeIfOver(
        _ index: Int, _ context: StepContext, fingers: borrowing FingerTable
    ) {
        let entry = recognizers.list[index]
        let root = recognizers.list[entry.root]
        let isRootUnderWay =
            states.isActive(entry.root) || states.endedParts & root.mask != 0
        let open = entry.mask & arbiter.leaves & ~(states.closed | states.endedParts)
        guard isRootUnderWay, open != 0 else { return }
        switch phase(of: index, context, fingers: fingers) {
        case .possible, .active: return
        case .failed where states.endedParts & entry.mask == 0: return
        case .ended, .failed: break
        }
        finish(open)
        states.close(open)
        for tap in SlotSequence(open & arbiter[.countsTaps]) { recognizers.resetTap(tap) }
    }

    private mutating func startNext(
        of index: Int, _ context: StepContext, fingers: borrowing FingerTable
    ) {
        var part = index + 1
        while let next = compositions.next(
            after: part, of: index, leafPhases(of: index, context, fingers: fingers))
        {
            let leaves = recognizers.list[next].mask & arbiter.leaves
            if states.notStarted & leaves == leaves {
                start(next)
                if states.endedParts & recognizers.list[part].mask != 0 {
                    awaitLanding(of: next, after: part, context)
                    groups.lose(
                        leaves & arbiter[.countsTaps],
                        landedBefore: compositions[recognizers.list[index].root].lastEnd)
                }
            }
            part = next
        }
    }

    /// Starts a part of a sequence; if the part is a sequence, only its first part.
    private mutating func start(_ index: Int) {
        let entry = recognizers.list[index]
        guard entry.kind.isComposition else { return states.start(entry.mask) }
        var part = index + 1
        while part < entry.end {
            start(part)
            if entry.kind == .sequence { return }
            part = recognizers.list[part].end
        }
    }
}

/// Compositions as a whole.
extension Arena {
    /// Emits the changes of every dirty composition, in the order of the list.
    mutating func updateCompositions(
        _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        for root in SlotSequence(states.dirty) {
            updateComposition(root, context, fingers: fingers, into: &events)
        }
    }

    /// Emits the change of a composition if it is dirty.
    ///
    /// Call it once every leaf of the zone has been asked, and has failed if it had to, so that the
    /// result does not depend on gestures later in the list.
    @inline(never)
    mutating func updateComposition(
        _ root: Int, _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        guard states.dirty & (1 << UInt64(root)) != 0 else { return }
        let (changed, advanced) = states.takeDirty(recognizers.list[root].mask)
        advance(root, context, fingers: fingers)
        let phase = phase(of: root, context, fingers: fingers)
        let reported = report(of: root, changed | advanced, context, fingers: fingers)
        let isAdvanced = advanced & reported.now != 0
        if staysHeldBack(root, isAdvanced: isAdvanced, phase, context) { return }
        if states.isActive(root), isAdvanced {
            recordMovement(of: root)
            // If the composition began in an earlier touch, its rivals in this touch have not lost
            // yet.
            loseRivals(of: root, context, fingers: fingers, into: &events)
        }
        let hasChanged = (changed | advanced) & reported.now | reported.added != 0
        emitPhase(phase, root, hasChanged: hasChanged, context, fingers: fingers, into: &events)
        if !states.isActive(root), states.dirty & (1 << UInt64(root)) != 0 {
            // The composition waits for another gesture, and has not reported these changes yet.
            states.restoreDirty(changed: changed, advanced: advanced)
        }
    }

    /// Emits the new phase of a composition.
    ///
    /// - Parameter hasChanged: whether a reported part continued, or is reported for the first
    ///   time.
    private mutating func emitPhase(
        _ phase: PartPhase, _ root: Int, hasChanged: Bool, _ context: StepContext,
        fingers: borrowing FingerTable, into events: inout GestureEventBuffer
    ) {
        let isActive = states.isActive(root)
        switch phase {
        case .possible, .active:
            if isActive, hasChanged {
                emit(root, .changed, nil, context, fingers: fingers, into: &events)
            } else if isActive {
                observe(root, .progress, context, fingers: fingers, into: &events)
            } else if phase == .active {
                _ = beginComposition(root, context, fingers: fingers, into: &events)
            }
        case .ended:
            let isLate = !isOfPresentHand(root)
            guard
                isActive
                    || beginComposition(
                        root, isLate: isLate, context, fingers: fingers, into: &events)
            else { return }
            emit(root, .ended, nil, context, fingers: fingers, into: &events)
            startCooldown(recognizers.list[root], context)
            loseHeldBack(by: root, isLate: isLate, context, fingers: fingers, into: &events)
            forgetComposition(root)
        case .failed:
            guard isActive else { return forgetUnbegun(root) }
            let reason = compositions[root].reason
            emit(root, .cancelled, reason, context, fingers: fingers, into: &events)
            forgetComposition(root)
            releaseHeldBack(by: root, losing: 0)
        }
    }

    /// The leaves that a line of a composition reports now, and those of them that the last update
    /// did not report. Records the positions at which parts ended.
    ///
    /// - Parameter moved: the leaves that changed or advanced since the last update.
    private mutating func report(
        of root: Int, _ moved: UInt64, _ context: StepContext, fingers: borrowing FingerTable
    ) -> (now: UInt64, added: UInt64) {
        let now = compositions.reported(
            of: root, leafPhases(of: root, context, fingers: fingers))
        let added = now & ~compositions[root].reported
        compositions[root].reported = now
        for part in SlotSequence((moved | added) & now & states.endedParts) {
            let reading = compositions.reading(of: part)
            compositions.recordPosition(reading.position, force: reading.force ?? 0, of: root)
        }
        return (now, added)
    }

    /// Records a movement if an active part is one: gestures that must stay in place may not drift
    /// any more.
    private mutating func recordMovement(of root: Int) {
        if states.active & recognizers.list[root].mask & arbiter[.needsQuiet] != 0 {
            hand.recordMovement()
        }
    }

    /// Begins a composition; returns false if it may not begin, or must wait.
    ///
    /// - Parameter isLate: whether it also ends in this step, without a part of the present touch.
    private mutating func beginComposition(
        _ root: Int, isLate: Bool = false, _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) -> Bool {
        guard !isCoolingDown(root, context) else {
            forgetComposition(root)
            return false
        }
        guard !isBlocked(root, context, fingers: fingers) else {
            states.markDirty(root)
            return false
        }
        let wasUnderWay = wouldHaveBegun(root)
        compositions[root].heldBackBy = nil
        recordMovement(of: root)
        loseRivals(of: root, isLate: isLate, context, fingers: fingers, into: &events)
        if states.active & recognizers.list[root].mask != 0, !wasUnderWay {
            compositions.recordStart(
                fingers: hand.count, landedAt: hand.firstLanding,
                since: hand.firstLanding, of: root)
        }
        compositions.recordReason(.failed, of: root)
        states.begin(root, ActiveGesture(id: events.ids.make()))
        emit(root, .began, nil, context, fingers: fingers, into: &events)
        return true
    }

    /// Forgets a composition that has ended; its parts stay finished until their hand or
    /// round ends.
    mutating func forgetComposition(_ root: Int) {
        let mask = recognizers.list[root].mask
        states.forgetComposition(mask)
        for index in SlotSequence(mask & arbiter[.perHand]) { recognizers.reset(index) }
        compositions[root].awaitsLandingUntil = nil
        compositions[root].vicinity = nil
        compositions[root].reported = 0
        compositions[root].heldBackBy = nil
        compositions[root].requiredFingers = nil
        groups.lose(mask & arbiter[.countsTaps])
        for index in SlotSequence(mask & arbiter[.countsTaps]) {
            recognizers.resetTap(index)
        }
    }

    /// Forgets the ended parts of a composition that failed before it began: they would count in a
    /// later touch.
    private mutating func forgetUnbegun(_ root: Int) {
        guard isEmptying || compositions[root].requiredFingers == 0,
            states.endedParts & recognizers.list[root].mask != 0
        else { return }
        forgetComposition(root)
    }

    /// Records the position of an active part's fingers as the composition's, which keeps it after
    /// they have left.
    private mutating func recordPosition(of part: Int, fingers: borrowing FingerTable) {
        let slots = states[part].fingers
        compositions.recordPosition(
            fingers.centroid(of: slots), force: fingers.force(of: slots),
            of: recognizers.list[part].root)
    }

    /// Emits an event of a composition.
    mutating func emit(
        _ root: Int, _ phase: GesturePhase, _ reason: CancellationReason?, _ context: StepContext,
        fingers: borrowing FingerTable, into events: inout GestureEventBuffer
    ) {
        let leaves = leafPhases(of: root, context, fingers: fingers)
        let reported = compositions.reported(of: root, leaves)
        for part in SlotSequence(states.active & reported) {
            recordPosition(of: part, fingers: fingers)
        }
        let whole = compositions[root]
        var event = GestureEvent(
            time: context.time, device: device, zone: zone,
            gesture: recognizers.list[root].listIndex, id: states[root].id, phase: phase,
            fingers: whole.fingers, position: whole.position,
            unitPosition: surface.unit(whole.position),
            durationUs: context.time.microseconds(since: whole.landedAt),
            force: context.forceSource == nil ? nil : whole.force,
            forceSource: context.forceSource,
            values: values(root, phase, context, fingers: fingers))
        event.reason = reason
        let first = events.parts.count
        collectParts(reported, phase, context, fingers: fingers, into: &events)
        event.parts = first..<events.parts.count
        events.append(event)
        observe(root, .emitted(phase), reason: reason, context, fingers: fingers, into: &events)
    }

    private func collectParts(
        _ reported: UInt64, _ phase: GesturePhase, _ context: StepContext,
        fingers: borrowing FingerTable, into events: inout GestureEventBuffer
    ) {
        for part in SlotSequence(reported) {
            let values =
                states.isActive(part)
                ? values(part, phase, context, fingers: fingers)
                : compositions.reading(of: part).values
            events.append(GesturePart(node: part, values: values))
        }
    }
}
