internal import YAMLDocument

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
