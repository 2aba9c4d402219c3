/// Fingers that are down: for buttons, and for keys that repeat.
///
/// It begins as soon as a finger is down, and ends when it lifts. It makes no other gesture fail.
public struct PressGesture: Gesture {
    public typealias Body = Never

    /// What a press says.
    public struct Value: Sendable, Hashable {
        /// Since the first finger landed.
        public var duration: Duration
        /// Ticks so far.
        public var ticks: Int
        /// Whether the fingers' centroid is inside of the zone in which they landed.
        public var isInside: Bool
        /// Centroid of the fingers, in mm.
        public var location: Point
    }

    /// All that can be set.
    public var thresholds = PressThresholds()

    /// - Parameters:
    ///   - interval: from tick to tick; zero leaves it at the first.
    ///   - delay: from the landing to the first tick; zero makes it as long as `interval`.
    ///   - maximumDistance: how far each finger may be from where it landed, in mm, before the press
    ///     is cancelled; zero is no limit.
    ///   - fingers: how many fingers, a number or a range.
    public init(
        interval: Duration = .milliseconds(200), delay: Duration = .milliseconds(500),
        maximumDistance: Double = 0, fingers: some FingerCount = 1
    ) {
        thresholds.tick = interval
        thresholds.firstTick = delay
        thresholds.maximumDistance = maximumDistance
        thresholds.fingers = fingers.fingers
    }

    /// A press by thresholds.
    public init(_ thresholds: PressThresholds) {
        self.thresholds = thresholds
    }

    public func compiled() -> CompiledGesture<Value> {
        CompiledGesture(.press(thresholds)) { reading, _ in
            Value(
                duration: .microseconds(reading.durationUs), ticks: reading.ticks,
                isInside: reading.isInside, location: reading.position)
        }
    }
}
