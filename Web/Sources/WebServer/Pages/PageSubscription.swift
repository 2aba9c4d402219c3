import GestureWire
import LinuxIO
import TouchCore

/// A touchscreen as filters ask for it.
struct PresentDevice {
    /// Its number in lines.
    var id: Int64
    /// What it calls itself.
    var name: String
    /// The output that it belongs to; `nil`: none is configured.
    var output: String?
    /// Whether it can be read.
    var isOpen: Bool
    /// The object of its `device` line, as it came.
    var object: [UInt8]

    /// Parses the body of a `device` line; `nil` where it is none.
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
    /// The value of a member; `nil` where there is none, or this is no object.
    subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    /// The integer that this is.
    var integer: Int64? {
        guard case .number(let number) = self else { return nil }
        return number.integer
    }

    /// The text that this is.
    var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }
}

/// What one page asks for, ready for the devices that there are: the daemon's rules, on its lines.
struct ActiveSubscription {
    /// As the page asked.
    let subscription: Subscription
    /// The devices that are asked for; `nil`: all of them.
    private var devices: Set<Int64>?

    /// For the devices that there are.
    init(_ subscription: Subscription, _ devices: [PresentDevice]) {
        self.subscription = subscription
        adopt(devices)
    }

    /// Takes in which devices there are.
    mutating func adopt(_ present: [PresentDevice]) {
        guard let wanted = subscription.devices else { return }
        devices = Set(present.filter { $0.isOne(of: wanted) }.map(\.id))
    }

    /// Whether lines of this type are sent.
    func includes(_ topic: Subscription.Topic) -> Bool { subscription.topics.contains(topic) }

    /// Whether the device is one of those that are asked for.
    func includes(device: Int64?) -> Bool {
        guard let devices, let device else { return true }
        return devices.contains(device)
    }

    /// Whether a phase is sent of the gestures that begin now.
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
    /// Whether there is no filter, or it lets pass.
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

/// What the daemon is asked for on behalf of all pages of a connection.
struct UnionSubscription: Equatable {
    /// Which types of lines.
    var topics: Set<Subscription.Topic> = [.device]
    /// Whether any page wants each step of a gesture. The other phases are always asked for: without a
    /// beginning an end could not be assigned.
    var includesChanges = false

    /// What a connection gets that has asked for nothing.
    static let initial = UnionSubscription(topics: [.gesture, .device], includesChanges: true)
    /// What the daemon gives only where its configuration permits it.
    static let permitted: Set<Subscription.Topic> = [.contact, .explanation]

    /// Takes in what a page asks for.
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
