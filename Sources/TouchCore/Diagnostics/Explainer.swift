/// Explains why gestures did not begin (`--explain`).
///
/// Reads arenas before and after each of their steps, and changes nothing. An engine
/// without an explainer only checks for it. The arena's masks record what rules gestures out; the
/// values are measured here, and compared with the thresholds as the recognisers do.
///
/// May allocate.
final class Explainer {
    /// The explanations found since they were last consumed.
    var explanations: [GestureExplanation] = []

    /// The hands under way, by arena.
    private var hands: [Int: HandDiagnosis] = [:]
    /// The last tap that each count of taps continues, by arena and node.
    private var lastTaps: [Int: [Int: TapRecognizer.Run]] = [:]

    /// An explainer for another configuration, under which no hand has begun.
    func renewed() -> Explainer {
        let explainer = Explainer()
        explainer.explanations = explanations
        return explainer
    }

    /// Sets the time of the explanations after the given number of them.
    func restamp(from first: Int, to time: Timestamp) {
        for index in first..<max(first, explanations.count) { explanations[index].time = time }
    }

    /// Called before a step of an arena.
    func willStep(
        _ step: ArenaStep, _ arena: borrowing Arena, fingers: borrowing FingerTable
    ) {
        guard case .lift(let lifted) = step.input, lifted & arena.hand.fingers != 0,
            var diagnosis = hands[step.arena]
        else { return }
        diagnosis.pending = [:]
        diagnosis.passed = [:]
        if arena.hand.isFresh { diagnosis.firstLift = step.context.time }
        judgeTaps(step, arena, lifted & arena.hand.fingers, &diagnosis, fingers: fingers)
        judgeSequential(step, arena, &diagnosis, fingers: fingers)
        judgeStrokes(step, arena, lifted & arena.hand.fingers, &diagnosis, fingers: fingers)
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
        prepare(&diagnosis, step, arena)
        noteEvents(step, arena, &diagnosis, isStart: isStart, events)
        noteTaps(step, arena, &diagnosis)
        noteCauses(step, arena, &diagnosis, fingers: fingers)
        // A composition that fails forgets its progress.
        diagnosis.started |= ~arena.states.notStarted
        diagnosis.ended |= arena.states.endedParts
        guard !arena.hand.isEmpty else {
            hands[step.arena] = nil
            return conclude(step, arena, diagnosis, fingers: fingers)
        }
        noteAttempts(step, arena, &diagnosis, fingers: fingers)
        hands[step.arena] = diagnosis
    }

    /// Records how the step changed the hand.
    private func prepare(
        _ diagnosis: inout HandDiagnosis, _ step: ArenaStep, _ arena: borrowing Arena
    ) {
        switch step.input {
        case .land(let isJump):
            if arena.hand.isFresh { diagnosis.restart() }
            if isJump, diagnosis.fingers == 0 { diagnosis.isJump = true }
        case .reject(let reason), .clear(let reason): diagnosis.rejection = reason
        case .move, .fire, .lift: break
        }
        switch step.input {
        case .move, .fire: break
        default:
            // Rounds restart: finished gestures of them can finish again.
            diagnosis.finished &= ~arena.arbiter[.perRound]
            let isFirst = arena.hand.isFresh || diagnosis.fingers == 0
            diagnosis.fingers = max(diagnosis.fingers, arena.hand.count)
            let allowed = arena.arbiter.allowed(fingers: arena.hand.count)
            diagnosis.allowed |= allowed & (isFirst ? ~0 : arena.arbiter[.perRound])
        }
    }

    /// Records which gestures were emitted, and which won over which.
    private func noteEvents(
        _ step: ArenaStep, _ arena: borrowing Arena, _ diagnosis: inout HandDiagnosis,
        isStart: Bool,
        _ events: borrowing GestureEventBuffer
    ) {
        let roots = arena.arbiter.roots
        diagnosis.emitted |= arena.states.active & roots
        for place in step.firstEvent..<max(events.count, step.firstEvent) {
            let event = events[place]
            guard let root = arena.root(ofListIndex: event.gesture) else { continue }
            let bit: UInt64 = 1 << UInt64(root)
            if arena.arbiter.compositions & bit != 0 {
                // Its rivals lose in each touch that a part of it is made of, even if it fails
                // there; gestures that wait lose when it ends.
                guard arena.isOfThisTouch(root) else {
                    // What ends as a hand starts belongs to the previous one; what begins there continues in this one.
                    let isOver = isStart && !arena.states.isActive(root)
                    if !isOver { noteLate(place, root, arena, &diagnosis, events) }
                    continue
                }
            } else {
                // A gesture that ends as a hand starts belongs to the previous one.
                guard event.phase == .began || event.phase == .ended && !isStart else { continue }
                let landedAt = event.time.advanced(byMicroseconds: -event.durationUs)
                let isLive = diagnosis.emitted & bit != 0
                guard isLive || landedAt >= diagnosis.landedAt else { continue }
                let isWhole = (arena.arbiter[.discrete] | arena.arbiter[.custom]) & bit != 0
                guard event.phase == .began || isWhole else { continue }
            }
            diagnosis.emitted |= bit
            let losers = arena.arbiter.losers(to: root) | arena.arbiter.waiters(for: root)
            diagnosis.note(event.gesture, over: losers & roots)
        }
    }

    /// The gestures that lose to a composition of which no part did anything in this touch.
    ///
    /// One that begins was held back by another that has failed: it wins the fingers that are down.
    /// One that ends immediately, from earlier touches, wins only against gestures made of earlier
    /// touches.
    private func noteLate(
        _ place: Int, _ root: Int, _ arena: borrowing Arena, _ diagnosis: inout HandDiagnosis,
        _ events: borrowing GestureEventBuffer
    ) {
        let event = events[place]
        guard event.phase == .began || event.phase == .ended else { return }
        diagnosis.emitted |= 1 << UInt64(root)
        var losers = arena.arbiter.losers(to: root) | arena.arbiter.waiters(for: root)
        losers &= arena.arbiter.roots
        let next = place + 1
        let endsAtOnce =
            next < events.count && events[next].id == event.id && events[next].phase == .ended
        if event.phase == .ended || endsAtOnce {
            for loser in SlotSequence(losers)
            where diagnosis.ended & arena.recognizers.list[loser].mask == 0 {
                losers &= ~(1 << UInt64(loser))
            }
        }
        diagnosis.note(event.gesture, over: losers)
    }

    /// Records the result of the taps that met every threshold.
    private func noteTaps(
        _ step: ArenaStep, _ arena: borrowing Arena, _ diagnosis: inout HandDiagnosis
    ) {
        guard case .lift = step.input else { return }
        for (node, (landing, broken)) in diagnosis.passed {
            let entry = arena.recognizers.list[node]
            let tap = arena.recognizers.tap(node)
            let run = tap.run(upTo: landing)
            lastTaps[step.arena, default: [:]][node] = run
            guard !entry.isPart else {
                // A part whose count may continue in a later touch is still possible: it has no
                // cause yet.
                diagnosis.held[node] = run.flatMap { count($0, of: tap, broken) }
                continue
            }
            if arena.holds(node) {
                // Even if a tap of the same hand failed: this one may still be emitted.
                diagnosis.causes[node] = waits(node, arena)
            }
            guard diagnosis.causes[node] == nil else { continue }
            if let winner = diagnosis.winners[node] {
                diagnosis.causes[node] = .lost(to: winner)
            } else if arena.isCoolingDown(node, step.context) {
                diagnosis.causes[node] = cooldown(node, arena, step.context)
            } else {
                diagnosis.causes[node] = run.flatMap { count($0, of: tap, broken) }
            }
        }
        diagnosis.passed = [:]
    }

    /// The reason that a count of taps is too low to be reported; `nil` if it is not.
    private func count(
        _ run: TapRecognizer.Run, of tap: TapRecognizer, _ broken: GestureExplanation.TapBreak?
    ) -> GestureExplanation.Reason? {
        guard run.count < tap.minimumCount else { return nil }
        return .count(run.count, of: tap.minimumCount, broken)
    }

    /// The tap that a count continues, if one is remembered.
    func lastTap(_ step: ArenaStep, _ node: Int) -> TapRecognizer.Run? {
        lastTaps[step.arena]?[node]
    }

    /// A touch that is not a tap ends the count.
    func forgetTap(_ step: ArenaStep, _ node: Int) {
        lastTaps[step.arena]?[node] = nil
    }

    /// The gestures that a gesture waits for.
    func waits(_ node: Int, _ arena: borrowing Arena) -> GestureExplanation.Reason {
        let root = arena.recognizers.list[node].root
        return .waits(
            for: SlotSequence(arena.arbiter.waitedFor(by: root)).map {
                arena.recognizers.list[$0].listIndex
            })
    }

    /// How long a gesture is still silent.
    func cooldown(
        _ node: Int, _ arena: borrowing Arena, _ context: StepContext
    ) -> GestureExplanation.Reason {
        let until = arena.cooldownUntil[arena.recognizers.list[node].root]
        return .cooldown(us: until.microseconds(since: context.time))
    }
}

extension Arena {
    /// The node at an index of the list.
    func root(ofListIndex index: Int) -> Int? {
        for root in SlotSequence(arbiter.roots) where recognizers.list[root].listIndex == index {
            return root
        }
        return nil
    }

    /// Whether a node is queued that was recognised in this hand, or the one that has
    /// just ended.
    func holds(_ node: Int) -> Bool {
        queue.contains(node, of: hand.number)
    }
}
