/// A movement of fingers that is recognised, and the callbacks of a program for it, with the API of
/// SwiftUI.
///
/// A gesture of a program has a `body` made of other gestures:
///
///     struct Shove: Gesture {
///         var body: some Gesture<DragGesture.Value> {
///             DragGesture(minimumDistance: 30)
///         }
///     }
@MainActor @preconcurrency
public protocol Gesture<Value> {
    /// The type of its values.
    associatedtype Value
    /// The type of its body; `Never` for the gestures of this library.
    associatedtype Body: Gesture

    /// The gesture that it is made of.
    var body: Body { get }

    /// The object that recognises it; has a default if there is a body.
    func _makeNode() -> GestureMachine<Value>
}

/// An object that recognises a gesture; for this library only.
@MainActor
public struct GestureMachine<Value> {
    let node: GestureNode<Value>
}

extension Gesture where Body: Gesture, Body.Value == Value {
    public func _makeNode() -> GestureMachine<Value> { body._makeNode() }
}

extension Gesture where Body == Never {
    /// The gestures of this library have no body.
    public var body: Never { preconditionFailure("\(Self.self) has no body") }
}

extension Never: Gesture {
    public typealias Value = Never
    public typealias Body = Never

    public func _makeNode() -> GestureMachine<Never> {
        preconditionFailure("there is no such gesture")
    }
}

extension Gesture {
    /// The object that recognises it.
    var node: GestureNode<Value> { _makeNode().node }

    /// Calls `action` when the gesture has ended, and never after it was cancelled.
    public func onEnded(_ action: @escaping (Value) -> Void) -> some Gesture<Value> {
        _CallbackGesture(base: self) { EndedNode($0, action) }
    }

    /// A gesture with the values that `body` returns for those of this one.
    public func map<T>(_ body: @escaping (Value) -> T) -> some Gesture<T> {
        _MapGesture(base: self, transform: body)
    }

    /// Updates a state with the gesture, from its first value until it ends, fails or is cancelled.
    ///
    /// - Parameters:
    ///   - state: has its initial value again after that.
    ///   - body: called with each value, the state and a transaction.
    public func updating<State>(
        _ state: GestureState<State>,
        body: @escaping (Value, inout State, inout Transaction) -> Void
    ) -> GestureStateGesture<Self, State> {
        GestureStateGesture(base: self, state: state, body: body)
    }
}

extension Gesture where Value: Equatable {
    /// Calls `action` with each new value before the gesture ends.
    public func onChanged(_ action: @escaping (Value) -> Void) -> some Gesture<Value> {
        _CallbackGesture(base: self) { ChangedNode($0, action) }
    }
}

/// A gesture with a callback.
struct _CallbackGesture<Base: Gesture>: Gesture {
    typealias Value = Base.Value
    typealias Body = Never

    let base: Base
    let makeNode: (GestureNode<Base.Value>) -> GestureNode<Base.Value>

    func _makeNode() -> GestureMachine<Base.Value> {
        GestureMachine(node: makeNode(base.node))
    }
}

/// A gesture with other values.
struct _MapGesture<Base: Gesture, Value>: Gesture {
    typealias Body = Never

    let base: Base
    let transform: (Base.Value) -> Value

    func _makeNode() -> GestureMachine<Value> {
        GestureMachine(node: MapNode(base.node, transform))
    }
}

/// A gesture of any type whose values are `Value`.
@MainActor
public struct AnyGesture<Value>: Gesture {
    public typealias Body = Never

    private let makeNode: () -> GestureNode<Value>

    /// The same gesture, without its type.
    public init<T: Gesture>(_ gesture: T) where T.Value == Value {
        makeNode = { gesture.node }
    }

    public func _makeNode() -> GestureMachine<Value> { GestureMachine(node: makeNode()) }
}

/// An optional gesture; `nil` recognises nothing.
extension Optional: Gesture where Wrapped: Gesture {
    public typealias Value = Wrapped.Value
    public typealias Body = Never

    public func _makeNode() -> GestureMachine<Wrapped.Value> {
        self?._makeNode() ?? GestureMachine(node: GestureNode())
    }
}

/// Calls back once a gesture has ended.
private final class EndedNode<Value>: CallbackNode<Value> {
    private let action: (Value) -> Void
    private var isOver = false

    init(_ base: GestureNode<Value>, _ action: @escaping (Value) -> Void) {
        self.action = action
        super.init(base)
    }

    override func notify() {
        guard stage == .ended, !isOver, case .ended(let value) = phase else { return }
        isOver = true
        action(value)
    }

    override func restoreOwn() { isOver = false }
}

private final class EquatableCallback<Value: Equatable>: ChangeCallback<Value> {
    override func areEqual(_ left: Value, _ right: Value) -> Bool { left == right }
}

/// Calls back with each new value.
private final class ChangedNode<Value: Equatable>: CallbackNode<Value> {
    private let callback: ChangeCallback<Value>

    init(_ base: GestureNode<Value>, _ action: @escaping (Value) -> Void) {
        callback = EquatableCallback(action)
        super.init(base)
    }

    override func notify() { _ = base.report(to: callback) }

    override func restoreOwn() { callback.reset() }
}
