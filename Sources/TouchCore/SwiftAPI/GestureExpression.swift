/// A gesture of any library, with callbacks and compositions that are the same for all.
///
/// A library's own protocol `Gesture` refines it. A `GestureSurface` recognises the gestures of
/// `TouchCore`, a view those of `TouchViews`. A composition is a gesture of a library if its parts
/// are.
///
/// It has no `body`: those of `TouchViews` are isolated to the main actor, those of `TouchCore` are
/// not.
public protocol GestureExpression<Value> {
    /// The type of its values.
    associatedtype Value
}

extension GestureExpression {
    /// Calls `action` when the gesture has ended, and never after it was cancelled. A long press ends
    /// after its minimum duration, as in SwiftUI, although its fingers are still down.
    public func onEnded(_ action: @escaping (Value) -> Void) -> EndedGesture<Self> {
        EndedGesture(base: self, action: action)
    }

    /// A gesture with the values that `transform` returns for those of this one.
    public func map<Other>(_ transform: @escaping (Value) -> Other) -> MapGesture<Self, Other> {
        MapGesture(base: self, transform: transform)
    }

    /// Updates a state with the values of the gesture.
    ///
    /// The state has its initial value again when the gesture has ended, failed or been cancelled.
    ///
    /// - Parameters:
    ///   - state: the state.
    ///   - body: called with each value from the beginning of the gesture (for a long press, from the
    ///     landing) until just before its end.
    public func updating<State>(
        _ state: GestureState<State>, body: @escaping (Value, inout State) -> Void
    ) -> GestureStateGesture<Self, State> {
        GestureStateGesture(base: self, state: state, update: body)
    }
}

extension GestureExpression where Value: Equatable {
    /// Calls `action` with each new value of the gesture, from its beginning (of a long press: from
    /// the landing) until just before its end.
    public func onChanged(_ action: @escaping (Value) -> Void) -> ChangedGesture<Self> {
        ChangedGesture(base: self, action: action)
    }
}

/// A gesture that calls back when it has ended; made by `onEnded`.
public struct EndedGesture<Base: GestureExpression>: GestureExpression {
    public typealias Value = Base.Value
    public typealias Body = Never

    package let base: Base
    package let action: (Base.Value) -> Void

    /// Not called: the gesture has no body.
    public var body: Never { preconditionFailure("\(Self.self) has no body") }
}

/// A gesture that calls back with each new value; made by `onChanged`.
public struct ChangedGesture<Base: GestureExpression>: GestureExpression
where Base.Value: Equatable {
    public typealias Value = Base.Value
    public typealias Body = Never

    package let base: Base
    package let action: (Base.Value) -> Void

    /// Not called: the gesture has no body.
    public var body: Never { preconditionFailure("\(Self.self) has no body") }
}

/// A gesture with other values for the same fingers; made by `map`.
public struct MapGesture<Base: GestureExpression, Value>: GestureExpression {
    public typealias Body = Never

    package let base: Base
    package let transform: (Base.Value) -> Value

    /// Not called: the gesture has no body.
    public var body: Never { preconditionFailure("\(Self.self) has no body") }
}

/// A gesture that updates a state; made by `updating`.
public struct GestureStateGesture<Base: GestureExpression, State>: GestureExpression {
    public typealias Value = Base.Value
    public typealias Body = Never

    /// The gesture that updates the state.
    public var base: Base
    /// The state that it updates.
    public var state: GestureState<State>
    /// Called with each value.
    public var update: (Base.Value, inout State) -> Void

    /// Not called: the gesture has no body.
    public var body: Never { preconditionFailure("\(Self.self) has no body") }
}

/// A gesture of any type whose values are `Value`; each library has an `AnyGesture` of this type.
public struct ErasedGesture<Value, Machine>: GestureExpression {
    public typealias Body = Never

    /// Makes what recognises it.
    package let make: () -> Machine

    package init(make: @escaping () -> Machine) {
        self.make = make
    }

    /// Not called: the gesture has no body.
    public var body: Never { preconditionFailure("\(Self.self) has no body") }
}

extension Never: GestureExpression {
    public typealias Value = Never
    public typealias Body = Never

    /// Not called: the gesture has no body.
    public var body: Never { preconditionFailure("there is no such gesture") }
}
