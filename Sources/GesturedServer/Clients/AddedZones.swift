import GestureSettings
import GestureWire
import TouchCore

/// A zone that a client added.
struct AddedZone {
    /// The client's serial number.
    let owner: UInt64
    var zone: ZoneConfiguration
    /// Names it for as long as the daemon runs, over reloads too.
    let handle: ZoneHandle
    /// Every device has it at its present `rect`.
    fileprivate(set) var isPlaced = false
}

/// The zones that clients added.
///
/// They stand beside the zones of the configuration, each with a handle that no zone has after it; where
/// they lie is for the engine to decide. Devices adopt them between two frames. A slot is free again
/// once every device has let go of its zone.
struct AddedZones {
    /// Oldest first: a newer one lies above the older.
    private(set) var all: [AddedZone] = []
    /// Those that were removed, in that order, and that devices still have.
    private(set) var removed: [AddedZone] = []
    /// A zone came, moved or was removed since `finishAdoption`.
    private(set) var areChanged = false
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

    /// Whether a zone has the name, whosever it is: with two, a gesture's zone would be ambiguous.
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
        areChanged = true
        return added
    }

    /// Whether a client has a zone of that name.
    func has(_ name: String, of owner: UInt64) -> Bool {
        all.contains { $0.owner == owner && $0.zone.name == name }
    }

    /// Has the zone of that name lie elsewhere, where the client has it.
    ///
    /// Of several moves between two frames the last counts.
    mutating func move(_ name: String, to rect: ZoneRect, of owner: UInt64) {
        guard let place = all.firstIndex(where: { $0.owner == owner && $0.zone.name == name }),
            all[place].zone.rect != rect
        else { return }
        all[place].zone.rect = rect
        all[place].isPlaced = false
        areChanged = true
    }

    /// Takes away the zone of that name; `nil`: the client has none.
    mutating func remove(_ name: String, of owner: UInt64) -> ZoneHandle? {
        guard let place = all.firstIndex(where: { $0.owner == owner && $0.zone.name == name })
        else { return nil }
        let zone = all.remove(at: place)
        release(zone)
        return zone.handle
    }

    /// Takes away every zone of a client.
    mutating func removeAll(of owner: UInt64) {
        guard all.contains(where: { $0.owner == owner }) else { return }
        all.filter { $0.owner == owner }.forEach { release($0) }
        all.removeAll { $0.owner == owner }
    }

    private mutating func release(_ zone: AddedZone) {
        names.remove(zone.zone.name)
        removed.append(zone)
        areChanged = true
    }

    /// Every device has adopted the zones: slots of those that were removed are free from here on.
    mutating func finishAdoption() {
        for place in all.indices { all[place].isPlaced = true }
        freeSlots += removed.map(\.handle.slot)
        removed.removeAll()
        areChanged = false
    }

    /// Adopts another configuration, on devices that forget the added zones, and have those that stay added
    /// again.
    ///
    /// - Parameter staysFor: whether a zone stays, given how many stay already.
    mutating func adopt(
        _ configuration: GestureConfiguration, staysFor: (AddedZone, Int) -> Bool
    ) {
        let before = all
        self.all = []
        finishAdoption()
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

/// The memory of one client, all of it: made before its connection is accepted.
struct ClientMemory: ~Copyable {
    /// Open gestures of one client at once.
    private static let openGestureLimit = 64
    /// Memory for `changed` lines that wait for their time.
    private static let heldBytes = 16 * 1024

    /// What waits to be written.
    let queue: LineQueue
    /// What waits for its time: one line a gesture.
    let held: LineQueue
    let openGestures: OpenGestures

    /// `nil`: there is none for one more client.
    init?(_ limits: ClientLimits) {
        let rest =
            limits.queueBytes - Self.heldBytes - OpenGestures.bytes(for: Self.openGestureLimit)
        // A gesture's line takes some 300 bytes, an entry 24: room for both to run out together.
        let lines = max(rest / 256, 64)
        let queueBytes = max(rest - lines * MemoryLayout<LineQueue.Entry>.stride, 32 * 1024)
        let heldBytes =
            Self.heldBytes - Self.openGestureLimit * MemoryLayout<LineQueue.Entry>.stride
        guard let queue = LineQueue(byteCapacity: queueBytes, lineCapacity: lines),
            let held = LineQueue(
                byteCapacity: heldBytes, lineCapacity: Self.openGestureLimit, numbersLines: false),
            let openGestures = OpenGestures(capacity: Self.openGestureLimit)
        else { return nil }
        self.queue = queue
        self.held = held
        self.openGestures = openGestures
    }
}

extension GestureLineEncoder {
    /// An encoder that writes what the configuration allows.
    init(_ configuration: DaemonConfiguration) {
        self.init(
            configuration: configuration.gestures,
            includesPositions: configuration.privacy.positions)
    }
}
