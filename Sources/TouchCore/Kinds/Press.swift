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
