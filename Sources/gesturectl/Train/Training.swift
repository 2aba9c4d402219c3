import GestureClient
import LinuxIO
import TouchCore

/// The drawings of one shape, and the checks that refuse some.
struct Training: Sendable {
    /// The minimum size of a drawing, whatever `minimum_size` is: mm, the longer side. A smaller
    /// one is accidental.
    static let leastSize = 10.0
    /// The minimum number of samples of a shape.
    static let leastSamples = 8
    /// The minimum similarity of the drawings of one shape.
    static let leastLikeness = 0.45
    /// The number of points that are kept of a drawing.
    static let keptPoints = 64

    /// The requested number of drawings.
    let times: Int
    /// The drawings that were accepted.
    private(set) var examples: [[Point]] = []

    init(times: Int) {
        self.times = times
    }

    /// Whether all were drawn.
    var isDone: Bool { examples.count >= times }

    /// The average similarity of the drawings, 0 to 1.
    var likeness: Double {
        var scores: [Double] = []
        for (index, one) in examples.enumerated() {
            for other in examples[..<index] { scores.append(StrokeSimilarity.score(one, other)) }
        }
        return scores.isEmpty ? 1 : scores.reduce(0, +) / Double(scores.count)
    }

    /// Adds a drawing. Returns why it is refused; `nil` if it is accepted.
    mutating func receive(_ touch: MeasuredTouch) -> String? {
        guard touch.fingers == 1 else {
            return "\(touch.fingers) fingers touched; draw with one"
        }
        let xs = touch.places.map(\.x)
        let ys = touch.places.map(\.y)
        let size = max((xs.max() ?? 0) - (xs.min() ?? 0), (ys.max() ?? 0) - (ys.min() ?? 0))
        guard size >= Self.leastSize else {
            let least = Self.text(Self.leastSize)
            return "\(Self.text(size)) mm are too short; draw \(least) mm or more"
        }
        guard touch.places.count >= Self.leastSamples else {
            return "\(touch.places.count) samples are too short; draw more slowly"
        }
        guard let drawing = StrokeSimilarity.resampled(touch.places, count: Self.keptPoints),
            StrokeTemplate.problem(with: drawing) == nil
        else { return "it is a straight line, which a swipe is for; draw something that turns" }
        let likest = examples.map { StrokeSimilarity.score(drawing, $0) }.max() ?? 1
        guard likest >= Self.leastLikeness else {
            return "it is unlike the others (\(Self.text(likest)) of 1); draw it as before"
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
    /// Reads the drawings from recordings; all touches of one finger count.
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
                    touch \(index + 1) of \(ReadableName.of(path)) is no drawing of \(shape): \(refusal)
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
