/// Zones that come and go while fingers are down.
extension GestureEngine {
    /// Adds a zone for fingers that land from here on; gestures that live go on.
    ///
    /// It lies above `screen`, and above those that were added before, and below every other zone of
    /// the configuration. It has one hand. Does nothing where the zone `index` is there already;
    /// `reconfigure` takes it away.
    ///
    /// - Parameters:
    ///   - zone: the zone; what it says of hands is not heeded.
    ///   - index: what events carry in `zone`; no index of the configuration's zones.
    public mutating func addZone(_ zone: ZoneConfiguration, index: Int) {
        zones.add(zone, index: index, device: device, surface: surface, isObserved: isObserved)
    }

    /// Takes an added zone away; its live gestures are cancelled, and the fingers in it count for no
    /// gesture until they lift.
    ///
    /// Stamped with the last time the engine has seen.
    public mutating func removeZone(
        index: Int, _ reason: CancellationReason, ids: inout GestureIDs,
        into events: inout GestureEventBuffer
    ) {
        guard let arena = zones.remove(index: index) else { return }
        events.ids = ids
        zones.arenas[arena].clear(reason, moment, fingers: fingers, into: &events)
        updateDeadline(into: &events)
        ids = events.ids
    }
}
