/// Fingers that move.
public struct DragGesture: Gesture {
    public typealias Body = Never

    /// What a drag says.
    public struct Value: Sendable, Hashable {
        /// When it was there.
        public var time: Timestamp
        /// Centroid of the fingers at the start of the round, in mm.
        public var startLocation: Point
        /// Centroid of the fingers now, in mm.
        public var location: Point
        /// In mm/s.
        public var velocity: Point
        /// The translation it would have after another quarter of a second, in mm.
        public var predictedEndTranslation: Point
        /// The side of the surface that it comes from.
        public var edge: SurfaceEdge?
        /// How many fingers.
        public var fingers: Int

        /// From the start to now, in mm.
        public var translation: Point { location - startLocation }

        /// Where it would be after another quarter of a second, in mm.
        public var predictedEndLocation: Point { startLocation + predictedEndTranslation }
    }

    /// All that can be set.
    public var thresholds = DragThresholds()

    /// - Parameters:
    ///   - minimumDistance: how far the fingers must have moved, in mm; it begins beyond.
    ///   - axis: the way along which the distance counts.
    ///   - edges: the sides that it must come from; none: it may begin anywhere.
    ///   - fingers: how many fingers, a number or a range.
    public init(
        minimumDistance: Double = 4, axis: DragThresholds.Axis = .any,
        edges: Set<SurfaceEdge> = [], fingers: some FingerCount = 1...5
    ) {
        thresholds.minimumDistance = minimumDistance
        thresholds.axis = axis
        thresholds.edges = edges
        thresholds.fingers = fingers.fingers
    }

    /// A drag by thresholds.
    public init(_ thresholds: DragThresholds) {
        self.thresholds = thresholds
    }

    public func compiled() -> CompiledGesture<Value> {
        CompiledGesture(.drag(thresholds)) { reading, report in
            let values = reading.values
            return Value(
                time: report.time,
                startLocation: reading.position - (values.translation ?? .zero),
                location: reading.position, velocity: values.velocity ?? .zero,
                predictedEndTranslation: values.predicted ?? .zero, edge: values.edge,
                fingers: report.fingers)
        }
    }
}
