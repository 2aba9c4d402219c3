/// Compositions that have begun continue only with the number of fingers with which they began.
extension Arena {
    /// Restarts compositions without progress, for a hand that starts or grows. The others continue
    /// with the number of fingers with which they began.
    mutating func restartCompositions() {
        guard arbiter.compositions != 0 else { return }
        for root in SlotSequence(arbiter.compositions & arbiter.roots) {
            compositions[root].awaitsLandingUntil = nil
            compositions[root].miss = nil
            guard hasProgress(root) else {
                restart(root)
                continue
            }
            compositions[root].requiredFingers = compositions[root].fingers
            states.markDirty(root)
        }
    }

    /// Restarts a composition without progress.
    private mutating func restart(_ root: Int) {
        states.restart(recognizers.list[root].mask)
        compositions[root].vicinity = nil
        compositions[root].reported = 0
        compositions[root].heldBackBy = nil
        compositions[root].requiredFingers = nil
    }

    /// Whether a composition has begun, or a part of it has ended.
    func hasProgress(_ root: Int) -> Bool {
        states.isActive(root) || states.endedParts & recognizers.list[root].mask != 0
    }

    /// Ends each composition under way that began with fewer fingers than the hand has with those
    /// that land. It may begin again with all of these fingers.
    ///
    /// - Parameters:
    ///   - count: the number of fingers of the hand, with those that land.
    ///   - isTogether: whether the fingers land together with the others. A late finger is another
    ///     touch for a composition that has not begun.
    mutating func endCompositions(
        exceededBy count: Int, isTogether: Bool, _ context: StepContext,
        fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        var exceeded: UInt64 = 0
        for root in SlotSequence(arbiter.compositions & arbiter.roots)
        where compositions[root].fingers < count
            && (isTogether ? hasProgress(root) : isUnderWay(root))
        {
            exceeded |= 1 << UInt64(root)
        }
        guard exceeded != 0 else { return }
        end(exceeded, .fingerAdded, context, fingers: fingers, into: &events)
        settle(context, fingers: fingers, into: &events)
    }

    /// Ends each composition under way that needs more fingers than have landed together, once no
    /// other finger can join them. It may begin again with these fingers.
    mutating func endCompositionsLackingFingers(
        _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        var lacking: UInt64 = 0
        for root in SlotSequence(arbiter.compositions & arbiter.roots)
        where lacksFingers(root) && hasProgress(root) {
            lacking |= 1 << UInt64(root)
        }
        guard lacking != 0 else { return }
        end(lacking, .failed, context, fingers: fingers, into: &events)
        // Compositions that wait for one of these end, too, before any begins again.
        settle(context, fingers: fingers, into: &events)
        for root in SlotSequence(lacking) where !hasProgress(root) {
            restart(root)
            let leaves = recognizers.list[root].mask & arbiter.leaves & ~newcomers
            reopen(leaves, at: context.time, fingers: fingers)
            for custom in SlotSequence(leaves & arbiter[.custom] & states.candidates) {
                stepCustom(custom, .landed, context, fingers: fingers, into: &events)
            }
        }
    }

    /// Ends compositions with their ended parts if these suffice; otherwise cancels them with
    /// `reason`.
    mutating func end(
        _ roots: UInt64, _ reason: CancellationReason, _ context: StepContext,
        fingers: borrowing FingerTable, into events: inout GestureEventBuffer
    ) {
        for root in SlotSequence(roots) {
            compositions[root].requiredFingers = 0
            compositions.recordReason(reason, of: root)
            finish(states.active & recognizers.list[root].mask & arbiter.leaves)
            states.markDirty(root)
            updateComposition(root, context, fingers: fingers, into: &events)
        }
    }

    /// Makes leaves candidates again, for the fingers that have landed.
    mutating func reopen(
        _ leaves: UInt64, at time: Timestamp, fingers: borrowing FingerTable
    ) {
        states.reopen(nodes: leaves & arbiter.allowed(fingers: hand.count))
        groups.changeLost { $0 & ~leaves }
        failByEdge(at: time, fingers: fingers)
        failByPlace(leaves, hand.fingers, fingers: fingers)
    }

    /// Whether a part may still begin with fingers that have not landed yet.
    func awaitsLanding(_ part: Int, of root: Int, at time: Timestamp) -> Bool {
        guard isEmptying || followsLift(part, of: root) else { return mayStillLand(root, at: time) }
        return compositions[root].awaitsLandingUntil != nil
            && compositions[root].awaiting & 1 << UInt64(part) != 0
    }

    /// Whether the present hand made the part before, and one of its fingers has lifted, so that
    /// this part needs another hand.
    func followsLift(_ part: Int, of root: Int) -> Bool {
        compositions[root].awaitingAfter == hand.number
            && compositions[root].awaiting & 1 << UInt64(part) != 0
    }

    /// Whether the hand may still grow to the number of fingers that a composition needs, because
    /// its fingers do not land in one frame.
    private func mayStillLand(_ root: Int, at time: Timestamp) -> Bool {
        lacksFingers(root) && time < landingEnd
    }

    /// From this time on, no finger can land together with those that are down. Later than the
    /// landing window, because a finger that landed within it may have to be confirmed first.
    var landingEnd: Timestamp {
        hand.lastLanding.advanced(
            byMicroseconds: landingWindowUs &+ ContactFilter.confirmationUs &+ 1)
    }

    /// Whether a composition needs more fingers to continue than have landed together.
    func lacksFingers(_ root: Int) -> Bool {
        !isEmptying && hand.isFresh && compositions[root].miss == nil
            && compositions[root].requiredFingers ?? 0 > hand.count
    }

    /// Ends the waits of compositions for landings that are no longer possible at this time.
    mutating func expireAwaitedLandings(
        _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        guard arbiter.compositions != 0 else { return }
        if context.time >= landingEnd {
            endCompositionsLackingFingers(context, fingers: fingers, into: &events)
        }
        for root in SlotSequence(arbiter.compositions & arbiter.roots) {
            guard let until = compositions[root].awaitsLandingUntil, until <= context.time else {
                continue
            }
            compositions[root].awaitsLandingUntil = nil
            states.markDirty(root)
        }
    }
}
