/// What a device told that no finger can be held to, counted since its engine was made.
public struct ContactTally: Sendable, Hashable {
    /// Contacts that were palms, by the device's word or by their size.
    public var palms: UInt64 = 0
    /// Contacts that were gone before they counted (`min_events`).
    public var ghosts: UInt64 = 0
    /// Steps that no finger makes.
    public var jumps: UInt64 = 0
    /// Contacts that were still for so long that they are no fingers.
    public var stuck: UInt64 = 0
    /// Samples beyond the range of an axis, taken for the nearest side.
    public var clamped: UInt64 = 0

    /// Nothing counted.
    public init() {}
}
