package import TouchCore

/// How many contacts there were, and what was refused of them: of a device since it was opened, or of
/// all devices of a server.
package struct ContactStatistics: Sendable, Hashable {
    /// Contacts that landed, fingers or not. After lost events those on the glass count again.
    package var landed: UInt64 = 0
    /// What was refused, and contacts that broke.
    package var refused = ContactCounters()

    /// Nothing counted.
    package init() {}

    /// What was counted after `earlier`, a former value of the same statistics.
    package func delta(since earlier: ContactStatistics) -> ContactStatistics {
        var delta = self
        delta.landed &-= earlier.landed
        delta.refused.combine(earlier.refused, &-)
        return delta
    }

    /// Adds what another device counted, or the same one later.
    package static func += (total: inout ContactStatistics, delta: ContactStatistics) {
        total.landed &+= delta.landed
        total.refused.combine(delta.refused, &+)
    }
}
