/// When fingers tell their force, for drawing.
public struct ForceThresholds: Sendable, Hashable {
    /// How many fingers.
    public var fingers: ClosedRange<Int> = 1...1

    /// The defaults: what holds without a configuration.
    public init() {}
}
