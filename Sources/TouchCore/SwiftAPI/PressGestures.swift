/// Fingers that touch and lift, a number of times.
public struct SurfaceTapGesture: Gesture, Sendable {
    public typealias Value = Void
    public typealias Body = Never

    /// All thresholds of the gesture.
    public var thresholds: TapThresholds

    /// - Parameters:
    ///   - count: the number of taps; it ends with the last of them.
    ///   - fingers: the number of fingers, or a range.
    public init(count: Int = 1, fingers: some FingerCount = 1...5) {
        thresholds = TapThresholds(count: count, fingers: fingers)
    }

    /// A tap with the given thresholds; with a range of counts it ends with each tap.
    public init(_ thresholds: TapThresholds) {
        self.thresholds = thresholds
    }

    public func compiled() -> CompiledGesture<Void> {
        CompiledGesture(.tap(thresholds)) { _, _ in }
    }
}

/// Fingers that touch and lift, and their location.
public struct SurfaceSpatialTapGesture: Gesture, Sendable {
    public typealias Body = Never

    /// The value of a tap.
    public struct Value: Sendable, Hashable {
        /// When the last finger lifted.
        public var time: Timestamp
        /// Centroid of the fingers at the first lift, in mm.
        public var location: Point
        /// Taps so far.
        public var count: Int
        /// The number of fingers.
        public var fingers: Int
    }

    /// All thresholds of the gesture.
    public var thresholds: TapThresholds

    /// - Parameters:
    ///   - count: the number of taps; it ends with the last of them.
    ///   - fingers: the number of fingers, or a range.
    public init(count: Int = 1, fingers: some FingerCount = 1...5) {
        thresholds = TapThresholds(count: count, fingers: fingers)
    }

    /// - Parameters:
    ///   - count: the counts with which it ends, each at the lift of that tap.
    ///   - fingers: the number of fingers, or a range.
    public init(count: ClosedRange<Int>, fingers: some FingerCount = 1...5) {
        thresholds = TapThresholds()
        thresholds.count = count
        thresholds.fingers = fingers.fingers
    }

    /// A tap with the given thresholds; with a range of counts it ends with each tap.
    public init(_ thresholds: TapThresholds) {
        self.thresholds = thresholds
    }

    public func compiled() -> CompiledGesture<Value> {
        CompiledGesture(.tap(thresholds)) { reading, report in
            Value(
                time: report.time, location: reading.position, count: reading.values.count ?? 1,
                fingers: report.fingers)
        }
    }
}

extension TapThresholds {
    /// Exactly `count` taps of the given number of fingers.
    init(count: Int, fingers: some FingerCount) {
        self.init()
        self.count = count...count
        self.fingers = fingers.fingers
    }
}

/// Fingers that are down: for buttons, and for keys that repeat.
///
/// It begins as soon as a finger is down, and ends when it lifts. It makes no other gesture fail.
public struct PressGesture: Gesture, Sendable {
    public typealias Body = Never

    /// The value of a press.
    public struct Value: Sendable, Hashable {
        /// The time since the first finger landed.
        public var duration: Duration
        /// Ticks so far.
        public var ticks: Int
        /// Whether the fingers' centroid is inside of the zone in which they landed.
        public var isInside: Bool
        /// Centroid of the fingers, in mm.
        public var location: Point
    }

    /// All thresholds of the gesture.
    public var thresholds = PressThresholds()

    /// - Parameters:
    ///   - interval: the time from tick to tick; zero allows only the first.
    ///   - delay: the time from the landing to the first tick; zero means `interval`.
    ///   - maximumDistance: the distance of a finger from its landing point, in mm, beyond which
    ///     the press is cancelled; zero means no limit.
    ///   - fingers: the number of fingers, or a range.
    public init(
        interval: Duration = .milliseconds(200), delay: Duration = .milliseconds(500),
        maximumDistance: Double = 0, fingers: some FingerCount = 1
    ) {
        thresholds.tick = interval
        thresholds.firstTick = delay
        thresholds.maximumDistance = maximumDistance
        thresholds.fingers = fingers.fingers
    }

    /// A press with the given thresholds.
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

/// Fingers that stay where they landed.
///
/// Its value is `true`: `onChanged` and `updating` are called as soon as fingers are down,
/// `onEnded` after the minimum duration. (Clients of the daemon receive `began` then, and `ended`
/// when a finger lifts. A composition of which it is a part continues as in the daemon.)
public struct SurfaceLongPressGesture: Gesture, Sendable {
    public typealias Value = Bool
    public typealias Body = Never

    /// All thresholds of the gesture.
    public var thresholds = LongPressThresholds()

    /// - Parameters:
    ///   - minimumDuration: the time from the first landing until it ends.
    ///   - maximumDistance: the maximum distance of each finger from its landing point, in mm;
    ///     `nil` is 4 mm, and 6 mm from 300 ms on.
    ///   - fingers: the number of fingers, or a range.
    public init(
        minimumDuration: Duration = .milliseconds(500), maximumDistance: Double? = nil,
        fingers: some FingerCount = 1...5
    ) {
        thresholds.minimumDuration = minimumDuration
        if let maximumDistance { thresholds.maximumDistance = maximumDistance }
        thresholds.fingers = fingers.fingers
    }

    /// A long press with the given thresholds.
    public init(_ thresholds: LongPressThresholds) {
        self.thresholds = thresholds
    }

    public func compiled() -> CompiledGesture<Bool> {
        CompiledGesture(.longPress(thresholds)) { _, _ in true }
    }
}

/// A finger that presses harder than when it landed, on a device with force.
public struct DeepPressGesture: Gesture, Sendable {
    public typealias Body = Never

    /// The value of a deep press.
    public struct Value: Sendable, Hashable {
        /// The time of the value.
        public var time: Timestamp
        /// The force, 0 to 1.
        public var force: Double
        /// The maximum force since it began.
        public var maximumForce: Double
        /// The position of the finger, in mm.
        public var location: Point
    }

    /// All thresholds of the gesture.
    public var thresholds = DeepPressThresholds()

    /// - Parameters:
    ///   - threshold: force at which it begins, 0 to 1.
    ///   - releaseThreshold: force below which it ends; `nil` is 0.1 below the other.
    ///   - maximumDistance: the maximum distance of the finger from its landing point until it
    ///     begins, in mm.
    ///   - fingers: the number of fingers, or a range.
    public init(
        threshold: Double = 0.75, releaseThreshold: Double? = nil, maximumDistance: Double = 4,
        fingers: some FingerCount = 1
    ) {
        thresholds.threshold = threshold
        thresholds.releaseThreshold = releaseThreshold ?? max(threshold - 0.1, 0)
        thresholds.maximumDistance = maximumDistance
        thresholds.fingers = fingers.fingers
    }

    /// A deep press with the given thresholds.
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

/// A finger that is down on a device with force: for drawing.
///
/// Begins with the landing, once the device has shown that it reports force.
public struct ForceGesture: Gesture, Sendable {
    public typealias Body = Never

    /// The value of a finger.
    public struct Value: Sendable, Hashable {
        /// The time of the value.
        public var time: Timestamp
        /// The force, 0 to 1; the maximum of several fingers.
        public var force: Double
        /// Centroid of the fingers, in mm.
        public var location: Point
    }

    /// All thresholds of the gesture.
    public var thresholds = ForceThresholds()

    /// - Parameter fingers: the number of fingers, or a range.
    public init(fingers: some FingerCount = 1) {
        thresholds.fingers = fingers.fingers
    }

    /// Force with the given thresholds.
    public init(_ thresholds: ForceThresholds) {
        self.thresholds = thresholds
    }

    public func compiled() -> CompiledGesture<Value> {
        CompiledGesture(.force(thresholds)) { reading, report in
            Value(time: report.time, force: reading.force ?? 0, location: reading.position)
        }
    }
}
