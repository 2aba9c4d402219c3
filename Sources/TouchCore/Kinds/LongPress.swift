/// The thresholds of a long press.
public struct LongPressThresholds: Sendable, Hashable {
    /// The number of fingers.
    public var fingers: ClosedRange<Int> = 1...5
    /// Time from the first landing until it begins.
    public var minimumDuration: Duration = .milliseconds(500)
    /// Maximum distance of each finger from its landing point until it begins, in mm.
    public var maximumDistance: Double = 4 {
        didSet {
            guard !isDriftSet else { return }
            maximumDrift = maximumDistance
            isDriftSet = false
        }
    }
    /// Maximum distance in mm, instead of `maximumDistance`, once 300 ms have passed since the first
    /// landing: a hand that holds still drifts.
    ///
    /// If larger than `maximumDistance`, it no longer applies once a movement of the fingers is
    /// recognised.
    ///
    /// If only `maximumDistance` is set, both are the same.
    public var maximumDrift: Double = 6 {
        didSet { isDriftSet = true }
    }
    /// Whether `maximumDrift` was set, and no longer follows `maximumDistance`.
    private var isDriftSet = false

    /// Creates the defaults, which apply without a configuration.
    public init() {}

    /// Compares the thresholds, not whether `maximumDrift` was set.
    public static func == (left: Self, right: Self) -> Bool {
        (left.fingers, left.minimumDuration) == (right.fingers, right.minimumDuration)
            && (left.maximumDistance, left.maximumDrift)
                == (right.maximumDistance, right.maximumDrift)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(fingers)
        hasher.combine(minimumDuration)
        hasher.combine(maximumDistance)
        hasher.combine(maximumDrift)
    }
}

extension LongPressThresholds: GestureThresholds {
    package static var kind: GestureKind { .longPress }
    package static var summary: String { "Fingers that stay where they landed" }
    package static var aliases: [String] { ["hold", "longpress", "press_and_hold"] }
    package static var traits: KindTraits { LongPressRecognizer.traits }
    package static var fields: GestureFields { [] }
    package static var quantities: [UnmetThreshold.Quantity] { [.pressDuration, .travel] }
    package var definition: GestureDefinition { .longPress(self) }
    package var isOpenEnded: Bool { false }

    package func performances(on stage: PerformanceStage) -> [Performance] {
        let minimum = minimumDuration / .seconds(1)
        let hold = PerformedTouch.Phase(minimum + max(0.1, minimum / 5))
        let slide = slide(min(Limit.length(maximumDistance), 15) * 0.8)
        return stage.counts(fingers).flatMap { fingers in
            [[stage.touch(fingers, [hold])], [stage.touch(fingers, [slide, hold]).careless]]
        }
    }

    /// Fingers that move as far from the landing points as allowed, at once or by drifting later.
    package func rarePerformances(on stage: PerformanceStage) -> [Performance] {
        let minimum = minimumDuration / .seconds(1)
        let hold = PerformedTouch.Phase(minimum + max(0.1, minimum / 5))
        let distances = (Limit.length(maximumDistance), Limit.length(maximumDrift))
        let drift: [PerformedTouch.Phase] = [
            .init(0.32),
            .init(max(minimum - 0.32, 0.05), travel: Point(x: min(distances.1, 100) * 0.97, y: 0)),
            .init(0.15),
        ]
        let slide = slide(min(distances.0, 100) * 0.97)
        return stage.counts(fingers).flatMap { fingers in
            [[slide, hold], drift].map { [stage.touch(fingers, $0)] }
        }
    }

    /// All fingers move by the same `distance`, in mm.
    private func slide(_ distance: Double) -> PerformedTouch.Phase {
        .init(min(0.2, minimumDuration / .seconds(1) / 2), travel: Point(x: distance, y: 0))
    }

    package mutating func adapt(to profile: GestureProfile) {
        switch profile {
        case .standard, .small: break
        case .slowHands:
            minimumDuration = .seconds(1)
            maximumDistance = 8
        case .wall: maximumDistance = 12
        }
    }

    package static var table: [Threshold<Self>] {
        [
            .fingers(\.fingers),
            .duration(
                "minimum_duration", \.minimumDuration,
                """
                Time from the first landing until it begins. With less, slow taps become long \
                presses.
                """),
            .length(
                "maximum_distance", \.maximumDistance,
                """
                How far each finger may move from where it landed until it begins. Less loses long \
                presses of shaky hands.
                """),
            .length(
                "maximum_drift", \.maximumDrift,
                """
                The same from 300ms after the landing on, because a hand that holds still drifts. \
                If only maximum_distance is given, it has that value.
                """),
        ]
    }
}

/// The quantities whose thresholds can prevent a long press.
extension UnmetThreshold.Quantity {
    /// From the first landing to the first lift, in s.
    public static var pressDuration: Self {
        Self("pressDuration", "lasted", .seconds, places: 2, source: "minimum_duration")
    }
}

extension GestureValues {
    /// A long press has no values.
    public static var longPress: GestureValues { GestureValues(.longPress) }
}

/// Recognises fingers that stay where they landed.
///
///     possible ──minimumDuration──▶ active ──first lift──▶ ended
///         └──── a finger moves too far ───▶ failed
///
/// It has no state: it compares the hand with its thresholds. `GestureStates` records
/// whether it is active.
struct LongPressRecognizer: Recognizer {
    static let traits: KindTraits = [
        .perHand, .timed, .hasDeadlines, .continuous, .startsNextPartOnBegin,
    ]

    /// `maximumDrift` applies from this time after the first landing on (µs).
    private static let driftUs: Int64 = 300_000

    private let minimumDurationUs: Int64
    private let maximumDistance: Double
    private let squaredDistance: Double
    private let maximumDrift: Double
    private let squaredDrift: Double

    init(_ thresholds: LongPressThresholds) {
        minimumDurationUs = thresholds.minimumDuration.microseconds
        maximumDistance = thresholds.maximumDistance
        squaredDistance = Limit.squared(thresholds.maximumDistance)
        maximumDrift = thresholds.maximumDrift
        squaredDrift = Limit.squared(thresholds.maximumDrift)
    }

    /// When it begins if the fingers do not move.
    private func due(_ hand: borrowing Hand) -> Timestamp {
        hand.firstLanding.advanced(byMicroseconds: minimumDurationUs)
    }

    /// The minimum duration, if it has not passed at `time`; otherwise `nil`.
    func unmet(_ hand: borrowing Hand, at time: Timestamp) -> UnmetThreshold? {
        guard due(hand) > time else { return nil }
        return .below(
            .pressDuration, us: time.microseconds(since: hand.firstLanding),
            minimumDurationUs)
    }

    /// The maximum that the fingers exceed at `time`; `nil` if there is none.
    func exceeded(
        squaredTravel: Double, _ hand: borrowing Hand, at time: Timestamp
    ) -> UnmetThreshold? {
        guard squaredTravel > min(squaredDistance, squaredDrift) else { return nil }
        let mayDrift =
            time.microseconds(since: hand.firstLanding) >= Self.driftUs
            && !(hand.hasMovementBegun && squaredDrift > squaredDistance)
        guard squaredTravel > (mayDrift ? squaredDrift : squaredDistance) else { return nil }
        return .above(
            .travel, squaredTravel.squareRoot(), mayDrift ? maximumDrift : maximumDistance)
    }

    func land(_ hand: borrowing Hand, _ context: StepContext) -> GestureAction {
        hand.isFresh && unmet(hand, at: context.time) == nil ? .begin : .none
    }

    func move(
        _ hand: borrowing Hand, _ context: StepContext,
        fingers: borrowing FingerTable
    ) -> GestureAction {
        let travel = fingers.squaredTravel(of: hand.fingers)
        guard exceeded(squaredTravel: travel, hand, at: context.time) == nil else {
            return .fail
        }
        return land(hand, context)
    }

    func watch(_ hand: borrowing Hand, into watch: inout WakeThresholds) {
        watch.lower(squaredTravel: min(squaredDistance, squaredDrift))
        watch.lower(time: due(hand))
    }

    func deadline(
        _ hand: borrowing Hand, _ context: StepContext,
        fingers: borrowing FingerTable
    ) -> GestureAction {
        guard land(hand, context) == .begin else { return .none }
        let travel = fingers.squaredTravel(of: hand.fingers)
        let isBeyond = exceeded(squaredTravel: travel, hand, at: context.time) != nil
        return isBeyond ? .fail : .begin
    }

    /// When it begins if the fingers do not move; `never` if that time has passed, because then
    /// another gesture prevents it.
    func nextDeadline(
        _ hand: borrowing Hand, _ context: StepContext
    ) -> Timestamp {
        guard hand.isFresh else { return .never }
        let due = due(hand)
        return due > context.time ? due : .never
    }
}
