import TouchCore

/// Three fingers that move things aside.
struct ShoveGesture: Gesture {
    var body: some Gesture<DragGesture.Value> {
        DragGesture(axis: .horizontal, fingers: 3)
    }
}
