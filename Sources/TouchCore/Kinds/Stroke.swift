/// The thresholds of a stroke: one finger whose path is a shape, drawn in up to three parts.
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
    /// Maximum time from the first landing to the last lift.
    public var maximumDuration: Duration = .milliseconds(10000)
    /// Maximum time from the lift of a part to the landing of the next. Only shapes of several parts
    /// wait for it.
    public var maximumGap: Duration = .milliseconds(1000)
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
        [.partGap, .strokeSize, .strokeDuration, .straightness, .score]
    }
    package var configuredTraits: KindTraits { maximumParts > 1 ? .drawsParts : [] }
    package var mayBePart: Bool { maximumParts == 1 }
    package var fingers: ClosedRange<Int> { 1...1 }
    package var definition: GestureDefinition { .stroke(self) }
    package var isOpenEnded: Bool { false }

    package func performances(on stage: PerformanceStage) -> [Performance] {
        let duration = min(1, Limit.seconds(maximumDuration) * 0.7)
        let pause = min(0.3, Limit.seconds(maximumGap) * 0.6, duration * 0.2)
        return templates.prefix(8).compactMap { template in
            template.drawings.first.map { parts in
                stage.drawing(
                    parts, size: max(minimumSize * 1.5, 40), in: duration, pause: pause)
            }
        }
    }

    /// The maximum number of parts of a drawing.
    var maximumParts: Int {
        templates.lazy.flatMap(\.drawings).map(\.count).max() ?? 1
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
                "maximum_duration", \.maximumDuration,
                "Maximum time from the first landing to the last lift."),
            .duration(
                "maximum_gap", \.maximumGap,
                """
                Maximum time from the lift of a part to the landing of the next, for shapes of \
                several parts. A drawing that may have more parts is judged once it has passed.
                """),
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
    /// From the lift of a part to the landing of the next, in s.
    public static var partGap: Self {
        Self(
            "partGap", "landed after the part before by", .seconds, places: 2,
            source: "maximum_gap")
    }
    /// The longer side of the stroke's bounding box, in mm.
    public static var strokeSize: Self {
        Self("strokeSize", "had a size of", .millimetres, places: 1, source: "minimum_size")
    }
    /// Time from the first landing to the last lift, in s.
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
