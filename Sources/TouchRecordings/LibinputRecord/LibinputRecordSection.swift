/// Writes the description and events of one device for a `libinput record` file, which `libinput
/// replay` and `Recording` can read.
///
/// The format keeps the events of each device under the device: sections follow each other after
/// one head. Sections of devices with concurrent events are written separately and joined.
///
///     LibinputRecordSection.appendHead(devices: 1, to: &bytes)
///     var section = LibinputRecordSection(device, node: "/dev/input/event5")
///     section.append(event, to: &bytes)
///     section.finish(into: &bytes)
public struct LibinputRecordSection: Sendable {
    /// The description of the device; `nil` once it is written.
    private var head: String?
    /// There were events since the last `SYN_REPORT`.
    private var isInFrame = false

    /// The section of a device before its first event.
    ///
    /// - Parameter node: the path of the device, such as `/dev/input/event5`.
    public init(_ device: InputDevice, node: String = "unknown") {
        head = LibinputRecordHead(device: device, node: node).text
    }

    /// Appends the head of a file.
    ///
    /// - Parameter count: the number of devices. Readers only warn if it is wrong, so that devices
    ///   added later are written, too.
    public static func appendHead(devices count: Int, to bytes: inout [UInt8]) {
        bytes +=
            """
            # libinput record
            # Made by gestured. It holds every touch: a PIN typed on the screen can be read in it.
            version: 1
            ndevices: \(count)
            devices:

            """.utf8
    }

    /// Appends one event, after the device's description if it is the first.
    ///
    /// Does not allocate while `bytes` has room, except for the first event.
    public mutating func append(_ event: InputEvent, to bytes: inout [UInt8]) {
        finish(into: &bytes)
        isInFrame = Self.append(event, isInFrame: isInFrame, to: &bytes)
    }

    /// Appends the description of a device without events.
    public mutating func finish(into bytes: inout [UInt8]) {
        guard let text = head else { return }
        bytes += text.utf8
        head = nil
    }

    /// Appends one row, with the start of its frame before the first one. Returns whether the frame
    /// continues.
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
}
