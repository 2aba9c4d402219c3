import TouchCore

/// A pen whose line is as wide as the finger presses.
final class Drawing: Example {
    /// A piece of a line.
    struct Ink: Equatable {
        var position: Point
        /// In mm.
        var width: Double
    }

    static let title = "continuous force, for drawing"

    static let touches = """
        0ms..100ms stroke 0 100,60 -> 120,60 force=0.1->0.6
        110ms up 0
        500ms..600ms stroke 0 100,80 -> 140,80 force=0.2->0.8
        610ms up 0
        """

    private(set) var lines: [[Ink]] = []
    private var line: [Ink] = []

    func gestures(report: @escaping Reporter) -> SurfaceContent {
        ForceGesture()
            .onChanged { pen in
                self.line.append(Ink(position: pen.location, width: pen.force * 4))
            }
            .onEnded { _ in
                let widths = self.line.map { ($0.width * 10).whole }
                report(
                    "\(widths.count) points, \(widths.min() ?? 0) to \(widths.max() ?? 0) tenths of a mm"
                )
                self.lines.append(self.line)
                self.line = []
            }
    }
}
