/// Fingers that touch and lift, a number of times.
public struct SurfaceTapGesture: Gesture, Sendable {
    public typealias Value = Void
    public typealias Body = Never

    /// All that can be set.
    public var thresholds: TapThresholds

    /// - Parameters:
    ///   - count: how many taps; it ends with the last of them.
    ///   - fingers: how many fingers, a number or a range.
    public init(count: Int = 1, fingers: some FingerCount = 1...5) {
        thresholds = TapThresholds(count: count, fingers: fingers)
    }

    /// A tap by thresholds; a range of counts has it end with each tap.
    public init(_ thresholds: TapThresholds) {
        self.thresholds = thresholds
    }

    public func compiled() -> CompiledGesture<Void> {
        CompiledGesture(.tap(thresholds)) { _, _ in }
    }
}

/// Fingers that touch and lift, and where.
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
        /// How many fingers.
        public var fingers: Int
    }

    /// All that can be set.
    public var thresholds: TapThresholds

    /// - Parameters:
    ///   - count: how many taps; it ends with the last of them.
    ///   - fingers: how many fingers, a number or a range.
    public init(count: Int = 1, fingers: some FingerCount = 1...5) {
        thresholds = TapThresholds(count: count, fingers: fingers)
    }

    /// - Parameters:
    ///   - count: the taps that it ends with, each of them as soon as it comes.
    ///   - fingers: how many fingers, a number or a range.
    public init(count: ClosedRange<Int>, fingers: some FingerCount = 1...5) {
        thresholds = TapThresholds()
        thresholds.count = count
        thresholds.fingers = fingers.fingers
    }

    /// A tap by thresholds; a range of counts has it end with each tap.
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
    /// Exactly so many taps of so many fingers.
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
    ///     is cancelled; zero means no limit.
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

/// Fingers that stay where they landed.
///
/// Its value is `true`: `onChanged` and `updating` are called as soon as fingers are down,
/// `onEnded` when they have stayed long enough. (Clients of the daemon get `began` then, and
/// `ended` when a finger lifts. A composition of which it is a part goes on as the daemon's does.)
public struct SurfaceLongPressGesture: Gesture, Sendable {
    public typealias Value = Bool
    public typealias Body = Never

    /// All that can be set.
    public var thresholds = LongPressThresholds()

    /// - Parameters:
    ///   - minimumDuration: from the first landing until it ends.
    ///   - maximumDistance: how far each finger may be from where it landed, in mm; `nil`: 4 mm, and
    ///     6 mm from 300 ms on.
    ///   - fingers: how many fingers, a number or a range.
    public init(
        minimumDuration: Duration = .milliseconds(500), maximumDistance: Double? = nil,
        fingers: some FingerCount = 1...5
    ) {
        thresholds.minimumDuration = minimumDuration
        if let maximumDistance { thresholds.maximumDistance = maximumDistance }
        thresholds.fingers = fingers.fingers
    }

    /// A long press by thresholds.
    public init(_ thresholds: LongPressThresholds) {
        self.thresholds = thresholds
    }

    public func compiled() -> CompiledGesture<Bool> {
        CompiledGesture(.longPress(thresholds)) { _, _ in true }
    }
}

/// A finger that presses harder than it did when it came, on a device with force.
public struct DeepPressGesture: Gesture, Sendable {
    public typealias Body = Never

    /// The value of a deep press.
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
    ///   - releaseThreshold: force below which it ends; `nil` is 0.1 below the other.
    ///   - maximumDistance: how far the finger may be from where it landed until it begins, in mm.
    ///   - fingers: how many fingers, a number or a range.
    public init(
        threshold: Double = 0.75, releaseThreshold: Double? = nil, maximumDistance: Double = 4,
        fingers: some FingerCount = 1
    ) {
        thresholds.threshold = threshold
        thresholds.releaseThreshold = releaseThreshold ?? max(threshold - 0.1, 0)
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

/// A finger that is down on a device with force: for drawing.
///
/// Begins with the landing, once the device has shown that it has force.
public struct ForceGesture: Gesture, Sendable {
    public typealias Body = Never

    /// The value of a finger.
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
