import TouchCore

/// Three fingers that move things aside.
struct ShoveGesture: Gesture {
    var body: some Gesture<SurfaceDragGesture.Value> {
        SurfaceDragGesture(axis: .horizontal, fingers: 3)
    }
}
