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

    /// The values of the two; `nil` of one that has not begun, or failed.
    public struct Value {
        /// The value of the first.
        public var first: First.Value?
        /// The value of the second.
        public var second: Second.Value?

        /// The values of the two.
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
extension SimultaneousGesture: Sendable where First: Sendable, Second: Sendable {}
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

    override func reset(_ reason: CancellationReason?) {
        first.reset(reason)
        second.reset(reason)
    }
}

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

    /// The values of the two.
    public enum Value {
        /// The first is under way.
        case first(First.Value)
        /// The first has ended; the second may have no value yet.
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
extension SequenceGesture: Sendable where First: Sendable, Second: Sendable {}
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

    override func reset(_ reason: CancellationReason?) {
        first.reset(reason)
        second.reset(reason)
    }
}

extension Gesture {
    /// A gesture that is this one, or else another: the other is emitted only while this one has
    /// not begun.
    public func exclusively<Other: Gesture>(before other: Other) -> ExclusiveGesture<Self, Other> {
        ExclusiveGesture(self, other)
    }
}

/// One of two gestures; the first has precedence.
public struct ExclusiveGesture<First: Gesture, Second: Gesture>: Gesture {
    public typealias Body = Never

    /// The value of the one that began first.
    public enum Value {
        /// The first has begun.
        case first(First.Value)
        /// The second has begun, and the first has not.
        case second(Second.Value)
    }

    /// The one that has precedence.
    public var first: First
    /// The one that goes on while the first has not begun.
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
extension ExclusiveGesture: Sendable where First: Sendable, Second: Sendable {}
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

    // The engine has decided which of the two goes on: the other emits nothing.
    override func phase() -> HandledPhase<Value> {
        let first = first.phase().value.map(one)
        let second = second.phase().value.map(two)
        return .of(report[node].state, value: first ?? second)
    }

    override func reset(_ reason: CancellationReason?) {
        first.reset(reason)
        second.reset(reason)
    }
}

extension Gesture {
    /// The gesture, as a part of a composition, of fingers that land in a part of the surface.
    ///
    /// Of corners that are touched in order: `TapGesture().landing(in: one).sequenced(before:
    /// TapGesture().landing(in: other))`. A gesture that is no part of another has its place from its
    /// `Zone`, and ignores this; so does a composition, whose parts have places of their own.
    ///
    /// - Parameter place: where every finger must land.
    public func landing(in place: ZoneRect) -> LandingGesture<Self> {
        LandingGesture(self, place)
    }
}

/// A gesture whose fingers land in one place; `landing(in:)` makes it.
public struct LandingGesture<Base: Gesture>: Gesture {
    public typealias Value = Base.Value
    public typealias Body = Never

    private let base: Base
    private let place: ZoneRect

    init(_ base: Base, _ place: ZoneRect) {
        self.base = base
        self.place = place
    }

    public func compiled() -> CompiledGesture<Value> {
        var compiled = base.compiled()
        compiled.gesture.place = place
        return compiled
    }
}

extension LandingGesture: Sendable where Base: Sendable {}
