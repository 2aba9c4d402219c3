/// When a touch is a long press.
public struct LongPressThresholds: Sendable, Hashable {
    /// How many fingers.
    public var fingers: ClosedRange<Int> = 1...5
    /// From the first landing until it begins.
    public var minimumDuration: Duration = .milliseconds(500)
    /// How far each finger may be from where it landed until it begins, in mm.
    public var maximumDistance: Double = 4

    /// The defaults: what holds without a configuration.
    public init() {}
}

extension LongPressThresholds: GestureThresholds {
    package static var kind: GestureKind { .longPress }
    package static var summary: String { "Fingers that stay where they landed" }
    package static var traits: KindTraits { [] }
    package static var fields: GestureFields { [] }
    package var definition: GestureDefinition { .longPress(self) }
    package var isOpenEnded: Bool { false }

    package static var table: [Threshold<Self>] {
        [
            .fingers(\.fingers),
            .duration(
                "minimum_duration", \.minimumDuration,
                "From the first landing until it begins. Less takes slow taps."),
            .length(
                "maximum_distance", \.maximumDistance,
                """
                How far each finger may go from where it landed until it begins. Less loses long \
                presses of shaky hands.
                """),
        ]
    }
}

extension GestureValues {
    /// Has no values of its own.
    public static var longPress: GestureValues { GestureValues(.longPress) }
}

/// Recognises fingers that stay where they landed.
///
/// Without state of its own: the hand knows since when it lies there and how far its fingers have
/// been, the arena whether the gesture has begun or is over.
struct LongPressRecognizer: Sendable {
    let bit: UInt64
    let index: Int
    private let minimumDurationUs: Int64
    private let squaredDistance: Double

    init(_ thresholds: LongPressThresholds, index: Int) {
        self.index = index
        bit = 1 << UInt64(index)
        minimumDurationUs = thresholds.minimumDuration.microseconds
        squaredDistance = Limit.squared(thresholds.maximumDistance)
    }

    /// When it begins, if the fingers stay.
    func deadline(_ hand: Hand) -> Timestamp {
        hand.firstLanding.advanced(byMicroseconds: minimumDurationUs)
    }

    /// Whether a finger has gone too far for it.
    func isTooFar(squaredTravel: Double) -> Bool {
        squaredTravel > squaredDistance
    }
}
