/// How near gestures that have not begun are to their thresholds.
extension Explainer {
    func noteAttempts(
        _ step: ArenaStep, _ arena: borrowing Arena, _ diagnosis: inout HandDiagnosis,
        fingers: borrowing FingerTable
    ) {
        let asked = arena.states.candidates & ~arena.arbiter[.countsTaps] & ~arena.arbiter[.stroke]
        for node in SlotSequence(asked) {
            let unmet = arena.recognizers.unmet(
                node, arena.hand, step.context, fingers: fingers)
            if let unmet {
                diagnosis.receive(Attempt(unmet, of: arena.recognizers.list[node].kind), of: node)
            } else if diagnosis.held[node] == nil {
                diagnosis.held[node] = hindrance(node, step, arena, fingers: fingers)
            }
        }
    }

    /// The reason that prevents a candidate that meets every threshold from beginning.
    private func hindrance(
        _ node: Int, _ step: ArenaStep, _ arena: borrowing Arena, fingers: borrowing FingerTable
    ) -> GestureExplanation.Reason? {
        let entry = arena.recognizers.list[node]
        if arena.arbiter[.needsQuiet] & (1 << UInt64(node)) != 0 {
            switch step.input {
            case .move(let fingersChange) where fingersChange: return .fingersChanged
            case .land
            where arena.arbiter[.immediate] & (1 << UInt64(node)) != 0
                && step.context.time > arena.hand.lastLift:
                break
            case .land, .lift, .reject: return .fingersChanged
            case .move, .fire, .clear: break
            }
            if step.context.time < arena.hand.quietUntil { return .liftQuiet }
        }
        guard !entry.isPart, arena.isBlocked(entry.root, step.context, fingers: fingers) else {
            return nil
        }
        return waits(node, arena)
    }
}

/// The gestures that are newly finished after a step, and why.
extension Explainer {
    func noteCauses(
        _ step: ArenaStep, _ arena: borrowing Arena, _ diagnosis: inout HandDiagnosis,
        fingers: borrowing FingerTable
    ) {
        let travel = fingers.squaredTravel(of: arena.hand.fingers)
        diagnosis.squaredTravel = max(diagnosis.squaredTravel, travel)
        // A gesture that ends with the lift or rejection of the last finger did not fail in a
        // round.
        let asked = arena.hand.isEmpty ? ~arena.arbiter[.perRound] : ~0
        for node in SlotSequence(
            arena.states.finished & ~diagnosis.finished & asked & arena.arbiter.leaves)
        where diagnosis.causes[node] == nil {
            diagnosis.causes[node] = cause(of: node, step, arena, diagnosis, fingers: fingers)
        }
        diagnosis.finished = arena.states.finished
    }

    private func cause(
        of node: Int, _ step: ArenaStep, _ arena: borrowing Arena, _ diagnosis: HandDiagnosis,
        fingers: borrowing FingerTable
    ) -> GestureExplanation.Reason? {
        let bit: UInt64 = 1 << UInt64(node)
        let root = arena.recognizers.list[node].root
        // Another number of fingers is not a reason while it may still change.
        guard diagnosis.allowed & bit != 0 else { return nil }
        let allowed = arena.arbiter.allowed(fingers: arena.hand.count)
        guard arena.arbiter[.perRound] & ~allowed & bit == 0 else { return nil }
        if case .lift = step.input {
            if arena.holds(node) { return waits(node, arena) }
            if let pending = diagnosis.pending[node] { return pending }
        }
        if !arena.hand.isEmpty,
            let exceeded = arena.recognizers.exceeded(
                node, arena.hand, step.context, fingers: fingers)
        {
            return .missed(exceeded)
        }
        if arena.hand.isEmpty, let held = diagnosis.held[node] { return held }
        if let winner = diagnosis.winners[root] { return .lost(to: winner) }
        if arena.isCoolingDown(root, step.context) { return cooldown(node, arena, step.context) }
        return stepCause(node, step, arena, fingers: fingers)
    }

    /// How far from the sides that it accepts the fingers landed.
    private func edge(
        _ node: Int, _ arena: borrowing Arena, fingers: borrowing FingerTable
    ) -> GestureExplanation.Reason {
        let band = arena.recognizers.edgeBand(node)
        guard
            let nearest = band?.nearest(
                of: arena.hand.fingers, on: arena.surface, fingers: fingers)
        else { return .edge(nil) }
        return .awayFromEdge(nearest.edge, nearest.distance, limit: nearest.band)
    }

    /// The gestures that the step itself rules out.
    private func stepCause(
        _ node: Int, _ step: ArenaStep, _ arena: borrowing Arena, fingers: borrowing FingerTable
    ) -> GestureExplanation.Reason? {
        let bit: UInt64 = 1 << UInt64(node)
        if arena.arbiter[.needsEdge] & bit != 0 {
            if arena.hand.isFresh { return edge(node, arena, fingers: fingers) }
            if arena.arbiter[.perRound] & bit != 0 { return .laterRound }
        }
        switch step.input {
        case .land: return .landedLate
        case .lift: return .lifted
        case .reject(let reason), .clear(let reason): return .rejected(reason)
        case .move, .fire: return nil
        }
    }
}

/// The gestures that fingers about to lift rule out.
extension Explainer {
    /// Compares the groups whose last finger lifts with the thresholds of taps.
    func judgeTaps(
        _ step: ArenaStep, _ arena: borrowing Arena, _ lifted: UInt64,
        _ diagnosis: inout HandDiagnosis, fingers: borrowing FingerTable
    ) {
        for place in SlotSequence(arena.groups.present) {
            guard var group = arena.groups[place], group.down & lifted != 0 else { continue }
            group.lift(group.down & lifted, fingers: fingers)
            guard group.down == 0 else { continue }
            for node in SlotSequence(arena.arbiter[.countsTaps] & ~arena.states.notStarted) {
                let tap = arena.recognizers.tap(node)
                if let reason = failure(of: group, tap, node, diagnosis, step.context.time) {
                    if diagnosis.causes[node] == nil { diagnosis.causes[node] = reason }
                    forgetTap(step, node)
                } else {
                    diagnosis.passed[node] = (
                        group.number, tapBreak(group, tap, lastTap(step, node))
                    )
                }
            }
        }
    }

    private func failure(
        of group: TapGroup, _ tap: TapRecognizer, _ node: Int, _ diagnosis: HandDiagnosis,
        _ time: Timestamp
    ) -> GestureExplanation.Reason? {
        guard tap.takes(group.count) else { return .fingers(group.count) }
        if let missed = tap.unmet(group, liftedAt: time) {
            return .missed(missed)
        }
        guard group.lost & (1 << UInt64(node)) != 0 else { return nil }
        return diagnosis.winners[node].map { .lost(to: $0) } ?? .incomplete
    }

    /// Why a tap starts a new count although one was under way; `nil` if none was recently.
    private func tapBreak(
        _ group: TapGroup, _ tap: TapRecognizer, _ before: TapRecognizer.Run?
    ) -> GestureExplanation.TapBreak? {
        guard let before,
            group.firstLanding.microseconds(since: before.liftedAt) <= 1_000_000
        else { return nil }
        return tap.interruption(of: before, by: group)
    }

    /// Gestures of a whole hand that have not begun fail with the first lift.
    func judgeSequential(
        _ step: ArenaStep, _ arena: borrowing Arena, _ diagnosis: inout HandDiagnosis,
        fingers: borrowing FingerTable
    ) {
        guard arena.hand.isFresh else { return }
        for node in SlotSequence(arena.states.candidates & arena.arbiter[.perHand]) {
            if arena.arbiter[.timed] & (1 << UInt64(node)) != 0 {
                diagnosis.pending[node] = arena.recognizers.unmet(
                    node, arena.hand, step.context, fingers: fingers)
            } else if let attempt = diagnosis.attempts[node] {
                diagnosis.pending[node] = diagnosis.held[node] ?? attempt.reason
            }
            if diagnosis.pending[node] == nil { diagnosis.pending[node] = diagnosis.held[node] }
        }
    }

    /// Strokes are judged by the values of the first lift, and by the time of the last.
    func judgeStrokes(
        _ step: ArenaStep, _ arena: borrowing Arena, _ lifted: UInt64,
        _ diagnosis: inout HandDiagnosis, fingers: borrowing FingerTable
    ) {
        let isOut = arena.states.finished | arena.states.outOfTurn
        for node in SlotSequence(arena.arbiter[.stroke] & ~isOut) {
            if arena.hand.isFresh {
                diagnosis.pending[node] = arena.recognizers.unmet(
                    node, arena.hand, step.context, fingers: fingers)
            } else if arena.hand.fingers == lifted, let first = diagnosis.firstLift {
                let unmet = arena.recognizers.unmetSpread(
                    node, from: first, to: step.context.time)
                if let unmet { diagnosis.pending[node] = .missed(unmet) }
            }
        }
    }
}

/// The explanations that are reported at the end of a hand.
extension Explainer {
    func conclude(
        _ step: ArenaStep, _ arena: borrowing Arena, _ diagnosis: HandDiagnosis,
        fingers: borrowing FingerTable
    ) {
        for root in SlotSequence(arena.arbiter.roots & ~diagnosis.emitted) {
            let entry = arena.recognizers.list[root]
            var part: Int?
            let reason: GestureExplanation.Reason
            if entry.kind.isComposition {
                (part, reason) = whole(root, step, arena, diagnosis, fingers: fingers)
            } else {
                reason = leaf(root, arena, diagnosis, at: step.context.time) ?? .incomplete
            }
            explanations.append(
                GestureExplanation(
                    zone: arena.zone, gesture: entry.listIndex, part: part, reason,
                    device: arena.device, since: diagnosis.landedAt, time: step.context.time))
        }
    }

    /// Why a gesture or a part was not recognised; `nil` if no reason is known.
    private func leaf(
        _ node: Int, _ arena: borrowing Arena, _ diagnosis: HandDiagnosis, at time: Timestamp
    ) -> GestureExplanation.Reason? {
        let bit: UInt64 = 1 << UInt64(node)
        if let cause = diagnosis.causes[node] {
            return final(cause, node, arena, diagnosis, at: time)
        }
        if arena.arbiter[.countsTaps] & bit != 0 {
            if let reason = diagnosis.rejection { return .rejected(reason) }
            return diagnosis.held[node] ?? (diagnosis.isJump ? .landedLate : nil)
        }
        guard diagnosis.allowed & bit != 0 else { return .fingers(diagnosis.fingers) }
        if let reason = diagnosis.rejection { return .rejected(reason) }
        if let known = diagnosis.held[node] ?? diagnosis.attempts[node]?.reason { return known }
        // A custom recogniser does not report what it misses.
        return arena.arbiter[.custom] & bit != 0 ? .lifted : nil
    }

    /// With the final value, if it only grows.
    private func final(
        _ cause: GestureExplanation.Reason, _ node: Int, _ arena: borrowing Arena,
        _ diagnosis: HandDiagnosis, at time: Timestamp
    ) -> GestureExplanation.Reason {
        guard case .missed(var missed) = cause else { return cause }
        let traits = missed.quantity.traits
        let isPerHand = arena.arbiter[.perHand] & (1 << UInt64(node)) != 0
        if traits.contains(.growsWithTravel), isPerHand {
            missed.value = max(missed.value, diagnosis.squaredTravel.squareRoot())
        } else if traits.contains(.growsUntilLift) {
            let end = diagnosis.firstLift ?? time
            let us = end.microseconds(since: diagnosis.landedAt)
            missed.value = max(missed.value, Double(us) / 1e6)
        }
        return .missed(missed)
    }

    /// Why a composition was not recognised: the gesture that won, or the first of its parts that
    /// was not.
    private func whole(
        _ root: Int, _ step: ArenaStep, _ arena: borrowing Arena, _ diagnosis: HandDiagnosis,
        fingers: borrowing FingerTable
    ) -> (part: Int?, GestureExplanation.Reason) {
        if let winner = diagnosis.winners[root] { return (nil, .lost(to: winner)) }
        if arena.phase(of: root, step.context, fingers: fingers) != .failed {
            guard arena.isBlocked(root, step.context, fingers: fingers) else {
                return (nil, .undecided)
            }
            return (nil, waits(root, arena))
        }
        if let miss = arena.compositions[root].miss {
            let reason = miss.limit.map {
                GestureExplanation.Reason.awayFromTap(miss.distance, limit: $0)
            }
            return (miss.part, reason ?? .awayFromPlace(miss.distance))
        }
        let parts = arena.recognizers.list[root].mask & arena.arbiter.leaves
        let closed = arena.states.closed
        for part in SlotSequence(parts & diagnosis.started & ~(diagnosis.ended | closed)) {
            if let reason = leaf(part, arena, diagnosis, at: step.context.time) {
                return (part, reason)
            }
        }
        // All possible parts were recognised: it waited to the end, or continued with another
        // number of fingers.
        guard !arena.isCoolingDown(root, step.context) else {
            return (nil, cooldown(root, arena, step.context))
        }
        guard arena.arbiter.waitedFor(by: root) == 0 else { return (nil, waits(root, arena)) }
        let whole = arena.compositions[root]
        let fingersChanged = whole.reason == .fingerAdded || whole.fingers > diagnosis.fingers
        if fingersChanged { return (nil, .fingers(diagnosis.fingers)) }
        // It began again in this hand: a part that had ended before has a reason now. Or a part failed before the
        // fingers lifted, and closed the composition inside that it is of.
        for part in SlotSequence(parts & (diagnosis.ended | closed)) {
            if let reason = leaf(part, arena, diagnosis, at: step.context.time) {
                return (part, reason)
            }
        }
        return (nil, .incomplete)
    }
}
