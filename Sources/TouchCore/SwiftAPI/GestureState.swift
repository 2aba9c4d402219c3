/// A value that follows a gesture and goes back by itself.
///
/// It has its initial value again once the gesture has ended, failed or been cancelled, and when the
/// gesture is removed.
///
///     @GestureState var offset = Point.zero
///     …
///     SurfaceDragGesture().updating($offset) { value, state in state = value.translation }
@propertyWrapper
public struct GestureState<Value> {
    let storage: GestureStateStorage<Value>

    /// A state that starts with `wrappedValue`, and goes back to it.
    public init(wrappedValue: Value) {
        storage = GestureStateStorage(wrappedValue, reset: nil)
    }

    /// A state that starts with `initialValue`, and goes back to it.
    public init(initialValue: Value) {
        self.init(wrappedValue: initialValue)
    }

    /// A state that starts with `wrappedValue`, goes back to it, and reports that.
    ///
    /// - Parameters:
    ///   - wrappedValue: what it starts with.
    ///   - reset: called with the last value, just before the state goes back.
    public init(wrappedValue: Value, reset: @escaping (Value) -> Void) {
        storage = GestureStateStorage(wrappedValue, reset: reset)
    }

    /// A state that starts with `initialValue`, goes back to it, and reports that.
    ///
    /// - Parameters:
    ///   - initialValue: what it starts with.
    ///   - reset: called with the last value, just before the state goes back.
    public init(initialValue: Value, reset: @escaping (Value) -> Void) {
        self.init(wrappedValue: initialValue, reset: reset)
    }

    /// The present value.
    public var wrappedValue: Value { storage.value }

    /// The state itself, for `updating`.
    public var projectedValue: GestureState<Value> { self }
}

/// Where the value of a gesture state lies.
final class GestureStateStorage<Value> {
    /// The present value.
    var value: Value
    private let initial: Value
    private let willReset: ((Value) -> Void)?

    init(_ initial: Value, reset: ((Value) -> Void)?) {
        self.initial = initial
        value = initial
        willReset = reset
    }

    /// Goes back to the initial value.
    func reset() {
        willReset?(value)
        value = initial
    }
}

extension Gesture {
    /// Lets a state follow the gesture.
    ///
    /// `body` is called with each value from when the gesture begins (a long press: from when the
    /// fingers land) until before it ends; SwiftUI's third parameter, the transaction, has no meaning
    /// here.
    public func updating<State>(
        _ state: GestureState<State>, body: @escaping (Value, inout State) -> Void
    ) -> CallbackGesture<Self> {
        CallbackGesture(base: self) { base, _ in UpdatingHandler(base, state.storage, body) }
    }
}

/// Lets a state follow a gesture.
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
