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

    /// The nodes of each zone of the configuration.
    let nodes: [[GestureNode]]
    /// The sequences that are under way, by arena.
    private var hands: [Int: HandAccount] = [:]
    /// The last tap that each count of taps goes on from, by arena and node.
    private var lastTaps: [Int: [Int: TapRecognizer.Run]] = [:]

    init(_ configuration: GestureConfiguration) {
        nodes = configuration.zones.map(\.nodes)
    }

    /// One for another configuration, under which no hand has begun.
    func renewed(for configuration: GestureConfiguration) -> Explainer {
        let explainer = Explainer(configuration)
        explainer.explanations = explanations
        return explainer
    }

    /// An arena is about to take a step.
    func willTake(
        _ look: ArenaLook, _ arena: borrowing Arena, fingers: borrowing FingerTable
    ) {
        guard case .lift(let lifted) = look.step, lifted & arena.hand.fingers != 0,
            var account = hands[look.arena]
        else { return }
        account.pending = [:]
        account.passed = [:]
        if arena.hand.isFresh { account.firstLift = look.moment.time }
        judgeTaps(look, arena, lifted & arena.hand.fingers, &account, fingers: fingers)
        judgePresses(look, arena, &account)
        judgeSwipes(look, arena, lifted & arena.hand.fingers, &account, fingers: fingers)
        hands[look.arena] = account
    }

    /// An arena has taken a step.
    func didTake(
        _ look: ArenaLook, _ arena: borrowing Arena, fingers: borrowing FingerTable,
        _ events: borrowing GestureEventBuffer
    ) {
        let isStart = hands[look.arena] == nil
        guard !isStart || !arena.hand.isEmpty else { return }
        var account = hands[look.arena] ?? HandAccount(landedAt: arena.hand.firstLanding)
        prepare(&account, look, arena)
        noteEvents(look, arena, &account, isStart: isStart, events)
        noteTaps(look, arena, &account)
        noteCauses(look, arena, &account, fingers: fingers)
        guard !arena.hand.isEmpty else {
            hands[look.arena] = nil
            return conclude(look, arena, account, fingers: fingers)
        }
        noteAttempts(look, arena, &account, fingers: fingers)
        hands[look.arena] = account
    }

    /// Takes in what the step changed about the hand.
    private func prepare(
        _ account: inout HandAccount, _ look: ArenaLook, _ arena: borrowing Arena
    ) {
        switch look.step {
        case .land(let isJump):
            if arena.hand.isFresh { account.restart() }
            if isJump, account.fingers == 0 { account.isJump = true }
        case .reject(let reason), .clear(let reason): account.rejection = reason
        case .move, .fire, .lift: break
        }
        switch look.step {
        case .move, .fire: break
        default:
            // Rounds start anew: what is over of them is over once more.
            account.over &= ~arena.arbiter.rounds
            let isFirst = arena.hand.isFresh || account.fingers == 0
            account.fingers = max(account.fingers, arena.hand.count)
            let allowed = arena.arbiter.allowed(fingers: arena.hand.count)
            account.allowed |= allowed & (isFirst ? ~0 : arena.arbiter.rounds)
        }
    }

    /// Which gestures were told, and who won over whom.
    private func noteEvents(
        _ look: ArenaLook, _ arena: borrowing Arena, _ account: inout HandAccount, isStart: Bool,
        _ events: borrowing GestureEventBuffer
    ) {
        account.told |= arena.live & arena.arbiter.roots
        for place in look.firstEvent..<max(events.count, look.firstEvent) {
            let event = events[place]
            guard event.phase == .began || event.phase == .ended,
                let root = arena.root(ofListIndex: event.gesture)
            else { continue }
            let kind = arena.recognizers.list[root].kind
            // What ends as a hand lands is of the hand before.
            guard !isStart || event.phase == .began && !kind.isComposition else { continue }
            let landedAt = event.time.advanced(byMicroseconds: -event.durationUs)
            let isLive = account.told & (1 << UInt64(root)) != 0
            guard isLive || landedAt >= account.landedAt else { continue }
            account.told |= 1 << UInt64(root)
            let isVictory = event.phase == .began || kind == .tap || kind == .swipe
            guard isVictory else { continue }
            let losers = kind == .press ? 0 : arena.arbiter.losers(to: root)
            for loser in SlotSequence(
                (losers | arena.arbiter.waiters(for: root)) & arena.arbiter.roots)
            where account.winners[loser] == nil {
                account.winners[loser] = event.gesture
            }
        }
    }

    /// What became of the taps that met every threshold.
    private func noteTaps(
        _ look: ArenaLook, _ arena: borrowing Arena, _ account: inout HandAccount
    ) {
        guard case .lift = look.step else { return }
        for (node, broken) in account.passed {
            let entry = arena.recognizers.list[node]
            let run = arena.recognizers.taps[entry.place].run
            lastTaps[look.arena, default: [:]][node] = run
            guard !entry.isPart else { continue }
            if arena.holds(node) {
                // Also where a tap of the same sequence was none: this one may still be told.
                account.causes[node] = waits(node, arena)
            }
            guard account.causes[node] == nil else { continue }
            if let winner = account.winners[node] {
                account.causes[node] = .lost(to: winner)
            } else if arena.isSilent(node, look.moment) {
                account.causes[node] = cooldown(node, arena, look.moment)
            } else if let run, run.count < arena.thresholds(nodes, of: node).leastCount {
                let least = arena.thresholds(nodes, of: node).leastCount
                account.causes[node] = .count(run.count, of: least, broken)
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
        _ node: Int, _ arena: borrowing Arena, _ moment: Moment
    ) -> GestureExplanation.Reason {
        let until = arena.silentUntil[arena.recognizers.list[node].root]
        return .cooldown(us: until.microseconds(since: moment.time))
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

    /// Whether a node is held that this hand was recognised as, or the one that has just lifted.
    func holds(_ node: Int) -> Bool {
        for place in 0..<held.count
        where held[place]?.index == node && held[place]?.hand == hand.number {
            return true
        }
        return false
    }

    /// What is configured of a node.
    func thresholds(_ nodes: [[GestureNode]], of node: Int) -> GestureDefinition {
        nodes[zone][node].gesture.definition
    }
}

extension GestureDefinition {
    /// The fewest taps that are told; 1 for what is no tap.
    fileprivate var leastCount: Int {
        guard case .tap(let thresholds) = self else { return 1 }
        return thresholds.count.lowerBound
    }
}
