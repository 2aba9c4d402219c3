extension Gesture {
    /// Calls `action` when the gesture has ended, and never after it was cancelled. A long press ends
    /// after its minimum duration, as in SwiftUI, although its fingers are still down.
    public func onEnded(_ action: @escaping (Value) -> Void) -> CallbackGesture<Self> {
        CallbackGesture(base: self) { base, _ in EndedHandler(base, action) }
    }
}

extension Gesture where Value: Equatable {
    /// Calls `action` with each new value of the gesture, from its beginning (of a long press: from
    /// the landing) until just before its end.
    public func onChanged(_ action: @escaping (Value) -> Void) -> CallbackGesture<Self> {
        CallbackGesture(base: self) { base, _ in ChangedHandler(base, action) }
    }
}

/// A gesture that calls back.
///
/// Callbacks run in the call that passes a frame or a time, after the engine has processed it: those of the
/// innermost gesture first, and those of one gesture in the order in which they are written.
public struct CallbackGesture<Base: Gesture>: Gesture {
    public typealias Value = Base.Value
    public typealias Body = Never

    let base: Base
    let makeHandler: (GestureHandler<Base.Value>, GestureReport) -> GestureHandler<Base.Value>

    public func compiled() -> CompiledGesture<Base.Value> {
        base.compiled().handled(by: makeHandler)
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
