/// When a touch is a press, and when it ticks.
public struct PressThresholds: Sendable, Hashable {
    /// How many fingers.
    public var fingers: ClosedRange<Int> = 1...1
    /// From the first landing to the first tick; 0 makes it as long as `tick`.
    public var firstTick: Duration = .milliseconds(500)
    /// From tick to tick; 0 leaves it at the first.
    public var tick: Duration = .milliseconds(200)
    /// How far each finger may be from where it landed, in mm; 0 is no limit.
    public var maximumDistance: Double = 0

    /// The defaults: what holds without a configuration.
    public init() {}
}

extension PressThresholds: GestureThresholds {
    package static var kind: GestureKind { .press }
    package static var summary: String {
        "A finger is down: for buttons, and for what repeats while it is held"
    }
    package static var traits: KindTraits { [] }
    package static var fields: GestureFields { [.ticks, .inside] }
    package var definition: GestureDefinition { .press(self) }

    package static var table: [Threshold<Self>] {
        [
            .fingers(\.fingers),
            .duration(
                "first_tick", \.firstTick,
                "From the landing to the first tick; 0ms makes it as long as tick."),
            .duration("tick", \.tick, "From tick to tick; 0ms leaves it at the first."),
            .length(
                "maximum_distance", \.maximumDistance,
                "How far each finger may go from where it landed; 0mm is no limit."),
        ]
    }
}

extension GestureValues {
    /// `ticks`: ticks so far, told at each; `isInside`: whether it lifted inside of its zone, told
    /// once it has ended.
    @inline(__always)
    public static func press(ticks: Int?, isInside: Bool?) -> GestureValues {
        var values = GestureValues(.press)
        values.ticks = ticks
        values.isInside = isInside
        return values
    }
}

/// Counts the ticks of fingers that are down.
///
/// It begins at once; the arena knows whether it lives.
struct PressRecognizer: Sendable {
    /// Ticks since it began.
    private(set) var ticks = 0
    /// When the next tick is due; `nil`: there is none.
    private(set) var nextTick: Timestamp?

    /// Ticks come no faster (µs).
    private static let leastTickUs: Int64 = 10_000
    /// Then they stop: a recording whose stamps leap by years would be told ticks for as long. At
    /// 200 ms that is more than five hours.
    private static let mostTicks = 100_000

    private let firstTickUs: Int64
    private let tickUs: Int64
    private let squaredDistance: Double

    init(_ thresholds: PressThresholds) {
        let tick = thresholds.tick.microseconds
        tickUs = tick > 0 ? max(tick, Self.leastTickUs) : 0
        let first = thresholds.firstTick.microseconds
        firstTickUs = first > 0 ? first : tickUs
        squaredDistance = Limit.squared(thresholds.maximumDistance)
    }

    /// Starts to count, from the first landing of the hand.
    mutating func begin(_ hand: Hand, at time: Timestamp) {
        ticks = 0
        nextTick = nil
        guard firstTickUs > 0 else { return }
        // Whoever waited for others ticks from when it began on.
        let due = hand.firstLanding.advanced(byMicroseconds: firstTickUs)
        nextTick = due > time ? due : time.advanced(byMicroseconds: firstTickUs)
    }

    /// Takes a tick that is due at `time`; whether one was.
    mutating func takeTick(at time: Timestamp) -> Bool {
        guard let due = nextTick, due <= time else { return false }
        ticks &+= 1
        let goesOn = tickUs > 0 && ticks < Self.mostTicks
        nextTick = goesOn ? due.advanced(byMicroseconds: tickUs) : nil
        return true
    }

    /// Whether a finger has gone too far for it.
    func isTooFar(squaredTravel: Double) -> Bool {
        squaredTravel > squaredDistance
    }
}
