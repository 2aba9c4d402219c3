import TouchCore

/// A finger that presses harder than when it landed.
struct DeepPress: Example {
    static let title = "a deep press with a threshold"

    static let touches = """
        0ms down 0 100,60 force=0.1
        10ms..300ms hold 0 force=0.1->0.9
        310ms..500ms hold 0 force=0.9->0.1
        510ms up 0
        """

    /// Whether the finger presses hard.
    @GestureState var isDeep = false

    func gestures(report: @escaping Reporter) -> SurfaceContent {
        DeepPressGesture(threshold: 0.6, releaseThreshold: 0.4)
            .updating($isDeep) { press, isDeep in
                if !isDeep { report("began at \((press.force * 100).whole) %") }
                isDeep = true
            }
            .onEnded { press in
                report("ended at \((press.force * 100).whole) %")
                report("the maximum was \((press.maximumForce * 100).whole) %")
            }
    }
}
