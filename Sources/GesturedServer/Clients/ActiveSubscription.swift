import GestureSettings
import GestureWire
import LinuxIO
import TouchCore

/// One client's subscription, compiled for the present configuration and devices.
struct ActiveSubscription {
    /// As the client requested it.
    let subscription: Subscription
    /// The delivery options of gestures that begin now.
    let delivery: DeliveryOptions
    // Topics are stored as Booleans, which are read for each frame: a set would be hashed.
    /// Whether the client subscribes to contacts.
    let includesContacts: Bool
    /// Whether the client subscribes to devices that appear, disappear and change.
    let includesDevices: Bool
    /// Whether the client subscribes to activity.
    let includesActivity: Bool
    /// Whether the client subscribes to `wake`.
    let includesWake: Bool
    /// Whether the client subscribes to lines that report whether the screens are in use.
    var dependsOnActivity: Bool { includesActivity || includesWake }
    /// Whether the client subscribes to health.
    let includesHealth: Bool
    /// Whether the client subscribes to explanations.
    let includesExplanations: Bool
    private var filter: SubscriptionFilter
    /// The present devices that the subscription selects; `nil` if it selects all.
    private var devices: ContiguousArray<Int>?

    /// Compiles the subscription for the configured zones. The client's zones are added by `add`.
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
        selectDevices(among: devices)
    }

    /// Selects the devices of the subscription among the present ones.
    mutating func selectDevices(among records: [DeviceRecord]) {
        guard let wanted = subscription.devices else { return }
        devices = ContiguousArray(records.filter { $0.isOne(of: wanted) }.map(\.id))
    }

    /// Includes a zone that the client has added.
    mutating func add(_ added: AddedZone) {
        filter.add(added.zone, as: added.handle, subscription)
    }

    /// Excludes a zone that the client has removed: no new gesture of it is delivered.
    mutating func remove(_ handle: ZoneHandle) {
        filter.remove(handle)
    }

    /// Whether a gesture that begins with `event` is delivered.
    func admits(_ event: GestureEvent) -> Bool {
        filter.admits(event) && includes(device: event.device)
    }

    /// Whether the subscription includes the device.
    func includes(device: Int) -> Bool { devices?.contains(device) ?? true }
}

extension DeviceRecord {
    /// Whether a filter matches the device, by its id, its output or a pattern of its name.
    fileprivate func isOne(of wanted: Set<Subscription.DeviceFilter>) -> Bool {
        wanted.contains { filter in
            switch filter {
            case .id(let id): id == Int64(self.id)
            case .name(let name): name == output || NamePattern(name).matches(self.name)
            }
        }
    }
}

/// How one gesture is delivered to one client, as subscribed when the gesture began.
struct DeliveryOptions {
    /// The phases that are delivered.
    var phases = PhaseSet.all
    /// Whether lines contain the positions of the fingers.
    var includesPositions = true
    /// The minimum time between two `changed` lines, in microseconds; 0 if each is sent.
    var periodUs: Int64 = 0
}
