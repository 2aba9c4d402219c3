/// The thresholds of a deep press.
public struct DeepPressThresholds: Sendable, Hashable {
    /// The number of fingers.
    public var fingers: ClosedRange<Int> = 1...1
    /// Force at which it begins, 0 to 1.
    public var threshold: Double = 0.75
    /// Force below which it ends, 0 to 1.
    public var releaseThreshold: Double = 0.65
    /// Maximum distance of the finger from its landing point until it begins, in mm.
    public var maximumDistance: Double = 4

    /// Creates the defaults, which apply without a configuration.
    public init() {}
}

extension DeepPressThresholds: GestureThresholds {
    package static var kind: GestureKind { .deepPress }
    package static var summary: String { "A finger presses harder than it did when it came" }
    package static var traits: KindTraits { DeepPressRecognizer.traits }
    package static var fields: GestureFields { .maximumForce }
    package static var quantities: [UnmetThreshold.Quantity] {
        [.force, .forceAge, .forceRatio, .travel]
    }
    package var definition: GestureDefinition { .deepPress(self) }

    package var contradiction: ThresholdContradiction? {
        guard releaseThreshold > threshold else { return nil }
        return ThresholdContradiction(
            names: ["release_threshold", "threshold"],
            message: "release_threshold is more than threshold: it would end as it begins",
            advice: "Make release_threshold smaller")
    }

    package func performances(on stage: PerformanceStage) -> [Performance] {
        // The touch settles before the press, for a longer and for a shorter time.
        let presses = [0.25, 0.06].map { settling in
            [
                PerformedTouch.Phase(0.05, force: threshold * 0.2),
                .init(settling, force: threshold * 0.3),
                .init(0.1, force: threshold + (1 - threshold) * 0.8), .init(0.2),
                .init(0.1, force: 0.02),
            ]
        }
        return stage.counts(fingers).flatMap { fingers in
            presses.map { [stage.touch(fingers, $0)] }
        }
    }

    package mutating func adapt(to profile: GestureProfile) {
        switch profile {
        case .standard, .small: break
        case .slowHands: maximumDistance = 8
        case .wall: maximumDistance = 12
        }
    }

    package static var table: [Threshold<Self>] {
        [
            .fingers(\.fingers),
            .share(
                "threshold", \.threshold, "The force at which it begins. Less accepts firm taps."),
            .share(
                "release_threshold", \.releaseThreshold,
                "The force below which it ends. If it is close to threshold, the press flickers."),
            .length(
                "maximum_distance", \.maximumDistance,
                "How far the finger may move from where it landed until it begins."),
        ]
    }
}

/// The quantities whose thresholds can prevent a deep press.
extension UnmetThreshold.Quantity {
    /// Force, 0 to 1.
    public static var force: Self {
        Self("force", "force", .none, places: 2, source: "threshold")
    }
    /// Time from the first landing until the force was large enough, in s; the limit is fixed.
    public static var forceAge: Self {
        Self("forceAge", "was pressed after", .seconds, places: 2, source: "")
    }
    /// Force, 0 to 1; the limit is 1.5 times the settled force of the touch.
    public static var forceRatio: Self {
        Self("forceRatio", "force", .none, places: 2, source: "1.5 times that of the touch itself")
    }
}

extension GestureValues {
    /// - Parameter maximum: the maximum force, 0 to 1; `nil` before the end.
    public static func deepPress(maximum: Double?) -> GestureValues {
        var values = GestureValues(.deepPress)
        values.maximumForce = maximum
        return values
    }
}

/// Recognises a finger that presses harder than when it landed.
///
///     resting ──force ≥ threshold──▶ pressed(maximum)
///        ▲                               │
///        └──force < releaseThreshold─────┘
///
/// It fails if the finger is too far from its landing point while resting.
struct DeepPressRecognizer: Recognizer {
    static let traits: KindTraits = [
        .perHand, .needsQuiet, .hasDeadlines, .force,
    ]

    private enum State: Sendable {
        /// The press has not begun, or has ended.
        case resting
        /// The press has begun; the maximum force since then.
        case pressed(maximum: Double)
    }

    /// A calibrated force can be a press from this time after the first landing on (µs).
    private static let calibratedDelayUs: Int64 = 60_000
    /// An uncalibrated force must reach this multiple of the settled force.
    private static let settledRatio = 1.5

    private let threshold: Double
    private let releaseThreshold: Double
    private let maximumDistance: Double
    private let squaredDistance: Double
    private var state = State.resting

    init(_ thresholds: DeepPressThresholds) {
        threshold = thresholds.threshold
        releaseThreshold = thresholds.releaseThreshold
        maximumDistance = thresholds.maximumDistance
        squaredDistance = Limit.squared(thresholds.maximumDistance)
    }

    /// The maximum force since it began; `nil` if it has not begun.
    var maximum: Double? {
        guard case .pressed(let maximum) = state else { return nil }
        return maximum
    }

    /// Begins the press with the present force.
    mutating func begin(_ hand: borrowing Hand, fingers: borrowing FingerTable) {
        state = .pressed(maximum: fingers.force(of: hand.fingers))
    }

    /// Called when the press ends, is cancelled or fails, and when a hand starts.
    mutating func reset() {
        state = .resting
    }

    /// The first threshold that `force` misses; `nil` if it meets all.
    ///
    /// An uncalibrated force must also exceed the settled force, which distinguishes a press from a
    /// hard stroke.
    func unmet(
        force: Double, _ hand: borrowing Hand, _ context: StepContext,
        fingers: borrowing FingerTable
    ) -> UnmetThreshold? {
        guard force >= threshold else { return .below(.force, force, threshold) }
        let ageUs = context.time.microseconds(since: hand.firstLanding)
        let delayUs = context.isForceCalibrated ? Self.calibratedDelayUs : Finger.settlingUs
        guard ageUs >= delayUs else { return .below(.forceAge, us: ageUs, delayUs) }
        guard !context.isForceCalibrated else { return nil }
        let minimum = Self.settledRatio * fingers.settledForce(of: hand.fingers)
        guard force >= minimum else { return .below(.forceRatio, force, minimum) }
        return nil
    }

    /// The maximum that the fingers have exceeded; `nil` if there is none.
    func exceeded(squaredTravel: Double) -> UnmetThreshold? {
        guard squaredTravel > squaredDistance else { return nil }
        return .above(.travel, squaredTravel.squareRoot(), maximumDistance)
    }

    /// - Parameter mayBegin: whether no finger lands or lifts in the frame, and none has lifted
    ///   recently.
    mutating func move(
        mayBegin: Bool, _ hand: borrowing Hand, _ context: StepContext,
        fingers: borrowing FingerTable
    ) -> GestureAction {
        let travel = fingers.squaredTravel(of: hand.fingers)
        let force = fingers.force(of: hand.fingers)
        guard case .resting = state else { return movePressed(force) }
        guard exceeded(squaredTravel: travel) == nil else { return .fail }
        guard force >= threshold, mayBegin, context.forceSource != nil else { return .none }
        return moveResting(force, hand, context, fingers: fingers)
    }

    /// An active press may change in any frame.
    func watch(isActive: Bool, into watch: inout WakeThresholds) {
        guard !isActive, case .resting = state else { return watch.requireEveryFrame() }
        watch.lower(squaredTravel: squaredDistance)
        watch.lower(force: threshold)
    }

    private mutating func movePressed(_ force: Double) -> GestureAction {
        guard case .pressed(let maximum) = state, force >= releaseThreshold else { return .end }
        state = .pressed(maximum: max(maximum, force))
        return .change
    }

    @inline(never)
    private func moveResting(
        _ force: Double, _ hand: borrowing Hand, _ context: StepContext,
        fingers: borrowing FingerTable
    ) -> GestureAction {
        unmet(force: force, hand, context, fingers: fingers) == nil ? .begin : .none
    }

    /// When a calibrated force may first be a press; `never` if that time has passed.
    func nextDeadline(
        _ hand: borrowing Hand, _ context: StepContext
    ) -> Timestamp {
        guard hand.isFresh, context.isForceCalibrated else { return .never }
        let due = hand.firstLanding.advanced(byMicroseconds: Self.calibratedDelayUs)
        return due > context.time ? due : .never
    }

    /// The maximum force, in the `ended` event.
    func values(_ phase: GesturePhase) -> GestureValues {
        .deepPress(maximum: phase == .ended ? maximum : nil)
    }
}
