import GestureInspect
import GestureSettings
import GestureWire
import LinuxIO
import TouchCore

/// A readable account on standard output (`--dump`): devices, frames, and gestures between them.
///
/// For people, so it may allocate.
final class DumpSink: GestureSink {
    static var wantsFrames: Bool { true }

    var now: Int64 = 0
    private let output: StandardOutput
    private let style: DumpStyle
    private var configuration: GestureConfiguration
    private let explains: Bool
    /// The devices that are there.
    private var devices: Set<Int> = []
    /// Once there were several, a frame names its device.
    private var hasSeveralDevices = false
    /// The stamp of the first frame: what times are counted from.
    private var origin: Timestamp?

    /// Writes to `output`; gestures are called what `configuration` calls them.
    ///
    /// - Parameter explains: prints why gestures did not begin.
    init(
        output: StandardOutput, style: DumpStyle, configuration: GestureConfiguration,
        explains: Bool = false
    ) {
        self.output = output
        self.explains = explains
        self.style = style
        self.configuration = configuration
    }

    var outputDescriptor: Int32? { output.number }

    func begin(with devices: [DeviceRecord]) {
        self.devices = Set(devices.map(\.id))
        for device in devices {
            introduce(device)
        }
    }

    func adopt(_ configuration: DaemonConfiguration) {
        self.configuration = configuration.gestures
    }

    func publish(_ change: DeviceChange, _ device: DeviceRecord) {
        switch change {
        case .present, .added: introduce(device)
        case .removed:
            devices.remove(device.id)
            write(style.paint("device \(device.id) removed", .heading))
        case .changed:
            let what = device.error.map { escapedText($0) } ?? force(of: device)
            write(style.paint("device \(device.id): \(what)", .heading))
        }
    }

    func show(_ frame: FrameSnapshot) {
        let origin = origin ?? frame.time
        self.origin = origin
        let contacts = frame.contacts.map(words).joined(separator: "  ")
        let what = contacts.isEmpty ? " nothing on the glass" : contacts
        let note = frame.isResynchronised ? "  (events were lost before this frame)" : ""
        write("\(time(frame.time)) \(prefix(frame.device))\(what)\(note)")
    }

    func publish(_ event: GestureEvent, parts: ContiguousArray<GesturePart>) {
        let name = configuration.name(of: event)
        let words = GestureWords(event: event).text
        let head = "\(name) \(event.phase.rawValue)"
        let text =
            "\(prefix(event.device))> \(head)\(words.isEmpty ? "" : " ")\(words)  #\(event.id)"
        write("\(time(event.time)) \(style.paint(text, event.phase.role))")
    }

    var explained: GestureConfiguration? { explains ? configuration : nil }

    func explain(_ explanations: [GestureExplanation]) {
        for line in ExplanationWords(explanations, configuration).lines {
            let text = "\(prefix(line.device))? \(line.text)"
            write("\(time(line.time)) \(style.paint(text, .time))")
        }
    }

    func flush() throws(OutputError) {
        try output.flush()
    }

    func end(_ reason: ByeReason) {}

    private func introduce(_ device: DeviceRecord) {
        devices.insert(device.id)
        hasSeveralDevices = hasSeveralDevices || devices.count > 1
        let name = style.paint("device \(device.id): \(escapedText(device.name))", .heading)
        let vendor = hexadecimal(device.vendor)
        let product = hexadecimal(device.product)
        write("\(name) (\(vendor):\(product), bus \(hexadecimal(device.bus)))")
        let size =
            "\(fixedDecimal(device.width, places: 1)) x \(fixedDecimal(device.height, places: 1)) mm"
        let slots = device.slots == 1 ? "1 slot" : "\(device.slots) slots"
        write("  \(size) (\(device.size.words)), \(slots), \(force(of: device))")
    }

    private func force(of device: DeviceRecord) -> String {
        switch device.force {
        case .pressure: "force is measured as pressure"
        case .area: "force is taken from the size of the touch"
        case nil: "no force seen yet"
        }
    }

    private func words(_ contact: FrameSnapshot.Contact) -> String {
        let place =
            fixedDecimal(contact.position.x, places: 1, width: 6)
            + fixedDecimal(contact.position.y, places: 1, width: 7)
        let force = contact.pressure.map {
            " \(style.bar($0)) \(fixedDecimal($0, places: 2))"
        }
        let palm = contact.isPalm ? " palm" : ""
        return "\(style.mark(contact.change))\(contact.slot)\(place)\(force ?? "")\(palm)"
    }

    private func prefix(_ device: Int) -> String {
        hasSeveralDevices ? "[\(device)] " : ""
    }

    /// Seconds since the first frame.
    private func time(_ time: Timestamp) -> String {
        let passed = Double(time.microseconds(since: origin ?? time)) / 1_000_000
        return style.paint(fixedDecimal(passed, places: 3, width: 9), .time)
    }

    private func write(_ line: String) {
        output.append { buffer in
            buffer.append(utf8: Array(line.utf8))
            buffer.append(UInt8(ascii: "\n"))
        }
    }
}

extension GesturePhase {
    fileprivate var role: DumpStyle.Role {
        switch self {
        case .began: .began
        case .changed: .changed
        case .ended: .ended
        case .cancelled: .cancelled
        }
    }
}
