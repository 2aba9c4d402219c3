/// Fingers that spread or close.
public struct SurfaceMagnifyGesture: Gesture, Sendable {
    public typealias Body = Never

    /// The value of a magnification.
    public struct Value: Sendable, Hashable {
        /// The time of the value.
        public var time: Timestamp
        /// The magnification: 1 at the start of the round, 2 if the fingers are twice as far apart.
        public var magnification: Double
        /// Change of the magnification per second.
        public var velocity: Double
        /// Centroid of the fingers at the start of the round, in mm.
        public var startLocation: Point
        /// Centroid of the fingers now, in mm.
        public var location: Point
        /// The number of fingers.
        public var fingers: Int
        /// The steps so far, a running count; 0 if `thresholds.step` is `nil`.
        public var steps: Int
    }

    /// All thresholds of the gesture.
    public var thresholds = MagnifyThresholds()

    /// - Parameters:
    ///   - minimumScaleDelta: the difference of the magnification from 1 at which it begins.
    ///   - fingers: the number of fingers, or a range; at least two.
    public init(minimumScaleDelta: Double = 0.1, fingers: some FingerCount = 2...5) {
        thresholds.minimumScale = minimumScaleDelta
        thresholds.fingers = fingers.fingers
    }

    /// A magnification with the given thresholds.
    public init(_ thresholds: MagnifyThresholds) {
        self.thresholds = thresholds
    }

    public func compiled() -> CompiledGesture<Value> {
        CompiledGesture(.magnify(thresholds)) { reading, report in
            let values = reading.values
            return Value(
                time: report.time, magnification: values.scale ?? 1,
                velocity: values.scaleVelocity ?? 0,
                startLocation: reading.position - (values.translation ?? .zero),
                location: reading.position, fingers: report.fingers, steps: values.steps ?? 0)
        }
    }
}

/// Fingers that turn.
public struct SurfaceRotateGesture: Gesture, Sendable {
    public typealias Body = Never

    /// The value of a rotation.
    public struct Value: Sendable, Hashable {
        /// The time of the value.
        public var time: Timestamp
        /// The rotation since the start of the round; it exceeds 360 degrees after a full turn.
        public var rotation: Angle
        /// Change of the rotation per second.
        public var velocity: Angle
        /// Centroid of the fingers at the start of the round, in mm.
        public var startLocation: Point
        /// Centroid of the fingers now, in mm.
        public var location: Point
        /// The number of fingers.
        public var fingers: Int
        /// The steps so far, a running count; 0 if `thresholds.step` is `nil`.
        public var steps: Int
    }

    /// All thresholds of the gesture.
    public var thresholds = RotateThresholds()

    /// - Parameters:
    ///   - minimumAngleDelta: the rotation at which it begins; at least 90° for one finger.
    ///   - fingers: the number of fingers, or a range. One finger turns by moving around a
    ///     circle.
    public init(minimumAngleDelta: Angle = .degrees(10), fingers: some FingerCount = 2...5) {
        thresholds.minimumRotation = minimumAngleDelta.degrees
        thresholds.fingers = fingers.fingers
    }

    /// A rotation with the given thresholds.
    public init(_ thresholds: RotateThresholds) {
        self.thresholds = thresholds
    }

    public func compiled() -> CompiledGesture<Value> {
        CompiledGesture(.rotate(thresholds)) { reading, report in
            let values = reading.values
            return Value(
                time: report.time, rotation: .degrees(values.rotation ?? 0),
                velocity: .degrees(values.rotationVelocity ?? 0),
                startLocation: reading.position - (values.translation ?? .zero),
                location: reading.position, fingers: report.fingers, steps: values.steps ?? 0)
        }
    }
}
