/// What is told at the end of a sequence.
extension Explainer {
    func conclude(
        _ look: ArenaLook, _ arena: borrowing Arena, _ account: HandAccount,
        fingers: borrowing FingerTable
    ) {
        for root in SlotSequence(arena.arbiter.roots & ~account.told) {
            let entry = arena.recognizers.list[root]
            var part: Int?
            let reason: GestureExplanation.Reason
            if entry.kind.isComposition {
                (part, reason) = whole(root, look, arena, account, fingers: fingers)
            } else {
                reason = leaf(root, arena, account, at: look.moment.time) ?? .incomplete
            }
            explanations.append(
                GestureExplanation(
                    zone: arena.zone, gesture: entry.listIndex, part: part, reason,
                    device: arena.device, since: account.landedAt, time: look.moment.time))
        }
    }

    /// Why a gesture or a part did not come; `nil` where nothing is known against it.
    private func leaf(
        _ node: Int, _ arena: borrowing Arena, _ account: HandAccount, at time: Timestamp
    ) -> GestureExplanation.Reason? {
        let bit: UInt64 = 1 << UInt64(node)
        if let cause = account.causes[node] { return final(cause, node, arena, account, at: time) }
        if arena.arbiter.taps & bit != 0 {
            if let reason = account.rejection { return .rejected(reason) }
            return account.isJump ? .landedLate : nil
        }
        guard account.allowed & bit != 0 else { return .fingers(account.fingers) }
        if let reason = account.rejection { return .rejected(reason) }
        return account.held[node] ?? account.attempts[node]?.reason
    }

    /// With what the value had become by the end, where it only grows.
    private func final(
        _ cause: GestureExplanation.Reason, _ node: Int, _ arena: borrowing Arena,
        _ account: HandAccount, at time: Timestamp
    ) -> GestureExplanation.Reason {
        guard case .missed(var missed) = cause else { return cause }
        if missed.quantity == .travel, arena.arbiter.presses & (1 << UInt64(node)) != 0 {
            missed.value = max(missed.value, account.squaredTravel.squareRoot())
        } else if missed.quantity == .swipeDuration {
            let end = account.firstLift ?? time
            let us = end.microseconds(since: account.landedAt)
            missed.value = max(missed.value, Double(us) / 1e6)
        }
        return .missed(missed)
    }

    /// Why a composition did not come: what beat it, or the first of its parts that did not.
    private func whole(
        _ root: Int, _ look: ArenaLook, _ arena: borrowing Arena, _ account: HandAccount,
        fingers: borrowing FingerTable
    ) -> (part: Int?, GestureExplanation.Reason) {
        if let winner = account.winners[root] { return (nil, .lost(to: winner)) }
        if arena.phase(of: root, look.moment, fingers: fingers) != .failed {
            guard arena.isBlocked(root, look.moment, fingers: fingers) else {
                return (nil, .undecided)
            }
            return (nil, waits(root, arena))
        }
        let parts = arena.recognizers.list[root].mask & arena.arbiter.leaves
        for part in SlotSequence(parts & ~(arena.dormant & arena.arbiter.laterParts)) {
            if let reason = leaf(part, arena, account, at: look.moment.time) {
                return (part, reason)
            }
        }
        return (nil, .incomplete)
    }
}
