/// Gestures that begin with the same touches: one is held back while the other may be recognised.
///
/// A gesture that waits for a composition does not lose when the composition begins. It loses when
/// the composition has ended, and is emitted if the composition fails.
///
/// If two sequences begin with the same touch, the first in the list begins, and holds the other
/// back. The other begins once it advances in a touch in which the first does not, or once the
/// first fails, or loses to a gesture to which the other does not lose. The other loses when the
/// first has ended.
extension Arena {
    /// The gestures that do not lose to a composition that begins or advances, although they
    /// compete with it.
    mutating func holdBack(
        from root: Int, _ context: StepContext, fingers: borrowing FingerTable
    ) -> UInt64 {
        guard arbiter.compositions & (1 << UInt64(root)) != 0 else { return 0 }
        var kept = waiters(for: root)
        guard recognizers.list[root].kind == .sequence else { return kept }
        let rivals = arbiter.losers(to: root) & arbiter.roots & ~states.active & ~kept
        for other in SlotSequence(rivals & arbiter.compositions)
        where recognizers.list[other].kind == .sequence {
            let mask = recognizers.list[other].mask
            // Either both have advanced in this step, or another root held this one back until now.
            let isFreed = compositions[other].heldBackBy.map { $0 != root } ?? false
            guard isFreed || states.advanced & mask != 0,
                phase(of: other, context, fingers: fingers) == .active
            else { continue }
            compositions[other].heldBackBy = root
            states.forgetAdvance(mask)
            kept |= mask
        }
        return kept
    }

    /// The sequences that a root holds back.
    func heldBack(by root: Int) -> UInt64 {
        guard arbiter.compositions.nonzeroBitCount > 1 else { return 0 }
        var held: UInt64 = 0
        for other in SlotSequence(arbiter.compositions & arbiter.roots)
        where compositions[other].heldBackBy == root {
            held |= 1 << UInt64(other)
        }
        return held
    }

    /// Whether a composition has begun, or would have.
    func isUnderWay(_ root: Int) -> Bool {
        states.isActive(root) || wouldHaveBegun(root)
    }

    /// Whether a composition would have begun if no other gesture held it back and it waited for
    /// none.
    func wouldHaveBegun(_ root: Int) -> Bool {
        if compositions[root].heldBackBy != nil { return true }
        let mask = recognizers.list[root].mask
        return arbiter.waiting & (1 << UInt64(root)) != 0 && states.endedParts & mask != 0
    }

    /// Whether a sequence is still held back; otherwise it may begin.
    ///
    /// - Parameter isAdvanced: whether a part of it began or was recognised in this touch, in which
    ///   the root that holds it back did not advance.
    mutating func staysHeldBack(
        _ root: Int, isAdvanced: Bool, _ phase: PartPhase, _ context: StepContext
    ) -> Bool {
        guard let holder = compositions[root].heldBackBy else { return false }
        guard phase != .failed else {
            compositions[root].heldBackBy = nil
            return false
        }
        return states.isActive(holder) && !isAdvanced
    }

    /// Makes the gestures that a composition held back lose, after it has ended.
    ///
    /// - Parameter isLate: whether no part of it belongs to the present touch. Then only those
    ///   gestures that wait for it and began with earlier touches lose.
    mutating func loseHeldBack(
        by root: Int, isLate: Bool, _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        let waiters = waiters(for: root)
        countTaps(waiters & arbiter[.countsTaps], context, fingers: fingers, into: &events)
        lose(isLate ? begunEarlier(waiters) : waiters, context, fingers: fingers, into: &events)
        queue.remove(
            waiters: 0, rivals: waiters, since: compositions[root].since, landings: nil,
            through: compositions[root].hand)
        releaseHeldBack(by: root, losing: ~0)
    }

    private mutating func lose(
        _ nodes: UInt64, _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        cancel(nodes, .lost, context, fingers: fingers, into: &events)
        states.lose(nodes)
        groups.lose(nodes & arbiter[.countsTaps])
    }

    /// The compositions in `nodes` that began with an earlier touch, and their parts.
    private func begunEarlier(_ nodes: UInt64) -> UInt64 {
        var begun: UInt64 = 0
        for root in SlotSequence(nodes & arbiter.compositions & arbiter.roots)
        where compositions[root].since < hand.firstLanding {
            let mask = recognizers.list[root].mask
            if (states.active | states.endedParts) & mask != 0 { begun |= mask }
        }
        return begun
    }

    /// Records that a part of a composition began or was recognised.
    mutating func recordAdvance(_ part: Int, of root: Int) {
        compositions[root].hand = hand.number
        states.markAdvanced(part, of: root)
    }

    /// Whether a part of a composition began or was recognised in the present hand.
    func isOfPresentHand(_ root: Int) -> Bool { compositions[root].hand == hand.number }

    /// Makes the rivals of a composition lose; if it is late, only those that began with earlier
    /// touches.
    mutating func loseRivals(
        of root: Int, isLate: Bool, _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        guard isLate else {
            return loseRivals(of: root, context, fingers: fingers, into: &events)
        }
        let rivals = arbiter.losers(to: root)
        lose(begunEarlier(rivals), context, fingers: fingers, into: &events)
        queue.remove(
            waiters: waiters(for: root), rivals: rivals, since: compositions[root].since,
            landings: nil, through: compositions[root].hand)
    }

    /// Releases the sequences that a composition held back: those in `gestures` lose, the others
    /// may begin.
    mutating func releaseHeldBack(by root: Int, losing gestures: UInt64) {
        for other in SlotSequence(heldBack(by: root)) {
            if gestures & (1 << UInt64(other)) != 0 {
                forgetComposition(other)
            } else {
                states.markDirty(other)
            }
        }
    }
}
