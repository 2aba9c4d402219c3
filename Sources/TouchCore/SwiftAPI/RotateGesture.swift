/// Fingers that turn.
public struct RotateGesture: Gesture {
    public typealias Body = Never

    /// What a rotation says.
    public struct Value: Sendable, Hashable {
        /// When it was so.
        public var time: Timestamp
        /// Since the start of the round; more than a turn is more than 360 degrees.
        public var rotation: Angle
        /// Change of the rotation a second.
        public var velocity: Angle
        /// Centroid of the fingers at the start of the round, in mm.
        public var startLocation: Point
        /// Centroid of the fingers now, in mm.
        public var location: Point
        /// How many fingers.
        public var fingers: Int
    }

    /// All that can be set.
    public var thresholds = RotateThresholds()

    /// - Parameters:
    ///   - minimumAngleDelta: how far the fingers must have turned before it begins.
    ///   - fingers: how many fingers, a number or a range; two at least.
    public init(minimumAngleDelta: Angle = .degrees(10), fingers: some FingerCount = 2...5) {
        thresholds.minimumRotation = minimumAngleDelta.degrees
        thresholds.fingers = fingers.fingers
    }

    /// A rotation by thresholds.
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
                location: reading.position, fingers: report.fingers)
        }
    }
}
