import RealModule

/// Fingers that move.
public struct SurfaceDragGesture: Gesture, Sendable {
    public typealias Body = Never

    /// The value of a drag.
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
        /// The steps so far along the axis, a running count; 0 where `thresholds.step` is `nil`.
        public var steps: Int

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
                fingers: report.fingers, steps: values.steps ?? 0)
        }
    }
}

/// A fast, straight stroke that does not stop.
public struct SwipeGesture: Gesture, Sendable {
    public typealias Body = Never

    /// The value of a swipe: as it was at the first lift.
    public struct Value: Sendable, Hashable {
        /// When the last finger lifted.
        public var time: Timestamp
        /// The way it went.
        public var direction: SwipeDirection
        /// Centroid of the landing points, in mm.
        public var startLocation: Point
        /// Centroid of the fingers at the first lift, in mm.
        public var location: Point
        /// Velocity at the first lift, in mm/s.
        public var velocity: Point
        /// From the first landing to the last lift.
        public var duration: Duration
        /// The side of the surface that it comes from.
        public var edge: SurfaceEdge?
        /// How many fingers.
        public var fingers: Int

        /// From the landing to the first lift, in mm.
        public var translation: Point { location - startLocation }

        /// The length of the way, in mm.
        public var distance: Double { translation.length }

        /// Speed at the first lift, in mm/s.
        public var speed: Double { velocity.length }

        /// How far it strays from its direction; positive is clockwise.
        public var deviation: Angle {
            let way = direction.unit
            return Angle(
                radians: Double.atan2(y: way.cross(translation), x: way.dot(translation)))
        }
    }

    /// All that can be set.
    public var thresholds = SwipeThresholds()

    /// - Parameters:
    ///   - directions: the ways that count.
    ///   - edges: the sides that it must come from; none: it may begin anywhere.
    ///   - minimumDistance: from the landing to the first lift, in mm.
    ///   - minimumSpeed: on the average, in mm/s.
    ///   - fingers: how many fingers, a number or a range.
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

    /// A swipe by thresholds.
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
    /// A millimetre that way.
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
