/// A gesture of any type that says `Value`.
public struct AnyGesture<Value>: Gesture {
    public typealias Body = Never

    private let base: CompiledGesture<Value>

    /// The same gesture, without its type.
    public init<Base: Gesture>(_ gesture: Base) where Base.Value == Value {
        base = gesture.compiled()
    }

    public func compiled() -> CompiledGesture<Value> { base }
}
