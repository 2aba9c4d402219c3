/// Where compositions stand, and how they begin, go on and end.
extension Arena {
    /// Where a node stands.
    func phase(of index: Int, _ context: StepContext, fingers: borrowing FingerTable) -> PartPhase {
        let leaves = leafPhases(of: index, context, fingers: fingers)
        let isComposition = recognizers.list[index].kind.isComposition
        return isComposition ? compositions.phase(of: index, leaves) : leaves[index]
    }

    /// The part of an exclusive composition that has precedence; `nil` while none has begun.
    func chosen(of index: Int, _ context: StepContext, fingers: borrowing FingerTable) -> Int? {
        compositions.chosen(of: index, leafPhases(of: index, context, fingers: fingers))
    }

    /// Where the leaves of a node stand.
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

    /// Whether a leaf that has not begun may still.
    private func isPossible(
        _ leaf: Int, _ context: StepContext, fingers: borrowing FingerTable
    ) -> Bool {
        let bit: UInt64 = 1 << UInt64(leaf)
        if states.notStarted & bit != 0 { return true }
        let root = recognizers.list[leaf].root
        if sequence.isEmpty, compositions[root].awaitsLandingUntil != nil,
            compositions[root].awaiting & bit != 0
        {
            return true
        }
        if arbiter.taps & bit != 0 { return mayTapOn(leaf, context, fingers: fingers) }
        return states.finished & bit == 0 && !sequence.isEmpty
    }

    /// Whether a tap may come of this contact sequence; of fingers that just land nothing is known.
    private func mayTapOn(
        _ index: Int, _ context: StepContext, fingers: borrowing FingerTable
    ) -> Bool {
        guard sequence.isEmpty else { return mayTap(index, context, fingers: fingers) }
        return recognizers.isCounting(index)
    }
}

/// Parts.
extension Arena {
    /// A part begins.
    mutating func beginPart(_ index: Int, _ gesture: ActiveGesture) {
        let root = recognizers.list[index].root
        let isActive = states.isActive(root)
        if isActive, compositions[root].fingers != sequence.count {
            // The number of fingers is constant in an id.
            compositions.note(.fingerAdded, of: root)
            return fail(index)
        }
        if !isActive {
            // It may begin only once this part has ended and its fingers have gone.
            compositions.note(fingers: sequence.count, landedAt: gesture.landedAt, of: root)
        }
        states.begin(index, gesture)
        states.markAdvanced(root)
        states.markDirty(root, changed: arbiter.segmental & (1 << UInt64(index)) != 0)
    }

    /// A part that is a tap or a swipe is recognised.
    mutating func recognizePart(_ index: Int, _ event: GestureEvent, landedAt: Timestamp) {
        let root = recognizers.list[index].root
        let isActive = states.isActive(root)
        if isActive, compositions[root].fingers != event.fingers {
            compositions.note(.fingerAdded, of: root)
            return fail(index)
        }
        compositions.keep(reading(event, index), of: index)
        compositions.note(event.position, force: event.force ?? 0, of: root)
        if !isActive { compositions.note(fingers: event.fingers, landedAt: landedAt, of: root) }
        states.endPart(index)
        states.markAdvanced(root)
    }

    /// A leaf did something: where it is a part, its composition may have changed.
    mutating func markDirty(_ index: Int) {
        let entry = recognizers.list[index]
        if entry.isPart { states.markDirty(entry.root) }
    }

    /// Every composition that is under way may have changed.
    mutating func markAllDirty() {
        guard arbiter.compositions != 0 else { return }
        states.markActiveDirty()
        for index in SlotSequence(states.endedParts) { markDirty(index) }
    }

    /// Starts what follows in sequences, and silences what has no precedence any more.
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
        if entry.kind == .exclusive, let chosen = chosen(of: index, context, fingers: fingers),
            phase(of: index, context, fingers: fingers) != .possible
        {
            let later = entry.mask & ~((2 << UInt64(recognizers.list[chosen].end - 1)) &- 1)
            finish(later & arbiter.leaves)
            states.forgetEndedParts(later)
        }
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
                }
            }
            part = next
        }
    }

    /// Lets a part of a sequence begin: of a sequence in it, the first part alone.
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

    /// A landing that a sequence waited for has not come.
    mutating func expireAwaitedLandings(_ context: StepContext) {
        guard sequence.isEmpty else { return }
        for root in SlotSequence(arbiter.compositions & arbiter.roots) {
            guard let until = compositions[root].awaitsLandingUntil, until <= context.time else {
                continue
            }
            compositions[root].awaitsLandingUntil = nil
            states.markDirty(root)
        }
    }
}

/// Wholes.
extension Arena {
    /// Emits what became of the compositions that stand before a node of the list.
    @inline(never)
    mutating func updateCompositions(
        before index: Int, _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        for root in SlotSequence(states.dirty) where recognizers.list[root].end <= index {
            updateComposition(root, context, fingers: fingers, into: &events)
        }
    }

    private mutating func updateComposition(
        _ root: Int, _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        let (isChanged, isAdvanced) = states.takeDirty(root)
        advance(root, context, fingers: fingers)
        let phase = phase(of: root, context, fingers: fingers)
        let isActive = states.isActive(root)
        if isActive, isAdvanced {
            // In a later touch than it began in, its rivals have not lost yet.
            loseRivals(of: root, context, fingers: fingers, into: &events)
        }
        switch phase {
        case .possible, .active:
            if isActive, isChanged || isAdvanced {
                emit(root, .changed, nil, context, fingers: fingers, into: &events)
            } else if isActive {
                observe(root, .progress, context, fingers: fingers, into: &events)
            } else if phase == .active {
                _ = beginComposition(root, context, fingers: fingers, into: &events)
            }
        case .ended:
            guard
                isActive || beginComposition(root, context, fingers: fingers, into: &events)
            else { return }
            emit(root, .ended, nil, context, fingers: fingers, into: &events)
            startCooldown(recognizers.list[root], context)
            forgetComposition(root)
        case .failed:
            guard isActive else { return forgetUnbegun(root) }
            guard !mayStillLand(root, at: context.time) else { return states.markDirty(root) }
            let reason = compositions[root].reason
            emit(root, .cancelled, reason, context, fingers: fingers, into: &events)
            forgetComposition(root)
        }
    }

    /// Whether fingers that land together with those that are down may make up the number that a
    /// composition goes on with: hands do not land in one frame.
    private func mayStillLand(_ root: Int, at time: Timestamp) -> Bool {
        !sequence.isEmpty && compositions[root].fingers > sequence.count
            && compositions[root].miss == nil
            && sequence.isOpen(at: time, window: landingWindowUs)
    }

    /// A composition begins; false where it may not, or must wait.
    private mutating func beginComposition(
        _ root: Int, _ context: StepContext, fingers: borrowing FingerTable,
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
        loseRivals(of: root, context, fingers: fingers, into: &events)
        if states.active & recognizers.list[root].mask != 0 {
            compositions.note(
                fingers: sequence.count, landedAt: sequence.firstLanding, of: root)
        }
        compositions.note(.failed, of: root)
        states.begin(root, ActiveGesture(id: events.ids.make()))
        emit(root, .began, nil, context, fingers: fingers, into: &events)
        return true
    }

    /// Forgets a composition that has ended; its parts rest until their sequence or segment ends.
    mutating func forgetComposition(_ root: Int) {
        let mask = recognizers.list[root].mask
        states.forgetComposition(mask)
        for index in SlotSequence(mask & arbiter.sequential) { recognizers.reset(index) }
        compositions[root].awaitsLandingUntil = nil
        compositions[root].vicinity = nil
        groups.lose(mask & arbiter.taps)
        for index in SlotSequence(mask & arbiter.taps) {
            recognizers.resetTap(index)
        }
    }

    /// Forgets what ended of a composition that failed before it began: it would count in a later touch.
    private mutating func forgetUnbegun(_ root: Int) {
        guard sequence.isEmpty, states.endedParts & recognizers.list[root].mask != 0 else { return }
        forgetComposition(root)
    }

    /// For a sequence that starts or grows: compositions that are not under way start anew.
    mutating func restartCompositions() {
        guard arbiter.compositions != 0 else { return }
        for root in SlotSequence(arbiter.compositions & arbiter.roots) {
            let mask = recognizers.list[root].mask
            compositions[root].awaitsLandingUntil = nil
            compositions[root].miss = nil
            guard !states.isActive(root), states.endedParts & mask == 0 else { continue }
            states.restart(mask)
            compositions[root].vicinity = nil
        }
    }

    /// An active part goes on: the whole is where its fingers are, also once they have left.
    mutating func notePlace(of part: Int, fingers: borrowing FingerTable) {
        let own = states[part].fingers
        compositions.note(
            fingers.centroid(of: own), force: fingers.force(of: own),
            of: recognizers.list[part].root)
    }

    /// Emits an event of a composition.
    mutating func emit(
        _ root: Int, _ phase: GesturePhase, _ reason: CancellationReason?, _ context: StepContext,
        fingers: borrowing FingerTable, into events: inout GestureEventBuffer
    ) {
        for part in SlotSequence(states.active & recognizers.list[root].mask & arbiter.leaves) {
            notePlace(of: part, fingers: fingers)
        }
        let whole = compositions[root]
        var event = GestureEvent(
            time: context.time, device: device, zone: zone,
            gesture: recognizers.list[root].listIndex, id: states[root].id, phase: phase,
            fingers: whole.fingers, position: whole.place,
            unitPosition: surface.unit(whole.place),
            durationUs: context.time.microseconds(since: whole.landedAt),
            force: context.forceSource == nil ? nil : whole.force,
            forceSource: context.forceSource,
            values: values(root, phase, context, fingers: fingers))
        event.reason = reason
        let first = events.parts.count
        collectParts(of: root, phase, context, fingers: fingers, into: &events)
        event.parts = first..<events.parts.count
        events.append(event)
        observe(root, .emitted(phase), reason: reason, context, fingers: fingers, into: &events)
    }

    /// The parts that have values, in the order of the nodes.
    private func collectParts(
        of index: Int, _ phase: GesturePhase, _ context: StepContext,
        fingers: borrowing FingerTable, into events: inout GestureEventBuffer
    ) {
        let entry = recognizers.list[index]
        let bit: UInt64 = 1 << UInt64(index)
        guard entry.kind.isComposition else {
            if states.active & bit != 0 {
                let values = values(index, phase, context, fingers: fingers)
                events.append(GesturePart(node: index, values: values))
            } else if states.endedParts & bit != 0 {
                let values = compositions.reading(of: index).values
                events.append(GesturePart(node: index, values: values))
            }
            return
        }
        let isExclusive = entry.kind == .exclusive
        let chosen = isExclusive ? chosen(of: index, context, fingers: fingers) : nil
        var part = index + 1
        while part < entry.end {
            if !isExclusive || part == chosen {
                collectParts(of: part, phase, context, fingers: fingers, into: &events)
            }
            part = recognizers.list[part].end
        }
    }
}
