import LinuxIO
import TouchCore
import YAMLDocument

/// Reads `libinput record` files.
///
/// Processes the document token by token, so that a recording of an hour needs no tree in memory,
/// and everything before an error is used.
final class LibinputRecordReader: RecordingReader {
    /// An open sequence or mapping.
    private enum Level {
        case file
        case devices
        /// A device that begins at the mark.
        case device(YAMLMark)
        case steps
        case step
        case events
        /// A list or mapping without information about events.
        case skipped
    }

    /// One device, as far as it has been read.
    private struct Section {
        /// The description; `nil` if the reader does not read events of the device.
        var device: InputDevice?
        var isDescribed = false
        var hasEvents = false
    }

    /// A level, and the keys of a mapping.
    private typealias Open = (level: Level, keys: YAMLKeys)

    private static let maximumDevices = 64

    private let name: String
    private let source: ByteSource
    private var yaml: YAMLReader
    /// The index of the only device whose events are read; `nil` if those of all are.
    private let only: Int?
    private var open: [Open] = []
    private var sections: [Section] = []
    private var isFinished = false
    private var error: YAMLError?

    /// - Parameter only: the index of the only device to read events of.
    init(_ source: ByteSource, named name: String, only: Int? = nil) {
        self.name = name
        self.only = only
        self.source = source
        var text = RepairedText(source)
        yaml = YAMLReader { text.next() }
    }

    /// The devices so far.
    var devices: [InputDevice] { sections.compactMap(\.device) }

    var failure: RecordingError? {
        error.map { error in
            let hasEvents = sections.contains { $0.isDescribed && $0.hasEvents }
            return RecordingError(
                file: name, line: error.mark.line, column: error.mark.column,
                problem: error.problem, afterEvents: hasEvents)
        }
    }

    /// The error for a file without a device.
    static func noDevice(named name: String) -> RecordingError {
        RecordingError(
            file: name, line: 1, problem: "expected a device under \"devices:\", found none",
            advice: "record again: libinput record --output-file=FILE /dev/input/eventN")
    }

    func read() -> ReadEvent {
        guard error == nil, !isFinished else { return .end }
        do throws(YAMLError) {
            return try readEvent()
        } catch {
            self.error = error
            return .end
        }
    }

    private func readEvent() throws(YAMLError) -> ReadEvent {
        if sections.isEmpty, open.isEmpty { try enter(.file) }
        // The allowance is checked between tokens, each of which has at most 4 MiB.
        while source.hasAllowance {
            guard !isFinished, let level = open.last?.level else {
                isFinished = true
                _ = try yaml.next()
                return .end
            }
            switch level {
            case .devices: try readSequence(.device(yaml.peek().mark))
            case .steps: try readSequence(.step)
            case .events: if let event = try readRow() { return .event(event) }
            case .file, .device, .step: try readMember(of: level)
            case .skipped: try skip()
            }
        }
        return .nothingYet
    }

    /// Skips the next token of a value without information about events.
    private func skip() throws(YAMLError) {
        switch try yaml.next().kind {
        case .sequenceStart, .mappingStart: open.append((.skipped, YAMLKeys()))
        case .sequenceEnd, .mappingEnd, .end: open.removeLast()
        case .scalar: break
        }
    }

    /// Consumes the start of a collection.
    private func enter(_ level: Level) throws(YAMLError) {
        switch level {
        case .file, .device, .step: try yaml.expect(.mappingStart, "a mapping")
        case .devices, .steps, .events: try yaml.expect(.sequenceStart, "a list")
        case .skipped: break
        }
        open.append((level, YAMLKeys()))
    }

    /// Consumes the start of the next element, or the end.
    private func readSequence(_ element: Level) throws(YAMLError) {
        if case .sequenceEnd = try yaml.peek().kind {
            _ = try yaml.next()
            open.removeLast()
            return
        }
        if case .device(let mark) = element {
            // Limited, because a separate reader reads each touchscreen from the start of the file.
            guard sections.count < Self.maximumDevices else {
                throw YAMLError(
                    at: mark, "expected at most \(Self.maximumDevices) devices, found more")
            }
            sections.append(Section())
        }
        try enter(element)
    }

    /// Reads the next member of a mapping, or the end.
    private func readMember(of level: Level) throws(YAMLError) {
        guard let key = try open[open.count - 1].keys.next(from: &yaml) else {
            if case .device(let mark) = level { try finishDevice(at: mark) }
            open.removeLast()
            return
        }
        switch (level, key.text) {
        case (.file, "version"): try readVersion()
        case (.file, "devices"): try enter(.devices)
        case (.device, "evdev"):
            let device = try InputDevice(libinput: try yaml.readNode())
            let index = sections.count - 1
            sections[index].isDescribed = true
            if only == nil || only == index { sections[index].device = device }
        case (.device, "events") where try readsEvents(): try enter(.steps)
        case (.step, "evdev"): try enter(.events)
        default: try skip()
        }
    }

    private func finishDevice(at mark: YAMLMark) throws(YAMLError) {
        guard sections.last?.isDescribed == true else {
            throw YAMLError(at: mark, "expected a device with \"evdev:\", found none in it")
        }
        isFinished = only == sections.count - 1
    }

    private func readVersion() throws(YAMLError) {
        let node = try yaml.readNode()
        guard node.scalar?.text == "1" else {
            throw YAMLError(at: node.mark, "expected version 1, found \(node.summary)")
        }
    }

    /// Whether the events of the last device are read. Those of devices without touches are not:
    /// typed keys are private.
    private func readsEvents() throws(YAMLError) -> Bool {
        if case .scalar(let scalar) = try yaml.peek().kind, scalar.isNull { return false }
        if let only, only != sections.count - 1 { return false }
        return sections.last?.device?.mayTouch ?? true
    }

    /// Reads the next row; `nil` at the end of the rows.
    private func readRow() throws(YAMLError) -> RecordedEvent? {
        if case .sequenceEnd = try yaml.peek().kind {
            _ = try yaml.next()
            open.removeLast()
            return nil
        }
        let event = try InputEvent(libinput: &yaml)
        sections[sections.count - 1].hasEvents = true
        return RecordedEvent(device: sections.count - 1, event: event)
    }
}

/// A text as valid UTF-8, piece by piece: names from firmware, for example, need not be UTF-8.
struct RepairedText {
    private let source: ByteSource
    private var offset = 0
    /// The first bytes of a character that continues in the next piece.
    private var carried: [UInt8] = []

    init(_ source: ByteSource) {
        self.source = source
    }

    /// The next piece, of whole characters; empty at the end.
    mutating func next() -> [UInt8] {
        while true {
            let piece = source.piece(at: offset)
            offset += piece.count
            var bytes = carried + piece
            carried = piece.isEmpty ? [] : Array(bytes.suffix(Self.cutLength(of: bytes)))
            bytes.removeLast(carried.count)
            guard bytes.isEmpty, !piece.isEmpty else { return Self.repaired(bytes) }
        }
    }

    /// The number of bytes at the end that belong to an incomplete character.
    private static func cutLength(of bytes: [UInt8]) -> Int {
        for length in 1...3 where length <= bytes.count {
            let byte = bytes[bytes.count - length]
            guard byte >= 0x80 else { return 0 }
            guard byte >= 0xC0 else { continue }
            let whole = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
            return whole > length ? length : 0
        }
        return 0
    }

    private static func repaired(_ bytes: [UInt8]) -> [UInt8] {
        guard String(validating: bytes, as: UTF8.self) == nil else { return bytes }
        return Array(String(decoding: bytes, as: UTF8.self).utf8)
    }
}

/// The description of a device in a `libinput record` file, up to its events.
struct LibinputRecordHead {
    var device: InputDevice
    var node: String

    /// The lines up to and including `events:`.
    var text: String {
        """
        - node: \(YAMLText.quoted(node))
          evdev:
            name: \(YAMLText.quoted(device.name))
            id: \(YAMLText.sequence([device.bus, device.vendor, device.product, device.version]))
            codes:\(codes)
            absinfo:\(axes)
            properties: \(YAMLText.sequence(device.properties.sorted()))
          udev:
            properties:\(udevProperties)
            virtual: false
          events:

        """
    }

    private var codesByType: [UInt16: [UInt16]] {
        var types = Dictionary(grouping: device.codes, by: \.type).mapValues { $0.map(\.code) }
        types[InputEventType.abs] = axisCodes.isEmpty ? nil : axisCodes
        return types
    }

    /// `libinput replay` requires a range for every axis among the codes, and vice versa.
    private var axisCodes: [UInt16] {
        let announced = device.codes.filter { $0.type == InputEventType.abs }.map(\.code)
        return Set(announced).union(device.axes.keys).sorted()
    }

    private var codes: String {
        let rows = codesByType.sorted { $0.key < $1.key }.map { type, codes in
            let comment = InputEventType.name(of: type).map { " # \($0)" } ?? ""
            return "\(type): \(YAMLText.sequence(codes.sorted()))\(comment)"
        }
        return Self.block(rows)
    }

    private var axes: String {
        let rows = axisCodes.map { code in
            let range = device.axes[code] ?? AxisRange(minimum: 0, maximum: 0)
            let numbers = [range.minimum, range.maximum, range.fuzz, 0, range.resolution]
            let comment = InputCode.abs(code).name.map { " # \($0)" } ?? ""
            return "\(code): \(YAMLText.sequence(numbers))\(comment)"
        }
        return Self.block(rows)
    }

    private var udevProperties: String {
        let kind: String? =
            switch device.classification {
            case .touchscreen: "ID_INPUT_TOUCHSCREEN"
            case .touchpad: "ID_INPUT_TOUCHPAD"
            case .pen: "ID_INPUT_TABLET"
            case .keyboard: "ID_INPUT_KEYBOARD"
            case .mouse: "ID_INPUT_MOUSE"
            case .joystick: "ID_INPUT_JOYSTICK"
            case .other: nil
            }
        return ["ID_INPUT"].appending(kind).map { "\n    - \($0)=1" }.joined()
    }

    private static func block(_ rows: [String]) -> String {
        rows.isEmpty ? " {}" : rows.map { "\n      \($0)" }.joined()
    }
}

extension [String] {
    fileprivate func appending(_ other: String?) -> [String] { other.map { self + [$0] } ?? self }
}

/// The YAML syntax that the writer needs.
enum YAMLText {
    /// `text` in double quotes, with unprintable characters escaped.
    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            default: result += isPrintable(scalar) ? String(scalar) : escaped(scalar)
            }
        }
        return result + "\""
    }

    /// A flow sequence of numbers: `[1, 2, 3]`.
    static func sequence(_ numbers: [some FixedWidthInteger]) -> String {
        "[" + numbers.map { String($0) }.joined(separator: ", ") + "]"
    }

    /// Appends a number, right-aligned in `width` columns; allocates only if `bytes` must grow.
    static func append(_ number: Int64, width: Int, to bytes: inout [UInt8]) {
        var magnitude = number.magnitude
        let start = bytes.count
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: magnitude % 10))
            magnitude /= 10
        } while magnitude > 0
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        while bytes.count - start < width { bytes.append(UInt8(ascii: " ")) }
        bytes[start...].reverse()
    }

    /// YAML's printable characters, except line breaks and the byte order mark.
    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20...0x7e, 0xa0...0x2027, 0x202a...0xd7ff, 0xe000...0xfefe, 0xff00...0xfffd,
            0x10000...0x10ffff:
            true
        default: false
        }
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        let isLong = scalar.value > 0xff
        return (isLong ? "\\u" : "\\x") + hexadecimal(scalar.value, digits: isLong ? 4 : 2)
    }
}
