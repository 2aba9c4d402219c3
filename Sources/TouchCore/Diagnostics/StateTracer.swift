/// A change of the state of a gesture, or of a part of one (`--trace-device`).
package struct StateTransition: Sendable, Hashable {
    /// The state of a node, with UIKit's names where they exist.
    package enum State: String, Sendable {
        /// A part of a sequence that has not started.
        case notStarted = "not started"
        /// It may begin, or be recognised.
        case possible
        /// It has begun.
        case active
        /// It was recognised, and gestures that it waits for have not failed yet.
        case waiting
        case ended
        case cancelled
        /// It cannot begin before its round, or its hand, has ended.
        case failed
    }

    /// The input of an arena.
    package enum Input: Sendable, Hashable {
        case land
        case move
        case lift
        case deadline
        /// Fingers were rejected.
        case reject(CancellationReason)
        /// Every gesture was cancelled.
        case clear(CancellationReason)
    }

    /// The time of the input.
    package var time: Timestamp
    /// Index of the zone, as in events.
    package var zone: Int
    /// The index of the hand within the zone.
    package var hand: Int
    /// Index in `ZoneConfiguration.nodes`.
    package var node: Int
    package var from: State
    package var input: Input
    package var to: State
}

/// Records each change of state of each node of each arena.
///
/// Reads arenas after each of their steps, and changes nothing. May allocate.
final class StateTracer {
    /// The transitions recorded since they were last consumed.
    var transitions: [StateTransition] = []

    /// The last state of an arena: its zone and hand, and the states of its nodes.
    private struct Standing {
        var zone: Int
        var hand: Int
        var states: [StateTransition.State]
    }

    private var arenas: [Int: Standing] = [:]

    /// Called when the arenas are replaced by new ones.
    func forgetArenas() {
        arenas = [:]
    }

    /// Sets the time of the transitions from the index `first` on.
    func restamp(from first: Int, to time: Timestamp) {
        for index in first..<max(first, transitions.count) { transitions[index].time = time }
    }

    /// Called after a step of an arena.
    ///
    /// - Parameter hand: the index of the arena within its zone.
    func didStep(
        _ step: ArenaStep, _ arena: borrowing Arena, hand: Int, fingers: borrowing FingerTable,
        _ events: borrowing GestureEventBuffer
    ) {
        let count = arena.recognizers.list.count
        var standing = arenas[step.arena] ?? Standing(zone: arena.zone, hand: hand, states: [])
        if standing.zone != arena.zone || standing.states.count != count {
            standing = Standing(zone: arena.zone, hand: hand, states: Self.initial(arena))
        }
        let input = StateTransition.Input(step.input)
        let over = noteEvents(step, arena, input, &standing, events)
        // Compositions inside others have no state of their own.
        let traced = arena.arbiter.leaves | arena.arbiter.roots
        for node in 0..<count where traced & (1 << UInt64(node)) != 0 {
            var state = Self.state(of: node, arena, step.context, standing, fingers: fingers)
            if state == .possible || state == .notStarted {
                // The masks do not record discrete gestures.
                if over & (1 << UInt64(node)) != 0 { continue }
                // When a composition is over, its parts wait for their turn.
                if standing.states[node] == .active {
                    state = standing.states[arena.recognizers.list[node].root]
                }
            }
            note(state, of: node, step, input, &standing)
        }
        arenas[step.arena] = standing
    }

    /// Records what was emitted in the step: a gesture that begins and ends in one has been active
    /// between.
    private func noteEvents(
        _ step: ArenaStep, _ arena: borrowing Arena, _ input: StateTransition.Input,
        _ standing: inout Standing, _ events: borrowing GestureEventBuffer
    ) -> UInt64 {
        var over: UInt64 = 0
        for place in step.firstEvent..<max(events.count, step.firstEvent) {
            guard let root = arena.root(ofListIndex: events[place].gesture),
                events[place].zone == arena.zone
            else { continue }
            switch events[place].phase {
            case .began: note(.active, of: root, step, input, &standing)
            case .ended: note(.ended, of: root, step, input, &standing)
            case .cancelled: note(.cancelled, of: root, step, input, &standing)
            case .changed: continue
            }
            if events[place].phase != .began { over |= 1 << UInt64(root) }
        }
        return over
    }

    private func note(
        _ state: StateTransition.State, of node: Int, _ step: ArenaStep,
        _ input: StateTransition.Input, _ standing: inout Standing
    ) {
        let before = standing.states[node]
        guard state != before else { return }
        standing.states[node] = state
        transitions.append(
            StateTransition(
                time: step.context.time, zone: standing.zone, hand: standing.hand, node: node,
                from: before, input: input, to: state))
    }

    private static func initial(_ arena: borrowing Arena) -> [StateTransition.State] {
        (0..<arena.recognizers.list.count).map {
            arena.arbiter.laterParts & (1 << UInt64($0)) == 0 ? .possible : .notStarted
        }
    }

    /// The state of a node after a step whose events have been recorded.
    private static func state(
        of node: Int, _ arena: borrowing Arena, _ context: StepContext, _ standing: Standing,
        fingers: borrowing FingerTable
    ) -> StateTransition.State {
        let bit: UInt64 = 1 << UInt64(node)
        if arena.states.active & bit != 0 { return .active }
        if arena.states.endedParts & bit != 0 { return .ended }
        if arena.states.notStarted & bit != 0 { return .notStarted }
        if arena.queue.contains(node) { return .waiting }
        let before = standing.states[node]
        if arena.states.finished & bit != 0 || hasFailed(node, arena, context, fingers: fingers) {
            switch before {
            case .ended, .cancelled, .failed: return before
            case .active: return .cancelled
            case .notStarted, .possible, .waiting: return .failed
            }
        }
        return .possible
    }

    /// Whether a node is a tap that no touch so far can become, with those that land now or without.
    /// The masks do not record that: a tap is judged when it is asked.
    private static func hasFailed(
        _ node: Int, _ arena: borrowing Arena, _ context: StepContext,
        fingers: borrowing FingerTable
    ) -> Bool {
        arena.arbiter[.countsTaps] & (1 << UInt64(node)) != 0
            && arena.status(of: node, in: .down, context, fingers: fingers) == .failed
            && !arena.recognizers.tap(node).awaitsLanding(at: context.time, groups: arena.groups)
    }
}

extension StateTransition.Input {
    fileprivate init(_ input: ArenaInput) {
        self =
            switch input {
            case .move: .move
            case .fire: .deadline
            case .lift: .lift
            case .reject(let reason): .reject(reason)
            case .land: .land
            case .clear(let reason): .clear(reason)
            }
    }
}
