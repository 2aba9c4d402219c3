/// The numbers of fingers whose force is reported, for drawing.
public struct ForceThresholds: Sendable, Hashable {
    /// The number of fingers.
    public var fingers: ClosedRange<Int> = 1...1

    /// Creates the defaults, which apply without a configuration.
    public init() {}
}

extension ForceThresholds: GestureThresholds {
    package static var kind: GestureKind { .force }
    package static var summary: String { "How hard a finger presses, frame by frame: for drawing" }
    package static var traits: KindTraits { ForceRecognizer.traits }
    package static var fields: GestureFields { [] }
    package var definition: GestureDefinition { .force(self) }

    package func performances(on stage: PerformanceStage) -> [Performance] {
        let phases: [PerformedTouch.Phase] = [
            .init(0.1, force: 0.3), .init(0.2, travel: Point(x: 20, y: 0), force: 0.5),
        ]
        return stage.counts(fingers).map { [stage.touch($0, phases)] }
    }

    package static var table: [Threshold<Self>] {
        [
            .fingers(\.fingers)
        ]
    }
}

extension GestureValues {
    /// Force has no values here: each event has the force of its fingers.
    public static var force: GestureValues { GestureValues(.force) }
}

/// Recognises fingers that are down on a device that measures force.
///
///     possible ──land, move──▶ active ──lift──▶ ended
///                                  └──land──▶ cancelled
///
/// It has no state: `GestureStates` records whether it is active.
struct ForceRecognizer: Recognizer {
    static let traits: KindTraits = [.perRound, .immediate, .continuous, .force]

    /// Called when fingers land or move: begins if the device measures force.
    static func land(_ context: StepContext) -> GestureAction {
        context.forceSource == nil ? .none : .begin
    }
}

/// Maxima prepared for comparison: zero means no limit, and becomes infinity.
enum Limit {
    /// The square of a maximum length in mm.
    static func squared(_ maximum: Double) -> Double {
        maximum == 0 ? .infinity : maximum * maximum
    }

    /// A maximum length in mm, or a maximum fraction.
    static func length(_ maximum: Double) -> Double {
        maximum == 0 ? .infinity : maximum
    }

    /// A maximum time, in µs; `Int64.max` if there is no limit.
    static func microseconds(_ maximum: Duration) -> Int64 {
        maximum == .zero ? .max : maximum.microseconds
    }

    /// A maximum time, in s.
    static func seconds(_ maximum: Duration) -> Double {
        maximum == .zero ? .infinity : maximum / .seconds(1)
    }

    /// Whether each time that `maximum` allows is also allowed by `other`.
    static func isWithin(_ maximum: Duration, _ other: Duration) -> Bool {
        microseconds(maximum) <= microseconds(other)
    }

    /// Whether each length that `maximum` allows is also allowed by `other`.
    static func isWithin(_ maximum: Double, _ other: Double) -> Bool {
        length(maximum) <= length(other)
    }
}

extension Duration {
    /// Whole microseconds, rounded towards zero; clamped to the range of `Int64`.
    var microseconds: Int64 {
        let (seconds, attoseconds) = components
        let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        guard !overflow else { return seconds < 0 ? .min : .max }
        let (sum, isBeyond) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000_000)
        return isBeyond ? (seconds < 0 ? .min : .max) : sum
    }
}
