import GestureWire
import LinuxIO
import TouchCore

/// A touchscreen with the properties that filters use.
struct PresentDevice {
    /// Its number in lines.
    var id: Int64
    /// The name that it reports.
    var name: String
    /// The output to which it belongs; `nil` if none is configured.
    var output: String?
    /// Whether it can be read.
    var isOpen: Bool
    /// The object of its `device` line, unchanged.
    var object: [UInt8]

    /// Parses the body of a `device` line; `nil` if it is not one.
    init?(_ body: [UInt8]) {
        var object = body
        guard object.first == UInt8(ascii: ",") else { return nil }
        object[0] = UInt8(ascii: "{")
        var found: [UInt8]?
        object.withUnsafeBytes { bytes in
            var scanner = MemberScanner(bytes)
            while found == nil, let member = scanner.next() {
                if bytes.holds("device", at: member.name) { found = Array(bytes[member.value]) }
            }
        }
        guard let found, let value = try? found.withUnsafeBytes({ try JSONValue(parsing: $0) }),
            let id = value["id"]?.integer, let name = value["name"]?.text
        else { return nil }
        (self.id, self.name, self.object) = (id, name, found)
        output = value["output"]?.text
        isOpen = value["state"]?.text == "open"
    }
}

extension JSONValue {
    /// The value of a member; `nil` if there is no such member, or this is not an object.
    subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    /// The integer; `nil` if this is not one.
    var integer: Int64? {
        guard case .number(let number) = self else { return nil }
        return number.integer
    }

    /// The text; `nil` if this is not one.
    var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }
}

/// The subscription of one page, compiled for the present devices: applies the daemon's rules to
/// its lines.
struct ActiveSubscription {
    /// The subscription of the page.
    let subscription: Subscription
    /// The subscribed devices; `nil` for all of them.
    private var devices: Set<Int64>?

    /// Compiles a subscription for the present devices.
    init(_ subscription: Subscription, _ devices: [PresentDevice]) {
        self.subscription = subscription
        adopt(devices)
    }

    /// Updates the present devices.
    mutating func adopt(_ present: [PresentDevice]) {
        guard let wanted = subscription.devices else { return }
        devices = Set(present.filter { $0.isOne(of: wanted) }.map(\.id))
    }

    /// Whether lines of this type are sent.
    func includes(_ topic: Subscription.Topic) -> Bool { subscription.topics.contains(topic) }

    /// Whether the device is subscribed.
    func includes(device: Int64?) -> Bool {
        guard let devices, let device else { return true }
        return devices.contains(device)
    }

    /// Whether a phase is sent for gestures that begin now.
    func includes(_ phase: GesturePhase) -> Bool { subscription.phases?.contains(phase) ?? true }

    /// Whether the gesture that begins with the line is sent.
    func admits(_ gesture: DaemonLine.Gesture, of device: Int64?) -> Bool {
        includes(.gesture)
            && subscription.gestures.isWithout { $0.contains { $0.rawValue == gesture.kind } }
            && subscription.names.isWithout { $0.contains(gesture.name) }
            && subscription.zones.isWithout { $0.contains(gesture.zone) }
            && subscription.fingers.isWithout { $0.contains(gesture.fingers) }
            && includes(device: device)
    }
}

extension Optional {
    /// Whether there is no filter, or the filter accepts.
    fileprivate func isWithout(_ passes: (Wrapped) -> Bool) -> Bool { map(passes) ?? true }
}

extension PresentDevice {
    fileprivate func isOne(of wanted: Set<Subscription.DeviceFilter>) -> Bool {
        wanted.contains { filter in
            switch filter {
            case .id(let id): id == self.id
            case .name(let name): name == output || NamePattern(name).matches(self.name)
            }
        }
    }
}

/// The subscription at the daemon, for all pages of a connection.
struct UnionSubscription: Equatable {
    /// Which types of lines.
    var topics: Set<Subscription.Topic> = [.device]
    /// Whether any page subscribes to `changed`. The other phases are always subscribed: without a
    /// beginning an end could not be assigned.
    var includesChanges = false

    /// The subscription of a connection before any request.
    static let initial = UnionSubscription(topics: [.gesture, .device], includesChanges: true)
    /// The topics that the daemon only sends if its configuration permits them.
    static let permitted: Set<Subscription.Topic> = [.contact, .explanation]

    /// Adds the subscription of a page.
    mutating func form(_ subscription: Subscription) {
        topics.formUnion(subscription.topics)
        if subscription.topics.contains(.gesture) {
            includesChanges = includesChanges || subscription.phases?.contains(.changed) ?? true
        }
    }

    /// The request, as a line.
    func request(id: Int64) -> [UInt8] {
        let events = Subscription.Topic.allCases.filter(topics.contains).map {
            "\"\($0.rawValue)\""
        }
        let phases = includesChanges ? "" : #","phases":["began","ended","cancelled"]"#
        return Array(
            #"{"type":"subscribe","id":\#(id),"events":[\#(events.joined(separator: ","))]\#(phases)}"#
                .utf8) + [UInt8(ascii: "\n")]
    }
}
