import TouchCore

/// A press that shows how long it lasts while it does, and in all when it is over.
///
/// A finger that strays more than 10 mm cancels it: then there is no total.
struct TimedPress: Example {
    static let title = "a press that shows its duration, and its total"

    static let touches = """
        0ms down 0 100,60
        250ms up 0
        """

    /// So long it has lasted; zero again once it is over, however that comes.
    @GestureState var pressed = Duration.zero

    func gestures(report: @escaping Reporter) -> SurfaceContent {
        PressGesture(
            interval: .milliseconds(100), delay: .milliseconds(100), maximumDistance: 10
        )
        .updating($pressed) { press, pressed in pressed = press.duration }
        .onChanged { press in report("pressed for \(press.duration)") }
        .onEnded { press in report("\(press.duration) in all") }
    }
}
