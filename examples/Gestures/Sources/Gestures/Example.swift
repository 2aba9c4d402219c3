import TouchCore

/// Prints a line of an example.
typealias Reporter = (String) -> Void

/// Gestures to copy, and touches to try them with.
protocol Example {
    /// The example's subject, in one line.
    static var title: String { get }

    /// Touches, in the notation of `docs/traces.md`.
    static var touches: String { get }

    init()

    /// The gestures of the surface.
    @SurfaceBuilder func gestures(report: @escaping Reporter) -> SurfaceContent
}

extension Double {
    /// The nearest integer, for readable output.
    var whole: Int { Int(rounded()) }
}
