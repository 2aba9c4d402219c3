/// What names one zone for as long as the daemon runs: what events carry in `zone`.
///
/// A zone of the configuration is named by its index there. One that a client added has a slot beyond
/// those, which others have after it, and a generation, which none of them has: who keeps the handle
/// of a zone that is gone finds nothing by it, and never another zone.
public struct ZoneHandle: Sendable, Hashable {
    /// As events carry it.
    public let rawValue: Int

    /// Slots that there are, those of a configuration's zones included.
    static let slots = 512
    private static let firstAdded = 256

    /// How many added zones there can be at once.
    public static let addedLimit = slots - firstAdded

    /// Names an added zone.
    ///
    /// - Parameters:
    ///   - slot: below `addedLimit`; no other zone that there is has it.
    ///   - generation: from 1 on; no other zone ever had it.
    public init(slot: Int, generation: Int) {
        precondition((0..<Self.addedLimit).contains(slot) && generation > 0, "no such zone")
        rawValue = generation &* Self.slots &+ Self.firstAdded &+ slot
    }

    /// Below `addedLimit`.
    public var slot: Int { Self.slot(of: rawValue) - Self.firstAdded }

    /// Where what is known of the zone of an event is kept, in a table of all slots.
    @inline(__always)
    static func slot(of zone: Int) -> Int { zone & (slots &- 1) }
}
