public import TouchViews

/// A press that states its duration at the lift. A finger that strays more than 20 points cancels it.
///
/// A drag without a minimum begins at the landing, and each value has its time.
public struct TimedPress: ViewModifier {
    private let report: (String) -> Void

    public init(report: @escaping (String) -> Void) {
        self.report = report
    }

    public func body(content: Content) -> some View {
        var landed: Date?
        var hasStrayed = false
        return content.gesture(
            DragGesture(minimumDistance: 0)
                .onChanged { value in
                    if landed == nil {
                        landed = value.time
                        hasStrayed = false
                        report("pressed")
                    }
                    let way = value.translation
                    guard !hasStrayed, way.width * way.width + way.height * way.height > 400 else {
                        return
                    }
                    hasStrayed = true
                    report("strayed")
                }
                .onEnded { value in
                    let duration = value.time.timeIntervalSince(landed ?? value.time)
                    landed = nil
                    if !hasStrayed { report("held for \(Int((duration * 1_000).rounded())) ms") }
                })
    }
}
