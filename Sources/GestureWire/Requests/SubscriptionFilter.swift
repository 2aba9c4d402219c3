public import TouchCore

/// A subscription made ready for one configuration: matching an event takes a few bit operations.
public struct SubscriptionFilter: Sendable {
    /// Which phases are told.
    public let phases: PhaseSet
    /// Which gestures of each zone of the configuration are told, a bit each.
    private let gestures: ContiguousArray<UInt64>
    /// Likewise, of the zones that are the client's own: of no other's.
    private var own: ContiguousArray<(handle: ZoneHandle, gestures: UInt64)> = []
    private let fingers: ClosedRange<Int>

    /// A filter of what comes of the zones of `configuration`.
    public init(_ subscription: Subscription, _ configuration: GestureConfiguration) {
        phases = subscription.phases.map(PhaseSet.init) ?? .all
        fingers = subscription.fingers ?? 0...Int.max
        gestures = ContiguousArray(configuration.zones.map(subscription.mask(of:)))
    }

    /// Lets pass what `subscription` asks of a zone that the client has added.
    public mutating func add(
        _ zone: ZoneConfiguration, as handle: ZoneHandle, _ subscription: Subscription
    ) {
        own.append((handle, subscription.mask(of: zone)))
    }

    /// Lets nothing pass any more of a zone that the client had added.
    public mutating func remove(_ handle: ZoneHandle) {
        own.removeAll { $0.handle == handle }
    }

    /// Whether a gesture that begins with `event` is told, in the phases that are.
    ///
    /// Its device has to be asked for elsewhere.
    @inline(__always)
    public func admits(_ event: GestureEvent) -> Bool {
        let mask = event.zone < gestures.count ? gestures[event.zone] : ownMask(of: event.zone)
        return mask & 1 << UInt64(truncatingIfNeeded: event.gesture) != 0
            && fingers.contains(event.fingers)
    }

    private func ownMask(of zone: Int) -> UInt64 {
        for added in own where added.handle.rawValue == zone { return added.gestures }
        return 0
    }
}

extension Subscription {
    fileprivate func mask(of zone: ZoneConfiguration) -> UInt64 {
        guard topics.contains(.gesture), zones?.contains(zone.name) ?? true else { return 0 }
        var mask: UInt64 = 0
        for (index, gesture) in zone.gestures.enumerated() {
            let isWanted =
                gestures?.contains(gesture.kind) ?? true && names?.contains(gesture.name) ?? true
            mask |= isWanted ? 1 << UInt64(index) : 0
        }
        return mask
    }
}
