/// A value that a gesture updates, and that is reset when the gesture is over.
///
/// It has its initial value again once the gesture has ended, failed or been cancelled, before an
/// `onEnded` later in the chain is called, and when the view is removed.
@propertyWrapper
public struct GestureState<Value> {
    let storage: GestureStateStorage<Value>

    /// A state that starts with `wrappedValue`, and is reset to it.
    public init(wrappedValue: Value) {
        storage = GestureStateStorage(wrappedValue) { _, _ in }
    }

    /// A state that starts with `initialValue`, and is reset to it.
    public init(initialValue: Value) {
        self.init(wrappedValue: initialValue)
    }

    /// A state that is reset with a transaction, which this library passes to no program.
    public init(wrappedValue: Value, resetTransaction: Transaction) {
        storage = GestureStateStorage(wrappedValue, resetTransaction) { _, _ in }
    }

    /// A state that is reset with a transaction, which this library passes to no program.
    public init(initialValue: Value, resetTransaction: Transaction) {
        self.init(wrappedValue: initialValue, resetTransaction: resetTransaction)
    }

    /// A state that calls `reset` with its last value just before it is reset.
    public init(
        wrappedValue: Value, reset: @escaping (Value, inout Transaction) -> Void
    ) {
        storage = GestureStateStorage(wrappedValue, willReset: reset)
    }

    /// A state that calls `reset` with its last value just before it is reset.
    public init(
        initialValue: Value, reset: @escaping (Value, inout Transaction) -> Void
    ) {
        self.init(wrappedValue: initialValue, reset: reset)
    }

    /// The present value.
    public var wrappedValue: Value { storage.value }

    /// The state itself, for `updating`.
    public var projectedValue: GestureState<Value> { self }
}

extension GestureState where Value: ExpressibleByNilLiteral {
    /// A state that starts with `nil`, and is reset to it.
    public init() {
        self.init(wrappedValue: nil)
    }

    /// A state that starts with `nil`, and is reset to it with a transaction.
    public init(resetTransaction: Transaction) {
        self.init(wrappedValue: nil, resetTransaction: resetTransaction)
    }

    /// A state that starts with `nil`, and calls `reset` just before it is reset to it.
    public init(reset: @escaping (Value, inout Transaction) -> Void) {
        self.init(wrappedValue: nil, reset: reset)
    }
}

/// The storage of the value of a gesture state.
final class GestureStateStorage<Value> {
    var value: Value
    private let initial: Value
    private let transaction: Transaction
    private let willReset: (Value, inout Transaction) -> Void

    init(
        _ initial: Value, _ transaction: Transaction = Transaction(),
        willReset: @escaping (Value, inout Transaction) -> Void
    ) {
        self.initial = initial
        self.transaction = transaction
        self.willReset = willReset
        value = initial
    }

    /// Restores the initial value.
    func reset() {
        var transaction = transaction
        willReset(value, &transaction)
        value = initial
    }
}

/// A gesture that updates a state; made by `updating`.
@MainActor
public struct GestureStateGesture<Base: Gesture, State>: Gesture {
    public typealias Value = Base.Value
    public typealias Body = Never

    /// The gesture that updates the state.
    public var base: Base
    /// The state that it updates.
    public var state: GestureState<State>
    /// Called with each value.
    public var update: (Base.Value, inout State, inout Transaction) -> Void

    init(
        base: Base, state: GestureState<State>,
        body: @escaping (Base.Value, inout State, inout Transaction) -> Void
    ) {
        self.base = base
        self.state = state
        update = body
    }

    public func _makeNode() -> GestureMachine<Base.Value> {
        GestureMachine(node: UpdatingNode(base.node, state.storage, update))
    }
}

/// Updates a state with the values of a gesture.
private final class UpdatingNode<Value, State>: CallbackNode<Value> {
    private let state: GestureStateStorage<State>
    private let body: (Value, inout State, inout Transaction) -> Void
    private lazy var callback = ComparingCallback<Value> { [unowned self] in follow($0) }
    private var isFollowing = false

    init(
        _ base: GestureNode<Value>, _ state: GestureStateStorage<State>,
        _ body: @escaping (Value, inout State, inout Transaction) -> Void
    ) {
        self.state = state
        self.body = body
        super.init(base)
    }

    override func notify() {
        if !base.report(to: callback) { restoreOwn() }
    }

    private func follow(_ value: Value) {
        isFollowing = true
        var transaction = Transaction()
        // A copy, because the closure may read the state or remove the view.
        var copy = state.value
        body(value, &copy, &transaction)
        if isFollowing { state.value = copy }
    }

    override func restoreOwn() {
        callback.reset()
        guard isFollowing else { return }
        isFollowing = false
        state.reset()
    }
}

/// Compares values of a type that may be Equatable.
private final class ComparingCallback<Value>: ChangeCallback<Value> {
    private let equality = TouchViews.equality(of: Value.self)

    override func areEqual(_ left: Value, _ right: Value) -> Bool {
        equality.map { $0(left, right) } ?? false
    }
}

/// Compares two values; `nil` if values of the type cannot be compared.
private func equality<Value>(of type: Value.Type) -> ((Value, Value) -> Bool)? {
    func compare<T: Equatable>(_ type: T.Type) -> (Value, Value) -> Bool {
        { left, right in
            guard let left = left as? T, let right = right as? T else { return false }
            return left == right
        }
    }
    return (type as? any Equatable.Type).map { compare($0) }
}
