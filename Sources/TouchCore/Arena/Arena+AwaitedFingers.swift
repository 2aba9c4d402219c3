/// The number of fingers with which compositions under way continue: the number they began with.
extension Arena {
    /// For a hand that starts or grows: compositions that have made nothing start again; the others
    /// continue with the number of fingers they have.
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

    /// Lets a composition that has made nothing begin.
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

    /// Ends each composition under way that has fewer fingers than land together now, with what it
    /// has made. It starts again with these.
    ///
    /// - Parameters:
    ///   - count: how many fingers the hand has with those that land.
    ///   - isTogether: whether they land together with the others. A late one is another touch for
    ///     a composition that has not begun.
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

    /// Ends each composition under way that has more fingers than have landed together, once no
    /// other can join them. It starts again with these.
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
        // Those that wait for one of them end, too, before any begins again.
        settle(context, fingers: fingers, into: &events)
        for root in SlotSequence(lacking) where !hasProgress(root) {
            restart(root)
            let leaves = recognizers.list[root].mask & arbiter.leaves & ~newcomers
            reopen(leaves, fingers: fingers)
            for custom in SlotSequence(leaves & arbiter[.custom] & states.candidates) {
                stepCustom(custom, .landed, context, fingers: fingers, into: &events)
            }
        }
    }

    /// Ends compositions with what they have made.
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

    /// Lets leaves begin with the fingers that have landed.
    mutating func reopen(_ leaves: UInt64, fingers: borrowing FingerTable) {
        states.reopen(nodes: leaves & arbiter.allowed(fingers: hand.count))
        groups.changeLost { $0 & ~leaves }
        failByEdge(fingers: fingers)
        failByPlace(leaves, hand.fingers, fingers: fingers)
    }

    /// Whether a part may still begin with fingers that are yet to land.
    func awaitsLanding(_ part: Int, of root: Int, at time: Timestamp) -> Bool {
        guard isEmptying || followsLift(part, of: root) else { return mayStillLand(root, at: time) }
        return compositions[root].awaitsLandingUntil != nil
            && compositions[root].awaiting & 1 << UInt64(part) != 0
    }

    /// Whether the fingers that are down made the part before, and one of them has lifted: this
    /// part needs others.
    func followsLift(_ part: Int, of root: Int) -> Bool {
        compositions[root].awaitingAfter == hand.number
            && compositions[root].awaiting & 1 << UInt64(part) != 0
    }

    /// Whether fingers that land together with those that are down may make up the number with
    /// which a composition continues: the fingers of a hand do not land in one frame.
    private func mayStillLand(_ root: Int, at time: Timestamp) -> Bool {
        lacksFingers(root) && time < landingEnd
    }

    /// When no finger can land together with those that are down any more: one that landed in the
    /// window counts later where it is confirmed first.
    var landingEnd: Timestamp {
        hand.lastLanding.advanced(
            byMicroseconds: landingWindowUs &+ ContactFilter.confirmationUs &+ 1)
    }

    /// Whether a composition continues with more fingers than have landed together.
    func lacksFingers(_ root: Int) -> Bool {
        !isEmptying && hand.isFresh && compositions[root].miss == nil
            && compositions[root].requiredFingers ?? 0 > hand.count
    }

    /// Handles the timeout of a landing that a composition waited for.
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
