import TouchCore

/// Three fingers that move things aside.
struct ShoveGesture: Gesture {
    var body: some Gesture<Double> {
        SurfaceDragGesture(axis: .horizontal, fingers: 3)
            .map(\.translation.x)
    }
}
