public import TouchCore

/// A subscription made ready for one configuration: matching an event takes a few bit operations.
public struct SubscriptionFilter: Sendable {
    /// Which phases are told.
    public let phases: PhaseSet
    /// Which gestures of each zone are told, a bit each.
    private let gestures: ContiguousArray<UInt64>
    private let fingers: ClosedRange<Int>

    /// - Parameter hears: whether the client may hear of the zone at an index.
    public init(
        _ subscription: Subscription, _ configuration: GestureConfiguration,
        hears: (Int) -> Bool = { _ in true }
    ) {
        phases = subscription.phases.map(PhaseSet.init) ?? .all
        fingers = subscription.fingers ?? 0...Int.max
        let isAsked = subscription.topics.contains(.gesture)
        gestures = ContiguousArray(
            configuration.zones.indices.map { index in
                isAsked && hears(index) ? subscription.mask(of: configuration.zones[index]) : 0
            })
    }

    /// Whether a gesture that begins with `event` is told, in the phases that are.
    ///
    /// Its device has to be asked for elsewhere.
    @inline(__always)
    public func admits(_ event: GestureEvent) -> Bool {
        event.zone < gestures.count
            && gestures[event.zone] & 1 << UInt64(truncatingIfNeeded: event.gesture) != 0
            && fingers.contains(event.fingers)
    }
}

extension Subscription {
    fileprivate func mask(of zone: ZoneConfiguration) -> UInt64 {
        guard zones?.contains(zone.name) ?? true else { return 0 }
        var mask: UInt64 = 0
        for (index, gesture) in zone.gestures.enumerated() {
            let isWanted =
                gestures?.contains(gesture.kind) ?? true && names?.contains(gesture.name) ?? true
            mask |= isWanted ? 1 << UInt64(index) : 0
        }
        return mask
    }
}
