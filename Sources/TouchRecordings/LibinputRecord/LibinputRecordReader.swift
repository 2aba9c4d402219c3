import TouchCore
import YAMLDocument

/// Reads `libinput record` files.
///
/// Processes the document token by token: a recording of an hour needs no tree in memory, and of a
/// broken one everything before the error is used.
struct LibinputRecordReader {
    private var devices: [Section] = []

    /// Reads a recording.
    static func read(
        _ bytes: [UInt8], named name: String
    ) throws(RecordingError) -> ReadingResult {
        var reader = LibinputRecordReader()
        var failure: YAMLError?
        do throws(YAMLError) {
            try reader.readFile(repaired(bytes))
        } catch {
            failure = error
        }
        let devices = reader.devices.compactMap(\.recorded)
        let error = failure.map { failure in
            RecordingError(
                file: name, line: failure.mark.line, column: failure.mark.column,
                problem: failure.problem, afterEvents: devices.contains { !$0.events.isEmpty })
        }
        if devices.isEmpty { throw error ?? noDevice(named: name) }
        return ReadingResult(devices: devices, failure: error)
    }

    /// Names come from the firmware and need not be UTF-8.
    private static func repaired(_ bytes: [UInt8]) -> [UInt8] {
        guard String(validating: bytes, as: UTF8.self) == nil else { return bytes }
        return Array(String(decoding: bytes, as: UTF8.self).utf8)
    }

    private static func noDevice(named name: String) -> RecordingError {
        RecordingError(
            file: name, line: 1, problem: "expected a device under \"devices:\", found none",
            advice: "record again: libinput record --output-file=FILE /dev/input/eventN")
    }

    private mutating func readFile(_ bytes: [UInt8]) throws(YAMLError) {
        var yaml = YAMLReader(bytes, limits: YAMLLimits(maximumBytes: .max))
        try yaml.readMapping { yaml, key throws(YAMLError) in
            switch key.text {
            case "version": try Self.readVersion(&yaml)
            case "devices":
                try yaml.readSequence { yaml throws(YAMLError) in try readDevice(&yaml) }
            default: try yaml.skipNode()
            }
        }
        _ = try yaml.next()
    }

    private static func readVersion(_ yaml: inout YAMLReader) throws(YAMLError) {
        let node = try yaml.readNode()
        guard node.scalar?.text == "1" else {
            throw YAMLError(at: node.mark, "expected version 1, found \(node.summary)")
        }
    }

    private mutating func readDevice(_ yaml: inout YAMLReader) throws(YAMLError) {
        let mark = try yaml.peek().mark
        devices.append(Section())
        let index = devices.count - 1
        try yaml.readMapping { yaml, key throws(YAMLError) in
            switch key.text {
            case "evdev": devices[index].device = try InputDevice(libinput: try yaml.readNode())
            case "events": try devices[index].readEvents(&yaml)
            default: try yaml.skipNode()
            }
        }
        guard devices[index].device != nil else {
            throw YAMLError(at: mark, "expected a device with \"evdev:\", found none in it")
        }
    }

    /// One device, as far as it has been read.
    private struct Section {
        var device: InputDevice?
        var events: [InputEvent] = []

        var recorded: RecordedDevice? {
            device.map { RecordedDevice(device: $0, events: events) }
        }

        /// Keys that were typed are private: only touch devices are read.
        private var isWanted: Bool { device?.mayTouch ?? true }

        mutating func readEvents(_ yaml: inout YAMLReader) throws(YAMLError) {
            if case .scalar(let scalar) = try yaml.peek().kind, scalar.isNull || !isWanted {
                return try yaml.skipNode()
            }
            guard isWanted else { return try yaml.skipNode() }
            try yaml.readSequence { yaml throws(YAMLError) in
                try yaml.readMapping { yaml, key throws(YAMLError) in
                    guard key.text == "evdev" else { return try yaml.skipNode() }
                    try yaml.readSequence { yaml throws(YAMLError) in
                        events.append(try InputEvent(libinput: &yaml))
                    }
                }
            }
        }
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
        let digits = String(scalar.value, radix: 16)
        let width = scalar.value > 0xff ? 4 : 2
        let zeros = String(repeating: "0", count: max(0, width - digits.count))
        return (width == 4 ? "\\u" : "\\x") + zeros + digits
    }
}
