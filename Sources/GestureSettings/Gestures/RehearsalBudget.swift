import Synchronization
import TouchCore

/// How much may still be performed of a configuration, and what was found of lists before.
///
/// The measure is what engines do, not time: a configuration gives the same text on each machine.
final class RehearsalBudget: Sendable {
    /// A list as it is performed: what two zones have alike is judged once.
    struct List: Hashable {
        let gestures: [ConfiguredGesture]
        let priority: GesturePriority
        /// Where it lies on the stage, and how it takes fingers.
        let zone: ZoneConfiguration
    }

    /// In frames of one gesture: what a release build performs in about a second on a desktop machine (18
    /// million a second, with lists of sequences; more where a list is long).
    private static let most = 14_000_000
    /// What an engine costs to make, in frames.
    private static let setUp = 60

    /// What proposals leave to lists that are judged later.
    private let reserve: Int

    private struct State {
        var left: Int
        var isSpent = false
        var isAnnounced = false
        var judgements: [List: [Judgement]] = [:]
    }

    private let state: Mutex<State>

    /// - Parameter most: what it has, in frames of one gesture.
    init(_ most: Int = most) {
        reserve = most / 2
        state = Mutex(State(left: most))
    }

    /// What may still be performed, in frames of one gesture.
    var left: Int { state.withLock { $0.left } }

    /// Whether something was not performed because there was nothing left.
    var isSpent: Bool { state.withLock { $0.isSpent } }

    /// Whether something was not performed, once.
    func announcesEnd() -> Bool {
        state.withLock { state in
            defer { state.isAnnounced = state.isSpent }
            return state.isSpent && !state.isAnnounced
        }
    }

    /// Whether there is something for changes of lists, too.
    var allowsProposals: Bool { left > reserve }

    /// Takes what a performance costs; false where it is not there.
    func spend(_ performance: Performance, nodes: Int) -> Bool {
        let cost = (Self.setUp + PerformanceRun.frameCount(performance)) * (nodes + 2)
        return state.withLock { state in
            state.isSpent = state.isSpent || cost > state.left
            guard !state.isSpent else { return false }
            state.left -= cost
            return true
        }
    }

    /// What is found of a list, which is judged once.
    func judgements(of list: List, _ judge: () -> [Judgement]) -> [Judgement] {
        if let known = state.withLock({ $0.judgements[list] }) { return known }
        let found = judge()
        state.withLock { $0.judgements[list] = found }
        return found
    }
}
