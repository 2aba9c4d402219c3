/// Explains why gestures did not begin (`--explain`).
///
/// Reads an arena before and after each of its steps, and does not change it. Arenas record in
/// masks only which gestures have failed, not why. The explainer measures the values again, and
/// compares them with the thresholds by the functions of the recognisers.
///
/// May allocate. An engine without an explainer only checks whether it has one.
final class Explainer {
    /// The explanations found since they were last consumed.
    var explanations: [GestureExplanation] = []

    /// The hands under way, by arena.
    private var hands: [Int: HandDiagnosis] = [:]
    /// The count of taps that the next tap may continue, by arena and node.
    private var lastTaps: [Int: [Int: TapRecognizer.Run]] = [:]

    /// An explainer for a new configuration: with these explanations, but without hands.
    func renewed() -> Explainer {
        let explainer = Explainer()
        explainer.explanations = explanations
        return explainer
    }

    /// Sets the time of the explanations from the index `first` on.
    func restamp(from first: Int, to time: Timestamp) {
        for index in first..<max(first, explanations.count) { explanations[index].time = time }
    }

    /// Called before a step of an arena.
    func willStep(
        _ step: ArenaStep, _ arena: borrowing Arena, fingers: borrowing FingerTable
    ) {
        let down = arena.hand.fingers | arena.aside.fingers
        guard case .lift(let lifted) = step.input, lifted & down != 0,
            var diagnosis = hands[step.arena]
        else { return }
        diagnosis.pending = [:]
        diagnosis.passedTaps = [:]
        diagnosis.isAside = lifted & arena.hand.fingers == 0
        judgeTaps(step, arena, lifted & down, &diagnosis, fingers: fingers)
        if !diagnosis.isAside {
            if arena.hand.isFresh { diagnosis.firstLift = step.context.time }
            judgePerHand(step, arena, &diagnosis, fingers: fingers)
            judgeStrokes(step, arena, lifted & arena.hand.fingers, &diagnosis, fingers: fingers)
        }
        hands[step.arena] = diagnosis
    }

    /// Called after a step of an arena.
    func didStep(
        _ step: ArenaStep, _ arena: borrowing Arena, fingers: borrowing FingerTable,
        _ events: borrowing GestureEventBuffer
    ) {
        let isStart = hands[step.arena] == nil
        guard !isStart || !arena.hand.isEmpty else { return }
        var diagnosis =
            hands[step.arena] ?? HandDiagnosis(landedAt: arena.hand.firstLanding)
        recordInput(&diagnosis, step, arena)
        recordEvents(step, arena, &diagnosis, isStart: isStart, events)
        recordTaps(step, arena, &diagnosis)
        recordCauses(step, arena, &diagnosis, fingers: fingers)
        diagnosis.isAside = false
        // Accumulated, because a composition that fails forgets its progress.
        diagnosis.started |= ~arena.states.notStarted
        diagnosis.ended |= arena.states.endedParts
        guard !arena.hand.isEmpty else {
            hands[step.arena] = nil
            return addExplanations(step, arena, diagnosis, fingers: fingers)
        }
        recordAttempts(step, arena, &diagnosis, fingers: fingers)
        hands[step.arena] = diagnosis
    }

    /// Records how the step changed the hand.
    private func recordInput(
        _ diagnosis: inout HandDiagnosis, _ step: ArenaStep, _ arena: borrowing Arena
    ) {
        switch step.input {
        case .land(let isJump):
            if arena.hand.isFresh { diagnosis.restart() }
            if isJump, diagnosis.fingers == 0 { diagnosis.isJump = true }
        case .reject(let reason), .clear(let reason): diagnosis.rejection = reason
        case .move, .fire, .lift, .putAside: break
        }
        switch step.input {
        case .move, .fire, .putAside: break
        case .lift where diagnosis.isAside: break
        default:
            // A new round begins, in which its gestures can fail again.
            diagnosis.finished &= ~arena.arbiter[.perRound]
            let isFirst = arena.hand.isFresh || diagnosis.fingers == 0
            diagnosis.fingers = max(diagnosis.fingers, arena.hand.count)
            let allowed = arena.arbiter.allowed(fingers: arena.hand.count)
            diagnosis.allowed |= allowed & (isFirst ? ~0 : arena.arbiter[.perRound])
        }
    }

    /// Records which gestures were emitted, and over which others each won.
    private func recordEvents(
        _ step: ArenaStep, _ arena: borrowing Arena, _ diagnosis: inout HandDiagnosis,
        isStart: Bool,
        _ events: borrowing GestureEventBuffer
    ) {
        let roots = arena.arbiter.roots
        diagnosis.emitted |= arena.states.active & roots
        for index in step.firstEvent..<max(events.count, step.firstEvent) {
            let event = events[index]
            guard let root = arena.root(ofListIndex: event.gesture) else { continue }
            let bit: UInt64 = 1 << UInt64(root)
            if arena.arbiter.compositions & bit != 0 {
                // A composition wins over its rivals in each touch that belongs to one of its
                // parts, even if the composition fails in that touch.
                guard arena.isOfPresentHand(root) else {
                    // A composition that ends as a hand starts belongs to the previous hand. One
                    // that begins then continues in this hand.
                    let isOfPreviousHand = isStart && !arena.states.isActive(root)
                    if !isOfPreviousHand { recordLate(index, root, arena, &diagnosis, events) }
                    continue
                }
            } else {
                // A gesture that ends as a hand starts belongs to the previous hand.
                guard event.phase == .began || event.phase == .ended && !isStart else { continue }
                let landedAt = event.time.advanced(byMicroseconds: -event.durationUs)
                // A drawing of several parts began in an earlier hand.
                let isLive = (diagnosis.emitted | arena.arbiter[.drawsParts]) & bit != 0
                guard isLive || landedAt >= diagnosis.landedAt else { continue }
                let mayOnlyEnd = (arena.arbiter[.discrete] | arena.arbiter[.custom]) & bit != 0
                guard event.phase == .began || mayOnlyEnd else { continue }
            }
            diagnosis.emitted |= bit
            let losers = arena.arbiter.losers(to: root) | arena.arbiter.waiters(for: root)
            // A tap beside held fingers wins only over other taps.
            let rivals = diagnosis.isAside ? losers & arena.arbiter[.countsTaps] : losers
            diagnosis.recordWinner(event.gesture, over: rivals & roots)
        }
    }

    /// Records the rivals of a composition that consists of earlier touches, and is emitted only
    /// now because a gesture that it waited for has failed.
    ///
    /// If it only begins, it wins the fingers that are down. If it ends immediately, it wins only
    /// over gestures that have parts in earlier touches.
    private func recordLate(
        _ index: Int, _ root: Int, _ arena: borrowing Arena, _ diagnosis: inout HandDiagnosis,
        _ events: borrowing GestureEventBuffer
    ) {
        let event = events[index]
        guard event.phase == .began || event.phase == .ended else { return }
        diagnosis.emitted |= 1 << UInt64(root)
        var losers = arena.arbiter.losers(to: root) | arena.arbiter.waiters(for: root)
        losers &= arena.arbiter.roots
        let next = index + 1
        let endsImmediately =
            next < events.count && events[next].id == event.id && events[next].phase == .ended
        if event.phase == .ended || endsImmediately {
            for loser in SlotSequence(losers)
            where diagnosis.ended & arena.recognizers.list[loser].mask == 0 {
                losers &= ~(1 << UInt64(loser))
            }
        }
        diagnosis.recordWinner(event.gesture, over: losers)
    }

    /// Records the results of the taps that met every threshold.
    private func recordTaps(
        _ step: ArenaStep, _ arena: borrowing Arena, _ diagnosis: inout HandDiagnosis
    ) {
        guard case .lift = step.input else { return }
        for (node, (landing, tapBreak)) in diagnosis.passedTaps {
            let entry = arena.recognizers.list[node]
            let tap = arena.recognizers.tap(node)
            let run = tap.run(upTo: landing)
            lastTaps[step.arena, default: [:]][node] = run
            guard !entry.isPart else {
                // The part may still be recognised, because a later touch may continue its count.
                // So the reason is not final.
                diagnosis.hindrances[node] = run.flatMap { countReason($0, of: tap, tapBreak) }
                continue
            }
            if arena.isQueued(node) {
                // Replaces the reason of a failed tap of this hand: this tap may still be emitted.
                diagnosis.causes[node] = waitReason(node, arena)
            }
            guard diagnosis.causes[node] == nil else { continue }
            if let winner = diagnosis.winners[node] {
                diagnosis.causes[node] = .lost(to: winner)
            } else if arena.isCoolingDown(node, step.context) {
                diagnosis.causes[node] = cooldownReason(node, arena, step.context)
            } else {
                diagnosis.causes[node] = run.flatMap { countReason($0, of: tap, tapBreak) }
            }
        }
        diagnosis.passedTaps = [:]
    }

    /// The reason if a count of taps is too low to be reported; otherwise `nil`.
    private func countReason(
        _ run: TapRecognizer.Run, of tap: TapRecognizer, _ tapBreak: GestureExplanation.TapBreak?
    ) -> GestureExplanation.Reason? {
        guard run.count < tap.minimumCount else { return nil }
        return .count(run.count, of: tap.minimumCount, tapBreak)
    }

    /// The count that the next tap of a node may continue; `nil` if there is none.
    func lastTap(_ step: ArenaStep, _ node: Int) -> TapRecognizer.Run? {
        lastTaps[step.arena]?[node]
    }

    /// Forgets the count of a node, because a touch was not a tap.
    func forgetTap(_ step: ArenaStep, _ node: Int) {
        lastTaps[step.arena]?[node] = nil
    }

    /// The reason of a gesture that waits for others.
    func waitReason(_ node: Int, _ arena: borrowing Arena) -> GestureExplanation.Reason {
        let root = arena.recognizers.list[node].root
        return .waits(
            for: SlotSequence(arena.arbiter.waitedFor(by: root)).map {
                arena.recognizers.list[$0].listIndex
            })
    }

    /// The reason of a gesture whose `cooldown` is not over.
    func cooldownReason(
        _ node: Int, _ arena: borrowing Arena, _ context: StepContext
    ) -> GestureExplanation.Reason {
        let until = arena.cooldownUntil[arena.recognizers.list[node].root]
        return .cooldown(us: until.microseconds(since: context.time))
    }
}

extension Arena {
    /// The node of the gesture at an index of the list.
    func root(ofListIndex index: Int) -> Int? {
        for root in SlotSequence(arbiter.roots) where recognizers.list[root].listIndex == index {
            return root
        }
        return nil
    }

    /// Whether a node is queued because it was recognised in this hand, or in the hand that has
    /// just ended.
    func isQueued(_ node: Int) -> Bool {
        queue.contains(node, of: hand.number)
    }
}
