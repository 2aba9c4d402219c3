/// A finger that presses harder than it did when it came, on a device with force.
public struct DeepPressGesture: Gesture {
    public typealias Body = Never

    /// What a deep press says.
    public struct Value: Sendable, Hashable {
        /// When it was so.
        public var time: Timestamp
        /// 0 to 1.
        public var force: Double
        /// The greatest force since it began.
        public var maximumForce: Double
        /// Where the finger is, in mm.
        public var location: Point
    }

    /// All that can be set.
    public var thresholds = DeepPressThresholds()

    /// - Parameters:
    ///   - threshold: force at which it begins, 0 to 1.
    ///   - releaseThreshold: force below which it ends; `nil` is a tenth below `threshold`.
    ///   - maximumDistance: how far the finger may be from where it landed until it begins, in mm.
    ///   - fingers: how many fingers, a number or a range.
    public init(
        threshold: Double = 0.75, releaseThreshold: Double? = nil, maximumDistance: Double = 4,
        fingers: some FingerCount = 1
    ) {
        thresholds.threshold = threshold
        thresholds.releaseThreshold = releaseThreshold ?? threshold - 0.1
        thresholds.maximumDistance = maximumDistance
        thresholds.fingers = fingers.fingers
    }

    /// A deep press by thresholds.
    public init(_ thresholds: DeepPressThresholds) {
        self.thresholds = thresholds
    }

    public func compiled() -> CompiledGesture<Value> {
        CompiledGesture(.deepPress(thresholds)) { reading, report in
            let force = reading.force ?? 0
            return Value(
                time: report.time, force: force, maximumForce: reading.maximumForce ?? force,
                location: reading.position)
        }
    }
}
