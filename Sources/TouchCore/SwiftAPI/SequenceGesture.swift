extension Gesture {
    /// A gesture that is this one and then another.
    ///
    /// The other starts when this one has ended; a long press has once it has lasted long enough,
    /// and the same fingers go on.
    public func sequenced<Other: Gesture>(before other: Other) -> SequenceGesture<Self, Other> {
        SequenceGesture(self, other)
    }
}

/// One gesture after another.
public struct SequenceGesture<First: Gesture, Second: Gesture>: Gesture {
    public typealias Body = Never

    /// What the two say.
    public enum Value {
        /// The first is under way.
        case first(First.Value)
        /// The first has ended; the second may say nothing yet.
        case second(First.Value, Second.Value?)
    }

    /// The one that comes first.
    public var first: First
    /// The one that starts when the first has ended.
    public var second: Second

    /// The second starts when the first has ended.
    public init(_ first: First, _ second: Second) {
        self.first = first
        self.second = second
    }

    public func compiled() -> CompiledGesture<Value> {
        let second = second.compiled()
        let before = first.compiled()
        let offset = 1 + before.nodeCount
        return composed(.sequence, before, second) { node, report, first, second in
            SequenceHandler(
                node, report, first, second, secondNode: node + offset,
                alone: Value.first, both: Value.second)
        }
    }
}

extension SequenceGesture.Value: Equatable where First.Value: Equatable, Second.Value: Equatable {}
extension SequenceGesture.Value: Hashable where First.Value: Hashable, Second.Value: Hashable {}
extension SequenceGesture.Value: Sendable where First.Value: Sendable, Second.Value: Sendable {}

private final class SequenceHandler<First, Second, Value>: GestureHandler<Value> {
    private let node: Int
    private let secondNode: Int
    private let report: GestureReport
    private let first: GestureHandler<First>
    private let second: GestureHandler<Second>
    private let alone: (First) -> Value
    private let both: (First, Second?) -> Value

    init(
        _ node: Int, _ report: GestureReport, _ first: GestureHandler<First>,
        _ second: GestureHandler<Second>, secondNode: Int, alone: @escaping (First) -> Value,
        both: @escaping (First, Second?) -> Value
    ) {
        self.node = node
        self.report = report
        self.first = first
        self.second = second
        self.secondNode = secondNode
        self.alone = alone
        self.both = both
    }

    override func phase() -> HandledPhase<Value> {
        let state = report[node].state
        let one = first.phase().value
        guard report[secondNode].state != .notStarted else {
            return .of(state, value: one.map(alone))
        }
        let two = second.phase().value
        return .of(state, value: one.map { both($0, two) })
    }

    override func reset() {
        first.reset()
        second.reset()
    }
}
