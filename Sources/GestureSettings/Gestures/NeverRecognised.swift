import TouchCore
import YAMLDocument

/// Finds gestures that always lose to others of their zone, and zones and places that no finger can
/// reach.
enum NeverRecognised {
    /// The maximum number of gestures of a list for which changes are tried.
    private static let maximumGesturesTried = 12
    /// The maximum length of a list of which changes are tried: each try performs all its gestures.
    private static let maximumListLength = 24

    /// Warns of each gesture of a zone's list that is never recognised beside the others.
    fileprivate static func warn(
        _ builder: ZoneBuilder, within budget: RehearsalBudget, _ problems: inout ProblemList
    ) {
        let (entries, gestures) = (builder.entries, builder.entries.compactMap(\.gesture))
        guard gestures.count == entries.count else { return }
        let rehearsal = Rehearsal(gestures, builder.priority, like: builder.zone, within: budget)
        let list = RehearsalBudget.List(
            gestures: gestures, priority: builder.priority, zone: rehearsal.zone)
        let judgements = budget.judgements(of: list) { judge(rehearsal) }
        for judgement in judgements where !problems.isFull {
            let entry = judgement.path.reduce(entries[judgement.gesture]) { $0.parts[$1] }
            problems.warn(
                at: entry.nameMark, judgement.message, advice: judgement.advice.text(entries))
        }
        guard budget.shouldReportSpent() else { return }
        problems.note(
            at: entries[0].nameMark,
            "not all gestures of this list, nor of those judged after it, were performed: there are "
                + "too many for one check")
    }

    /// The findings about a list.
    private static func judge(_ rehearsal: Rehearsal) -> [Judgement] {
        let gestures = rehearsal.gestures
        let outcomes = gestures.indices.map(rehearsal.outcome)
        lazy var kept = rehearsal.recognisedSets(outcomes)
        var judgements: [Judgement] = []
        var tried = 0
        for (index, outcome) in outcomes.enumerated() {
            let faults = partFaults(of: index, outcome, rehearsal)
            judgements += faults.map { Judgement($0, of: index, in: gestures) }
            guard faults.isEmpty, let message = message(index, outcome, gestures) else { continue }
            guard outcome != .neverAlone else {
                let why = rehearsal.impossibility(ofAlone: index)
                judgements.append(Judgement(why, of: index, in: gestures))
                continue
            }
            tried += 1
            var advice: Judgement.Advice {
                guard tried <= maximumGesturesTried else {
                    return .text("Correct those before it first")
                }
                guard rehearsal.budget.allowsProposals else {
                    return .text("No change was tried: there is too much to perform for one check")
                }
                guard gestures.count <= maximumListLength else {
                    return .text(
                        """
                        Change thresholds or leave one out; changes are proposed only for lists of \
                        at most \(maximumListLength) gestures
                        """)
                }
                return .remedies(
                    rehearsal.remedies(of: index, outcome.obstacles, keeping: kept))
            }
            judgements.append(Judgement(gesture: index, message: message, advice: advice))
        }
        return judgements
    }

    /// The parts of a gesture that are never recognised; empty if the rest of the list prevents the
    /// whole gesture.
    private static func partFaults(
        of index: Int, _ outcome: Rehearsal.Outcome, _ rehearsal: Rehearsal
    ) -> [PartFault] {
        switch outcome {
        case .never, .seldom, .unknown: []
        case .neverAlone: rehearsal.partFaults(of: index)
        // A recognised sequence has recognised all its parts, so only other compositions can have
        // parts that are not.
        case .recognised, .recognisedOnlyCarelessly, .recognisedWithMoreFingers:
            rehearsal.gestures[index].definition.hasChoice ? rehearsal.partFaults(of: index) : []
        }
    }

    private static func message(
        _ index: Int, _ outcome: Rehearsal.Outcome, _ gestures: [ConfiguredGesture]
    ) -> String? {
        let name = gestures[index].name
        let reason = reason(outcome.obstacles, gestures, of: name)
        switch outcome {
        case .recognised, .unknown: return nil
        case .never: return "\(name) is never recognised: \(reason)"
        case .seldom: return "\(name) is hardly ever recognised: \(reason)"
        case .recognisedWithMoreFingers(let fingers, _):
            let words = fingers == 1 ? "1 finger" : "\(fingers) fingers"
            return "\(name) is never recognised with \(words): \(reason)"
        case .recognisedOnlyCarelessly(let plain, let careless, _):
            return
                "\(name) is not recognised of its plainest touch (\(plain.words)), only of others "
                + "(\(careless.words)): \(reason)"
        case .neverAlone: return ""
        }
    }

    /// The rivals that prevent a gesture, grouped by cause, as text.
    private static func reason(
        _ obstacles: [Rehearsal.Obstacle], _ gestures: [ConfiguredGesture], of name: String
    ) -> String {
        var causes: [(cause: Rehearsal.Cause, rivals: [String])] = []
        var seen: Set<String> = []
        for obstacle in obstacles {
            let rival = gestures[obstacle.rival].name
            guard seen.insert(rival).inserted else { continue }
            let words = rival == name ? "another \(name) of the zone" : rival
            if let index = causes.firstIndex(where: { $0.cause == obstacle.cause }) {
                causes[index].rivals.append(words)
            } else {
                causes.append((obstacle.cause, [words]))
            }
        }
        guard !causes.isEmpty else { return "the list keeps it from coming" }
        return causes.map { "\($0.rivals.enumeration) \(text($0.cause, of: $0.rivals.count))" }
            .joined(separator: "; ")
    }

    private static func text(_ cause: Rehearsal.Cause, of rivals: Int) -> String {
        let isOne = rivals == 1
        switch cause {
        case .begins: return isOne ? "begins first, and wins" : "begin first, and win"
        case .isRecognised: return "\(isOne ? "is" : "are") recognised in its place"
        case .isAwaited:
            return isOne
                ? "comes first each time, and this one waits until that has failed"
                : "come first each time, and this one waits until those have failed"
        case .failsLate:
            return
                "\(isOne ? "fails" : "fail") only when the fingers have lifted, and this one waits "
                + "for that"
        }
    }
}

extension ZoneBuilder {
    /// Adds notes about gestures that take precedence over earlier ones, and warns of gestures that
    /// are never recognised.
    func checkOrder(_ problems: inout ProblemList) {
        // Requests get no warnings.
        guard entries.first?.mark.origin == .document else { return }
        for move in priority.moves(in: gestures) where !problems.isFull {
            let others = move.others.map { entries[$0].effectiveName }
            let name = entries[move.gesture].effectiveName
            problems.note(
                at: entries[move.gesture].nameMark,
                "\(name) goes before \(others.joined(separator: ", "))")
        }
        if let budget = problems.rehearsals {
            NeverRecognised.warn(self, within: budget, &problems)
        }
    }
}
