/// A movement of fingers that is recognised, and the callbacks of a program for it.
///
/// The API is like that of SwiftUI. A gesture of a program has a `body` made of other gestures:
///
///     struct Shove: Gesture {
///         var body: some Gesture<SurfaceDragGesture.Value> {
///             SurfaceDragGesture(minimumDistance: 10, fingers: 3)
///         }
///     }
///
/// Gestures are descriptions: `GestureSurface` compiles them to the form of a configuration file's
/// gestures, and the same engine recognises both. Lengths are millimetres.
public protocol Gesture<Value>: GestureExpression {
    /// Its value.
    associatedtype Value
    /// The type of its body; `Never` for the gestures of this library.
    associatedtype Body: Gesture

    /// The gesture that it is made of.
    var body: Body { get }

    /// The gesture in the form that the engine uses; has a default if there is a body.
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
    public func compiled() -> CompiledGesture<Never> {
        preconditionFailure("there is no such gesture")
    }
}

/// The gestures of a zone. The first to begin wins.
@resultBuilder
public enum GestureListBuilder {
    /// The entry of one gesture.
    public static func buildExpression(_ gesture: some Gesture) -> [GestureEntry] {
        [GestureEntry(gesture.compiled())]
    }

    /// The entries that a function with this builder has listed.
    public static func buildExpression(_ gestures: [GestureEntry]) -> [GestureEntry] { gestures }

    /// All entries, in order.
    public static func buildBlock(_ gestures: [GestureEntry]...) -> [GestureEntry] {
        gestures.flatMap(\.self)
    }

    /// The entries of an `if` without `else`; empty if its condition is false.
    public static func buildOptional(_ gestures: [GestureEntry]?) -> [GestureEntry] {
        gestures ?? []
    }

    /// The entries of an `if`.
    public static func buildEither(first gestures: [GestureEntry]) -> [GestureEntry] { gestures }

    /// The entries of an `else`.
    public static func buildEither(second gestures: [GestureEntry]) -> [GestureEntry] { gestures }

    /// The entries of a loop.
    public static func buildArray(_ gestures: [[GestureEntry]]) -> [GestureEntry] {
        gestures.flatMap(\.self)
    }
}

/// The content of a surface: its own gestures, and zones above them.
public struct SurfaceContent {
    var gestures: [GestureEntry] = []
    var zones: [Zone] = []
}

/// The gestures of the whole surface, and zones, the topmost last.
@resultBuilder
public enum SurfaceBuilder {
    /// A gesture of the whole surface.
    public static func buildExpression(_ gesture: some Gesture) -> SurfaceContent {
        SurfaceContent(gestures: [GestureEntry(gesture.compiled())])
    }

    /// A zone, which lies above those before it.
    public static func buildExpression(_ zone: Zone) -> SurfaceContent {
        SurfaceContent(zones: [zone])
    }

    /// The content that a function with this builder has listed.
    public static func buildExpression(_ content: SurfaceContent) -> SurfaceContent { content }

    /// All content, in order.
    public static func buildBlock(_ contents: SurfaceContent...) -> SurfaceContent {
        buildArray(contents)
    }

    /// The content of an `if` without `else`; empty if its condition is false.
    public static func buildOptional(_ content: SurfaceContent?) -> SurfaceContent {
        content ?? SurfaceContent()
    }

    /// The content of an `if`.
    public static func buildEither(first content: SurfaceContent) -> SurfaceContent { content }

    /// The content of an `else`.
    public static func buildEither(second content: SurfaceContent) -> SurfaceContent { content }

    /// The content of a loop.
    public static func buildArray(_ contents: [SurfaceContent]) -> SurfaceContent {
        SurfaceContent(
            gestures: contents.flatMap(\.gestures), zones: contents.flatMap(\.zones))
    }
}

/// The number of fingers of a gesture, or a range of numbers.
public protocol FingerCount {
    /// The minimum and the maximum.
    var fingers: ClosedRange<Int> { get }
}

extension Int: FingerCount {
    /// Exactly the given number.
    public var fingers: ClosedRange<Int> { self...self }
}

extension ClosedRange<Int>: FingerCount {
    public var fingers: ClosedRange<Int> { self }
}
