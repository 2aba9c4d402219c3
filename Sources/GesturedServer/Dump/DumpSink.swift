import GestureInspect
import GestureSettings
import GestureWire
import LinuxIO
import TouchCore

/// Readable output on standard output (`--dump`): devices, frames, and gestures between them.
///
/// May allocate.
struct DumpSink: GestureSink, ~Copyable {
    var wantsFrames: Bool { true }

    var now: Int64 = 0
    private let output: StandardOutput
    private let style: DumpStyle
    private var configuration: GestureConfiguration
    private let explains: Bool
    /// Whether every frame, and every change of a gesture, is printed.
    private let isVerbose: Bool
    /// Frames in which fingers only move, and changes of gestures, that will be printed as one line
    /// each.
    private var folded = FoldedFrames()
    /// The present devices.
    private var devices: Set<Int> = []
    /// Whether there have been several devices, so that lines name their device.
    private var hasSeveralDevices = false
    /// The timestamp of the first frame: printed times are relative to it.
    private var origin: Timestamp?

    /// Writes to `output`, with the names of gestures in `configuration`.
    ///
    /// - Parameters:
    ///   - explains: whether to print why gestures did not begin.
    ///   - isVerbose: whether to print every frame, and every change of a gesture.
    init(
        output: StandardOutput, style: DumpStyle, configuration: GestureConfiguration,
        explains: Bool = false, isVerbose: Bool = false
    ) {
        self.output = output
        self.explains = explains
        self.isVerbose = isVerbose
        self.style = style
        self.configuration = configuration
    }

    var outputDescriptor: Int32? { output.number }

    mutating func begin(with devices: [DeviceRecord]) {
        self.devices = Set(devices.map(\.id))
        for device in devices {
            introduce(device)
        }
    }

    mutating func apply(_ configuration: DaemonConfiguration) {
        self.configuration = configuration.gestures
    }

    mutating func publish(_ change: DeviceChange, _ device: DeviceRecord) {
        switch change {
        case .present, .added: introduce(device)
        case .removed:
            devices.remove(device.id)
            write(style.paint("device \(device.id) removed", .heading))
        case .changed:
            let text = device.error.map { escapedText($0) } ?? DeviceWords(device).force
            write(style.paint("device \(device.id): \(text)", .heading))
        }
    }

    mutating func show(_ frame: FrameSnapshot) {
        let origin = origin ?? frame.time
        self.origin = origin
        let contacts = frame.contacts.map { words($0) }.joined(separator: "  ")
        let content = contacts.isEmpty ? " nothing on the glass" : contacts
        let note = frame.isResynchronised ? "  (events were lost before this frame)" : ""
        let line = "\(time(frame.time)) \(prefix(frame.device))\(content)\(note)"
        guard !isVerbose, frame.onlyMoves else { return write(line) }
        if folded.isFull(at: frame.time) { writeFolded() }
        folded.add(line, of: frame.device, at: frame.time)
    }

    mutating func publish(_ event: GestureEvent, parts: ContiguousArray<GesturePart>) {
        let name = configuration.name(of: event)
        let words = GestureWords(event: event).text
        let head = "\(name) \(event.phase.rawValue)"
        let text =
            "\(prefix(event.device))> \(head)\(words.isEmpty ? "" : " ")\(words)  #\(event.id)"
        let line = "\(time(event.time)) \(style.paint(text, event.phase.role))"
        guard !isVerbose, event.phase == .changed else { return write(line) }
        folded.add(line, ofGesture: event.id)
    }

    var explainedConfiguration: GestureConfiguration? { explains ? configuration : nil }

    mutating func explain(_ explanations: [GestureExplanation]) {
        for line in ExplanationWords(explanations, configuration).lines {
            let text = "\(prefix(line.device))? \(line.text)"
            write("\(time(line.time)) \(style.paint(text, .time))")
        }
    }

    mutating func flush() throws(OutputError) {
        try output.flush()
    }

    mutating func end(_ reason: ByeReason) {
        writeFolded()
    }

    private mutating func introduce(_ device: DeviceRecord) {
        devices.insert(device.id)
        hasSeveralDevices = hasSeveralDevices || devices.count > 1
        let name = style.paint("device \(device.id): \(escapedText(device.name))", .heading)
        let vendor = hexadecimal(device.vendor)
        let product = hexadecimal(device.product)
        write("\(name) (\(vendor):\(product), bus \(hexadecimal(device.bus)))")
        write("  \(DeviceWords(device).text)")
    }

    private func words(_ contact: FrameSnapshot.Contact) -> String {
        let position =
            fixedDecimal(contact.position.x, places: 1, width: 6)
            + fixedDecimal(contact.position.y, places: 1, width: 7)
        let force = contact.pressure.map {
            " \(style.bar($0)) \(fixedDecimal($0, places: 2))"
        }
        let palm = contact.isPalm ? " palm" : ""
        return "\(style.mark(contact.change))\(contact.slot)\(position)\(force ?? "")\(palm)"
    }

    private func prefix(_ device: Int) -> String {
        hasSeveralDevices ? "[\(device)] " : ""
    }

    /// Seconds since the first frame.
    private func time(_ time: Timestamp) -> String {
        let passed = Double(time.microseconds(since: origin ?? time)) / 1_000_000
        return style.paint(fixedDecimal(passed, places: 3, width: 9), .time)
    }

    /// Writes the folded lines, before the next output.
    private mutating func writeFolded() {
        for line in folded.popAll() { append(line) }
    }

    private mutating func write(_ line: String) {
        writeFolded()
        append(line)
    }

    private mutating func append(_ line: String) {
        output.append { buffer in
            buffer.append(utf8: Array(line.utf8))
            buffer.append(UInt8(ascii: "\n"))
        }
    }
}

/// Lines of frames and of changes, of which there are more in a second than users can read. Only
/// the last of each device or gesture is printed, with the number of lines that it represents.
private struct FoldedFrames {
    private struct Line {
        /// The number of a device or a gesture.
        var owner: UInt64
        var isFrame: Bool
        var text: String
        var count = 1
    }

    /// The maximum time from the first folded line until the lines are printed, in microseconds.
    private static let longestUs: Int64 = 250_000

    private var lines: [Line] = []
    private var began: Timestamp?

    /// Whether the folded lines have to be printed before a frame of this time.
    func isFull(at time: Timestamp) -> Bool {
        began.map { time.microseconds(since: $0) >= Self.longestUs } ?? false
    }

    mutating func add(_ text: String, of device: Int, at time: Timestamp) {
        began = began ?? time
        add(Line(owner: UInt64(device), isFrame: true, text: text))
    }

    mutating func add(_ text: String, ofGesture id: UInt64) {
        add(Line(owner: id, isFrame: false, text: text))
    }

    private mutating func add(_ line: Line) {
        guard
            let index = lines.firstIndex(where: {
                $0.owner == line.owner && $0.isFrame == line.isFrame
            })
        else { return lines.append(line) }
        lines[index].text = line.text
        lines[index].count += 1
    }

    /// Removes and returns the lines, each with the number of lines that it represents.
    mutating func popAll() -> [String] {
        defer { (lines, began) = ([], nil) }
        return lines.map { line in
            guard line.count > 1 else { return line.text }
            return "\(line.text)  (\(line.count) \(line.isFrame ? "frames" : "changes"))"
        }
    }
}

extension FrameSnapshot {
    /// Whether it has contacts, none of them lands or lifts, and no events were lost before it.
    fileprivate var onlyMoves: Bool {
        !isResynchronised && !contacts.isEmpty
            && contacts.allSatisfy { $0.change != .landed && $0.change != .lifted }
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
