extension GestureExpression {
    /// A gesture that is this one and another at the same time.
    public func simultaneously<Other: GestureExpression>(
        with other: Other
    ) -> SimultaneousGesture<Self, Other> {
        SimultaneousGesture(self, other)
    }
}

/// Two gestures at the same time: active while one is, ended when both are over and one has ended.
public struct SimultaneousGesture<First: GestureExpression, Second: GestureExpression>:
    GestureExpression
{
    public typealias Body = Never

    /// The values of both; `nil` for one that has not begun, or has failed.
    public struct Value {
        /// The value of the first gesture.
        public var first: First.Value?
        /// The value of the second gesture.
        public var second: Second.Value?

        /// Creates the values of both.
        public init(first: First.Value?, second: Second.Value?) {
            self.first = first
            self.second = second
        }
    }

    /// The first gesture.
    public var first: First
    /// The second gesture.
    public var second: Second

    /// Creates a gesture of both at the same time.
    public init(_ first: First, _ second: Second) {
        self.first = first
        self.second = second
    }

    /// It has none.
    public var body: Never { preconditionFailure("\(Self.self) has no body") }
}

extension SimultaneousGesture: Gesture where First: Gesture, Second: Gesture {
    public func compiled() -> CompiledGesture<Value> {
        composed(.simultaneous, first.compiled(), second.compiled()) {
            node, report, first, second in
            PairHandler(node, report, first, second) {
                let (one, two) = (first.phase().value, second.phase().value)
                return one == nil && two == nil ? nil : Value(first: one, second: two)
            }
        }
    }
}

extension SimultaneousGesture.Value: Equatable
where First.Value: Equatable, Second.Value: Equatable {}
extension SimultaneousGesture.Value: Hashable where First.Value: Hashable, Second.Value: Hashable {}
extension SimultaneousGesture: Sendable where First: Sendable, Second: Sendable {}
extension SimultaneousGesture.Value: Sendable where First.Value: Sendable, Second.Value: Sendable {}

/// The handler of a composition of two; the engine decides its state.
private final class PairHandler<First, Second, Value>: GestureHandler<Value> {
    private let node: Int
    private let report: GestureReport
    private let first: GestureHandler<First>
    private let second: GestureHandler<Second>
    private let value: () -> Value?

    /// - Parameter value: the present value, from the phases of both.
    init(
        _ node: Int, _ report: GestureReport, _ first: GestureHandler<First>,
        _ second: GestureHandler<Second>, value: @escaping () -> Value?
    ) {
        self.node = node
        self.report = report
        self.first = first
        self.second = second
        self.value = value
    }

    override func phase() -> HandledPhase<Value> {
        let value = value()
        return .of(report[node].state, value: value)
    }

    override func reset(_ reason: CancellationReason?) {
        first.reset(reason)
        second.reset(reason)
    }
}

extension GestureExpression {
    /// A gesture that is this one and then another.
    ///
    /// The other starts when this one has ended; a long press has ended after its minimum duration,
    /// and the same fingers continue.
    public func sequenced<Other: GestureExpression>(before other: Other) -> SequenceGesture<
        Self, Other
    > {
        SequenceGesture(self, other)
    }
}

/// One gesture after another.
public struct SequenceGesture<First: GestureExpression, Second: GestureExpression>:
    GestureExpression
{
    public typealias Body = Never

    /// The values of both.
    public enum Value {
        /// The first has begun and not ended.
        case first(First.Value)
        /// The first has ended; the second may have no value yet.
        case second(First.Value, Second.Value?)
    }

    /// The first gesture.
    public var first: First
    /// The second gesture, which starts when the first has ended.
    public var second: Second

    /// The second starts when the first has ended.
    public init(_ first: First, _ second: Second) {
        self.first = first
        self.second = second
    }

    /// It has none.
    public var body: Never { preconditionFailure("\(Self.self) has no body") }
}

extension SequenceGesture: Gesture where First: Gesture, Second: Gesture {
    public func compiled() -> CompiledGesture<Value> {
        let second = second.compiled()
        let before = first.compiled()
        let offset = 1 + before.nodeCount
        return composed(.sequence, before, second) { node, report, first, second in
            PairHandler(node, report, first, second) {
                // The callbacks of a part are called by its `phase()`. `map(Value.first)` allocates.
                let one = first.phase().value
                guard report[node + offset].state != .notStarted else {
                    return if let one { .first(one) } else { nil }
                }
                let two = second.phase().value
                return if let one { .second(one, two) } else { nil }
            }
        }
    }
}

extension SequenceGesture.Value: Equatable where First.Value: Equatable, Second.Value: Equatable {}
extension SequenceGesture.Value: Hashable where First.Value: Hashable, Second.Value: Hashable {}
extension SequenceGesture: Sendable where First: Sendable, Second: Sendable {}
extension SequenceGesture.Value: Sendable where First.Value: Sendable, Second.Value: Sendable {}

extension GestureExpression {
    /// A gesture that is either this one or another: the other is emitted only if this one has not
    /// begun.
    public func exclusively<Other: GestureExpression>(before other: Other) -> ExclusiveGesture<
        Self, Other
    > {
        ExclusiveGesture(self, other)
    }
}

/// One of two gestures; the first has precedence.
public struct ExclusiveGesture<First: GestureExpression, Second: GestureExpression>:
    GestureExpression
{
    public typealias Body = Never

    /// The value of the gesture that began first.
    public enum Value {
        /// The first has begun.
        case first(First.Value)
        /// The second has begun, and the first has not.
        case second(Second.Value)
    }

    /// The gesture that has precedence.
    public var first: First
    /// The gesture that is emitted only if the first has not begun.
    public var second: Second

    /// Creates a gesture of either; the first has precedence.
    public init(_ first: First, _ second: Second) {
        self.first = first
        self.second = second
    }

    /// It has none.
    public var body: Never { preconditionFailure("\(Self.self) has no body") }
}

extension ExclusiveGesture: Gesture where First: Gesture, Second: Gesture {
    public func compiled() -> CompiledGesture<Value> {
        composed(.exclusive, first.compiled(), second.compiled()) {
            node, report, first, second in
            PairHandler(node, report, first, second) {
                // The engine has decided which of the two continues: the other emits nothing.
                let one = first.phase().value
                let two = second.phase().value
                if let one { return .first(one) }
                return if let two { .second(two) } else { nil }
            }
        }
    }
}

extension ExclusiveGesture.Value: Equatable where First.Value: Equatable, Second.Value: Equatable {}
extension ExclusiveGesture.Value: Hashable where First.Value: Hashable, Second.Value: Hashable {}
extension ExclusiveGesture: Sendable where First: Sendable, Second: Sendable {}
extension ExclusiveGesture.Value: Sendable where First.Value: Sendable, Second.Value: Sendable {}

extension Gesture {
    /// The gesture, as a part of a composition, of fingers that land in a part of the surface.
    ///
    /// For corners that are touched in order: `SurfaceTapGesture().landing(in:
    /// one).sequenced(before: SurfaceTapGesture().landing(in: other))`. A gesture that is not a
    /// part of another uses the rectangle of its `Zone` and ignores this one. So does a
    /// composition, whose parts have rectangles of their own.
    ///
    /// - Parameter place: the rectangle in which every finger must land.
    public func landing(in place: ZoneRect) -> LandingGesture<Self> {
        LandingGesture(self, place)
    }
}

/// A gesture whose fingers land in one rectangle; made by `landing(in:)`.
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
