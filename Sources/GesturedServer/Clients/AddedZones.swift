import GestureSettings
import GestureWire
import TouchCore

/// A zone that a client added.
struct AddedZone {
    /// The client's serial number.
    let owner: UInt64
    var zone: ZoneConfiguration
    /// Identifies the zone as long as the daemon runs, across reloads.
    let handle: ZoneHandle
    /// Whether every device has the zone with its present `rect`.
    fileprivate(set) var isApplied = false
}

/// The zones that clients added.
///
/// They exist beside the zones of the configuration, each with a handle that no later zone gets.
/// Devices get them between two frames. A slot of a removed zone is free again once no device has
/// the zone.
struct AddedZones {
    /// Oldest first: a newer zone lies above the older.
    private(set) var all: [AddedZone] = []
    /// Zones that were removed but that devices still have, in the order of removal.
    private(set) var removed: [AddedZone] = []
    /// Whether a zone was added, moved or removed since `finishChanges`.
    private(set) var hasChanges = false
    /// The number of configured zones.
    private var configuredCount: Int
    /// The names of configured zones, and of their gestures.
    private var configured: Set<String>
    private var configuredGestures: Set<String>
    /// Slots without a zone, the next one last.
    private var freeSlots = Array((0..<ZoneHandle.addedLimit).reversed())
    private var lastGeneration = 0

    init(_ configuration: GestureConfiguration) {
        configuredCount = configuration.zones.count
        configured = Set(configuration.zones.map(\.name))
        configuredGestures = Self.gestures(of: configuration.zones)
    }

    private static func gestures(of zones: [ZoneConfiguration]) -> Set<String> {
        Set(zones.flatMap { $0.gestures.map(\.name) })
    }

    /// Whether a zone of the configuration or of the client has the name. If two had it, the zone
    /// of a gesture would be ambiguous. Names of other clients' zones do not matter, as the client
    /// receives no gestures of them.
    func contains(named name: String, for owner: UInt64) -> Bool {
        configured.contains(name) || has(name, of: owner)
    }

    /// A warning of names that no zone, or no gesture, has for the client: they may be misspelt;
    /// `nil` if there are none.
    func warning(of subscription: Subscription, for owner: UInt64) -> String? {
        let own = all.lazy.filter { $0.owner == owner }.map(\.zone)
        let warnings = [
            Self.warning(
                "zone", subscription.zones, known: configured, more: { Set(own.map(\.name)) }),
            Self.warning(
                "gesture", subscription.names, known: configuredGestures,
                more: { Self.gestures(of: Array(own)) }),
        ].compactMap { $0 }
        return warnings.isEmpty ? nil : warnings.joined(separator: "; ")
    }

    /// The warning of `names` that are neither `known` nor among `more`.
    private static func warning(
        _ noun: String, _ names: Set<String>?, known: Set<String>, more: () -> Set<String>
    ) -> String? {
        guard let unknown = names?.subtracting(known), !unknown.isEmpty else { return nil }
        let missing = unknown.subtracting(more())
        guard !missing.isEmpty else { return nil }
        let shown = missing.sorted().prefix(8).map { "\"\($0)\"" }.joined(separator: ", ")
        return "no \(noun) is named \(shown) now; the configuration has "
            + known.sorted().prefix(8).joined(separator: ", ") + (known.count > 8 ? ", …" : "")
    }

    /// The number of zones of a client.
    func count(of owner: UInt64) -> Int { all.count { $0.owner == owner } }

    /// Whether there is room for another zone.
    var hasRoom: Bool {
        configuredCount + all.count < GestureConfiguration.zoneLimit && !freeSlots.isEmpty
    }

    /// Adds a zone; the caller has checked `contains(named:for:)` and `hasRoom`.
    mutating func add(_ zone: ZoneConfiguration, of owner: UInt64) -> AddedZone {
        lastGeneration += 1
        let slot = freeSlots.popLast()
        precondition(slot != nil, "more zones than there are slots")
        let added = AddedZone(
            owner: owner, zone: zone,
            handle: ZoneHandle(slot: slot ?? 0, generation: lastGeneration))
        all.append(added)
        hasChanges = true
        return added
    }

    /// Whether a client has a zone of that name.
    func has(_ name: String, of owner: UInt64) -> Bool {
        all.contains { $0.owner == owner && $0.zone.name == name }
    }

    /// Moves the client's zone of that name, if there is one.
    ///
    /// Only the last of several moves between two frames is applied.
    mutating func move(_ name: String, to rect: ZoneRect, of owner: UInt64) {
        guard let index = all.firstIndex(where: { $0.owner == owner && $0.zone.name == name }),
            all[index].zone.rect != rect
        else { return }
        all[index].zone.rect = rect
        all[index].isApplied = false
        hasChanges = true
    }

    /// Removes the client's zone of that name; `nil` if the client has no such zone.
    mutating func remove(_ name: String, of owner: UInt64) -> ZoneHandle? {
        guard let index = all.firstIndex(where: { $0.owner == owner && $0.zone.name == name })
        else { return nil }
        let zone = all.remove(at: index)
        release(zone)
        return zone.handle
    }

    /// Removes every zone of a client.
    mutating func removeAll(of owner: UInt64) {
        guard all.contains(where: { $0.owner == owner }) else { return }
        all.filter { $0.owner == owner }.forEach { release($0) }
        all.removeAll { $0.owner == owner }
    }

    private mutating func release(_ zone: AddedZone) {
        removed.append(zone)
        hasChanges = true
    }

    /// Records that every device has the present zones, and frees the slots of removed ones.
    mutating func finishChanges() {
        for index in all.indices { all[index].isApplied = true }
        freeSlots += removed.map(\.handle.slot)
        removed.removeAll()
        hasChanges = false
    }

    /// Applies another configuration. Removes zones for which it has no room or which it does not
    /// permit; devices, which have lost all added zones, get the others again.
    ///
    /// - Parameter staysFor: whether a zone stays, given the number that stay already.
    mutating func apply(
        _ configuration: GestureConfiguration, staysFor: (AddedZone, Int) -> Bool
    ) {
        let before = all
        self.all = []
        finishChanges()
        configuredCount = configuration.zones.count
        configured = Set(configuration.zones.map(\.name))
        configuredGestures = Self.gestures(of: configuration.zones)
        for added in before {
            let stays = hasRoom && staysFor(added, count(of: added.owner))
            if stays, !contains(named: added.zone.name, for: added.owner) {
                all.append(added)
            } else {
                freeSlots.append(added.handle.slot)
            }
        }
    }
}

/// All memory of one client, allocated before its connection is accepted.
struct ClientMemory: ~Copyable {
    /// The maximum number of open gestures of one client.
    private static let openGestureLimit = 64
    /// Memory for `changed` lines that are held back, in bytes.
    private static let heldBytes = 16 * 1024

    /// Lines that wait to be written.
    let queue: LineQueue
    /// `changed` lines that are held back, at most one for each gesture.
    let held: LineQueue
    let openGestures: OpenGestures

    /// `nil` if memory for one more client is lacking.
    init?(_ limits: ClientLimits) {
        let remaining =
            limits.queueBytes - Self.heldBytes - OpenGestures.bytes(for: Self.openGestureLimit)
        // A gesture's line has some 300 bytes: room for lines and entries runs out at about the
        // same time.
        let lines = max(remaining / 256, 64)
        let queueBytes = max(remaining - lines * MemoryLayout<LineQueue.Entry>.stride, 32 * 1024)
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
    /// Creates an encoder that writes what the configuration allows.
    init(_ configuration: DaemonConfiguration) {
        self.init(
            configuration: configuration.gestures,
            includesPositions: configuration.privacy.positions)
    }
}
