/// How gestures begin, continue and end.
extension Arena {
    /// Applies the action that a recogniser returned for an input.
    @inline(never)
    mutating func apply(
        _ action: GestureAction, _ index: Int, _ context: StepContext,
        fingers: borrowing FingerTable, into events: inout GestureEventBuffer
    ) {
        switch action {
        case .none: break
        case .begin: beginUnlessBlocked(index, context, fingers: fingers, into: &events)
        case .change: change(index, context, fingers: fingers, into: &events)
        case .end:
            end(index, context, fingers: fingers, into: &events)
            if !recognizers.list[index].isPart { states.reopen(index) }
        case .fail: fail(index)
        case .cancel(let reason):
            cancelOne(index, reason, context, fingers: fingers, into: &events)
        }
    }

    /// Begins a gesture unless it waits for another. A part always begins: its composition waits.
    @inline(never)
    mutating func beginUnlessBlocked(
        _ index: Int, _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        guard recognizers.list[index].isPart || !isBlocked(index, context, fingers: fingers)
        else { return }
        begin(index, context, fingers: fingers, into: &events)
    }

    /// Begins a gesture: its rivals lose, and then its event is emitted. A part has no event.
    mutating func begin(
        _ index: Int, _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        let entry = recognizers.list[index]
        guard !isCoolingDown(entry.root, context) else { return states.fail(1 << UInt64(index)) }
        let band = hand.isFresh ? recognizers.edgeBand(index) : nil
        let edge = band?.edge(of: hand.fingers, on: surface, fingers: fingers)
        // The next samples decide whether the fingers came from a side.
        if awaitsOrigin, edge == nil, arbiter[.needsEdge] & (1 << UInt64(index)) != 0 { return }
        recognizers.begin(index, hand, context, fingers: fingers)
        var gesture = ActiveGesture(
            fingers: hand.fingers, count: hand.count, edge: edge, landedAt: hand.firstLanding)
        guard !entry.isPart else {
            beginPart(index, gesture)
            return countSteps(index, context, fingers: fingers)
        }
        if arbiter[.needsQuiet] & (1 << UInt64(index)) != 0 { hand.recordMovement() }
        loseRivals(of: index, context, fingers: fingers, into: &events)
        gesture.id = events.ids.make()
        states.begin(index, gesture)
        countSteps(index, context, fingers: fingers)
        emit(event(index, .began, context, fingers: fingers), index, into: &events)
    }

    /// Emits a change of an active gesture; for a part, marks it as changed.
    @inline(__always)
    mutating func change(
        _ index: Int, _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        countSteps(index, context, fingers: fingers)
        guard !recognizers.list[index].isPart else {
            return states.markChanged(index, of: recognizers.list[index].root)
        }
        emit(event(index, .changed, context, fingers: fingers), index, into: &events)
    }

    /// Records the steps of an active gesture if it counts steps.
    private mutating func countSteps(
        _ index: Int, _ context: StepContext, fingers: borrowing FingerTable
    ) {
        if recognizers.list[index].countsSteps { recordSteps(index, context, fingers: fingers) }
    }

    @inline(never)
    private mutating func recordSteps(
        _ index: Int, _ context: StepContext, fingers: borrowing FingerTable
    ) {
        recognizers.countSteps(
            index,
            recognizers.values(
                index, states[index], .changed, hand.round, context.time, bounds: bounds,
                fingers: fingers))
    }

    /// Ends an active gesture normally.
    mutating func end(
        _ index: Int, _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        let entry = recognizers.list[index]
        if entry.isPart {
            compositions.keep(reading(of: index, .ended, context, fingers: fingers), of: index)
            compositions[entry.root].lastEnd = hand.lastLift
            // If the composition continues, its next line reports that this part has ended.
            states.markChanged(index, of: entry.root)
        } else {
            emit(event(index, .ended, context, fingers: fingers), index, into: &events)
            startCooldown(entry, context)
        }
        states.end(index)
        recognizers.reset(index)
    }

    /// Cancels every active gesture of a mask.
    mutating func cancel(
        _ gestures: UInt64, _ reason: CancellationReason, _ context: StepContext,
        fingers: borrowing FingerTable, into events: inout GestureEventBuffer
    ) {
        for index in SlotSequence(states.active & gestures & arbiter.roots) {
            if recognizers.list[index].kind.isComposition {
                emit(index, .cancelled, reason, context, fingers: fingers, into: &events)
                // A held-back gesture that may be simultaneous with the winner does not lose, just
                // as if it had begun.
                releaseHeldBack(by: index, losing: reason == .lost ? gestures : ~0)
                forgetComposition(index)
            } else {
                var event = event(index, .cancelled, context, fingers: fingers)
                event.reason = reason
                emit(event, index, into: &events)
                finish(1 << UInt64(index))
            }
        }
        // The others are parts; they have no events of their own.
        finish(states.active & gestures & ~arbiter.roots)
    }

    /// Cancels one active gesture, at the request of its recogniser.
    mutating func cancelOne(
        _ index: Int, _ reason: CancellationReason, _ context: StepContext,
        fingers: borrowing FingerTable, into events: inout GestureEventBuffer
    ) {
        let entry = recognizers.list[index]
        guard entry.isPart else {
            return cancel(1 << UInt64(index), reason, context, fingers: fingers, into: &events)
        }
        compositions.recordReason(reason, of: entry.root)
        finish(1 << UInt64(index))
        states.markDirty(entry.root)
    }

    /// Fails a candidate.
    mutating func fail(_ index: Int) {
        states.fail(1 << UInt64(index))
        markDirty(index)
    }

    /// Finishes nodes, whether they are active or not.
    mutating func finish(_ nodes: UInt64) {
        states.finish(nodes)
        for index in SlotSequence(nodes & arbiter[.perHand]) { recognizers.reset(index) }
    }

    /// Recognises a discrete gesture: emits it, or queues it until the gestures that it waits for
    /// have failed.
    mutating func recognize(
        _ index: Int, _ gesture: RecognizedGesture, _ context: StepContext,
        fingers: borrowing FingerTable, into events: inout GestureEventBuffer
    ) {
        let entry = recognizers.list[index]
        guard !isCoolingDown(entry.root, context) else { return }
        let event = event(index, gesture, context)
        guard !entry.isPart else {
            return recognizePart(
                index, event, landedAt: gesture.landedAt, since: gesture.since)
        }
        if arbiter.waitedFor(by: index) != 0 {
            if queue.isFull { release(0, context, fingers: fingers, into: &events) }
            return queue.append(
                .init(
                    index: index, event: event, landedAt: gesture.landedAt, since: gesture.since,
                    hand: hand.number,
                    landing: gesture.landings?.last ?? groups.lastNumber,
                    landings: gesture.landings, isAside: aside.areTapping))
        }
        if aside.areTapping {
            loseTaps(to: index, made: gesture.landings)
        } else {
            loseRivals(
                of: index, made: gesture.landings, context, fingers: fingers, into: &events)
        }
        dropQueued(losingTo: index, since: gesture.since, gesture.landings)
        emitDiscrete(event, entry, context, into: &events)
    }

    /// Emits the one event of a discrete gesture.
    mutating func emitDiscrete(
        _ event: GestureEvent, _ entry: Recognizers.Entry, _ context: StepContext,
        into events: inout GestureEventBuffer
    ) {
        var event = event
        event.id = events.ids.make()
        emit(event, entry.root, into: &events)
        startCooldown(entry, context)
    }

    /// Makes the rivals of a winner lose, and the gestures that wait for it.
    ///
    /// - Parameter landings: for a tap, the landings of its touches. Taps of other fingers that are
    ///   down do not lose.
    mutating func loseRivals(
        of index: Int, made landings: TapLandings? = nil, _ context: StepContext,
        fingers: borrowing FingerTable, into events: inout GestureEventBuffer
    ) {
        let kept = holdBack(from: index, context, fingers: fingers)
        let rivals = (waiters(for: index) | arbiter.losers(to: index)) & ~kept
        cancel(rivals, .lost, context, fingers: fingers, into: &events)
        states.lose(rivals)
        let taps = rivals & arbiter[.countsTaps]
        if taps != 0 { groups.lose(taps, in: landings) }
        queue.remove(
            waiters: arbiter.waiters(for: index) & ~kept, rivals: arbiter.losers(to: index) & ~kept,
            since: hand.firstLanding, landings: landings)
    }

    /// The gestures that wait for a root and have not begun.
    ///
    /// One may have begun before the root, if it waits for a stroke and the fingers have rested.
    func waiters(for root: Int) -> UInt64 {
        var waiters = arbiter.waiters(for: root)
        for waiter in SlotSequence(waiters & states.active & arbiter.roots) {
            waiters &= ~recognizers.list[waiter].mask
        }
        return waiters
    }

    /// Drops queued gestures that wait for the winner, and its queued rivals that were recognised
    /// from the same touches.
    ///
    /// - Parameters:
    ///   - since: when the first of these touches landed.
    ///   - landings: for a tap, the landings of its touches.
    mutating func dropQueued(
        losingTo winner: Int, since: Timestamp, _ landings: TapLandings?
    ) {
        queue.remove(
            waiters: arbiter.waiters(for: winner), rivals: arbiter.losers(to: winner),
            since: since, landings: landings)
    }

    /// Whether a root ended too recently to begin again (`cooldown`).
    func isCoolingDown(_ root: Int, _ context: StepContext) -> Bool {
        context.time < cooldownUntil[root]
    }

    /// Prevents a root from beginning for some time after its end (`cooldown`).
    mutating func startCooldown(_ entry: Recognizers.Entry, _ context: StepContext) {
        guard entry.cooldownUs > 0 else { return }
        cooldownUntil[entry.root] = context.time.advanced(byMicroseconds: entry.cooldownUs)
    }
}

/// Events.
extension Arena {
    /// The present event of an active gesture that is not a composition.
    @inline(__always)
    func event(
        _ index: Int, _ phase: GesturePhase, _ context: StepContext, fingers: borrowing FingerTable
    ) -> GestureEvent {
        let position = fingers.centroid(of: states[index].fingers)
        return GestureEvent(
            time: context.time, device: device, zone: zone,
            gesture: recognizers.list[index].listIndex, id: states[index].id,
            phase: phase, fingers: states[index].count, position: position,
            unitPosition: surface.unit(position),
            durationUs: context.time.microseconds(since: states[index].landedAt),
            force: context.forceSource == nil ? nil : fingers.force(of: states[index].fingers),
            forceSource: context.forceSource,
            values: values(index, phase, context, fingers: fingers))
    }

    /// The event of a discrete gesture, without its id.
    private func event(
        _ index: Int, _ gesture: RecognizedGesture, _ context: StepContext
    ) -> GestureEvent {
        GestureEvent(
            time: context.time, device: device, zone: zone,
            gesture: recognizers.list[index].listIndex, id: 0, phase: .ended,
            fingers: gesture.fingers, position: gesture.position,
            unitPosition: surface.unit(gesture.position),
            durationUs: context.time.microseconds(since: gesture.landedAt),
            force: context.forceSource == nil ? nil : gesture.force,
            forceSource: context.forceSource, values: gesture.values)
    }

    /// The values of an active gesture's kind.
    @inline(__always)
    func values(
        _ index: Int, _ phase: GesturePhase, _ context: StepContext, fingers: borrowing FingerTable
    ) -> GestureValues {
        recognizers.list[index].countsSteps
            ? steppedValues(index, phase, context, fingers: fingers)
            : recognizers.values(
                index, states[index], phase, hand.round, context.time, bounds: bounds,
                fingers: fingers)
    }

    /// The values of a gesture that counts steps, including the steps.
    @inline(never)
    private func steppedValues(
        _ index: Int, _ phase: GesturePhase, _ context: StepContext, fingers: borrowing FingerTable
    ) -> GestureValues {
        var values = recognizers.values(
            index, states[index], phase, hand.round, context.time, bounds: bounds,
            fingers: fingers)
        values.steps = recognizers.counted(index, values).count
        return values
    }

    /// Emits an event of a gesture that is not a composition.
    func emit(_ event: GestureEvent, _ index: Int, into events: inout GestureEventBuffer) {
        events.append(event)
        if isObserved { observe(event, index, into: &events) }
    }
}
