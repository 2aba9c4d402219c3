extension Gesture {
    /// A gesture that is this one and another at the same time.
    public func simultaneously<Other: Gesture>(
        with other: Other
    ) -> SimultaneousGesture<Self, Other> {
        SimultaneousGesture(self, other)
    }
}

/// Two gestures at the same time: active while one is, ended when both are over and one has ended.
public struct SimultaneousGesture<First: Gesture, Second: Gesture>: Gesture {
    public typealias Body = Never

    /// What the two say; `nil` of one that has not begun, or failed.
    public struct Value {
        /// What the first says.
        public var first: First.Value?
        /// What the second says.
        public var second: Second.Value?

        /// What the two say.
        public init(first: First.Value?, second: Second.Value?) {
            self.first = first
            self.second = second
        }
    }

    /// One of the two.
    public var first: First
    /// The other.
    public var second: Second

    /// Both at the same time.
    public init(_ first: First, _ second: Second) {
        self.first = first
        self.second = second
    }

    public func compiled() -> CompiledGesture<Value> {
        composed(.simultaneous, first.compiled(), second.compiled()) {
            SimultaneousHandler($0, $1, $2, $3) { Value(first: $0, second: $1) }
        }
    }
}

extension SimultaneousGesture.Value: Equatable
where First.Value: Equatable, Second.Value: Equatable {}
extension SimultaneousGesture.Value: Hashable where First.Value: Hashable, Second.Value: Hashable {}
extension SimultaneousGesture.Value: Sendable where First.Value: Sendable, Second.Value: Sendable {}

private final class SimultaneousHandler<First, Second, Value>: GestureHandler<Value> {
    private let node: Int
    private let report: GestureReport
    private let first: GestureHandler<First>
    private let second: GestureHandler<Second>
    private let value: (First?, Second?) -> Value

    init(
        _ node: Int, _ report: GestureReport, _ first: GestureHandler<First>,
        _ second: GestureHandler<Second>, value: @escaping (First?, Second?) -> Value
    ) {
        self.node = node
        self.report = report
        self.first = first
        self.second = second
        self.value = value
    }

    override func phase() -> HandledPhase<Value> {
        let one = first.phase().value
        let two = second.phase().value
        let isSilent = one == nil && two == nil
        return .of(report[node].state, value: isSilent ? nil : value(one, two))
    }

    override func reset() {
        first.reset()
        second.reset()
    }
}
