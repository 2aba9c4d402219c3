/// How near candidates are to their thresholds.
extension Explainer {
    /// Records for each candidate the threshold that it misses, or the reason that prevents it from
    /// beginning although it meets all.
    func recordAttempts(
        _ step: ArenaStep, _ arena: borrowing Arena, _ diagnosis: inout HandDiagnosis,
        fingers: borrowing FingerTable
    ) {
        let asked = arena.states.candidates & ~arena.arbiter[.countsTaps] & ~arena.arbiter[.stroke]
        for node in SlotSequence(asked) {
            let unmet = arena.recognizers.unmet(
                node, arena.hand, step.context, fingers: fingers)
            if let unmet {
                diagnosis.recordAttempt(
                    Attempt(unmet, of: arena.recognizers.list[node].kind), of: node)
            } else if diagnosis.hindrances[node] == nil {
                diagnosis.hindrances[node] = hindrance(node, step, arena, fingers: fingers)
            }
        }
    }

    /// The reason that prevents a candidate from beginning although it meets every threshold; `nil`
    /// if none is known.
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
            case .move, .fire, .clear, .putAside: break
            }
            if step.context.time < arena.hand.quietUntil { return .liftQuiet }
        }
        guard !entry.isPart, arena.isBlocked(entry.root, step.context, fingers: fingers) else {
            return nil
        }
        return waitReason(node, arena)
    }
}

/// Why gestures have failed in a step.
extension Explainer {
    /// Records the reasons of the gestures that are finished since this step.
    func recordCauses(
        _ step: ArenaStep, _ arena: borrowing Arena, _ diagnosis: inout HandDiagnosis,
        fingers: borrowing FingerTable
    ) {
        let travel = fingers.squaredTravel(of: arena.hand.fingers)
        diagnosis.squaredTravel = max(diagnosis.squaredTravel, travel)
        // Gestures of a round that end with the lift or rejection of the last finger have not
        // failed.
        let eligible = arena.hand.isEmpty ? ~arena.arbiter[.perRound] : ~0
        for node in SlotSequence(
            arena.states.finished & ~diagnosis.finished & eligible & arena.arbiter.leaves)
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
        // The number of fingers is no reason while it may still change.
        guard diagnosis.allowed & bit != 0 else { return nil }
        let allowed = arena.arbiter.allowed(fingers: arena.hand.count)
        guard arena.arbiter[.perRound] & ~allowed & bit == 0 else { return nil }
        if case .lift = step.input {
            if arena.isQueued(node) { return waitReason(node, arena) }
            if let pending = diagnosis.pending[node] { return pending }
        }
        if !arena.hand.isEmpty,
            let exceeded = arena.recognizers.exceeded(
                node, arena.hand, step.context, fingers: fingers)
        {
            return .missed(exceeded)
        }
        if arena.hand.isEmpty, let hindrance = diagnosis.hindrances[node] { return hindrance }
        if let winner = diagnosis.winners[root] { return .lost(to: winner) }
        if arena.isCoolingDown(root, step.context) {
            return cooldownReason(node, arena, step.context)
        }
        return stepCause(node, step, arena, fingers: fingers)
    }

    /// The distance of the fingers from the nearest side that a gesture accepts.
    private func edgeReason(
        _ node: Int, _ arena: borrowing Arena, fingers: borrowing FingerTable
    ) -> GestureExplanation.Reason {
        let band = arena.recognizers.edgeBand(node)
        guard
            let nearest = band?.nearest(
                of: arena.hand.fingers, on: arena.surface, fingers: fingers)
        else { return .edge(nil) }
        return .awayFromEdge(nearest.edge, nearest.distance, limit: nearest.band)
    }

    /// The reason if the input of the step itself ruled a gesture out; otherwise `nil`.
    private func stepCause(
        _ node: Int, _ step: ArenaStep, _ arena: borrowing Arena, fingers: borrowing FingerTable
    ) -> GestureExplanation.Reason? {
        let bit: UInt64 = 1 << UInt64(node)
        if arena.arbiter[.needsEdge] & bit != 0 {
            if arena.hand.isFresh { return edgeReason(node, arena, fingers: fingers) }
            if arena.arbiter[.perRound] & bit != 0 { return .laterRound }
        }
        switch step.input {
        case .land: return .landedLate
        case .lift: return .lifted
        case .reject(let reason), .clear(let reason): return .rejected(reason)
        case .move, .fire, .putAside: return nil
        }
    }
}

/// The reasons of gestures that fail when fingers lift, measured before the step.
extension Explainer {
    /// Compares groups whose last finger lifts with the thresholds of taps.
    func judgeTaps(
        _ step: ArenaStep, _ arena: borrowing Arena, _ lifted: UInt64,
        _ diagnosis: inout HandDiagnosis, fingers: borrowing FingerTable
    ) {
        for index in SlotSequence(arena.groups.present) {
            guard var group = arena.groups[index], group.down & lifted != 0 else { continue }
            group.lift(group.down & lifted, fingers: fingers)
            guard group.down == 0 else { continue }
            for node in SlotSequence(arena.arbiter[.countsTaps] & ~arena.states.notStarted) {
                if group.landedAside, arena.recognizers.list[node].isPart { continue }
                let tap = arena.recognizers.tap(node)
                let isFlicker =
                    Arena.isFlicker(group, at: step.context.time)
                    && arena.arbiter[.tapsBeside] & 1 << UInt64(node) == 0
                if isFlicker { group.lost |= 1 << UInt64(node) }
                if let reason = failure(of: group, tap, node, diagnosis, step.context.time) {
                    if diagnosis.causes[node] == nil { diagnosis.causes[node] = reason }
                    forgetTap(step, node)
                } else {
                    diagnosis.passedTaps[node] = (
                        group.number, tapBreak(group, tap, lastTap(step, node))
                    )
                }
            }
        }
    }

    /// Why a group whose last finger lifts is not this tap; `nil` if it is.
    private func failure(
        of group: TapGroup, _ tap: TapRecognizer, _ node: Int, _ diagnosis: HandDiagnosis,
        _ time: Timestamp
    ) -> GestureExplanation.Reason? {
        guard tap.allows(group.count) else { return .fingers(group.count) }
        if let missed = tap.unmet(group, liftedAt: time) {
            return .missed(missed)
        }
        guard group.lost & (1 << UInt64(node)) != 0 else { return nil }
        // Only taps that are beside a finger may land this late, and be this short.
        if group.side != nil || group.isAside, diagnosis.winners[node] == nil { return .landedLate }
        return diagnosis.winners[node].map { .lost(to: $0) } ?? .incomplete
    }

    /// Why a tap starts a new count although the last tap was at most 1 s ago; `nil` if it
    /// continues that count, or there was no such tap.
    private func tapBreak(
        _ group: TapGroup, _ tap: TapRecognizer, _ previous: TapRecognizer.Run?
    ) -> GestureExplanation.TapBreak? {
        guard let previous,
            group.firstLanding.microseconds(since: previous.liftedAt) <= 1_000_000
        else { return nil }
        return tap.interruption(of: previous, by: group)
    }

    /// Records the reasons of gestures of a whole hand, which fail with the first lift if they have
    /// not begun.
    func judgePerHand(
        _ step: ArenaStep, _ arena: borrowing Arena, _ diagnosis: inout HandDiagnosis,
        fingers: borrowing FingerTable
    ) {
        guard arena.hand.isFresh else { return }
        for node in SlotSequence(arena.states.candidates & arena.arbiter[.perHand]) {
            let timed = arena.arbiter[.timed] | arena.arbiter[.movesDeadline]
            if timed & (1 << UInt64(node)) != 0 {
                diagnosis.pending[node] = arena.recognizers.unmet(
                    node, arena.hand, step.context, fingers: fingers)
            } else if let attempt = diagnosis.attempts[node] {
                diagnosis.pending[node] = diagnosis.hindrances[node] ?? attempt.reason
            }
            if diagnosis.pending[node] == nil {
                diagnosis.pending[node] = diagnosis.hindrances[node]
            }
        }
    }

    /// Compares swipes and strokes at the first lift with their thresholds; at the last lift,
    /// compares the time between both.
    func judgeStrokes(
        _ step: ArenaStep, _ arena: borrowing Arena, _ lifted: UInt64,
        _ diagnosis: inout HandDiagnosis, fingers: borrowing FingerTable
    ) {
        let isExcluded = arena.states.finished | arena.states.outOfTurn
        for node in SlotSequence(arena.arbiter[.stroke] & ~isExcluded) {
            if arena.hand.isFresh {
                diagnosis.pending[node] = arena.recognizers.unmet(
                    node, arena.hand, step.context, fingers: fingers)
            } else if arena.hand.fingers == lifted, let first = diagnosis.firstLift {
                let unmet = arena.recognizers.unmetLiftSpread(
                    node, from: first, to: step.context.time)
                if let unmet { diagnosis.pending[node] = .missed(unmet) }
            }
        }
    }
}

/// The explanations that are reported at the end of a hand.
extension Explainer {
    /// Adds an explanation of each gesture of the list that was not emitted in the hand.
    func addExplanations(
        _ step: ArenaStep, _ arena: borrowing Arena, _ diagnosis: HandDiagnosis,
        fingers: borrowing FingerTable
    ) {
        for root in SlotSequence(arena.arbiter.roots & ~diagnosis.emitted) {
            let entry = arena.recognizers.list[root]
            var part: Int?
            let reason: GestureExplanation.Reason
            if entry.kind.isComposition {
                (part, reason) = compositionReason(root, step, arena, diagnosis, fingers: fingers)
            } else {
                reason = leafReason(root, arena, diagnosis, at: step.context.time) ?? .incomplete
            }
            explanations.append(
                GestureExplanation(
                    zone: arena.zone, gesture: entry.listIndex, part: part, reason,
                    device: arena.device, since: diagnosis.landedAt, time: step.context.time))
        }
    }

    /// Why a gesture or a part was not recognised; `nil` if no reason is known.
    private func leafReason(
        _ node: Int, _ arena: borrowing Arena, _ diagnosis: HandDiagnosis, at time: Timestamp
    ) -> GestureExplanation.Reason? {
        let bit: UInt64 = 1 << UInt64(node)
        if arena.arbiter[.followsFingers] & bit != 0 {
            // Without a miss, more taps may follow.
            let reason = arena.recognizers.followedMiss(node) ?? .undecided
            return withFinalValue(reason, node, arena, diagnosis, at: time)
        }
        // A part of a drawing: another may follow, unless this one came too late to be its second.
        if arena.awaitsPart(node) { return diagnosis.pending[node] ?? .undecided }
        if let cause = diagnosis.causes[node] {
            return withFinalValue(cause, node, arena, diagnosis, at: time)
        }
        if arena.arbiter[.countsTaps] & bit != 0 {
            if let reason = diagnosis.rejection { return .rejected(reason) }
            return diagnosis.hindrances[node] ?? (diagnosis.isJump ? .landedLate : nil)
        }
        guard diagnosis.allowed & bit != 0 else { return .fingers(diagnosis.fingers) }
        if let reason = diagnosis.rejection { return .rejected(reason) }
        if let reason = diagnosis.hindrances[node] ?? diagnosis.attempts[node]?.reason {
            return reason
        }
        // A custom recogniser does not report what it misses.
        return arena.arbiter[.custom] & bit != 0 ? .lifted : nil
    }

    /// The reason with the value at the end of the hand, if the value has grown since the failure.
    private func withFinalValue(
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

    /// Why a composition was not recognised, and which of its parts was not; `nil` if no part is
    /// the reason.
    private func compositionReason(
        _ root: Int, _ step: ArenaStep, _ arena: borrowing Arena, _ diagnosis: HandDiagnosis,
        fingers: borrowing FingerTable
    ) -> (part: Int?, GestureExplanation.Reason) {
        if let winner = diagnosis.winners[root] { return (nil, .lost(to: winner)) }
        if arena.phase(of: root, step.context, fingers: fingers) != .failed {
            guard arena.isBlocked(root, step.context, fingers: fingers) else {
                return (nil, .undecided)
            }
            return (nil, waitReason(root, arena))
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
            if let reason = leafReason(part, arena, diagnosis, at: step.context.time) {
                return (part, reason)
            }
        }
        // Every part that started was recognised, so the composition itself was prevented.
        guard !arena.isCoolingDown(root, step.context) else {
            return (nil, cooldownReason(root, arena, step.context))
        }
        guard arena.arbiter.waitedFor(by: root) == 0 else { return (nil, waitReason(root, arena)) }
        let composition = arena.compositions[root]
        let fingersChanged =
            composition.reason == .fingerAdded || composition.fingers > diagnosis.fingers
        if fingersChanged { return (nil, .fingers(diagnosis.fingers)) }
        // The composition began again in this hand, and a part that had ended before has failed
        // since then. Or a part failed before the fingers lifted, and ended the inner composition
        // that it belongs to.
        for part in SlotSequence(parts & (diagnosis.ended | closed)) {
            if let reason = leafReason(part, arena, diagnosis, at: step.context.time) {
                return (part, reason)
            }
        }
        return (nil, .incomplete)
    }
}
