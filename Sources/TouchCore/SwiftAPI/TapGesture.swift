/// Fingers that touch and lift, a number of times.
public struct TapGesture: Gesture {
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
public struct SpatialTapGesture: Gesture {
    public typealias Body = Never

    /// What a tap says.
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
