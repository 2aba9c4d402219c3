/// A finger that is down on a device with force: for drawing.
///
/// Begins with the landing, once the device has shown that it has force.
public struct ForceGesture: Gesture {
    public typealias Body = Never

    /// What a finger says.
    public struct Value: Sendable, Hashable {
        /// When it was so.
        public var time: Timestamp
        /// 0 to 1; the greatest of several fingers.
        public var force: Double
        /// Centroid of the fingers, in mm.
        public var location: Point
    }

    /// All that can be set.
    public var thresholds = ForceThresholds()

    /// - Parameter fingers: how many fingers, a number or a range.
    public init(fingers: some FingerCount = 1) {
        thresholds.fingers = fingers.fingers
    }

    /// Force by thresholds.
    public init(_ thresholds: ForceThresholds) {
        self.thresholds = thresholds
    }

    public func compiled() -> CompiledGesture<Value> {
        CompiledGesture(.force(thresholds)) { reading, report in
            Value(time: report.time, force: reading.force ?? 0, location: reading.position)
        }
    }
}
