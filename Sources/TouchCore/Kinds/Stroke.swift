/// The thresholds of a stroke: one finger whose path is a shape.
public struct StrokeThresholds: Sendable, Hashable {
    /// How a shape may be turned.
    public enum Rotation: String, Sendable, Hashable, CaseIterable {
        /// By up to `maximumRotation`, because hands are not exact.
        case oriented
        /// By any angle.
        case any
    }

    /// From which end a shape may be drawn.
    public enum Direction: String, Sendable, Hashable, CaseIterable {
        /// From the same end as in its example.
        case drawn
        /// From either end.
        case either
    }

    /// The shapes. The one most similar to the stroke is reported.
    public var templates: [StrokeTemplate]
    /// The minimum similarity of a stroke to its shape, 0 to 1.
    public var score: Double = 0.7
    /// Minimum length of the longer side of the stroke's bounding box, in mm.
    public var minimumSize: Double = 15
    /// Maximum time from the landing to the lift.
    public var maximumDuration: Duration = .milliseconds(10000)
    /// How a shape may be turned.
    public var rotation: Rotation = .oriented
    /// The angle in degrees by which an oriented shape may be turned without a lower score.
    public var maximumRotation: Double = 30
    /// From which end it may be drawn.
    public var direction: Direction = .drawn
    /// The number of points with which strokes are compared, 16 to 64.
    public var points: Int = 16

    /// Creates the defaults, which apply without a configuration.
    public init() {
        templates = StrokeTemplate.builtIn
    }
}

extension StrokeThresholds: GestureThresholds {
    package static var kind: GestureKind { .stroke }
    package static var summary: String { "A shape that one finger draws" }
    package static var aliases: [String] { ["shape", "symbol", "letter"] }
    package static var traits: KindTraits { StrokeRecognizer.traits }
    package static var fields: GestureFields { [.stroke, .runnerUp] }
    package static var quantities: [UnmetThreshold.Quantity] {
        [.strokeSize, .strokeDuration, .straightness, .score]
    }
    package var fingers: ClosedRange<Int> { 1...1 }
    package var definition: GestureDefinition { .stroke(self) }
    package var isOpenEnded: Bool { false }

    package func performances(on stage: PerformanceStage) -> [Performance] {
        let duration = min(1, Limit.seconds(maximumDuration) * 0.7)
        return templates.prefix(8).compactMap { template in
            template.examples.first.map { points in
                [stage.drawing(points, size: max(minimumSize * 1.5, 40), in: duration)]
            }
        }
    }

    package static var table: [Threshold<Self>] {
        [
            .templates(
                "templates", \.templates,
                """
                The shapes: names of built-in ones, files of shapes beside this one (shapes.json), or \
                drawings by name.
                """),
            .share(
                "score", \.score,
                """
                How much a stroke must be like the shape. Less accepts careless strokes, but also \
                movements that were not meant as shapes.
                """),
            .length(
                "minimum_size", \.minimumSize,
                """
                The longer side of the stroke's bounding rectangle. Less accepts small movements.
                """),
            .duration(
                "maximum_duration", \.maximumDuration, "Maximum time from the landing to the lift."),
            .word(
                "rotation", \.rotation,
                """
                How a shape may be turned. oriented: by maximum_rotation at most; any: by any \
                angle, so that an arrow has no direction.
                """),
            .number(
                "maximum_rotation", \.maximumRotation, .angle(0...90),
                """
                The angle by which an oriented shape may be turned without a lower score.
                """),
            .word(
                "direction", \.direction,
                """
                From which end a shape may be drawn. drawn: from the same end as the example; \
                either: from both ends.
                """),
            .count(
                "points", \.points, StrokeMatcher.pointRange,
                """
                The number of points that are compared. More distinguish small parts of long \
                shapes.
                """),
        ]
    }
}

/// The quantities whose thresholds can prevent a stroke from being recognised.
extension UnmetThreshold.Quantity {
    /// The longer side of the stroke's bounding box, in mm.
    public static var strokeSize: Self {
        Self("strokeSize", "had a size of", .millimetres, places: 1, source: "minimum_size")
    }
    /// Time from the landing to the lift, in s.
    public static var strokeDuration: Self {
        Self(
            "strokeDuration", "was drawn in", .seconds, places: 2, source: "maximum_duration",
            .growsUntilLift)
    }
    /// The similarity to a straight line; the limit is the similarity to the nearest shape.
    public static var straightness: Self {
        Self(
            "straightness", "was like a straight line by", .none, places: 2,
            source: "likeness to the nearest shape")
    }
    /// The similarity to the nearest shape, 0 to 1.
    public static var score: Self {
        Self("score", "was like the nearest shape by", .none, places: 2, source: "score")
    }
}

extension GestureValues {
    /// The results of a stroke.
    ///
    /// - Parameters:
    ///   - name: the shape that was drawn.
    ///   - score: its similarity to that shape, 0 to 1.
    ///   - runnerUp: the second most similar shape and the similarity to it; `nil` if there is no
    ///     other.
    public static func stroke(
        _ name: StrokeName, score: Double, runnerUp: (name: StrokeName, score: Double)?
    ) -> GestureValues {
        var values = GestureValues(.stroke)
        values.setStroke(name, score: score, runnerUp: runnerUp)
        return values
    }
}

/// Recognises a shape that one finger draws.
///
///     waiting ──lift──▶ recognised
///        └─ too small, too slow, straight, unlike any shape ──▶ failed
///
/// It has no state: it compares the path that the hand records.
struct StrokeRecognizer: Recognizer {
    static let traits: KindTraits = [.stroke, .recordsPath, .discrete, .neverWins, .independent]

    private let matcher: StrokeMatcher
    private let minimumScore: Double
    private let minimumSize: Double
    private let maximumDurationUs: Int64

    init(_ thresholds: StrokeThresholds) {
        matcher = StrokeMatcher(
            thresholds.templates, points: thresholds.points,
            maximumRotation: thresholds.rotation == .any
                ? .pi : thresholds.maximumRotation * .pi / 180,
            allowsReversed: thresholds.direction == .either)
        minimumScore = thresholds.score
        minimumSize = thresholds.minimumSize
        maximumDurationUs = Limit.microseconds(thresholds.maximumDuration)
    }

    /// The maximum that the finger exceeds at `time`; `nil` if there is none.
    func exceeded(_ hand: borrowing Hand, at time: Timestamp) -> UnmetThreshold? {
        let ageUs = time.microseconds(since: hand.firstLanding)
        guard hand.isFresh, ageUs > maximumDurationUs else { return nil }
        return .above(.strokeDuration, us: ageUs, maximumDurationUs)
    }

    /// When the finger has been down too long; `never` if there is no limit.
    func nextDeadline(_ hand: borrowing Hand) -> Timestamp {
        guard maximumDurationUs < .max else { return .never }
        // At exactly the maximum it can still be recognised.
        return hand.firstLanding.advanced(byMicroseconds: maximumDurationUs + 1)
    }

    /// The finger lifts.
    func lift(
        of hand: borrowing Hand, at time: Timestamp, fingers: borrowing FingerTable
    ) -> LiftAction {
        guard hand.isFresh,
            case .shape(let match) = judge(hand, at: time, fingers: fingers)
        else { return .fail }
        return .recognize(
            RecognizedGesture(
                fingers: hand.count, position: fingers.centroid(of: hand.fingers),
                force: fingers.force(of: hand.fingers), landedAt: hand.firstLanding,
                since: hand.firstLanding,
                values: .stroke(
                    match.name, score: match.score,
                    runnerUp: match.runnerUp.map { ($0, match.runnerUpScore) })))
    }

    /// The first threshold that the stroke misses if the finger lifts at `time`; `nil` if it meets
    /// all.
    func unmet(
        _ hand: borrowing Hand, at time: Timestamp, fingers: borrowing FingerTable
    ) -> UnmetThreshold? {
        guard case .missed(let unmet) = judge(hand, at: time, fingers: fingers) else {
            return nil
        }
        return unmet
    }

    private enum Judgement {
        case shape(StrokeMatch)
        case missed(UnmetThreshold)
    }

    private func judge(
        _ hand: borrowing Hand, at time: Timestamp, fingers: borrowing FingerTable
    ) -> Judgement {
        if let exceeded = exceeded(hand, at: time) { return .missed(exceeded) }
        let end = fingers.displacement(of: hand.fingers)
        return hand.path.withPoints(to: end) { points in
            let size = Self.size(of: points)
            guard size >= minimumSize else {
                return .missed(.below(.strokeSize, size, minimumSize))
            }
            guard let match = matcher.match(points) else {
                return .missed(.below(.score, 0, minimumScore))
            }
            guard match.lineScore < match.score else {
                return .missed(.above(.straightness, match.lineScore, match.score))
            }
            guard match.score >= minimumScore else {
                return .missed(.below(.score, match.score, minimumScore))
            }
            return .shape(match)
        }
    }

    /// The longer side of the bounding box of some points.
    private static func size(of points: UnsafeBufferPointer<Point>) -> Double {
        var (minimum, maximum) = (Point.zero, Point.zero)
        for point in points {
            minimum = Point(x: lesser(minimum.x, point.x), y: lesser(minimum.y, point.y))
            maximum = Point(x: greater(maximum.x, point.x), y: greater(maximum.y, point.y))
        }
        return greater(maximum.x - minimum.x, maximum.y - minimum.y)
    }
}
