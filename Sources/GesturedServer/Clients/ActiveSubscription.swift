import GestureSettings
import GestureWire
import LinuxIO
import TouchCore

/// What one client subscribes to, made ready for the configuration and the devices that there are.
struct ActiveSubscription {
    /// As the client asked.
    let subscription: Subscription
    /// How gestures are delivered that begin now.
    let delivery: DeliveryOptions
    // Asked with each frame: a set of topics would be hashed for it.
    /// Whether the client subscribes to contacts.
    let includesContacts: Bool
    /// Whether the client subscribes to devices that come, go and change.
    let includesDevices: Bool
    /// Whether the client subscribes to activity.
    let includesActivity: Bool
    /// Whether the client subscribes to touches that wake.
    let includesWake: Bool
    /// Whether it subscribes to lines that depend on when nobody is there.
    var dependsOnActivity: Bool { includesActivity || includesWake }
    /// Whether the client subscribes to health.
    let includesHealth: Bool
    /// Whether the client subscribes to explanations.
    let includesExplanations: Bool
    private var filter: SubscriptionFilter
    /// The devices that are asked for; `nil`: all of them.
    private var devices: ContiguousArray<Int>?

    /// Of the zones of the configuration; those of the client's own are added.
    init(
        _ subscription: Subscription, _ configuration: DaemonConfiguration,
        _ devices: [DeviceRecord]
    ) {
        self.subscription = subscription
        filter = SubscriptionFilter(subscription, configuration.gestures)
        delivery = DeliveryOptions(
            phases: filter.phases,
            includesPositions: subscription.includesPositions && configuration.privacy.positions,
            periodUs: subscription.maximumRate.map { Int64((1_000_000 / $0).rounded(.up)) } ?? 0)
        let (topics, privacy) = (subscription.topics, configuration.privacy)
        includesContacts =
            topics.contains(.contact) && delivery.includesPositions && privacy.contacts
        includesDevices = topics.contains(.device)
        includesActivity = topics.contains(.activity)
        includesWake = topics.contains(.wake)
        includesHealth = topics.contains(.health)
        includesExplanations =
            topics.contains(.explanation) && configuration.clients.explain && privacy.positions
        adopt(devices)
    }

    /// Takes in which devices there are.
    mutating func adopt(_ records: [DeviceRecord]) {
        guard let wanted = subscription.devices else { return }
        devices = ContiguousArray(records.filter { $0.isOne(of: wanted) }.map(\.id))
    }

    /// The client has a zone of its own from here on.
    mutating func add(_ added: AddedZone) {
        filter.add(added.zone, as: added.handle, subscription)
    }

    /// The client has it no longer: nothing of it begins any more for it.
    mutating func remove(_ handle: ZoneHandle) {
        filter.remove(handle)
    }

    /// Whether a gesture that begins with `event` is delivered.
    func admits(_ event: GestureEvent) -> Bool {
        filter.admits(event) && includes(device: event.device)
    }

    /// Whether the device is one of those that are asked for.
    func includes(device: Int) -> Bool { devices?.contains(device) ?? true }
}

extension DeviceRecord {
    /// Whether a filter names the device; names may be patterns (`NamePattern`), as those of zones.
    fileprivate func isOne(of wanted: Set<Subscription.DeviceFilter>) -> Bool {
        wanted.contains { filter in
            switch filter {
            case .id(let id): id == Int64(self.id)
            case .name(let name): name == output || NamePattern(name).matches(self.name)
            }
        }
    }
}

/// How one gesture is delivered to one client: as the subscription had it when the gesture began.
struct DeliveryOptions {
    /// The phases that are delivered.
    var phases = PhaseSet.all
    /// Whether lines hold where the fingers are.
    var includesPositions = true
    /// The least time between two `changed` lines, in microseconds; 0: each is sent.
    var periodUs: Int64 = 0
}
