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
}

/// What is to become of a zone on every device, between two frames.
enum ZoneChange {
    case added(AddedZone)
    case moved(AddedZone)
    case removed(AddedZone)

    /// The zone that goes.
    fileprivate var removed: ZoneHandle? {
        if case .removed(let zone) = self { zone.handle } else { nil }
    }

    /// The zone that comes, or that lies elsewhere.
    fileprivate var standing: ZoneHandle? {
        switch self {
        case .added(let zone), .moved(let zone): zone.handle
        case .removed: nil
        }
    }
}

/// The zones that clients added, and what the devices do not know of them yet.
///
/// They stand beside the zones of the configuration, each with a handle that no zone has after it; where
/// they lie is for the engine to decide. A slot is free again once every device has let go of its
/// zone.
struct AddedZones {
    /// Oldest first: a newer one lies above the older.
    private(set) var all: [AddedZone] = []
    /// What the devices have not taken in.
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

    /// Whether the devices have something to take in.
    var hasChanges: Bool { !changes.isEmpty }

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
        changes.append(.added(added))
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
        let moved = all[place]
        if let pending = changes.lastIndex(where: { $0.standing == moved.handle }) {
            if case .added = changes[pending] {
                changes[pending] = .added(moved)
            } else {
                changes[pending] = .moved(moved)
            }
        } else {
            changes.append(.moved(moved))
        }
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

    /// What the devices have to take in; from then on they know.
    mutating func takeChanges() -> [ZoneChange] {
        guard !changes.isEmpty else { return [] }
        defer { changes.removeAll() }
        return changes
    }

    /// The zones that no device knows any more: their slots are free from here on.
    ///
    /// To be called once the devices have taken in what `takeChanges` returned last.
    mutating func takeGone() -> [AddedZone] {
        let pending = Set(changes.compactMap(\.removed))
        let taken = gone.filter { !pending.contains($0.handle) }
        gone.removeAll { !pending.contains($0.handle) }
        freeSlots += taken.map(\.handle.slot)
        return taken
    }

    /// Adopts another configuration, on devices that forget the added zones.
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
