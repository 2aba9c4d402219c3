import Synchronization
import TouchCore

/// How much of a configuration may still be performed, and the findings about the lists so far.
///
/// The budget is counted in work of engines, not in time, so that `--check` prints the same text on
/// each machine.
final class RehearsalBudget: Sendable {
    /// All that determines the findings about a list. Equal lists of two zones are judged once.
    struct List: Hashable {
        let gestures: [ConfiguredGesture]
        let priority: GesturePriority
        /// The zone, positioned on the stage.
        let zone: ZoneConfiguration
    }

    /// The usual budget, in frames of one gesture. A release build on a desktop machine performs 18
    /// million a second for lists of sequences, and more for long lists.
    private static let usual = 14_000_000
    /// The cost of creating an engine, in frames.
    private static let engineCost = 60

    /// The budget that proposals must leave to lists that are judged later.
    private let reserve: Int

    private struct State {
        var remaining: Int
        var isSpent = false
        var isReported = false
        var judgements: [List: [Judgement]] = [:]
    }

    private let state: Mutex<State>

    /// - Parameter total: the whole budget, in frames of one gesture.
    init(_ total: Int = usual) {
        reserve = total / 2
        state = Mutex(State(remaining: total))
    }

    /// The remaining budget, in frames of one gesture.
    var remaining: Int { state.withLock { $0.remaining } }

    /// Whether something was not performed because the budget was spent.
    var isSpent: Bool { state.withLock { $0.isSpent } }

    /// Whether the caller must report that the budget is spent: true once.
    func shouldReportSpent() -> Bool {
        state.withLock { state in
            defer { state.isReported = state.isSpent }
            return state.isSpent && !state.isReported
        }
    }

    /// Whether the budget allows for trying changes of lists, too.
    var allowsProposals: Bool { remaining > reserve }

    /// Subtracts the cost of a performance. Returns false if the budget does not suffice, and in
    /// all later calls.
    func spend(_ performance: Performance, nodes: Int) -> Bool {
        let cost = (Self.engineCost + PerformanceRun.frameCount(performance)) * (nodes + 2)
        return state.withLock { state in
            state.isSpent = state.isSpent || cost > state.remaining
            guard !state.isSpent else { return false }
            state.remaining -= cost
            return true
        }
    }

    /// The findings about a list: those of an equal list before, or those of `judge`.
    func judgements(of list: List, _ judge: () -> [Judgement]) -> [Judgement] {
        if let known = state.withLock({ $0.judgements[list] }) { return known }
        let found = judge()
        state.withLock { $0.judgements[list] = found }
        return found
    }
}
