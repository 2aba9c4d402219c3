import TouchCore

/// A tap of two fingers, which is distinct from a tap of one.
struct TwoFingerTap: Example {
    static let title = "a tap of two fingers"

    static let touches = """
        0ms down 0 100,60
        20ms down 1 125,60
        90ms up 0
        110ms up 1
        """

    func gestures(report: @escaping Reporter) -> SurfaceContent {
        SurfaceTapGesture(fingers: 2).onEnded { report("back") }
        SurfaceTapGesture(fingers: 1).onEnded { report("select") }
    }
}
