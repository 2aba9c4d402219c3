public import TouchViews

/// A press that states its duration at the lift. A finger that strays more than 20 points cancels it.
///
/// A drag without a minimum begins at the landing, and each value has its time. The state of the
/// press is a `GestureState`: it is reset for the next press, however this one ends.
public struct TimedPress: ViewModifier {
    private struct Press {
        var landed: Date?
        var hasStrayed = false
    }

    private let report: (String) -> Void

    public init(report: @escaping (String) -> Void) {
        self.report = report
    }

    public func body(content: Content) -> some View {
        @GestureState var press = Press()
        return content.gesture(
            DragGesture(minimumDistance: 0)
                // Before `updating`, which resets the state at the lift.
                .onEnded { value in
                    guard let landed = press.landed, !press.hasStrayed else { return }
                    let duration = value.time.timeIntervalSince(landed)
                    report("held for \(Int((duration * 1_000).rounded())) ms")
                }
                .updating($press) { value, press, _ in
                    if press.landed == nil {
                        press.landed = value.time
                        report("pressed")
                    }
                    let travel = value.translation
                    guard !press.hasStrayed,
                        travel.width * travel.width + travel.height * travel.height > 400
                    else { return }
                    press.hasStrayed = true
                    report("strayed")
                })
    }
}
