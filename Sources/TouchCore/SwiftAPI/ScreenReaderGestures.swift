/// The gestures that Android defines for screen readers: all of them, told apart by
/// `Value.gesture`.
///
/// It does not compete with other gestures. A part of a composition cannot be one of these.
public struct ScreenReaderGestures: Gesture, Sendable {
    public typealias Body = Never

    /// The value of a gesture for screen readers.
    public struct Value: Sendable, Hashable {
        /// When it was recognised.
        public var time: Timestamp
        /// Which of the gestures it is.
        public var gesture: ScreenReaderGesture
        /// Centroid of the fingers as the first of them lifted, or when it was held, in mm.
        public var location: Point
    }

    /// All that can be set.
    public var thresholds = ScreenReaderThresholds()

    /// - Parameters:
    ///   - minimumDistance: how far the fingers must move for a swipe, in mm.
    ///   - minimumHold: how long fingers must stay for a hold.
    ///   - maximumGap: from a lift to the next landing.
    public init(
        minimumDistance: Double = 10, minimumHold: Duration = .milliseconds(500),
        maximumGap: Duration = .milliseconds(350)
    ) {
        thresholds.minimumDistance = minimumDistance
        thresholds.minimumHold = minimumHold
        thresholds.maximumGap = maximumGap
    }

    /// The gestures by thresholds.
    public init(_ thresholds: ScreenReaderThresholds) {
        self.thresholds = thresholds
    }

    public func compiled() -> CompiledGesture<Value> {
        CompiledGesture(.screenReader(thresholds)) { reading, report in
            Value(
                time: report.time, gesture: reading.values.screenReader ?? .swipeRight,
                location: reading.position)
        }
    }
}
