/// The thresholds of a press, and the times of its ticks.
public struct PressThresholds: Sendable, Hashable {
    /// The number of fingers.
    public var fingers: ClosedRange<Int> = 1...1
    /// Time from the first landing to the first tick; if 0, `tick`.
    public var firstTick: Duration = .milliseconds(500)
    /// Time from tick to tick; 0 allows only the first.
    public var tick: Duration = .milliseconds(200)
    /// Maximum distance of each finger from its landing point, in mm; 0 means no limit.
    public var maximumDistance: Double = 0

    /// Creates the defaults, which apply without a configuration.
    public init() {}
}

extension PressThresholds: GestureThresholds {
    package static var kind: GestureKind { .press }
    package static var summary: String {
        "A finger is down: for buttons, and for what repeats while it is held"
    }
    package static var traits: KindTraits { PressRecognizer.traits }
    package static var fields: GestureFields { [.ticks, .inside] }
    package static var quantities: [UnmetThreshold.Quantity] { [.travel] }
    package var definition: GestureDefinition { .press(self) }

    package func performances(on stage: PerformanceStage) -> [Performance] {
        let first = max(firstTick, tick) / .seconds(1)
        // A short press, one that ticks, and one that slides.
        let slide = Point(x: min(Limit.length(maximumDistance), 30) * 0.8, y: 0)
        let phases: [PerformedTouch.Phase] = [
            .init(0.12), .init(first + 0.1), .init(0.3, travel: slide),
        ]
        return stage.counts(fingers).flatMap { fingers in
            phases.map { phase in
                let touch = stage.touch(fingers, [phase])
                return [phase.travel == .zero ? touch : touch.careless]
            }
        }
    }

    package mutating func adapt(to profile: GestureProfile) {
        if profile == .slowHands { firstTick = .seconds(1) }
    }

    package static var table: [Threshold<Self>] {
        [
            .fingers(\.fingers),
            .duration(
                "first_tick", \.firstTick,
                "From the landing to the first tick; 0ms makes it as long as tick."),
            .duration("tick", \.tick, "From tick to tick; 0ms means only the first tick."),
            .length(
                "maximum_distance", \.maximumDistance,
                "How far each finger may move from where it landed; 0mm means no limit."),
        ]
    }
}

extension GestureValues {
    /// - Parameters:
    ///   - ticks: ticks so far; `nil` except in the event of a tick.
    ///   - isInside: whether the fingers lifted inside the zone; `nil` before the end.
    public static func press(ticks: Int?, isInside: Bool?) -> GestureValues {
        var values = GestureValues(.press)
        values.ticks = ticks
        values.isInside = isInside
        return values
    }
}

/// Counts the ticks of fingers that are down.
///
///     possible ──land──▶ active ──lift──▶ ended
///        │                ├─ deadline: a tick
///        └── too far ──▶ failed, or cancelled if it is active
struct PressRecognizer: Recognizer {
    static let traits: KindTraits = [.perHand, .immediate, .hasDeadlines, .neverWins]

    /// The ticks since the press began.
    private enum State: Sendable {
        /// Another tick is due at `next`.
        case ticking(ticks: Int, next: Timestamp)
        /// No more ticks follow.
        case still(ticks: Int)
    }

    /// The minimum interval of ticks (µs).
    private static let minimumTickUs: Int64 = 10_000
    /// The maximum number of ticks, which a press reaches after five and a half hours at 200 ms. It
    /// bounds the work if the timestamps of a recording leap by years.
    private static let maximumTicks = 100_000

    private let firstTickUs: Int64
    private let tickUs: Int64
    private let maximumDistance: Double
    private let squaredDistance: Double
    private var state = State.still(ticks: 0)

    init(_ thresholds: PressThresholds) {
        let tick = thresholds.tick.microseconds
        tickUs = tick > 0 ? max(tick, Self.minimumTickUs) : 0
        let first = thresholds.firstTick.microseconds
        firstTickUs = first > 0 ? first : tickUs
        maximumDistance = thresholds.maximumDistance
        squaredDistance = Limit.squared(thresholds.maximumDistance)
    }

    /// Ticks since the press began.
    var ticks: Int {
        switch state {
        case .ticking(let ticks, _), .still(let ticks): ticks
        }
    }

    /// When the next tick is due; `never` if no tick follows.
    var nextDeadline: Timestamp {
        guard case .ticking(_, let next) = state else { return .never }
        return next
    }

    /// Begins the press. The first tick is due `firstTick` after the first landing.
    mutating func begin(_ hand: borrowing Hand, at time: Timestamp) {
        state = .still(ticks: 0)
        guard firstTickUs > 0 else { return }
        // If the press waited for other gestures longer than that, it counts from now.
        let due = hand.firstLanding.advanced(byMicroseconds: firstTickUs)
        state = .ticking(
            ticks: 0, next: due > time ? due : time.advanced(byMicroseconds: firstTickUs))
    }

    /// The maximum that the fingers have exceeded; `nil` if there is none.
    func exceeded(squaredTravel: Double) -> UnmetThreshold? {
        guard squaredTravel > squaredDistance else { return nil }
        return .above(.travel, squaredTravel.squareRoot(), maximumDistance)
    }

    func land(_ hand: borrowing Hand) -> GestureAction {
        hand.isFresh ? .begin : .none
    }

    /// An active press does not change with movement, only with ticks.
    func move(
        isActive: Bool, _ hand: borrowing Hand, fingers: borrowing FingerTable
    ) -> GestureAction {
        let travel = fingers.squaredTravel(of: hand.fingers)
        guard exceeded(squaredTravel: travel) == nil else {
            return isActive ? .cancel(.tooFar) : .fail
        }
        return isActive ? .none : land(hand)
    }

    /// A candidate may begin in any frame.
    func watch(isActive: Bool, into watch: inout WakeThresholds) {
        guard isActive else { return watch.requireEveryFrame() }
        watch.lower(squaredTravel: squaredDistance)
    }

    /// A tick, if one is due at `time`.
    mutating func deadline(at time: Timestamp) -> GestureAction {
        guard case .ticking(let ticks, let due) = state, due <= time else { return .none }
        let hasMoreTicks = tickUs > 0 && ticks + 1 < Self.maximumTicks
        state =
            hasMoreTicks
            ? .ticking(ticks: ticks + 1, next: due.advanced(byMicroseconds: tickUs))
            : .still(ticks: ticks + 1)
        return .change
    }

    /// The ticks in the event of a tick; at the end, whether the fingers are inside the zone.
    func values(_ phase: GesturePhase, isInside: Bool) -> GestureValues {
        .press(
            ticks: phase == .changed ? ticks : nil, isInside: phase == .ended ? isInside : nil)
    }
}
