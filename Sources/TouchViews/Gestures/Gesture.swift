public import TouchCore

@_exported public import struct TouchCore.Angle
@_exported public import struct TouchCore.ChangedGesture
@_exported public import struct TouchCore.EndedGesture
@_exported public import struct TouchCore.ErasedGesture
@_exported public import struct TouchCore.ExclusiveGesture
// The names that `TouchCore` declares for both modules. A program that imports only `TouchViews` has
// these, and no others of `TouchCore`.
@_exported public import protocol TouchCore.GestureExpression
@_exported public import struct TouchCore.GestureState
@_exported public import struct TouchCore.GestureStateGesture
@_exported public import struct TouchCore.MapGesture
@_exported public import struct TouchCore.SequenceGesture
@_exported public import struct TouchCore.SimultaneousGesture

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
public protocol Gesture<Value>: GestureExpression {
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
    public func _makeNode() -> GestureMachine<Never> {
        preconditionFailure("there is no such gesture")
    }
}

extension Gesture {
    /// The object that recognises it.
    var node: GestureNode<Value> { _makeNode().node }

    /// Updates a state with the gesture, from its first value until it ends, fails or is cancelled.
    ///
    /// - Parameters:
    ///   - state: has its initial value again after that.
    ///   - body: called with each value, the state and a transaction.
    public func updating<State>(
        _ state: GestureState<State>,
        body: @escaping (Value, inout State, inout Transaction) -> Void
    ) -> GestureStateGesture<Self, State> {
        updating(state) { value, state in
            var transaction = Transaction()
            body(value, &state, &transaction)
        }
    }
}

extension EndedGesture: Gesture where Base: Gesture {
    public func _makeNode() -> GestureMachine<Base.Value> {
        GestureMachine(node: EndedNode(base.node, action))
    }
}

extension ChangedGesture: Gesture where Base: Gesture {
    public func _makeNode() -> GestureMachine<Base.Value> {
        GestureMachine(node: ChangedNode(base.node, action))
    }
}

extension MapGesture: Gesture where Base: Gesture {
    public func _makeNode() -> GestureMachine<Value> {
        GestureMachine(node: MapNode(base.node, transform))
    }
}

/// A gesture of any type whose values are `Value`.
public typealias AnyGesture<Value> = ErasedGesture<Value, GestureMachine<Value>>

extension ErasedGesture: Gesture where Machine == GestureMachine<Value> {
    /// The same gesture, without its type.
    @MainActor
    public init<T: Gesture>(_ gesture: T) where T.Value == Value {
        self.init { gesture._makeNode() }
    }

    public func _makeNode() -> GestureMachine<Value> { make() }
}

extension Optional: GestureExpression where Wrapped: GestureExpression {
    public typealias Value = Wrapped.Value
}

/// An optional gesture; `nil` recognises nothing.
extension Optional: Gesture where Wrapped: Gesture {
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
