/// What is newly over after a step, and why.
extension Explainer {
    func noteCauses(
        _ look: ArenaLook, _ arena: borrowing Arena, _ account: inout HandAccount,
        fingers: borrowing FingerTable
    ) {
        let travel = fingers.squaredTravel(of: arena.hand.fingers)
        account.squaredTravel = max(account.squaredTravel, travel)
        // What a lift or a rejection of the last finger ends was no round's failure.
        let asked = arena.hand.isEmpty ? ~arena.arbiter.rounds : ~0
        for node in SlotSequence(arena.over & ~account.over & asked & arena.arbiter.leaves)
        where account.causes[node] == nil {
            account.causes[node] = cause(of: node, look, arena, account, travel)
        }
        account.over = arena.over
    }

    private func cause(
        of node: Int, _ look: ArenaLook, _ arena: borrowing Arena, _ account: HandAccount,
        _ squaredTravel: Double
    ) -> GestureExplanation.Reason? {
        let bit: UInt64 = 1 << UInt64(node)
        let root = arena.recognizers.list[node].root
        // Another number of fingers is no cause as long as it may change.
        guard account.allowed & bit != 0 else { return nil }
        let allowed = arena.arbiter.allowed(fingers: arena.hand.count)
        guard arena.arbiter.rounds & ~allowed & bit == 0 else { return nil }
        if case .lift = look.step {
            if arena.holds(node) { return waits(node, arena) }
            if let pending = account.pending[node] { return pending }
        }
        if let missed = tooMuch(node, look, arena, squaredTravel) { return .missed(missed) }
        if arena.hand.isEmpty, let held = account.held[node] { return held }
        if let winner = account.winners[root] { return .lost(to: winner) }
        if arena.isSilent(root, look.moment) { return cooldown(node, arena, look.moment) }
        return stepCause(node, look, arena)
    }

    /// A maximum that the hand went beyond.
    private func tooMuch(
        _ node: Int, _ look: ArenaLook, _ arena: borrowing Arena, _ squaredTravel: Double
    ) -> Shortfall? {
        guard !arena.hand.isEmpty else { return nil }
        switch arena.thresholds(nodes, of: node) {
        case .longPress(let thresholds):
            return .longer(.travel, squared: squaredTravel, than: thresholds.maximumDistance)
        case .press(let thresholds):
            return .longer(.travel, squared: squaredTravel, than: thresholds.maximumDistance)
        case .deepPress(let thresholds):
            return .longer(.travel, squared: squaredTravel, than: thresholds.maximumDistance)
        case .swipe(let thresholds) where arena.hand.isFresh:
            let us = look.moment.time.microseconds(since: arena.hand.firstLanding)
            return .longer(.swipeDuration, us: us, than: thresholds.maximumDuration)
        default: return nil
        }
    }

    /// What the step itself rules out.
    private func stepCause(
        _ node: Int, _ look: ArenaLook, _ arena: borrowing Arena
    ) -> GestureExplanation.Reason? {
        let bit: UInt64 = 1 << UInt64(node)
        if arena.arbiter.edgeBound & bit != 0 {
            if arena.hand.isFresh { return .edge(nil) }
            if arena.arbiter.rounds & bit != 0 { return .laterRound }
        }
        switch look.step {
        case .land: return .landedLate
        case .lift: return .lifted
        case .reject(let reason), .clear(let reason): return .rejected(reason)
        case .move, .fire: return nil
        }
    }
}
