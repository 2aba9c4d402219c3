/// A change of the state of a gesture, or of a part of one (`--trace-device`).
package struct StateTransition: Sendable, Hashable {
    /// The state of a node. States that UIKit also has are named as in UIKit.
    package enum State: String, Sendable {
        /// A part of a sequence that has not started.
        case notStarted = "not started"
        /// It may begin or be recognised.
        case possible
        /// It has begun.
        case active
        /// It was recognised, but gestures that it waits for have not failed yet.
        case waiting
        case ended
        case cancelled
        /// It cannot begin in this round or this hand any more.
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

    /// The time of `input`.
    package var time: Timestamp
    /// The index of the zone, as in events.
    package var zone: Int
    /// The index of the hand in its zone.
    package var hand: Int
    /// The index in `ZoneConfiguration.nodes`.
    package var node: Int
    package var from: State
    package var input: Input
    package var to: State
}

/// Records each change of state of each node of each arena.
///
/// Reads an arena after each of its steps, and does not change it. May allocate.
final class StateTracer {
    /// The transitions recorded since they were last consumed.
    var transitions: [StateTransition] = []

    /// The zone and hand of an arena, and the states of its nodes after its last step.
    private struct ArenaStates {
        var zone: Int
        var hand: Int
        var states: [StateTransition.State]
    }

    private var arenas: [Int: ArenaStates] = [:]

    /// Called when new arenas replace the present ones.
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
        var last = arenas[step.arena] ?? ArenaStates(zone: arena.zone, hand: hand, states: [])
        if last.zone != arena.zone || last.states.count != count {
            last = ArenaStates(zone: arena.zone, hand: hand, states: Self.initial(arena))
        }
        let input = StateTransition.Input(step.input)
        let ended = recordEvents(step, arena, input, &last, events)
        // Compositions that are parts are not traced: their parts are.
        let traced = arena.arbiter.leaves | arena.arbiter.roots
        for node in 0..<count where traced & (1 << UInt64(node)) != 0 {
            var state = Self.state(of: node, arena, step.context, last, fingers: fingers)
            if state == .possible || state == .notStarted {
                // The masks do not record that a discrete gesture has ended.
                if ended & (1 << UInt64(node)) != 0 { continue }
                // An active part becomes possible only when its composition is over; the part then
                // gets the composition's state.
                if last.states[node] == .active {
                    state = last.states[arena.recognizers.list[node].root]
                }
            }
            record(state, of: node, step, input, &last)
        }
        arenas[step.arena] = last
    }

    /// Records the states of the gestures that emitted events in the step; returns those that ended
    /// or were cancelled. A gesture that begins and ends in one step is active in between.
    private func recordEvents(
        _ step: ArenaStep, _ arena: borrowing Arena, _ input: StateTransition.Input,
        _ last: inout ArenaStates, _ events: borrowing GestureEventBuffer
    ) -> UInt64 {
        var ended: UInt64 = 0
        for index in step.firstEvent..<max(events.count, step.firstEvent) {
            guard let root = arena.root(ofListIndex: events[index].gesture),
                events[index].zone == arena.zone
            else { continue }
            switch events[index].phase {
            case .began: record(.active, of: root, step, input, &last)
            case .ended: record(.ended, of: root, step, input, &last)
            case .cancelled: record(.cancelled, of: root, step, input, &last)
            case .changed: continue
            }
            if events[index].phase != .began { ended |= 1 << UInt64(root) }
        }
        return ended
    }

    /// Records a state if it is a change.
    private func record(
        _ state: StateTransition.State, of node: Int, _ step: ArenaStep,
        _ input: StateTransition.Input, _ last: inout ArenaStates
    ) {
        let before = last.states[node]
        guard state != before else { return }
        last.states[node] = state
        transitions.append(
            StateTransition(
                time: step.context.time, zone: last.zone, hand: last.hand, node: node,
                from: before, input: input, to: state))
    }

    /// The states of the nodes of a new arena.
    private static func initial(_ arena: borrowing Arena) -> [StateTransition.State] {
        (0..<arena.recognizers.list.count).map {
            arena.arbiter.laterParts & (1 << UInt64($0)) == 0 ? .possible : .notStarted
        }
    }

    /// The state of a node after a step whose events have been recorded.
    private static func state(
        of node: Int, _ arena: borrowing Arena, _ context: StepContext, _ last: ArenaStates,
        fingers: borrowing FingerTable
    ) -> StateTransition.State {
        let bit: UInt64 = 1 << UInt64(node)
        if arena.states.active & bit != 0 { return .active }
        if arena.states.endedParts & bit != 0 { return .ended }
        if arena.states.notStarted & bit != 0 { return .notStarted }
        if arena.queue.contains(node) { return .waiting }
        let before = last.states[node]
        if arena.states.finished & bit != 0 || hasFailed(node, arena, context, fingers: fingers) {
            switch before {
            case .ended, .cancelled, .failed: return before
            case .active: return .cancelled
            case .notStarted, .possible, .waiting: return .failed
            }
        }
        return .possible
    }

    /// Whether a node is a tap that has failed: neither the fingers that are down nor later ones
    /// can make it. The masks do not record that, because the arena checks a tap only when it needs
    /// the answer.
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
            case .land, .putAside: .land
            case .clear(let reason): .clear(reason)
            }
    }
}
