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

    public init() {}
}
