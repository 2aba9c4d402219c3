import Synchronization
import TouchCore

/// How much of a configuration may still be performed, and the findings about earlier lists.
///
/// The measure is the work of engines, not time: a configuration gives the same text on each
/// machine.
final class RehearsalBudget: Sendable {
    /// A list as it is performed: equal lists of two zones are judged once.
    struct List: Hashable {
        let gestures: [ConfiguredGesture]
        let priority: GesturePriority
        /// The zone's position on the stage, and how it handles fingers.
        let zone: ZoneConfiguration
    }

    /// In frames of one gesture: the work of a release build in about a second on a desktop machine
    /// (18 million a second, with lists of sequences; more if a list is long).
    private static let most = 14_000_000
    /// The cost of creating an engine, in frames.
    private static let setUp = 60

    /// The part of the budget that proposals leave to lists that are judged later.
    private let reserve: Int

    private struct State {
        var left: Int
        var isSpent = false
        var isAnnounced = false
        var judgements: [List: [Judgement]] = [:]
    }

    private let state: Mutex<State>

    /// - Parameter most: the whole budget, in frames of one gesture.
    init(_ most: Int = most) {
        reserve = most / 2
        state = Mutex(State(left: most))
    }

    /// The remaining budget, in frames of one gesture.
    var left: Int { state.withLock { $0.left } }

    /// Whether something was not performed because the budget was spent.
    var isSpent: Bool { state.withLock { $0.isSpent } }

    /// Whether something was not performed; true only once.
    func announcesEnd() -> Bool {
        state.withLock { state in
            defer { state.isAnnounced = state.isSpent }
            return state.isSpent && !state.isAnnounced
        }
    }

    /// Whether the budget allows for trying changes of lists, too.
    var allowsProposals: Bool { left > reserve }

    /// Subtracts the cost of a performance; false if it exceeds the budget.
    func spend(_ performance: Performance, nodes: Int) -> Bool {
        let cost = (Self.setUp + PerformanceRun.frameCount(performance)) * (nodes + 2)
        return state.withLock { state in
            state.isSpent = state.isSpent || cost > state.left
            guard !state.isSpent else { return false }
            state.left -= cost
            return true
        }
    }

    /// The findings about a list, which is judged once.
    func judgements(of list: List, _ judge: () -> [Judgement]) -> [Judgement] {
        if let known = state.withLock({ $0.judgements[list] }) { return known }
        let found = judge()
        state.withLock { $0.judgements[list] = found }
        return found
    }
}
