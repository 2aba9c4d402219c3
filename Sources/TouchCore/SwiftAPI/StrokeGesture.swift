/// A shape that one finger draws: `StrokeGesture(["m", "z"])`, or a shape of the program.
public struct StrokeGesture: Gesture, Sendable {
    public typealias Body = Never

    /// The value of a stroke.
    public struct Value: Sendable, Hashable {
        /// When the finger lifted.
        public var time: Timestamp
        /// The name of the shape.
        public var name: String
        /// The similarity of the stroke to it, 0 to 1.
        public var score: Double
        /// The second most similar shape; `nil` if there is no other.
        public var runnerUp: String?
        /// The similarity of the stroke to `runnerUp`; `nil` if there is no other shape.
        public var runnerUpScore: Double?
        /// The position at which the finger lifted, in mm.
        public var location: Point
        /// The time from the landing to the lift.
        public var duration: Duration
    }

    /// All thresholds of the gesture.
    public var thresholds = StrokeThresholds()

    /// - Parameters:
    ///   - templates: the shapes.
    ///   - score: the minimum similarity of a stroke to its shape, 0 to 1.
    ///   - minimumSize: the minimum length of the longer side of its bounding box, in mm.
    ///   - rotation: the rotations in which a shape may be drawn.
    ///   - direction: the ends from which a shape may be drawn.
    public init(
        _ templates: [StrokeTemplate] = StrokeTemplate.builtIn, score: Double = 0.7,
        minimumSize: Double = 15, rotation: StrokeThresholds.Rotation = .oriented,
        direction: StrokeThresholds.Direction = .drawn
    ) {
        thresholds.templates = templates
        thresholds.score = score
        thresholds.minimumSize = minimumSize
        thresholds.rotation = rotation
        thresholds.direction = direction
    }

    /// Built-in shapes by their names; unknown names are omitted.
    public init(_ names: [String]) {
        self.init(StrokeTemplate.builtIn.filter { names.contains($0.name.description) })
    }

    /// A stroke with the given thresholds.
    public init(_ thresholds: StrokeThresholds) {
        self.thresholds = thresholds
    }

    public func compiled() -> CompiledGesture<Value> {
        CompiledGesture(.stroke(thresholds)) { reading, report in
            let values = reading.values
            return Value(
                time: report.time, name: values.stroke?.description ?? "",
                score: values.score ?? 0, runnerUp: values.runnerUp?.description,
                runnerUpScore: values.runnerUpScore, location: reading.position,
                duration: .microseconds(reading.durationUs))
        }
    }
}
