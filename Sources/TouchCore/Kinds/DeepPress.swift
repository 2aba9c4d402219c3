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

    /// The defaults: what holds without a configuration.
    public init() {}
}

extension DeepPressThresholds: GestureThresholds {
    package static var kind: GestureKind { .deepPress }
    package static var summary: String { "A finger presses harder than it did when it came" }
    package static var traits: KindTraits { .force }
    package static var fields: GestureFields { .maximumForce }
    package var definition: GestureDefinition { .deepPress(self) }

    package var contradiction: ThresholdContradiction? {
        guard releaseThreshold > threshold else { return nil }
        return ThresholdContradiction(
            names: ["release_threshold", "threshold"],
            message: "release_threshold is more than threshold: it would end as it begins",
            advice: "Make release_threshold the smaller")
    }

    package static var table: [Threshold<Self>] {
        [
            .fingers(\.fingers),
            .share(
                "threshold", \.threshold, "The force at which it begins. Less takes firm taps."),
            .share(
                "release_threshold", \.releaseThreshold,
                "The force below which it ends; close to threshold it flickers."),
            .length(
                "maximum_distance", \.maximumDistance,
                "How far the finger may go from where it landed until it begins."),
        ]
    }
}

extension GestureValues {
    /// `maximum`: the greatest force, told once the press has ended.
    @inline(__always)
    public static func deepPress(maximum: Double?) -> GestureValues {
        var values = GestureValues(.deepPress)
        values.maximumForce = maximum
        return values
    }
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

    /// What the hand tells it.
    struct Sample: Sendable {
        /// The greatest force of its fingers, 0 to 1.
        var force: Double
        /// What that was when the touch had settled.
        var settledForce: Double
        /// Since the first landing.
        var ageUs: Int64
        /// The farthest that a finger has been from its landing point, in mm, squared.
        var squaredTravel: Double
    }

    /// What a sample means.
    enum Action: Sendable {
        case nothing, begin, change, end, fail
    }

    /// With a calibrated force, from here on after the landing (µs).
    static let calibratedDelayUs: Int64 = 60_000
    /// Without: the multiple of the touch's own force that a press asks for, once that is known.
    static let settledRatio = 1.5

    let bit: UInt64
    let index: Int
    private let threshold: Double
    private let releaseThreshold: Double
    private let squaredDistance: Double
    private var state = State.resting

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

    /// Whether a sample of so much force, so far from the landing, can mean anything.
    @inline(__always)
    func heeds(_ force: Double, squaredTravel: Double) -> Bool {
        guard case .resting = state else { return true }
        return force >= threshold || squaredTravel > squaredDistance
    }

    /// Rests again: it ended, or was cancelled.
    mutating func rest() {
        state = .resting
    }

    /// Takes a sample.
    ///
    /// - Parameter mayBegin: the device has shown force, and no finger lands or lifts in the frame.
    mutating func take(_ sample: Sample, isCalibrated: Bool, mayBegin: Bool) -> Action {
        if case .pressed(let maximum) = state {
            guard sample.force >= releaseThreshold else { return .end }
            state = .pressed(maximum: max(maximum, sample.force))
            return .change
        }
        guard sample.squaredTravel <= squaredDistance else { return .fail }
        guard mayBegin, sample.force >= threshold, isPress(sample, isCalibrated) else {
            return .nothing
        }
        state = .pressed(maximum: sample.force)
        return .begin
    }

    /// Whether it presses harder than the touch itself, where that tells a press from a stroke.
    private func isPress(_ sample: Sample, _ isCalibrated: Bool) -> Bool {
        if isCalibrated { return sample.ageUs >= Self.calibratedDelayUs }
        return sample.ageUs >= Finger.settlingUs
            && sample.force >= Self.settledRatio * sample.settledForce
    }
}
