import RealModule

/// Fingers that move.
public struct SurfaceDragGesture: Gesture, Sendable {
    public typealias Body = Never

    /// The value of a drag.
    public struct Value: Sendable, Hashable {
        /// The time of the value.
        public var time: Timestamp
        /// Centroid of the fingers at the start of the round, in mm.
        public var startLocation: Point
        /// Centroid of the fingers now, in mm.
        public var location: Point
        /// The velocity, in mm/s.
        public var velocity: Point
        /// The translation predicted for a quarter of a second later, in mm.
        public var predictedEndTranslation: Point
        /// The side of the surface that it comes from.
        public var edge: SurfaceEdge?
        /// The number of fingers.
        public var fingers: Int
        /// The steps so far along the axis, a running count; 0 if `thresholds.step` is `nil`.
        public var steps: Int

        /// The displacement since the start of the round, in mm.
        public var translation: Point { location - startLocation }

        /// The position predicted for a quarter of a second later, in mm.
        public var predictedEndLocation: Point { startLocation + predictedEndTranslation }
    }

    /// All thresholds of the gesture.
    public var thresholds = DragThresholds()

    /// - Parameters:
    ///   - minimumDistance: the displacement of the fingers beyond which it begins, in mm.
    ///   - axis: the axis along which the displacement counts.
    ///   - edges: the sides that it must come from; if empty, it may begin anywhere.
    ///   - fingers: the number of fingers, or a range.
    public init(
        minimumDistance: Double = 4, axis: DragThresholds.Axis = .any,
        edges: Set<SurfaceEdge> = [], fingers: some FingerCount = 1...5
    ) {
        thresholds.minimumDistance = minimumDistance
        thresholds.axis = axis
        thresholds.edges = edges
        thresholds.fingers = fingers.fingers
    }

    /// A drag with the given thresholds.
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
                fingers: report.fingers, steps: values.steps ?? 0)
        }
    }
}

/// A fast, straight stroke that does not stop.
public struct SwipeGesture: Gesture, Sendable {
    public typealias Body = Never

    /// The value of a swipe: its position and velocity at the first lift, its time at the last.
    public struct Value: Sendable, Hashable {
        /// When the last finger lifted.
        public var time: Timestamp
        /// The direction.
        public var direction: SwipeDirection
        /// Centroid of the landing points, in mm.
        public var startLocation: Point
        /// Centroid of the fingers at the first lift, in mm.
        public var location: Point
        /// Velocity at the first lift, in mm/s.
        public var velocity: Point
        /// The time from the first landing to the last lift.
        public var duration: Duration
        /// The side of the surface that it comes from.
        public var edge: SurfaceEdge?
        /// The number of fingers.
        public var fingers: Int

        /// The displacement from the landing to the first lift, in mm.
        public var translation: Point { location - startLocation }

        /// The length of the displacement, in mm.
        public var distance: Double { translation.length }

        /// Speed at the first lift, in mm/s.
        public var speed: Double { velocity.length }

        /// The angle between the displacement and its direction; positive is clockwise.
        public var deviation: Angle {
            let unit = direction.unit
            return Angle(
                radians: Double.atan2(y: unit.cross(translation), x: unit.dot(translation)))
        }
    }

    /// All thresholds of the gesture.
    public var thresholds = SwipeThresholds()

    /// - Parameters:
    ///   - directions: the directions that count.
    ///   - edges: the sides that it must come from; if empty, it may begin anywhere.
    ///   - minimumDistance: the displacement from the landing to the first lift, in mm.
    ///   - minimumSpeed: the average speed, in mm/s.
    ///   - fingers: the number of fingers, or a range.
    public init(
        directions: Set<SwipeDirection> = [.left, .right, .up, .down],
        edges: Set<SurfaceEdge> = [], minimumDistance: Double = 10, minimumSpeed: Double = 80,
        fingers: some FingerCount = 1...5
    ) {
        thresholds.directions = directions
        thresholds.edges = edges
        thresholds.minimumDistance = minimumDistance
        thresholds.minimumSpeed = minimumSpeed
        thresholds.fingers = fingers.fingers
    }

    /// A swipe with the given thresholds.
    public init(_ thresholds: SwipeThresholds) {
        self.thresholds = thresholds
    }

    public func compiled() -> CompiledGesture<Value> {
        CompiledGesture(.swipe(thresholds)) { reading, report in
            let values = reading.values
            return Value(
                time: report.time, direction: values.direction ?? .right,
                startLocation: reading.position - (values.translation ?? .zero),
                location: reading.position, velocity: values.velocity ?? .zero,
                duration: .microseconds(reading.durationUs), edge: values.edge,
                fingers: report.fingers)
        }
    }
}

extension SwipeDirection {
    /// A displacement of one millimetre in the direction.
    fileprivate var unit: Point {
        let diagonal = 0.5.squareRoot()
        return switch self {
        case .left: Point(x: -1, y: 0)
        case .right: Point(x: 1, y: 0)
        case .up: Point(x: 0, y: -1)
        case .down: Point(x: 0, y: 1)
        case .upLeft: Point(x: -diagonal, y: -diagonal)
        case .upRight: Point(x: diagonal, y: -diagonal)
        case .downLeft: Point(x: -diagonal, y: diagonal)
        case .downRight: Point(x: diagonal, y: diagonal)
        }
    }
}
