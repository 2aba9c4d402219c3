/// Something that fingers do, and what a program wants to hear of it.
///
/// The shape is SwiftUI's. A gesture of your own has a `body` made of others:
///
///     struct Shove: Gesture {
///         var body: some Gesture<DragGesture.Value> {
///             DragGesture(minimumDistance: 10, fingers: 3)
///         }
///     }
///
/// Gestures are descriptions: `GestureSurface` compiles them to what a configuration file gives too,
/// and one engine recognises both. Lengths are millimetres.
public protocol Gesture<Value> {
    /// What it says.
    associatedtype Value
    /// What it is made of; `Never` for the gestures of this library.
    associatedtype Body: Gesture

    /// What it is made of.
    var body: Body { get }

    /// What the engine makes of it; has a default wherever there is a body.
    func compiled() -> CompiledGesture<Value>
}

extension Gesture where Body: Gesture, Body.Value == Value {
    public func compiled() -> CompiledGesture<Value> { body.compiled() }
}

extension Gesture where Body == Never {
    /// The gestures of this library have no body.
    public var body: Never { preconditionFailure("\(Self.self) has no body") }
}

extension Never: Gesture {
    public typealias Value = Never
    public typealias Body = Never

    public func compiled() -> CompiledGesture<Never> {
        preconditionFailure("there is no such gesture")
    }
}
