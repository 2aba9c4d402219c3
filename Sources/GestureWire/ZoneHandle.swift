/// Identifies a zone for the lifetime of the daemon; the value of `zone` in events.
///
/// The handle of a configured zone is its index. The handle of a zone that a client added has a
/// slot above those, which is reused, and a generation, which is not: a stale handle never refers
/// to another zone.
public struct ZoneHandle: Sendable, Hashable {
    /// The value in events.
    public let rawValue: Int

    /// The number of slots, including those of configured zones.
    static let slots = 512
    private static let firstAdded = 256

    /// The maximum number of added zones.
    public static let addedLimit = slots - firstAdded

    /// The handle of an added zone.
    ///
    /// - Parameters:
    ///   - slot: below `addedLimit`; no other current zone has it.
    ///   - generation: from 1 on; never reused.
    public init(slot: Int, generation: Int) {
        precondition((0..<Self.addedLimit).contains(slot) && generation > 0, "no such zone")
        rawValue = generation &* Self.slots &+ Self.firstAdded &+ slot
    }

    /// Below `addedLimit`.
    public var slot: Int { Self.slot(of: rawValue) - Self.firstAdded }

    /// The index for the zone of an event, in a table of all slots.
    @inline(__always)
    static func slot(of zone: Int) -> Int { zone & (slots &- 1) }
}
