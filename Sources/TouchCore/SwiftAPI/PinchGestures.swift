/// Fingers that spread or close.
public struct SurfaceMagnifyGesture: Gesture, Sendable {
    public typealias Body = Never

    /// The value of a magnification.
    public struct Value: Sendable, Hashable {
        /// When it was so.
        public var time: Timestamp
        /// 1 at the start of the round, 2 where the fingers are twice as far apart.
        public var magnification: Double
        /// Change of the magnification a second.
        public var velocity: Double
        /// Centroid of the fingers at the start of the round, in mm.
        public var startLocation: Point
        /// Centroid of the fingers now, in mm.
        public var location: Point
        /// How many fingers.
        public var fingers: Int
        /// The steps so far, a running count; 0 where `thresholds.step` is `nil`.
        public var steps: Int
    }

    /// All that can be set.
    public var thresholds = MagnifyThresholds()

    /// - Parameters:
    ///   - minimumScaleDelta: how much the magnification must differ from 1 before it begins.
    ///   - fingers: how many fingers, a number or a range; two at least.
    public init(minimumScaleDelta: Double = 0.1, fingers: some FingerCount = 2...5) {
        thresholds.minimumScale = minimumScaleDelta
        thresholds.fingers = fingers.fingers
    }

    /// A magnification by thresholds.
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
        /// The steps so far, a running count; 0 where `thresholds.step` is `nil`.
        public var steps: Int
    }

    /// All that can be set.
    public var thresholds = RotateThresholds()

    /// - Parameters:
    ///   - minimumAngleDelta: how far the fingers must have turned before it begins; one finger at
    ///     least 90°.
    ///   - fingers: how many fingers, a number or a range. One finger turns by going around a
    ///     circle.
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
                location: reading.position, fingers: report.fingers, steps: values.steps ?? 0)
        }
    }
}

/// An angle; clockwise, as seen, is positive.
public struct Angle: Sendable, Hashable, Comparable {
    /// In degrees, as everywhere in gestures: what is given in degrees is kept to the bit.
    public var degrees: Double

    /// An angle in degrees.
    public init(degrees: Double) {
        self.degrees = degrees
    }

    /// An angle in radians.
    public init(radians: Double) {
        degrees = radians * 180 / .pi
    }

    /// In radians.
    public var radians: Double {
        get { degrees * .pi / 180 }
        set { degrees = newValue * 180 / .pi }
    }

    /// No angle.
    public static let zero = Angle(degrees: 0)

    /// An angle in degrees.
    public static func degrees(_ degrees: Double) -> Angle { Angle(degrees: degrees) }

    /// An angle in radians.
    public static func radians(_ radians: Double) -> Angle { Angle(radians: radians) }

    /// Whether one turns less far clockwise than the other.
    public static func < (left: Angle, right: Angle) -> Bool { left.degrees < right.degrees }
}
