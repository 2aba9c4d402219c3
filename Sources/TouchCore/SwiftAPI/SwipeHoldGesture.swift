/// Fingers that move in one direction, and then rest: it begins while they rest.
public struct SwipeHoldGesture: Gesture, Sendable {
    public typealias Body = Never

    /// The value of a swipe and hold.
    public struct Value: Sendable, Hashable {
        /// The time of the value.
        public var time: Timestamp
        /// The direction of the movement before the rest.
        public var direction: SwipeDirection
        /// Centroid of the landing points, in mm.
        public var startLocation: Point
        /// Centroid of the fingers now, in mm.
        public var location: Point
        /// The side of the surface that it comes from.
        public var edge: SurfaceEdge?
        /// The number of fingers.
        public var fingers: Int

        /// The displacement since the landing, in mm.
        public var translation: Point { location - startLocation }
    }

    /// All thresholds of the gesture.
    public var thresholds = SwipeHoldThresholds()

    /// - Parameters:
    ///   - directions: the directions that count.
    ///   - edges: the sides that it must come from; if empty, it may begin anywhere.
    ///   - minimumDistance: the displacement from the landing to the rest, in mm.
    ///   - minimumHold: the minimum time for which the fingers rest.
    ///   - fingers: the number of fingers, or a range.
    public init(
        directions: Set<SwipeDirection> = [.left, .right, .up, .down],
        edges: Set<SurfaceEdge> = [], minimumDistance: Double = 12,
        minimumHold: Duration = .milliseconds(500), fingers: some FingerCount = 1...5
    ) {
        thresholds.directions = directions
        thresholds.edges = edges
        thresholds.minimumDistance = minimumDistance
        thresholds.minimumHold = minimumHold
        thresholds.fingers = fingers.fingers
    }

    /// A swipe and hold with the given thresholds.
    public init(_ thresholds: SwipeHoldThresholds) {
        self.thresholds = thresholds
    }

    public func compiled() -> CompiledGesture<Value> {
        CompiledGesture(.swipeHold(thresholds)) { reading, report in
            let values = reading.values
            return Value(
                time: report.time, direction: values.direction ?? .right,
                startLocation: reading.position - (values.translation ?? .zero),
                location: reading.position, edge: values.edge, fingers: report.fingers)
        }
    }
}
