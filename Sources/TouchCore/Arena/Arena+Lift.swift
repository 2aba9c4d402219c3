/// Fingers lift, or are rejected.
extension Arena {
    /// Lifts fingers of the hand and those beside it, all in the same frame.
    mutating func lift(
        _ lifted: UInt64, _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        if lifted & aside.fingers != 0 {
            liftAside(lifted & aside.fingers, context, fingers: fingers, into: &events)
        }
        let lifted = lifted & hand.fingers
        guard lifted != 0 else { return }
        defer { checkInvariants() }
        if arbiter.compositions != 0 {
            endCompositionsLackingFingers(context, fingers: fingers, into: &events)
        }
        hand.recordLift(of: lifted, at: context.time, fingers: fingers)
        let completed = groups.lift(lifted, fingers: fingers)
        checkSides(completed, fingers: fingers)
        for index in SlotSequence(arbiter.leaves & ~arbiter.roots) {
            liftLeaf(index, lifted, completed, context, fingers: fingers, into: &events)
        }
        // Gestures that the lift rules out fail before it is used for any other gesture.
        states.fail(arbiter[.perHand] & ~states.active)
        markAllDirty()
        leaving = (lifted, completed)
        countedTaps = 0
        for index in SlotSequence(arbiter.roots) {
            if arbiter.compositions & (1 << UInt64(index)) == 0 {
                liftLeaf(index, lifted, completed, context, fingers: fingers, into: &events)
            } else if arbiter.waiting & (1 << UInt64(index)) == 0 {
                // A composition that waits is updated after all other gestures, in `continueHand`.
                updateComposition(index, context, fingers: fingers, into: &events)
            }
        }
        leaving = (0, 0)
        groups.remove(completed)
        states.fail(arbiter[.perHand])
        hand.leave(lifted, quietUntil: quietEnd(after: context.time))
        continueWithAside(fingers: fingers)
        continueHand(context, fingers: fingers, into: &events)
    }

    /// When gestures of the fingers that remain after a lift at `time` may begin: not while the
    /// lift of the others may make a swipe of the same movement.
    private func quietEnd(after time: Timestamp) -> Timestamp {
        var end = time.advanced(byMicroseconds: liftQuietUs)
        for index in SlotSequence(arbiter[.stroke] & ~(states.finished | states.outOfTurn)) {
            if let stroke = recognizers.strokeEnd(index) { end = max(end, stroke) }
        }
        return end
    }

    /// Rejects contacts that are not fingers: the active gestures of the hand are cancelled.
    mutating func reject(
        _ rejected: UInt64, _ reason: CancellationReason, _ context: StepContext,
        fingers: borrowing FingerTable, into events: inout GestureEventBuffer
    ) {
        groups.remove(containing: rejected & aside.fingers)
        aside.remove(rejected, fingers: fingers)
        let rejected = rejected & hand.fingers
        guard rejected != 0 else { return }
        defer { checkInvariants() }
        hand.recordLift(of: rejected, at: context.time, fingers: fingers)
        cancel(~0, reason, context, fingers: fingers, into: &events)
        groups.remove(containing: rejected)
        failHandGestures()
        followRejection(rejected, reason, context, fingers: fingers, into: &events)
        hand.leave(rejected, quietUntil: nil)
        continueWithAside(fingers: fingers)
        continueHand(context, fingers: fingers, into: &events)
    }

    /// Cancels every active gesture and forgets the hand. Queued gestures are emitted, because no
    /// other gesture can precede them any more.
    mutating func clear(
        _ reason: CancellationReason, _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        defer { checkInvariants() }
        cancel(~0, reason, context, fingers: fingers, into: &events)
        groups.remove(containing: ~0)
        aside.remove(~0, fingers: fingers)
        followRejection(nil, reason, context, fingers: fingers, into: &events)
        hand.leave(~0, quietUntil: nil)
        recognizers.clear()
        markAllDirty()
        settle(context, fingers: fingers, into: &events)
        // A sequence that was held back may have begun in `settle`, and cannot continue.
        cancel(~0, reason, context, fingers: fingers, into: &events)
        for root in SlotSequence(arbiter.compositions & arbiter.roots) { forgetComposition(root) }
    }

    /// Starts a new round for the remaining fingers.
    private mutating func continueHand(
        _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        if !hand.isEmpty { startRound(context, fingers: fingers) }
        markAllDirty()
        settle(context, fingers: fingers, into: &events)
        guard !hand.isEmpty else { return }
        beginAtOnce(context, fingers: fingers, into: &events)
    }

    private mutating func liftLeaf(
        _ index: Int, _ lifted: UInt64, _ completed: UInt64, _ context: StepContext,
        fingers: borrowing FingerTable, into events: inout GestureEventBuffer
    ) {
        let bit: UInt64 = 1 << UInt64(index)
        if arbiter[.countsTaps] & bit != 0 {
            liftTaps(index, completed, context, fingers: fingers, into: &events)
        } else if arbiter[.stroke] & bit != 0 {
            liftStroke(index, lifted, context, fingers: fingers, into: &events)
        } else if arbiter[.custom] & bit != 0 {
            liftCustom(index, lifted, context, fingers: fingers, into: &events)
        } else if arbiter[.followsFingers] & bit != 0 {
            followLift(index, lifted, context, fingers: fingers, into: &events)
        } else if states.active & bit != 0 {
            end(index, context, fingers: fingers, into: &events)
        }
    }

    /// Counts the lift for taps that are about to lose to a composition that they wait for, so that
    /// their position in the list does not matter.
    mutating func countTaps(
        _ taps: UInt64, _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        for index in SlotSequence(leaving.groups == 0 ? 0 : taps & arbiter.roots) {
            liftTaps(index, leaving.groups, context, fingers: fingers, into: &events)
        }
    }

    mutating func liftTaps(
        _ index: Int, _ completed: UInt64, _ context: StepContext,
        fingers: borrowing FingerTable, into events: inout GestureEventBuffer
    ) {
        // A part that has ended keeps its final values: another tap does not belong to it.
        let bit: UInt64 = 1 << UInt64(index)
        guard (states.outOfTurn | countedTaps) & bit == 0 else { return }
        countedTaps |= bit
        for completedGroup in SlotSequence(completed) {
            guard let group = groups[completedGroup] else { continue }
            let tap = recognizers.lift(
                index, group, at: context.time, lastGroup: groups.lastNumber)
            markDirty(index)
            guard let tap else { continue }
            recognize(index, tap, context, fingers: fingers, into: &events)
        }
    }

    private mutating func liftStroke(
        _ index: Int, _ lifted: UInt64, _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        let bit: UInt64 = 1 << UInt64(index)
        let isOut = states.finished | states.outOfTurn
        guard isOut & bit == 0 else { return }
        markDirty(index)
        switch recognizers.lift(
            index, lifted, hand, context, surface: surface, fingers: fingers)
        {
        case .none: break
        case .fail: states.fail(bit)
        case .recognize(let stroke):
            // Whatever its result, the gesture cannot begin again in this hand.
            states.fail(bit)
            recognize(index, stroke, context, fingers: fingers, into: &events)
        }
    }
}
