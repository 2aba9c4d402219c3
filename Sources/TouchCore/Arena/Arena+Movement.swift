/// Fingers move.
extension Arena {
    /// Moves fingers of the hand.
    ///
    /// - Parameters:
    ///   - visible: slots whose filtered position or force changed.
    ///   - sampled: slots that the frame reports.
    ///   - fingersChange: whether a finger lands or lifts in the same frame: then nothing begins in
    ///     it.
    /// - Returns: whether `nextDeadline` may have changed.
    @inline(never)
    mutating func move(
        visible: UInt64, sampled: UInt64, fingersChange: Bool, _ context: StepContext,
        fingers: borrowing FingerTable, into events: inout GestureEventBuffer
    ) -> Bool {
        guard sampled & hand.fingers != 0 else { return false }
        defer { checkInvariants() }
        let before = (states.active, states.finished)
        // If the movement rules gestures out, those that waited for them are released before others
        // begin.
        let awaitedOrigin = awaitsOrigin
        if awaitedOrigin { failByEdge(context, fingers: fingers) }
        settle(context, fingers: fingers, into: &events)
        let open = states.open
        if open & ~arbiter[.countsTaps] != 0 {
            if needsMotion(open) { measureMotion(context, fingers: fingers) }
            if visible & hand.fingers != 0 {
                step(
                    open, fingersChange: fingersChange, context, fingers: fingers, into: &events)
                followMovement(context, fingers: fingers, into: &events)
            }
        }
        settle(context, fingers: fingers, into: &events)
        return (states.active, states.finished) != before || awaitedOrigin
            || arbiter.reschedules
    }

    /// Whether a gesture needs the scale or the rotation of the round.
    @inline(__always)
    func needsMotion(_ open: UInt64) -> Bool {
        open & arbiter[hand.count >= 2 ? .measuresSpread : .measuresCircle] != 0
    }

    /// Updates the translation, scale and rotation of the round.
    @inline(never)
    mutating func measureMotion(_ context: StepContext, fingers: borrowing FingerTable) {
        guard hand.count >= 2 else {
            return hand.round.measureCircle(
                hand.fingers, context,
                needsRates: states.active & arbiter[.measuresCircle] != 0, fingers: fingers)
        }
        hand.round.measure(
            hand.fingers, context,
            needsRates: states.active & arbiter[.measuresSpread] != 0,
            mayBegin: states.candidates & arbiter[.measuresSpread] != 0,
            needsAngle: states.open & arbiter[.measuresTurn] != 0, fingers: fingers)
    }

    @inline(__always)
    private mutating func step(
        _ open: UInt64, fingersChange: Bool, _ context: StepContext,
        fingers: borrowing FingerTable, into events: inout GestureEventBuffer
    ) {
        if hand.isFresh, open & ~states.active & arbiter[.recordsPath] != 0 {
            hand.path.add(fingers.displacement(of: hand.fingers), at: context.time)
        }
        var asked = open & arbiter.moving
        if arbiter.isEntangled {
            // Gestures that wait must see in this step which others have failed.
            failCandidates(of: states.candidates & ~arbiter[.countsTaps], context, fingers: fingers)
            asked &= states.open
        } else {
            asked = affected(
                asked, open & ~states.active & arbiter[.stroke], context, fingers: fingers)
        }
        let mayBegin = !fingersChange && context.time >= hand.quietUntil
        if arbiter.compositions != 0 {
            stepComposed(asked, mayBegin: mayBegin, context, fingers: fingers, into: &events)
        } else {
            for index in SlotSequence(asked) {
                step(index, mayBegin: mayBegin, context, fingers: fingers, into: &events)
            }
        }
        guard arbiter.waiting != 0 else { return }
        stepFreed(asked, mayBegin: mayBegin, context, fingers: fingers, into: &events)
    }

    /// Asks gestures again whose awaited gestures failed in this step, at any position in the list.
    @inline(never)
    private mutating func stepFreed(
        _ asked: UInt64, mayBegin: Bool, _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        var before: UInt64 = 0
        while before != states.candidates {
            before = states.candidates
            for index in SlotSequence(asked & arbiter.roots & arbiter.waiting & before) {
                if arbiter[.custom] & (1 << UInt64(index)) != 0 {
                    beginPending(custom: index, context, fingers: fingers, into: &events)
                } else {
                    step(index, mayBegin: mayBegin, context, fingers: fingers, into: &events)
                }
            }
        }
    }

    /// Asks all parts first, and then the gestures of the list, in its order.
    @inline(never)
    private mutating func stepComposed(
        _ asked: UInt64, mayBegin: Bool, _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        for index in SlotSequence(asked & ~arbiter.roots) {
            step(index, mayBegin: mayBegin, context, fingers: fingers, into: &events)
        }
        for index in SlotSequence(asked & arbiter.roots | states.dirty) {
            if arbiter.compositions & (1 << UInt64(index)) != 0 {
                updateComposition(index, context, fingers: fingers, into: &events)
            } else {
                step(index, mayBegin: mayBegin, context, fingers: fingers, into: &events)
            }
        }
    }

    @inline(__always)
    private mutating func step(
        _ index: Int, mayBegin: Bool, _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        let bit: UInt64 = 1 &<< UInt64(index)
        // It may have lost to an earlier gesture in the same frame.
        guard (states.finished | states.outOfTurn) & bit == 0 else { return }
        if states.active & arbiter[.continuous] & bit != 0 {
            change(index, context, fingers: fingers, into: &events)
        } else if arbiter[.custom] & bit != 0 {
            stepCustom(index, .moved, context, fingers: fingers, into: &events)
        } else {
            let action = recognizers.move(
                index, isActive: states.active & bit != 0, mayBegin: mayBegin, hand,
                context, fingers: fingers)
            if case .none = action { return }
            apply(action, index, context, fingers: fingers, into: &events)
        }
    }

    /// The gestures of `asked` that the movement may affect: active continuous ones, and if it
    /// reaches a threshold of the others, all. Also rules out strokes by time.
    @inline(__always)
    private mutating func affected(
        _ asked: UInt64, _ strokes: UInt64, _ context: StepContext, fingers: borrowing FingerTable
    ) -> UInt64 {
        let continuing = asked & states.active & arbiter[.continuous]
        let others = asked & ~continuing
        let key = WakeThresholds.Key(
            asked: others, active: others & states.active, strokes: strokes,
            hand: hand.number)
        if key != watch.key { watch(key, context) }
        if context.time >= watch.strokesExpire { expireStrokes(strokes, context) }
        if others == 0 { return asked }
        if watch.isReached(by: hand, at: context.time, fingers: fingers) { return asked }
        checkWatch(others, context, fingers: fingers)
        return continuing
    }

    /// Computes the thresholds that a movement must reach to affect the asked gestures.
    @inline(never)
    private mutating func watch(_ key: WakeThresholds.Key, _ context: StepContext) {
        var watch = WakeThresholds(key)
        for index in SlotSequence(key.asked) {
            recognizers.watch(
                index, isActive: states.isActive(index), hand, into: &watch)
        }
        for index in SlotSequence(key.strokes) {
            let due = recognizers.nextDeadline(index, isActive: false, hand, context)
            watch.lower(strokesExpire: due)
        }
        self.watch = watch
    }

    /// In debug builds, also asks the gestures that must not react, and checks that they do not.
    private mutating func checkWatch(
        _ others: UInt64, _ context: StepContext, fingers: borrowing FingerTable
    ) {
        #if DEBUG
            for index in SlotSequence(others) {
                let action = recognizers.move(
                    index, isActive: states.isActive(index),
                    mayBegin: context.time >= hand.quietUntil, hand, context,
                    fingers: fingers)
                assert(action == .none, "node \(index) acts on what it does not watch for")
            }
        #endif
    }

    /// Rules out the strokes whose fingers have been down too long.
    private mutating func expireStrokes(_ strokes: UInt64, _ context: StepContext) {
        for index in SlotSequence(strokes)
        where recognizers.isExpired(index, hand, context) {
            states.fail(1 &<< UInt64(index))
        }
    }

    /// Rules out candidates by the movements of the fingers, and by time.
    @inline(never)
    private mutating func failCandidates(
        of candidates: UInt64, _ context: StepContext, fingers: borrowing FingerTable
    ) {
        for index in SlotSequence(candidates)
        where recognizers.isRuledOut(index, hand, context, fingers: fingers) {
            fail(index)
        }
    }
}

/// Deadlines.
extension Arena {
    /// Fires the deadlines due at `context`.
    ///
    /// - Parameter last: the context of the previous step, which asked the gestures due then.
    mutating func fireDeadlines(
        _ context: StepContext, since last: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        defer { checkInvariants() }
        var blocked = blockedCandidates(last, fingers: fingers)
        if arbiter[.drawsParts] != 0 { endGaps(context, fingers: fingers, into: &events) }
        if awaitsOrigin, !hand.isEmpty { failByEdge(at: context.time, fingers: fingers) }
        settle(context, fingers: fingers, into: &events)
        fireFollowed(context, fingers: fingers, into: &events)
        // The deadline may be of a pending contact, without a finger in the hand.
        guard !hand.isEmpty else { return }
        if arbiter.isEntangled {
            failCandidates(of: states.candidates & ~arbiter[.countsTaps], context, fingers: fingers)
        }
        let due = due(context, since: last)
        let asked = due | blocked & states.candidates
        for index in SlotSequence(asked & ~arbiter.roots) {
            fire(index, isFreed: false, context, fingers: fingers, into: &events)
        }
        for index in SlotSequence(asked & arbiter.roots | states.dirty) {
            let bit: UInt64 = 1 << UInt64(index)
            if arbiter.compositions & bit != 0 {
                updateComposition(index, context, fingers: fingers, into: &events)
            } else {
                fire(index, isFreed: due & bit == 0, context, fingers: fingers, into: &events)
            }
        }
        settle(context, fingers: fingers, into: &events)
        // Gestures that were ruled out in this step free gestures before them in the list.
        blocked &= states.candidates
        for index in SlotSequence(blocked) {
            fire(index, isFreed: true, context, fingers: fingers, into: &events)
        }
    }

    /// The leaves of the list that were blocked by another gesture after the step `context`.
    private func blockedCandidates(
        _ context: StepContext, fingers: borrowing FingerTable
    ) -> UInt64 {
        let waiting = states.candidates & arbiter.waiting & arbiter.leaves & ~arbiter[.countsTaps]
        guard waiting != 0 else { return 0 }
        var blocked: UInt64 = 0
        for index in SlotSequence(waiting) where isBlocked(index, context, fingers: fingers) {
            blocked |= 1 << UInt64(index)
        }
        return blocked
    }

    /// The leaves whose own deadline is due: gestures judged by frames are asked at frames, not at
    /// the deadlines of other gestures.
    private func due(_ context: StepContext, since last: StepContext) -> UInt64 {
        let asked = states.active | states.candidates
        var due: UInt64 = 0
        for index in SlotSequence(asked & arbiter[.hasDeadlines] & ~arbiter[.countsTaps])
        where recognizers.nextDeadline(index, isActive: states.isActive(index), hand, last)
            <= context.time
        {
            due |= 1 << UInt64(index)
        }
        for index in SlotSequence(asked & arbiter[.custom])
        where nextCustomDeadline(of: index, after: last) <= context.time {
            due |= 1 << UInt64(index)
        }
        return due
    }

    /// Asks the parts that started in this step: their own deadline may already have passed, or the
    /// fingers may rule them out.
    mutating func fireStarted(
        _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        let started = states.takeStarted() & ~arbiter[.countsTaps]
        guard !hand.isEmpty else { return }
        failCandidates(of: started, context, fingers: fingers)
        for index in SlotSequence(started & arbiter[.hasDeadlines] & states.candidates) {
            fire(index, isFreed: false, context, fingers: fingers, into: &events)
        }
    }

    /// - Parameter isFreed: whether it waited for another until this step, and its own deadline is
    ///   not due.
    private mutating func fire(
        _ index: Int, isFreed: Bool, _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        if arbiter[.custom] & (1 << UInt64(index)) != 0 {
            guard !isFreed else {
                return beginPending(custom: index, context, fingers: fingers, into: &events)
            }
            return stepCustom(index, .deadline, context, fingers: fingers, into: &events)
        }
        let mayBegin = context.time >= hand.quietUntil
        var action = GestureAction.none
        repeat {
            let isActive = states.isActive(index)
            guard isActive || states.isCandidate(index) else { return }
            action = recognizers.deadline(
                index, isActive: isActive, isFreed: isFreed, mayBegin: mayBegin, hand,
                context, fingers: fingers)
            apply(action, index, context, fingers: fingers, into: &events)
        } while action == .change
    }

    /// When the arena must be woken; `never` if it waits for nothing.
    func nextDeadline(after context: StepContext, fingers: borrowing FingerTable) -> Timestamp {
        var earliest = aside.until
        let asked = (states.active | states.candidates) & arbiter[.hasDeadlines]
        for index in SlotSequence(hand.isEmpty ? 0 : asked) {
            let due = recognizers.nextDeadline(
                index, isActive: states.isActive(index), hand, context)
            earliest = min(earliest, due)
        }
        if awaitsOrigin, !hand.isEmpty {
            earliest = min(earliest, originDeadline(fingers) ?? .never)
        }
        if arbiter[.custom] != 0 { earliest = min(earliest, nextCustomDeadline(after: context)) }
        if arbiter[.followsFingers] != 0 { earliest = min(earliest, nextFollowedDeadline) }
        if arbiter[.drawsParts] != 0 { earliest = min(earliest, nextGapEnd) }
        guard arbiter.isEntangled else { return earliest }
        return min(earliest, nextSettlement(after: context, fingers: fingers))
    }

    /// The earliest time at which a gesture that others wait for may have failed.
    private func nextSettlement(
        after context: StepContext, fingers: borrowing FingerTable
    ) -> Timestamp {
        var earliest = Timestamp.never
        if !hand.isEmpty || !queue.isEmpty || isComposing {
            for index in SlotSequence(arbiter.awaitedTaps) {
                let due = recognizers.nextTapDeadline(index, after: context.time, groups: groups)
                earliest = min(earliest, due)
            }
        }
        if !hand.isEmpty, states.candidates & arbiter.expiringStrokes != 0 {
            earliest = min(earliest, nextStrokeSettlement(after: context, fingers: fingers))
        }
        let end = landingEnd
        for root in SlotSequence(arbiter.compositions & arbiter.roots) {
            // A wait without a limit has no deadline.
            earliest = min(earliest, compositions[root].awaitsLandingUntil ?? .never)
            if end > context.time, lacksFingers(root) {
                earliest = min(earliest, end)
            }
        }
        return earliest
    }

    private func nextStrokeSettlement(
        after context: StepContext, fingers: borrowing FingerTable
    ) -> Timestamp {
        var earliest = Timestamp.never
        if states.candidates & arbiter.awaitedStrokes != 0, !hand.hasRested {
            let restDeadline = hand.restDeadline(fingers)
            if restDeadline > context.time { earliest = restDeadline }
        }
        guard hand.isFresh else { return earliest }
        for index in SlotSequence(states.candidates & arbiter.expiringStrokes) {
            let due = recognizers.nextDeadline(index, isActive: false, hand, context)
            if due > context.time { earliest = min(earliest, due) }
        }
        return earliest
    }

    /// Whether a composition is active, or a part of one has ended.
    private var isComposing: Bool {
        states.endedParts | states.active & arbiter.compositions != 0
    }
}
