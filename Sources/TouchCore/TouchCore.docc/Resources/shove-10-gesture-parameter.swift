import TouchCore

/// Three fingers that move things aside.
struct ShoveGesture: Gesture {
    /// How far they have to go, in mm.
    var minimumDistance = 10.0

    var body: some Gesture<Double> {
        SurfaceDragGesture(minimumDistance: minimumDistance, axis: .horizontal, fingers: 3)
            .map(\.translation.x)
    }
}
