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
