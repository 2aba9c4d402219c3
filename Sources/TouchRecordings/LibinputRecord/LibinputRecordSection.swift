/// Writes what one device of a `libinput record` file is and says, which `libinput replay` and
/// `Recording` take.
///
/// The format keeps each device's events under the device: sections follow each other behind one head.
/// Those of devices that speak at the same time are written apart, and joined.
///
///     LibinputRecordSection.appendHead(devices: 1, to: &bytes)
///     var section = LibinputRecordSection(device, node: "/dev/input/event5")
///     section.append(event, to: &bytes)
///     section.finish(into: &bytes)
public struct LibinputRecordSection: Sendable {
    /// What describes the device; `nil` once that is written.
    private var head: String?
    /// Events came since the last `SYN_REPORT`.
    private var isInFrame = false

    /// The section of a device of which nothing is written yet.
    ///
    /// - Parameter node: where the device was, as `/dev/input/event5`.
    public init(_ device: InputDevice, node: String = "unknown") {
        head = LibinputRecordHead(device: device, node: node).text
    }

    /// Appends the head of a file.
    ///
    /// - Parameter count: its devices; readers make nothing of it but a warning, so that those that
    ///   come later are written all the same.
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

    /// Appends one event, behind the device's description where it is the first.
    ///
    /// From the second on it allocates nothing while `bytes` has room.
    public mutating func append(_ event: InputEvent, to bytes: inout [UInt8]) {
        finish(into: &bytes)
        isInFrame = Self.append(event, isInFrame: isInFrame, to: &bytes)
    }

    /// Appends the description of a device that has said nothing.
    public mutating func finish(into bytes: inout [UInt8]) {
        guard let text = head else { return }
        bytes += text.utf8
        head = nil
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
}
