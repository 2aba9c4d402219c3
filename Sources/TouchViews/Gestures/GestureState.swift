public import TouchCore

extension GestureState {
    /// A state with an initial value. This library ignores the transaction.
    public init(wrappedValue: Value, resetTransaction: Transaction) {
        self.init(wrappedValue: wrappedValue)
    }

    /// A state with an initial value. This library ignores the transaction.
    public init(initialValue: Value, resetTransaction: Transaction) {
        self.init(wrappedValue: initialValue)
    }

    /// A state that calls `reset` with its last value just before it is reset.
    public init(
        wrappedValue: Value, reset: @escaping (Value, inout Transaction) -> Void
    ) {
        self.init(wrappedValue: wrappedValue) { value in
            var transaction = Transaction()
            reset(value, &transaction)
        }
    }

    /// A state that calls `reset` with its last value just before it is reset.
    public init(
        initialValue: Value, reset: @escaping (Value, inout Transaction) -> Void
    ) {
        self.init(wrappedValue: initialValue, reset: reset)
    }
}

extension GestureState where Value: ExpressibleByNilLiteral {
    /// A state that starts with `nil`. This library ignores the transaction.
    public init(resetTransaction: Transaction) {
        self.init(wrappedValue: nil)
    }

    /// A state that starts with `nil`, and calls `reset` just before it is reset to `nil`.
    public init(reset: @escaping (Value, inout Transaction) -> Void) {
        self.init(wrappedValue: nil, reset: reset)
    }
}

extension GestureStateGesture: Gesture where Base: Gesture {
    public func _makeNode() -> GestureMachine<Base.Value> {
        GestureMachine(node: UpdatingNode(base.node, state.storage, update))
    }
}

/// Updates a state with the values of a gesture.
private final class UpdatingNode<Value, State>: CallbackNode<Value> {
    private let state: GestureStateStorage<State>
    private let body: (Value, inout State) -> Void
    private lazy var callback = ComparingCallback<Value> { [unowned self] in follow($0) }
    private var isFollowing = false

    init(
        _ base: GestureNode<Value>, _ state: GestureStateStorage<State>,
        _ body: @escaping (Value, inout State) -> Void
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
        // A copy, because the closure may read the state or remove the view.
        var copy = state.value
        body(value, &copy)
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
