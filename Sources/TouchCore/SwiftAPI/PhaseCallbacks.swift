/// Callbacks that SwiftUI does not have.
extension Gesture {
    /// Calls `action` when the gesture begins, with its first value. A tap or a swipe never begins.
    ///
    /// A long press begins after its minimum duration.
    public func onBegan(_ action: @escaping (Value) -> Void) -> some Gesture<Value> {
        PhaseGesture(base: self) { phase, value in
            if case .began = phase { action(value) }
        }
    }

    /// Calls `action` if the gesture is cancelled after it has begun, with the reason and its last
    /// value.
    public func onCancelled(
        _ action: @escaping (_ reason: CancellationReason, _ last: Value) -> Void
    ) -> some Gesture<Value> {
        PhaseGesture(base: self) { phase, value in
            if case .cancelled(let reason) = phase { action(reason, value) }
        }
    }

    /// Calls `action` when the gesture ends because its fingers lift. For a long press that is later
    /// than `onEnded`, which is called after the minimum duration.
    public func onLifted(_ action: @escaping (Value) -> Void) -> some Gesture<Value> {
        PhaseGesture(base: self) { phase, value in
            if case .ended = phase { action(value) }
        }
    }
}

/// A gesture that calls back at each phase.
struct PhaseGesture<Base: Gesture>: Gesture {
    typealias Value = Base.Value
    typealias Body = Never

    let base: Base
    let action: (PhasedValue<Base.Value>.Phase, Base.Value) -> Void

    func compiled() -> CompiledGesture<Base.Value> {
        base.compiled().handled { [action] base, report in PhaseHandler(base, report, action) }
    }
}

/// Calls back at each phase of a gesture.
private final class PhaseHandler<Value>: GestureHandler<Value> {
    private let base: GestureHandler<Value>
    private let report: GestureReport
    private let action: (PhasedValue<Value>.Phase, Value) -> Void
    /// The last value, from the beginning of the gesture until it is over.
    private var last: Value?
    private var isOver = false

    init(
        _ base: GestureHandler<Value>, _ report: GestureReport,
        _ action: @escaping (PhasedValue<Value>.Phase, Value) -> Void
    ) {
        self.base = base
        self.report = report
        self.action = action
    }

    override func phase() -> HandledPhase<Value> {
        let phase = base.phase()
        guard !isOver else { return phase }
        switch phase {
        case .possible: break
        case .active(let value):
            let isFirst = last == nil
            last = value
            action(isFirst ? .began : .changed, value)
        case .held(let value):
            // A long press has the same value until the lift.
            guard last == nil else { break }
            last = value
            action(.began, value)
        case .ended(let value):
            isOver = true
            last = nil
            action(.ended, value)
        case .failed: cancel(report.reason)
        }
        return phase
    }

    override func reset(_ reason: CancellationReason?) {
        base.reset(reason)
        cancel(reason)
        isOver = false
    }

    private func cancel(_ reason: CancellationReason?) {
        guard let value = last else { return }
        last = nil
        isOver = true
        action(.cancelled(reason ?? .failed), value)
    }
}
