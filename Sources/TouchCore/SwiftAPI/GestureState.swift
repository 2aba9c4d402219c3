/// A value that a gesture updates, and that is reset when the gesture is over.
///
/// It has its initial value again once the gesture has ended, failed or been cancelled, before an
/// `onEnded` later in the chain is called, and when the gesture or its view is removed.
///
///     @GestureState var offset = Point.zero
///     …
///     SurfaceDragGesture().updating($offset) { value, state in state = value.translation }
@propertyWrapper
public struct GestureState<Value> {
    package let storage: GestureStateStorage<Value>

    /// A state that starts with `wrappedValue`, and is reset to it.
    public init(wrappedValue: Value) {
        storage = GestureStateStorage(wrappedValue, reset: nil)
    }

    /// A state that starts with `initialValue`, and is reset to it.
    public init(initialValue: Value) {
        self.init(wrappedValue: initialValue)
    }

    /// A state that starts with `wrappedValue`, is reset to it, and reports that.
    ///
    /// - Parameters:
    ///   - wrappedValue: the initial value.
    ///   - reset: called with the last value, just before the state is reset.
    public init(wrappedValue: Value, reset: @escaping (Value) -> Void) {
        storage = GestureStateStorage(wrappedValue, reset: reset)
    }

    /// A state that starts with `initialValue`, is reset to it, and reports that.
    ///
    /// - Parameters:
    ///   - initialValue: the initial value.
    ///   - reset: called with the last value, just before the state is reset.
    public init(initialValue: Value, reset: @escaping (Value) -> Void) {
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
}

/// The storage of the value of a gesture state.
package final class GestureStateStorage<Value> {
    /// The present value.
    package var value: Value
    private let initial: Value
    private let willReset: ((Value) -> Void)?

    init(_ initial: Value, reset: ((Value) -> Void)?) {
        self.initial = initial
        value = initial
        willReset = reset
    }

    /// Restores the initial value.
    package func reset() {
        willReset?(value)
        value = initial
    }
}

extension GestureStateGesture: Gesture where Base: Gesture {
    public func compiled() -> CompiledGesture<Base.Value> {
        base.compiled().handled { [state, update] base, _ in
            UpdatingHandler(base, state.storage, update)
        }
    }
}

/// Updates a state with the values of a gesture.
private final class UpdatingHandler<Value, State>: GestureHandler<Value> {
    private let base: GestureHandler<Value>
    private let state: GestureStateStorage<State>
    private let body: (Value, inout State) -> Void
    private var isFollowing = false

    init(
        _ base: GestureHandler<Value>, _ state: GestureStateStorage<State>,
        _ body: @escaping (Value, inout State) -> Void
    ) {
        self.base = base
        self.state = state
        self.body = body
    }

    override func phase() -> HandledPhase<Value> {
        let phase = base.phase()
        switch phase {
        case .possible(let value?), .active(let value):
            isFollowing = true
            body(value, &state.value)
        case .possible(nil), .held, .ended, .failed: restore()
        }
        return phase
    }

    override func reset(_ reason: CancellationReason?) {
        base.reset(reason)
        restore()
    }

    private func restore() {
        guard isFollowing else { return }
        isFollowing = false
        state.reset()
    }
}
