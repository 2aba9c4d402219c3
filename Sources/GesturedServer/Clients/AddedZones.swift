import GestureWire
import TouchCore

/// A zone that a client added.
struct AddedZone {
    /// The client's serial number.
    let owner: UInt64
    let zone: ZoneConfiguration
    /// Names it for as long as the daemon runs, over reloads too.
    let handle: ZoneHandle
}

/// What is to become of a zone on every device, between two frames.
enum ZoneChange {
    case added(AddedZone)
    case removed(AddedZone)

    /// The zone that goes.
    fileprivate var removed: ZoneHandle? {
        if case .removed(let zone) = self { zone.handle } else { nil }
    }
}

/// The zones that clients added, and what the devices do not know of them yet.
///
/// They stand beside the zones of the configuration, each with a handle that no zone has after it; where
/// they lie is for the engine to say. A slot is free again once every device has let go of its zone.
struct AddedZones {
    /// Oldest first: a newer one lies above the older.
    private(set) var all: [AddedZone] = []
    /// What the devices have not been told.
    private var changes: [ZoneChange] = []
    /// Those that are gone, and that devices, or who writes their lines, may still know.
    private var gone: [AddedZone] = []
    /// How many zones the configuration has.
    private var configuredCount: Int
    /// Of the configuration's zones and of all others.
    private var names: Set<String>
    /// Slots that no zone has, the next one last.
    private var freeSlots = Array((0..<ZoneHandle.addedLimit).reversed())
    private var lastGeneration = 0

    init(_ configuration: GestureConfiguration) {
        configuredCount = configuration.zones.count
        names = Set(configuration.zones.map(\.name))
    }

    /// Whether the devices are to be told something.
    var hasChanges: Bool { !changes.isEmpty }

    /// Whether a zone has the name, whosever it is: of two, nobody could tell whose gesture it was.
    func contains(named name: String) -> Bool { names.contains(name) }

    /// How many a client has.
    func count(of owner: UInt64) -> Int { all.count { $0.owner == owner } }

    /// Whether there is room for another one.
    var hasRoom: Bool {
        configuredCount + all.count < GestureConfiguration.zoneLimit && !freeSlots.isEmpty
    }

    /// Takes in a zone of a name that no other has; the caller has asked `hasRoom`.
    mutating func add(_ zone: ZoneConfiguration, of owner: UInt64) -> AddedZone {
        lastGeneration += 1
        let slot = freeSlots.popLast()
        precondition(slot != nil, "more zones than there are slots")
        let added = AddedZone(
            owner: owner, zone: zone,
            handle: ZoneHandle(slot: slot ?? 0, generation: lastGeneration))
        all.append(added)
        names.insert(zone.name)
        changes.append(.added(added))
        return added
    }

    /// Takes away the zone of that name; `nil`: the client has none.
    mutating func remove(_ name: String, of owner: UInt64) -> ZoneHandle? {
        guard let place = all.firstIndex(where: { $0.owner == owner && $0.zone.name == name })
        else { return nil }
        let removed = all.remove(at: place)
        release(removed)
        return removed.handle
    }

    /// Takes away every zone of a client.
    mutating func removeAll(of owner: UInt64) {
        guard all.contains(where: { $0.owner == owner }) else { return }
        all.filter { $0.owner == owner }.forEach { release($0) }
        all.removeAll { $0.owner == owner }
    }

    private mutating func release(_ zone: AddedZone) {
        names.remove(zone.zone.name)
        changes.append(.removed(zone))
        gone.append(zone)
    }

    /// What the devices have to be told; from then on they know.
    mutating func takeChanges() -> [ZoneChange] {
        guard !changes.isEmpty else { return [] }
        defer { changes.removeAll() }
        return changes
    }

    /// The zones that no device knows any more: their slots are free from here on.
    ///
    /// To be called once the devices have been told what `takeChanges` said last.
    mutating func takeGone() -> [AddedZone] {
        let untold = Set(changes.compactMap(\.removed))
        let taken = gone.filter { !untold.contains($0.handle) }
        gone.removeAll { !untold.contains($0.handle) }
        freeSlots += taken.map(\.handle.slot)
        return taken
    }

    /// Has other zones of the configuration hold, on devices that forget the added ones.
    ///
    /// - Parameter staysFor: whether a zone stays, given how many stay already.
    mutating func adopt(
        _ configuration: GestureConfiguration, staysFor: (AddedZone, Int) -> Bool
    ) {
        let before = all
        self.all = []
        changes = []
        freeSlots += gone.map(\.handle.slot)
        gone = []
        configuredCount = configuration.zones.count
        names = Set(configuration.zones.map(\.name))
        for added in before {
            let stays = hasRoom && staysFor(added, count(of: added.owner))
            if stays, names.insert(added.zone.name).inserted {
                all.append(added)
            } else {
                freeSlots.append(added.handle.slot)
            }
        }
    }
}
