import CEvdev
import Glibc
import TouchRecordings

/// The events of one device, and what it announced.
struct DeviceStream: Sendable, CustomStringConvertible {
    /// Where it comes from, for a test to say.
    var name: String
    var slots: Int32
    var isMultitouch: Bool
    var hasButton: Bool
    var events: [input_event]

    var description: String { name }

    /// How many frames it makes.
    var reportCount: Int { events.count { $0.type == EV_SYN && $0.code == SYN_REPORT } }
}

extension DeviceStream {
    /// The device of a recording that has one; nil where it does not tell contacts apart.
    init?(_ recording: Recording, name: String) {
        guard recording.devices.count == 1, let device = recording.devices.first,
            let contacts = device.classification.contactProtocol, contacts != .anonymous
        else { return nil }
        self.init(
            name: name, slots: Int32(clamping: device.slotCount), isMultitouch: contacts == .slots,
            hasButton: device.has(.btnTouch), events: recording.events.map { input_event($0.event) }
        )
    }
}

extension input_event {
    /// An event of a recording, as the kernel gave it.
    init(_ event: InputEvent) {
        self.init(
            Int32(event.type), Int32(event.code), event.value, microseconds: event.timeUs)
    }
}
