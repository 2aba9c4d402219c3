/// Says why gestures did not come about, for a person who asks (`--explain`).
///
/// Looks at arenas before and after each of their steps, and changes nothing. An engine without one
/// does no more than see that there is none. What rules gestures out stands in the arena's masks;
/// the values are measured here, held against the thresholds as the recognisers hold them.
///
/// May allocate.
final class Explainer {
    /// What was found since it was last taken.
    var explanations: [GestureExplanation] = []

    /// The sequences that are under way, by arena.
    private var sequences: [Int: SequenceAccount] = [:]
    /// The last tap that each count of taps goes on from, by arena and node.
    private var lastTaps: [Int: [Int: TapRecognizer.Run]] = [:]

    /// One for another configuration, under which no sequence has begun.
    func renewed() -> Explainer {
        let explainer = Explainer()
        explainer.explanations = explanations
        return explainer
    }

    /// An arena is about to take a step.
    func willTake(
        _ look: ArenaLook, _ arena: borrowing Arena, fingers: borrowing FingerTable
    ) {
        guard case .lift(let lifted) = look.step, lifted & arena.sequence.fingers != 0,
            var account = sequences[look.arena]
        else { return }
        account.pending = [:]
        account.passed = [:]
        if arena.sequence.isFresh { account.firstLift = look.context.time }
        judgeTaps(look, arena, lifted & arena.sequence.fingers, &account, fingers: fingers)
        judgeSequential(look, arena, &account, fingers: fingers)
        judgeStrokes(look, arena, lifted & arena.sequence.fingers, &account, fingers: fingers)
        sequences[look.arena] = account
    }

    /// An arena has taken a step.
    func didTake(
        _ look: ArenaLook, _ arena: borrowing Arena, fingers: borrowing FingerTable,
        _ events: borrowing GestureEventBuffer
    ) {
        let isStart = sequences[look.arena] == nil
        guard !isStart || !arena.sequence.isEmpty else { return }
        var account =
            sequences[look.arena] ?? SequenceAccount(landedAt: arena.sequence.firstLanding)
        prepare(&account, look, arena)
        noteEvents(look, arena, &account, isStart: isStart, events)
        noteTaps(look, arena, &account)
        noteCauses(look, arena, &account, fingers: fingers)
        guard !arena.sequence.isEmpty else {
            sequences[look.arena] = nil
            return conclude(look, arena, account, fingers: fingers)
        }
        noteAttempts(look, arena, &account, fingers: fingers)
        sequences[look.arena] = account
    }

    /// Takes in what the step changed about the sequence.
    private func prepare(
        _ account: inout SequenceAccount, _ look: ArenaLook, _ arena: borrowing Arena
    ) {
        switch look.step {
        case .land(let isJump):
            if arena.sequence.isFresh { account.restart() }
            if isJump, account.fingers == 0 { account.isJump = true }
        case .reject(let reason), .clear(let reason): account.rejection = reason
        case .move, .fire, .lift: break
        }
        switch look.step {
        case .move, .fire: break
        default:
            // Segments start anew: what is finished of them is finished once more.
            account.finished &= ~arena.arbiter.segmental
            let isFirst = arena.sequence.isFresh || account.fingers == 0
            account.fingers = max(account.fingers, arena.sequence.count)
            let allowed = arena.arbiter.allowed(fingers: arena.sequence.count)
            account.allowed |= allowed & (isFirst ? ~0 : arena.arbiter.segmental)
        }
    }

    /// Which gestures were emitted, and who won over whom.
    private func noteEvents(
        _ look: ArenaLook, _ arena: borrowing Arena, _ account: inout SequenceAccount,
        isStart: Bool,
        _ events: borrowing GestureEventBuffer
    ) {
        account.emitted |= arena.states.active & arena.arbiter.roots
        for place in look.firstEvent..<max(events.count, look.firstEvent) {
            let event = events[place]
            guard event.phase == .began || event.phase == .ended,
                let root = arena.root(ofListIndex: event.gesture)
            else { continue }
            let bit: UInt64 = 1 << UInt64(root)
            // What ends as a sequence starts is of the one before.
            guard !isStart || event.phase == .began && arena.arbiter.compositions & bit == 0
            else { continue }
            let landedAt = event.time.advanced(byMicroseconds: -event.durationUs)
            let isLive = account.emitted & bit != 0
            guard isLive || landedAt >= account.landedAt else { continue }
            account.emitted |= bit
            guard event.phase == .began || arena.arbiter.discrete & bit != 0 else { continue }
            let losers = arena.arbiter.losers(to: root) | arena.arbiter.waiters(for: root)
            for loser in SlotSequence(losers & arena.arbiter.roots)
            where account.winners[loser] == nil {
                account.winners[loser] = event.gesture
            }
        }
    }

    /// What became of the taps that met every threshold.
    private func noteTaps(
        _ look: ArenaLook, _ arena: borrowing Arena, _ account: inout SequenceAccount
    ) {
        guard case .lift = look.step else { return }
        for (node, broken) in account.passed {
            let entry = arena.recognizers.list[node]
            let tap = arena.recognizers.tap(node)
            let run = tap.run
            lastTaps[look.arena, default: [:]][node] = run
            guard !entry.isPart else { continue }
            if arena.holds(node) {
                // Also where a tap of the same sequence was none: this one may still be emitted.
                account.causes[node] = waits(node, arena)
            }
            guard account.causes[node] == nil else { continue }
            if let winner = account.winners[node] {
                account.causes[node] = .lost(to: winner)
            } else if arena.isCoolingDown(node, look.context) {
                account.causes[node] = cooldown(node, arena, look.context)
            } else if let run, run.count < tap.leastCount {
                account.causes[node] = .count(run.count, of: tap.leastCount, broken)
            }
        }
        account.passed = [:]
    }

    /// The tap that a count goes on from, where one is remembered.
    func lastTap(_ look: ArenaLook, _ node: Int) -> TapRecognizer.Run? {
        lastTaps[look.arena]?[node]
    }

    /// A touch that is no tap ends the count.
    func forgetTap(_ look: ArenaLook, _ node: Int) {
        lastTaps[look.arena]?[node] = nil
    }

    /// Those that a gesture waits for.
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
    /// The node that stands in the list at an index.
    func root(ofListIndex index: Int) -> Int? {
        for root in SlotSequence(arbiter.roots) where recognizers.list[root].listIndex == index {
            return root
        }
        return nil
    }

    /// Whether a node waits that this contact sequence was recognised as, or the one that has just ended.
    func holds(_ node: Int) -> Bool {
        queue.contains(node, of: sequence.number)
    }
}
