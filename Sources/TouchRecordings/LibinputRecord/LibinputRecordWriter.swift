/// Writes input events in the format of `libinput record`, which `libinput replay` and `Recording` take.
///
/// The format keeps each device's events under the device. The device that speaks first is written
/// as it speaks; what the others say is held, 24 bytes an event (``heldEventCount``), and written by
/// `finish(into:)`. A file that was never finished lacks those, and is read all the same.
///
///     var writer = LibinputRecordWriter()
///     let panel = writer.add(device, node: "/dev/input/event5")
///     writer.begin(into: &bytes)
///     writer.append(event, device: panel, into: &bytes)
///     writer.finish(into: &bytes)
public struct LibinputRecordWriter: Sendable {
    private var devices: [Section] = []
    /// The device whose events are written as they come; always written before the others.
    private var streamed: Int?
    /// The streamed device has sent events since its last `SYN_REPORT`.
    private var isInFrame = false

    public init() {}

    /// Events held in memory until `finish(into:)`.
    public var heldEventCount: Int { devices.reduce(0) { $0 + $1.held.count } }

    /// Adds a device; its number stands for it in `append`.
    ///
    /// One added after `begin(into:)` is written all the same; only the count in the head, of which
    /// readers make nothing but a warning, lacks it.
    ///
    /// - Parameter node: where the device was, as `/dev/input/event5`.
    public mutating func add(_ device: InputDevice, node: String = "unknown") -> Int {
        devices.append(Section(device: device, node: node))
        return devices.count - 1
    }

    /// Appends the head of the file.
    public func begin(into bytes: inout [UInt8]) {
        bytes +=
            """
            # libinput record
            # Made by gestured. It holds every touch: a PIN typed on the screen can be read in it.
            version: 1
            ndevices: \(devices.count)
            devices:

            """.utf8
    }

    /// Appends one event, or holds it where another device is being written.
    ///
    /// Does not allocate for the streamed device while `bytes` has room. A device that was never
    /// added is passed over.
    public mutating func append(_ event: InputEvent, device: Int, into bytes: inout [UInt8]) {
        guard devices.indices.contains(device) else { return }
        if streamed == nil {
            streamed = device
            bytes += devices[device].head.utf8
        }
        guard streamed == device else {
            devices[device].held.append(event)
            return
        }
        isInFrame = Self.append(event, isInFrame: isInFrame, to: &bytes)
    }

    /// Appends what was held; nothing may follow.
    public mutating func finish(into bytes: inout [UInt8]) {
        for index in devices.indices where index != streamed {
            bytes += devices[index].head.utf8
            var isInFrame = false
            for event in devices[index].held {
                isInFrame = Self.append(event, isInFrame: isInFrame, to: &bytes)
            }
            devices[index].held = []
        }
    }

    /// Appends one row, with the head of its frame before the first; says whether the frame goes on.
    private static func append(
        _ event: InputEvent, isInFrame: Bool, to bytes: inout [UInt8]
    ) -> Bool {
        if !isInFrame { append("  - evdev:\n", to: &bytes) }
        let (seconds, microseconds) = max(0, event.timeUs).quotientAndRemainder(
            dividingBy: 1_000_000)
        append("    - [", to: &bytes)
        YAMLText.append(seconds, width: 3, to: &bytes)
        append(", ", to: &bytes)
        YAMLText.append(microseconds, width: 6, to: &bytes)
        append(", ", to: &bytes)
        YAMLText.append(Int64(event.type), width: 3, to: &bytes)
        append(", ", to: &bytes)
        YAMLText.append(Int64(event.code), width: 3, to: &bytes)
        append(", ", to: &bytes)
        YAMLText.append(Int64(event.value), width: 7, to: &bytes)
        append("]", to: &bytes)
        if let name = event.inputCode.name {
            append(" # ", to: &bytes)
            bytes += name.utf8
        }
        append("\n", to: &bytes)
        return event.inputCode != .synReport
    }

    private static func append(_ text: StaticString, to bytes: inout [UInt8]) {
        text.withUTF8Buffer { bytes += $0 }
    }

    /// A device and what of its events is still to be written.
    private struct Section {
        let head: String
        var held: [InputEvent] = []

        init(device: InputDevice, node: String) {
            head = LibinputRecordHead(device: device, node: node).text
        }
    }
}
