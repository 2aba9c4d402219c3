extension Gesture {
    /// A gesture that says what `transform` makes of this one's values.
    public func map<Other>(_ transform: @escaping (Value) -> Other) -> MapGesture<Self, Other> {
        MapGesture(base: self, transform: transform)
    }
}

/// A gesture that says something else of the same fingers.
public struct MapGesture<Base: Gesture, Value>: Gesture {
    public typealias Body = Never

    let base: Base
    let transform: (Base.Value) -> Value

    public func compiled() -> CompiledGesture<Value> {
        let transform = transform
        return base.compiled().heard { MapHandler($0, transform) }
    }
}

private final class MapHandler<Base, Value>: GestureHandler<Value> {
    private let base: GestureHandler<Base>
    private let transform: (Base) -> Value

    init(_ base: GestureHandler<Base>, _ transform: @escaping (Base) -> Value) {
        self.base = base
        self.transform = transform
    }

    override func phase() -> HandledPhase<Value> { base.phase().map(transform) }

    override func reset() { base.reset() }
}
