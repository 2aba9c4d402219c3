import TouchCore

/// A gesture of your own: three fingers that move things aside.
struct ShoveGesture: Gesture {
    /// The minimum distance, in mm.
    var minimumDistance = 10.0

    var body: some Gesture<Double> {
        SurfaceDragGesture(minimumDistance: minimumDistance, axis: .horizontal, fingers: 3)
            .map(\.translation.x)
    }
}

/// Uses the gesture like those of the library.
struct Shove: Example {
    static let title = "a gesture with a body"

    static let touches = """
        0ms..100ms stroke 0 100,60 -> 140,60  stroke 1 100,75 -> 140,75  stroke 2 100,90 -> 140,90
        110ms up 0  up 1  up 2
        """

    func gestures(report: @escaping Reporter) -> SurfaceContent {
        ShoveGesture().onEnded { distance in report("shoved by \(distance.whole) mm") }
    }
}
