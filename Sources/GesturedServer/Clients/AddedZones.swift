import TouchCore

/// A zone that a client added.
struct AddedZone {
    /// The client's serial number.
    let owner: UInt64
    let zone: ZoneConfiguration
    /// What events carry in `zone`: stays as long as the configuration does.
    var index: Int
}

/// What is to become of a zone on every device, between two frames.
enum ZoneChange {
    case added(AddedZone)
    case removed(AddedZone)
}

/// The zones that clients added, and what the devices do not know of them yet.
///
/// They stand behind the zones of the configuration, each at an index of its own, so that no other
/// zone moves; where they lie is for the engine to say.
struct AddedZones {
    /// Oldest first: a newer one lies above the older.
    private(set) var all: [AddedZone] = []
    /// What the devices have not been told.
    private var changes: [ZoneChange] = []
    /// The zones of the configuration.
    private var configured: [ZoneConfiguration]

    init(_ configuration: GestureConfiguration) {
        configured = configuration.zones
    }

    /// Every zone by its index; where one was removed stands one that hears nothing.
    var configuration: GestureConfiguration {
        var zones = configured
        for added in known.sorted(by: { $0.index < $1.index }) {
            while zones.count < added.index {
                zones.append(ZoneConfiguration(name: "", gestures: []))
            }
            zones.append(added.zone)
        }
        return GestureConfiguration(zones: zones)
    }

    /// Whether a zone has the name, whosever it is: of two, nobody could tell whose gesture it was.
    func contains(named name: String) -> Bool {
        configured.contains { $0.name == name } || all.contains { $0.zone.name == name }
    }

    /// How many a client has.
    func count(of owner: UInt64) -> Int { all.count { $0.owner == owner } }

    /// Whether there is room for another one.
    var hasRoom: Bool { freeIndex < GestureConfiguration.zoneLimit }

    /// Whether the client may hear of the zone at `index`.
    func hears(_ client: UInt64, _ index: Int) -> Bool {
        index < configured.count || all.contains { $0.index == index && $0.owner == client }
    }

    mutating func add(_ zone: ZoneConfiguration, of owner: UInt64) {
        let added = AddedZone(owner: owner, zone: zone, index: freeIndex)
        all.append(added)
        changes.append(.added(added))
    }

    /// Whether the client had a zone of that name.
    mutating func remove(_ name: String, of owner: UInt64) -> Bool {
        guard let place = all.firstIndex(where: { $0.owner == owner && $0.zone.name == name })
        else { return false }
        changes.append(.removed(all.remove(at: place)))
        return true
    }

    /// Takes away every zone of a client.
    mutating func removeAll(of owner: UInt64) {
        changes += all.filter { $0.owner == owner }.map { .removed($0) }
        all.removeAll { $0.owner == owner }
    }

    /// What the devices have to be told; from then on they know.
    mutating func takeChanges() -> [ZoneChange] {
        guard !changes.isEmpty else { return [] }
        defer { changes.removeAll() }
        return changes
    }

    /// Has other zones of the configuration hold, on devices that forget the added ones.
    ///
    /// - Parameter staysFor: whether a zone stays, given how many stay already.
    mutating func adopt(
        _ configuration: GestureConfiguration, staysFor: (AddedZone, Int) -> Bool
    ) {
        configured = configuration.zones
        let before = all
        (all, changes) = ([], [])
        for added in before where hasRoom && staysFor(added, count(of: added.owner)) {
            guard !contains(named: added.zone.name) else { continue }
            all.append(AddedZone(owner: added.owner, zone: added.zone, index: freeIndex))
        }
    }

    /// Those that some device may have something to say of.
    private var known: [AddedZone] {
        all
            + changes.compactMap { change in
                if case .removed(let zone) = change { zone } else { nil }
            }
    }

    /// The least index that no zone has, and no device still knows.
    private var freeIndex: Int {
        let taken = Set(known.map(\.index))
        return (configured.count...).first { !taken.contains($0) } ?? .max
    }
}
