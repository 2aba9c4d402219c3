import TouchCore

/// Prints a line of an example.
typealias Reporter = (String) -> Void

/// Gestures to copy, and touches to try them with.
protocol Example {
    /// What it shows, in one line.
    static var title: String { get }

    /// What fingers do, in the notation of `docs/traces.md`.
    static var touches: String { get }

    init()

    /// What the surface has.
    @SurfaceBuilder func gestures(report: @escaping Reporter) -> SurfaceContent
}

extension Double {
    /// Without what is behind the point, to be read.
    var whole: Int { Int(rounded()) }
}
