/// A shape that one finger draws: `StrokeGesture(["m", "z"])`, or one of your own.
public struct StrokeGesture: Gesture, Sendable {
    public typealias Body = Never

    /// The value of a stroke.
    public struct Value: Sendable, Hashable {
        /// When the finger lifted.
        public var time: Timestamp
        /// The name of the shape.
        public var name: String
        /// How much it is like that, 0 to 1.
        public var score: Double
        /// The other shape that it resembles most; `nil` if there is no other.
        public var runnerUp: String?
        /// How much it is like that; `nil` where there is no other.
        public var runnerUpScore: Double?
        /// Where the finger lifted, in mm.
        public var location: Point
        /// From the landing to the lift.
        public var duration: Duration
    }

    /// All that can be set.
    public var thresholds = StrokeThresholds()

    /// - Parameters:
    ///   - templates: the shapes.
    ///   - score: how much a stroke must be like its shape, 0 to 1.
    ///   - minimumSize: the longer side of the rectangle about it, in mm.
    ///   - rotation: how a shape may be turned.
    ///   - direction: from which end it may be drawn.
    public init(
        _ templates: [StrokeTemplate] = StrokeTemplate.builtIn, score: Double = 0.5,
        minimumSize: Double = 15, rotation: StrokeThresholds.Rotation = .oriented,
        direction: StrokeThresholds.Direction = .drawn
    ) {
        thresholds.templates = templates
        thresholds.score = score
        thresholds.minimumSize = minimumSize
        thresholds.rotation = rotation
        thresholds.direction = direction
    }

    /// Built-in shapes by their names; a name that is none is left out.
    public init(_ names: [String]) {
        self.init(StrokeTemplate.builtIn.filter { names.contains($0.name.description) })
    }

    /// A stroke by thresholds.
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
