/// The gestures of a zone, in order of priority.
@resultBuilder
public enum GestureListBuilder {
    public static func buildExpression(_ gesture: some Gesture) -> [GestureEntry] {
        [GestureEntry(gesture.compiled())]
    }

    /// Takes gestures that a function with this builder has listed.
    public static func buildExpression(_ gestures: [GestureEntry]) -> [GestureEntry] { gestures }

    public static func buildBlock(_ gestures: [GestureEntry]...) -> [GestureEntry] {
        gestures.flatMap(\.self)
    }

    public static func buildOptional(_ gestures: [GestureEntry]?) -> [GestureEntry] {
        gestures ?? []
    }

    public static func buildEither(first gestures: [GestureEntry]) -> [GestureEntry] { gestures }

    public static func buildEither(second gestures: [GestureEntry]) -> [GestureEntry] { gestures }

    public static func buildArray(_ gestures: [[GestureEntry]]) -> [GestureEntry] {
        gestures.flatMap(\.self)
    }
}

/// What a surface has: gestures of its own, and zones above them.
public struct SurfaceContent {
    var gestures: [GestureEntry] = []
    var zones: [Zone] = []
}

/// The gestures of the whole surface in order of priority, and zones, the topmost last.
@resultBuilder
public enum SurfaceBuilder {
    public static func buildExpression(_ gesture: some Gesture) -> SurfaceContent {
        SurfaceContent(gestures: [GestureEntry(gesture.compiled())])
    }

    public static func buildExpression(_ zone: Zone) -> SurfaceContent {
        SurfaceContent(zones: [zone])
    }

    /// Takes what a function with this builder has listed.
    public static func buildExpression(_ content: SurfaceContent) -> SurfaceContent { content }

    public static func buildBlock(_ contents: SurfaceContent...) -> SurfaceContent {
        buildArray(contents)
    }

    public static func buildOptional(_ content: SurfaceContent?) -> SurfaceContent {
        content ?? SurfaceContent()
    }

    public static func buildEither(first content: SurfaceContent) -> SurfaceContent { content }

    public static func buildEither(second content: SurfaceContent) -> SurfaceContent { content }

    public static func buildArray(_ contents: [SurfaceContent]) -> SurfaceContent {
        SurfaceContent(
            gestures: contents.flatMap(\.gestures), zones: contents.flatMap(\.zones))
    }
}
