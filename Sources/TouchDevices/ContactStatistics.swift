package import TouchCore

/// The number of contacts, and of those that were rejected: for a device since it was opened, or
/// for all devices of a server.
package struct ContactStatistics: Sendable, Hashable {
    /// Contacts that landed, fingers or not. After lost events the present contacts are counted
    /// again.
    package var landed: UInt64 = 0
    /// Rejected contacts, and contacts that broke.
    package var refused = ContactCounters()

    /// All counters at 0.
    package init() {}

    /// The counts since `earlier`, a former value of the same statistics.
    package func delta(since earlier: ContactStatistics) -> ContactStatistics {
        var delta = self
        delta.landed &-= earlier.landed
        delta.refused.combine(earlier.refused, &-)
        return delta
    }

    /// Adds the counts of another device, or later ones of the same.
    package static func += (total: inout ContactStatistics, delta: ContactStatistics) {
        total.landed &+= delta.landed
        total.refused.combine(delta.refused, &+)
    }
}
