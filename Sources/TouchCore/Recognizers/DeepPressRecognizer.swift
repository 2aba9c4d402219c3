/// When force is a deep press.
public struct DeepPressThresholds: Sendable, Hashable {
    /// How many fingers.
    public var fingers: ClosedRange<Int> = 1...1
    /// Force at which it begins, 0 to 1.
    public var threshold: Double = 0.75
    /// Force below which it ends.
    public var releaseThreshold: Double = 0.65
    /// How far the finger may be from where it landed until it begins, in mm.
    public var maximumDistance: Double = 4

    public init() {}
}

/// Recognises a finger that presses harder than it did when it came.
///
///     resting ──force ≥ threshold──▶ pressed(maximum)
///        ▲                               │
///        └──force < releaseThreshold─────┘
struct DeepPressRecognizer: Sendable {
    private enum State: Sendable {
        case resting
        /// Begun; the greatest force since.
        case pressed(maximum: Double)
    }

    /// What a sample means.
    enum Action: Sendable {
        case nothing, begin, change, end, fail
    }

    /// With a calibrated force, from here on after the landing (µs).
    static let calibratedDelayUs: Int64 = 60_000
    /// Without: the force of the touch itself is known from here on (µs).
    static let settlingUs: Int64 = 100_000
    /// Without: the multiple of the touch's own force that a press asks for.
    static let settledRatio = 1.5

    let bit: UInt64
    let index: Int
    private let threshold: Double
    private let releaseThreshold: Double
    private let squaredDistance: Double
    private var state = State.resting
    private var settledForce = 0.0

    init(_ thresholds: DeepPressThresholds, index: Int) {
        self.index = index
        bit = 1 << UInt64(index)
        threshold = thresholds.threshold
        releaseThreshold = thresholds.releaseThreshold
        squaredDistance = Limit.squared(thresholds.maximumDistance)
    }

    /// The greatest force since it began; `nil` while it has not.
    var maximum: Double? {
        guard case .pressed(let maximum) = state else { return nil }
        return maximum
    }

    /// Takes the force of a landing.
    mutating func start(force: Double) {
        state = .resting
        settledForce = force
    }

    /// Rests again: it ended, or was cancelled.
    mutating func rest() {
        state = .resting
    }

    /// Takes a sample.
    ///
    /// - Parameter mayBegin: the device has shown force, and no finger lands or lifts in the frame.
    mutating func sample(
        force: Double, ageUs: Int64, squaredTravel: Double, isCalibrated: Bool, mayBegin: Bool
    ) -> Action {
        if case .pressed(let maximum) = state {
            guard force >= releaseThreshold else { return .end }
            state = .pressed(maximum: max(maximum, force))
            return .change
        }
        guard squaredTravel <= squaredDistance else { return .fail }
        if ageUs <= Self.settlingUs { settledForce = force }
        guard mayBegin, force >= threshold, isSettled(force, ageUs, isCalibrated) else {
            return .nothing
        }
        state = .pressed(maximum: force)
        return .begin
    }

    private func isSettled(_ force: Double, _ ageUs: Int64, _ isCalibrated: Bool) -> Bool {
        if isCalibrated { return ageUs >= Self.calibratedDelayUs }
        return ageUs >= Self.settlingUs && force >= Self.settledRatio * settledForce
    }
}
