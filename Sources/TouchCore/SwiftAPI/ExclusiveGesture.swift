extension Gesture {
    /// A gesture that is this one, or else another: the other speaks only while this one has not
    /// begun.
    public func exclusively<Other: Gesture>(before other: Other) -> ExclusiveGesture<Self, Other> {
        ExclusiveGesture(self, other)
    }
}

/// One of two gestures; the first has precedence.
public struct ExclusiveGesture<First: Gesture, Second: Gesture>: Gesture {
    public typealias Body = Never

    /// What the one says that speaks.
    public enum Value {
        /// The first speaks.
        case first(First.Value)
        /// The second speaks: the first has not begun.
        case second(Second.Value)
    }

    /// The one that has precedence.
    public var first: First
    /// The one that speaks while the first has not begun.
    public var second: Second

    /// The first has precedence.
    public init(_ first: First, _ second: Second) {
        self.first = first
        self.second = second
    }

    public func compiled() -> CompiledGesture<Value> {
        composed(.exclusive, first.compiled(), second.compiled()) {
            ExclusiveHandler($0, $1, $2, $3, one: Value.first, two: Value.second)
        }
    }
}

extension ExclusiveGesture.Value: Equatable where First.Value: Equatable, Second.Value: Equatable {}
extension ExclusiveGesture.Value: Hashable where First.Value: Hashable, Second.Value: Hashable {}
extension ExclusiveGesture.Value: Sendable where First.Value: Sendable, Second.Value: Sendable {}

private final class ExclusiveHandler<First, Second, Value>: GestureHandler<Value> {
    private let node: Int
    private let report: GestureReport
    private let first: GestureHandler<First>
    private let second: GestureHandler<Second>
    private let one: (First) -> Value
    private let two: (Second) -> Value

    init(
        _ node: Int, _ report: GestureReport, _ first: GestureHandler<First>,
        _ second: GestureHandler<Second>, one: @escaping (First) -> Value,
        two: @escaping (Second) -> Value
    ) {
        self.node = node
        self.report = report
        self.first = first
        self.second = second
        self.one = one
        self.two = two
    }

    // Which of the two speaks the engine has decided: of the other there is nothing to hear.
    override func phase() -> HandledPhase<Value> {
        let first = first.phase().value.map(one)
        let second = second.phase().value.map(two)
        return .of(report[node].state, value: first ?? second)
    }

    override func reset() {
        first.reset()
        second.reset()
    }
}
