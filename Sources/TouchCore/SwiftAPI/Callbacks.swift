// Callbacks run in the call that passes a frame or a time, after the engine has processed it: those
// of the innermost gesture first, and those of one gesture in the order in which they are written.

extension EndedGesture: Gesture where Base: Gesture {
    public func compiled() -> CompiledGesture<Base.Value> {
        base.compiled().handled { [action] base, _ in EndedHandler(base, action) }
    }
}

extension ChangedGesture: Gesture where Base: Gesture {
    public func compiled() -> CompiledGesture<Base.Value> {
        base.compiled().handled { [action] base, _ in ChangedHandler(base, action) }
    }
}

/// Calls back once a gesture has ended.
private final class EndedHandler<Value>: GestureHandler<Value> {
    private let base: GestureHandler<Value>
    private let action: (Value) -> Void
    private var hasCalled = false

    init(_ base: GestureHandler<Value>, _ action: @escaping (Value) -> Void) {
        self.base = base
        self.action = action
    }

    override func phase() -> HandledPhase<Value> {
        let phase = base.phase()
        switch phase {
        case .held(let value), .ended(let value):
            guard !hasCalled else { break }
            hasCalled = true
            action(value)
        case .possible, .active, .failed: break
        }
        return phase
    }

    override func reset(_ reason: CancellationReason?) {
        base.reset(reason)
        hasCalled = false
    }
}

/// Calls back with each new value.
private final class ChangedHandler<Value: Equatable>: GestureHandler<Value> {
    private let base: GestureHandler<Value>
    private let action: (Value) -> Void
    private var last: Value?

    init(_ base: GestureHandler<Value>, _ action: @escaping (Value) -> Void) {
        self.base = base
        self.action = action
    }

    override func phase() -> HandledPhase<Value> {
        let phase = base.phase()
        switch phase {
        case .possible(let value?), .active(let value):
            guard value != last else { break }
            last = value
            action(value)
        case .possible(nil), .held, .ended, .failed: last = nil
        }
        return phase
    }

    override func reset(_ reason: CancellationReason?) {
        base.reset(reason)
        last = nil
    }
}
