public import TouchCore

/// A subscription compiled for one configuration: matching an event takes a few bit operations.
public struct SubscriptionFilter: Sendable {
    /// The phases that are sent.
    public let phases: PhaseSet
    /// The gestures of each zone of the configuration that are sent, one bit each.
    private let gestures: ContiguousArray<UInt64>
    /// The same for the zones that this client added.
    private var own: ContiguousArray<(handle: ZoneHandle, gestures: UInt64)> = []
    private let fingers: ClosedRange<Int>

    /// A filter for the zones of `configuration`.
    public init(_ subscription: Subscription, _ configuration: GestureConfiguration) {
        phases = subscription.phases.map(PhaseSet.init) ?? .all
        fingers = subscription.fingers ?? 0...Int.max
        gestures = ContiguousArray(configuration.zones.map(subscription.mask(of:)))
    }

    /// Adds a zone of this client, filtered by `subscription`.
    public mutating func add(
        _ zone: ZoneConfiguration, as handle: ZoneHandle, _ subscription: Subscription
    ) {
        own.append((handle, subscription.mask(of: zone)))
    }

    /// Removes a zone of this client.
    public mutating func remove(_ handle: ZoneHandle) {
        own.removeAll { $0.handle == handle }
    }

    /// Whether the gesture that begins with `event` is sent, in the phases of the subscription.
    ///
    /// The device filter is applied elsewhere.
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
