import TouchCore

/// A press that shows its duration while it lasts, and the total at its end.
///
/// A finger that strays more than 10 mm cancels it: then there is no total.
struct TimedPress: Example {
    static let title = "a press that shows its duration, and its total"

    static let touches = """
        0ms down 0 100,60
        250ms up 0
        """

    /// The duration so far; zero again after the press, even if it was cancelled.
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
