public import TouchCore

/// Two attached gestures.
private class PairNode<First, Second, Value>: GestureNode<Value> {
    final let first: GestureNode<First>
    final let second: GestureNode<Second>

    init(_ first: GestureNode<First>, _ second: GestureNode<Second>) {
        self.first = first
        self.second = second
    }

    override var deadline: Timestamp? {
        earlier(first.deadline, second.deadline)
    }

    override var isArmed: Bool { first.isArmed || second.isArmed }

    override func follows(_ touches: [UITouch]) -> Bool {
        first.follows(touches) || second.follows(touches)
    }

    override var restartsWhileFingersRest: Bool {
        first.restartsWhileFingersRest || second.restartsWhileFingersRest
    }

    final override var revision: Int { first.revision &+ second.revision }

    final override func restore() {
        first.restore()
        second.restore()
    }

    override func reset() {
        first.reset()
        second.reset()
    }
}

extension SimultaneousGesture: Gesture where First: Gesture, Second: Gesture {
    public func _makeNode() -> GestureMachine<Value> {
        GestureMachine(node: SimultaneousNode<First, Second>(first.node, second.node))
    }
}

private final class SimultaneousNode<First: Gesture, Second: Gesture>: PairNode<
    First.Value, Second.Value, SimultaneousGesture<First, Second>.Value
>
{
    override var tapCount: Int? {
        [first.tapCount, second.tapCount].compactMap(\.self).max()
    }

    override var phase: GesturePhase<SimultaneousGesture<First, Second>.Value> {
        let (one, two) = (first.phase, second.phase)
        let value = SimultaneousGesture<First, Second>.Value(
            first: one.value, second: two.value)
        let hasValue = one.value != nil || two.value != nil
        let hasBegun =
            one.stage == .active || one.stage == .ended || two.stage == .active
            || two.stage == .ended
        if one.isOpen || two.isOpen {
            return hasBegun ? .active(value) : .possible(hasValue ? value : nil)
        }
        return hasBegun ? .ended(value) : .failed
    }

    override func step(_ cause: StepCause, _ context: StepContext) {
        for part in [first, second] as [AnyGestureNode] {
            if case .landed = cause, part.stage == .ended, part.restartsWhileFingersRest {
                // A pinch beside a drag that continues: the next pinch begins.
                part.reset()
            }
            part.step(cause, context)
        }
    }

    override func deliver() {
        for part in [first, second] as [AnyGestureNode] {
            if part.stage == .failed { part.restore() } else { part.deliver() }
        }
    }
}

extension SequenceGesture: Gesture where First: Gesture, Second: Gesture {
    public func _makeNode() -> GestureMachine<Value> {
        GestureMachine(node: SequenceNode<First, Second>(first.node, second.node))
    }
}

private final class SequenceNode<First: Gesture, Second: Gesture>: PairNode<
    First.Value, Second.Value, SequenceGesture<First, Second>.Value
>
{
    /// The value that the first ended with.
    private var ended: First.Value?
    private var isFirstDelivered = false
    /// The first ended with a lift: the second waits for a finger until this time.
    private var due: Timestamp?
    private var isLate = false

    override var deadline: Timestamp? {
        guard ended != nil else { return first.deadline }
        return earlier(second.deadline, due)
    }

    override var restartsWhileFingersRest: Bool { false }

    override var tapCount: Int? {
        guard let one = first.tapCount else { return nil }
        return one + (second.tapCount ?? 1)
    }

    override var phase: GesturePhase<SequenceGesture<First, Second>.Value> {
        guard let ended else { return first.phase.map { .first($0) } }
        switch second.phase {
        case .failed: return .failed
        case .ended(let value): return .ended(.second(ended, value))
        case .active(let value): return .active(.second(ended, value))
        case .possible(let value):
            if isLate { return .failed }
            // A tap does not prevent other gestures; a hold does.
            return due == nil ? .active(.second(ended, value)) : .possible(.second(ended, value))
        }
    }

    override func step(_ cause: StepCause, _ context: StepContext) {
        guard ended == nil else {
            if case .landed = cause { due = nil }
            second.step(cause, context)
            if let due, due <= context.now { isLate = true }
            return
        }
        first.step(cause, context)
        guard case .ended(let value) = first.phase else { return }
        ended = value
        if case .lifted = cause {
            due = context.now.after(Limits.sequenceInterval)
        } else {
            second.step(.handover, context)
        }
    }

    override func deliver() {
        guard ended != nil else { return first.deliver() }
        if !isFirstDelivered {
            isFirstDelivered = true
            first.deliver()
        }
        second.deliver()
    }

    override func reset() {
        super.reset()
        ended = nil
        isFirstDelivered = false
        due = nil
        isLate = false
    }
}

extension ExclusiveGesture: Gesture where First: Gesture, Second: Gesture {
    public func _makeNode() -> GestureMachine<Value> {
        GestureMachine(node: ExclusiveNode<First, Second>(first.node, second.node))
    }
}

private final class ExclusiveNode<First: Gesture, Second: Gesture>: PairNode<
    First.Value, Second.Value, ExclusiveGesture<First, Second>.Value
>
{
    private enum Choice {
        case first, second
    }

    private var choice: Choice?

    override var tapCount: Int? {
        [first.tapCount, second.tapCount].compactMap(\.self).max()
    }

    override var phase: GesturePhase<ExclusiveGesture<First, Second>.Value> {
        switch choice {
        case .first: return first.phase.map { .first($0) }
        case .second: return second.phase.map { .second($0) }
        case nil:
            if first.stage == .failed, second.stage == .failed { return .failed }
            if let value = first.phase.value { return .possible(.first(value)) }
            // The second may have ended and be waiting for the first to fail.
            if second.stage == .possible, let value = second.phase.value {
                return .possible(.second(value))
            }
            return .possible(nil)
        }
    }

    override func step(_ cause: StepCause, _ context: StepContext) {
        if choice != .second { first.step(cause, context) }
        if choice != .first { second.step(cause, context) }
        guard choice == nil else { return }
        if first.stage == .active || first.stage == .ended {
            choice = .first
        } else if second.stage == .active || second.stage == .ended {
            if first.stage == .failed || !isWorthWaiting { choice = .second }
        }
    }

    /// The first may still count more taps than the second.
    private var isWorthWaiting: Bool {
        guard second.stage == .ended, let more = first.tapCount else { return false }
        return second.tapCount.map { more > $0 } ?? false
    }

    override func deliver() {
        switch choice {
        case .first:
            second.restore()
            first.deliver()
        case .second:
            first.restore()
            second.deliver()
        case nil:
            for part in [first, second] as [AnyGestureNode] {
                switch part.stage {
                case .possible, .active: part.deliver()
                case .failed: part.restore()
                case .ended: break
                }
            }
        }
    }

    override func reset() {
        super.reset()
        choice = nil
    }
}
