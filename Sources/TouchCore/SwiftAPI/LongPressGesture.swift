/// Fingers that stay where they landed.
///
/// Its value is `true`: `onChanged` and `updating` hear it as soon as fingers are down, `onEnded` when
/// they have stayed long enough. (Clients of the daemon hear it as `began` then, and `ended` when a
/// finger lifts. A composition of which it is a part goes on as the daemon's does.)
public struct LongPressGesture: Gesture {
    public typealias Value = Bool
    public typealias Body = Never

    /// All that can be set.
    public var thresholds = LongPressThresholds()

    /// - Parameters:
    ///   - minimumDuration: from the first landing until it ends.
    ///   - maximumDistance: how far each finger may be from where it landed, in mm.
    ///   - fingers: how many fingers, a number or a range.
    public init(
        minimumDuration: Duration = .milliseconds(500), maximumDistance: Double = 4,
        fingers: some FingerCount = 1...5
    ) {
        thresholds.minimumDuration = minimumDuration
        thresholds.maximumDistance = maximumDistance
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
