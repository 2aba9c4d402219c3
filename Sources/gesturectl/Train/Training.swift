import GestureClient
import LinuxIO
import TouchCore

/// The drawings of one shape, and the checks that refuse some.
struct Training: Sendable {
    /// The minimum length of a drawing's longer side, in mm, whatever `minimum_size` is. A smaller
    /// drawing is accidental.
    static let minimumSize = 10.0
    /// The minimum number of samples of a shape.
    static let minimumSamples = 8
    /// The minimum similarity of the drawings of one shape.
    static let minimumSimilarity = 0.45
    /// The number of points to which each part of a drawing is resampled.
    static let pointCount = 64

    /// The requested number of drawings.
    let times: Int
    /// The number of parts of each.
    let parts: Int
    /// The drawings that were accepted.
    private(set) var drawings: [[[Point]]] = []
    /// The touches of the present drawing.
    private(set) var drawn: [MeasuredTouch] = []

    init(times: Int, parts: Int = 1) {
        self.times = times
        self.parts = parts
    }

    /// Whether all requested drawings were accepted.
    var isDone: Bool { drawings.count >= times }

    /// Adds a touch, the next part of a drawing. Returns why the drawing is refused; `nil` if it is
    /// accepted or not complete.
    mutating func receive(_ touch: MeasuredTouch) -> String? {
        let before = drawn.last
        drawn.append(touch)
        let refusal = refusal(of: touch, after: before)
        guard refusal == nil, drawn.count == parts else {
            if refusal != nil { drawn = [] }
            return refusal
        }
        defer { drawn = [] }
        return complete()
    }

    private func refusal(of touch: MeasuredTouch, after before: MeasuredTouch?) -> String? {
        guard touch.fingers == 1 else {
            return "\(touch.fingers) fingers touched; draw with one"
        }
        guard let before else { return nil }
        let gap = StrokeThresholds().maximumGap / .microseconds(1)
        let us = Double(touch.landedUs &- before.liftedUs)
        guard us > gap else { return nil }
        return """
            part \(drawn.count) came \(Self.text(us / 1e6)) s after the one before; draw the parts \
            within \(Self.text(gap / 1e6)) s
            """
    }

    /// Adds the drawing whose parts are complete, or returns why it is refused.
    private mutating func complete() -> String? {
        let positions = drawn.flatMap(\.positions)
        let xs = positions.map(\.x)
        let ys = positions.map(\.y)
        let size = max((xs.max() ?? 0) - (xs.min() ?? 0), (ys.max() ?? 0) - (ys.min() ?? 0))
        guard size >= Self.minimumSize else {
            let minimum = Self.text(Self.minimumSize)
            return "\(Self.text(size)) mm are too short; draw \(minimum) mm or more"
        }
        guard positions.count >= Self.minimumSamples else {
            return "\(positions.count) samples are too short; draw more slowly"
        }
        let drawing = drawn.map { part in
            StrokeSimilarity.resampled(part.positions, count: Self.pointCount) ?? [part.landing]
        }
        switch StrokeTemplate.problem(withParts: drawing) {
        case nil: break
        case .dots: return "it has only dots, which a tap is for; draw a line as one of its parts"
        default: return "it is a straight line, which a swipe is for; draw something that turns"
        }
        let similarity = drawings.map { StrokeSimilarity.score(drawing, $0) }.max() ?? 1
        guard similarity >= Self.minimumSimilarity else {
            return "it is unlike the others (\(Self.text(similarity)) of 1); draw it as before"
        }
        drawings.append(drawing)
        return nil
    }

    /// A number with two decimal places.
    static func text(_ number: Double) -> String {
        let hundredths = (number * 100).rounded() / 100
        return "\(hundredths)"
    }
}

/// Touches of recordings.
enum RecordedTouches {
    /// Reads the drawings from recordings: every touch is a drawing, or a part of one.
    ///
    /// - Throws: 66 and 77 if a file cannot be read, 65 if it is not a recording, a drawing is
    ///   refused, or there are too few.
    static func train(
        _ shape: StrokeName, _ paths: [String], times: Int, parts: Int = 1
    ) throws(CommandError) -> Training {
        var training = Training(times: times, parts: parts)
        for path in paths {
            for (index, touch) in try touches(of: path).enumerated() where !training.isDone {
                guard let refusal = training.receive(touch) else { continue }
                throw CommandError(
                    .data,
                    """
                    touch \(index + 1) of \(ReadableName.of(path)) is not a drawing of \(shape): \
                    \(refusal)
                      Nothing was written; record the drawings alone, or leave the file out
                    """)
            }
        }
        guard training.drawings.count >= 3 else {
            throw CommandError(
                .data,
                """
                there are \(training.drawings.count) drawings of \(shape), and three are needed
                  Nothing was written; name more recordings with --from
                """)
        }
        return training
    }

    private static func touches(of path: String) throws(CommandError) -> [MeasuredTouch] {
        var reader = try RecordingTouchReader(path)
        return reader.touches()
    }
}
