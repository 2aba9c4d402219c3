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
    /// The number of points to which a drawing is resampled.
    static let pointCount = 64

    /// The requested number of drawings.
    let times: Int
    /// The drawings that were accepted.
    private(set) var examples: [[Point]] = []

    init(times: Int) {
        self.times = times
    }

    /// Whether all requested drawings were accepted.
    var isDone: Bool { examples.count >= times }

    /// Adds a drawing. Returns why it is refused; `nil` if it is accepted.
    mutating func receive(_ touch: MeasuredTouch) -> String? {
        guard touch.fingers == 1 else {
            return "\(touch.fingers) fingers touched; draw with one"
        }
        let xs = touch.positions.map(\.x)
        let ys = touch.positions.map(\.y)
        let size = max((xs.max() ?? 0) - (xs.min() ?? 0), (ys.max() ?? 0) - (ys.min() ?? 0))
        guard size >= Self.minimumSize else {
            let minimum = Self.text(Self.minimumSize)
            return "\(Self.text(size)) mm are too short; draw \(minimum) mm or more"
        }
        guard touch.positions.count >= Self.minimumSamples else {
            return "\(touch.positions.count) samples are too short; draw more slowly"
        }
        guard let drawing = StrokeSimilarity.resampled(touch.positions, count: Self.pointCount),
            StrokeTemplate.problem(with: drawing) == nil
        else { return "it is a straight line, which a swipe is for; draw something that turns" }
        let similarity = examples.map { StrokeSimilarity.score(drawing, $0) }.max() ?? 1
        guard similarity >= Self.minimumSimilarity else {
            return "it is unlike the others (\(Self.text(similarity)) of 1); draw it as before"
        }
        examples.append(drawing)
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
    /// Reads the drawings from recordings: every touch is a drawing.
    ///
    /// - Throws: 66 and 77 if a file cannot be read, 65 if it is not a recording, a drawing is
    ///   refused, or there are too few.
    static func train(
        _ shape: StrokeName, _ paths: [String], times: Int
    ) throws(CommandError) -> Training {
        var training = Training(times: times)
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
        guard training.examples.count >= 3 else {
            throw CommandError(
                .data,
                """
                there are \(training.examples.count) drawings of \(shape), and three are needed
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
