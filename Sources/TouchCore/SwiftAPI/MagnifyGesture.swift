/// Fingers that spread or close.
public struct MagnifyGesture: Gesture {
    public typealias Body = Never

    /// What a magnification says.
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
                location: reading.position, fingers: report.fingers)
        }
    }
}
