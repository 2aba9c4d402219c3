/// A contact that was still for so long that it counts for nothing until it lifts.
public struct StuckContact: Sendable, Hashable {
    /// The kernel's slot.
    public let slot: Int
    /// Where it is, in millimetres from the surface's top left.
    public let position: Point
    /// Since when it has been there.
    public let restsSince: Timestamp
}
