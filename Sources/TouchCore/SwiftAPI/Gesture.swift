/// Something that fingers do, and the callbacks of a program for it.
///
/// The shape is SwiftUI's. A gesture of your own has a `body` made of others:
///
///     struct Shove: Gesture {
///         var body: some Gesture<SurfaceDragGesture.Value> {
///             SurfaceDragGesture(minimumDistance: 10, fingers: 3)
///         }
///     }
///
/// Gestures are descriptions: `GestureSurface` compiles them to what a configuration file gives too,
/// and one engine recognises both. Lengths are millimetres.
public protocol Gesture<Value> {
    /// Its value.
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

/// The gestures of a zone. The first to begin wins.
@resultBuilder
public enum GestureListBuilder {
    /// Takes a gesture.
    public static func buildExpression(_ gesture: some Gesture) -> [GestureEntry] {
        [GestureEntry(gesture.compiled())]
    }

    /// Takes gestures that a function with this builder has listed.
    public static func buildExpression(_ gestures: [GestureEntry]) -> [GestureEntry] { gestures }

    /// Lists one after the other.
    public static func buildBlock(_ gestures: [GestureEntry]...) -> [GestureEntry] {
        gestures.flatMap(\.self)
    }

    /// What stands behind an `if`; nothing where that does not hold.
    public static func buildOptional(_ gestures: [GestureEntry]?) -> [GestureEntry] {
        gestures ?? []
    }

    /// What stands behind an `if`.
    public static func buildEither(first gestures: [GestureEntry]) -> [GestureEntry] { gestures }

    /// What stands behind an `else`.
    public static func buildEither(second gestures: [GestureEntry]) -> [GestureEntry] { gestures }

    /// What a loop lists.
    public static func buildArray(_ gestures: [[GestureEntry]]) -> [GestureEntry] {
        gestures.flatMap(\.self)
    }
}

/// What a surface has: gestures of its own, and zones above them.
public struct SurfaceContent {
    var gestures: [GestureEntry] = []
    var zones: [Zone] = []
}

/// The gestures of the whole surface, and zones, the topmost last.
@resultBuilder
public enum SurfaceBuilder {
    /// Takes a gesture of the whole surface.
    public static func buildExpression(_ gesture: some Gesture) -> SurfaceContent {
        SurfaceContent(gestures: [GestureEntry(gesture.compiled())])
    }

    /// Takes a zone, above those before it.
    public static func buildExpression(_ zone: Zone) -> SurfaceContent {
        SurfaceContent(zones: [zone])
    }

    /// Takes what a function with this builder has listed.
    public static func buildExpression(_ content: SurfaceContent) -> SurfaceContent { content }

    /// Lists one after the other.
    public static func buildBlock(_ contents: SurfaceContent...) -> SurfaceContent {
        buildArray(contents)
    }

    /// What stands behind an `if`; nothing where that does not hold.
    public static func buildOptional(_ content: SurfaceContent?) -> SurfaceContent {
        content ?? SurfaceContent()
    }

    /// What stands behind an `if`.
    public static func buildEither(first content: SurfaceContent) -> SurfaceContent { content }

    /// What stands behind an `else`.
    public static func buildEither(second content: SurfaceContent) -> SurfaceContent { content }

    /// What a loop lists.
    public static func buildArray(_ contents: [SurfaceContent]) -> SurfaceContent {
        SurfaceContent(
            gestures: contents.flatMap(\.gestures), zones: contents.flatMap(\.zones))
    }
}

/// How many fingers a gesture takes: a number, or a range of them.
public protocol FingerCount {
    /// From the fewest to the most.
    var fingers: ClosedRange<Int> { get }
}

extension Int: FingerCount {
    /// So many and no others.
    public var fingers: ClosedRange<Int> { self...self }
}

extension ClosedRange<Int>: FingerCount {
    public var fingers: ClosedRange<Int> { self }
}
