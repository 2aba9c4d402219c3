import LinuxIO
internal import YAMLDocument

/// Reads evemu files: the description of a device, then its events.
struct EvemuReader {
    private var description = EvemuDescription()
    private var events: [InputEvent] = []
    private var seen: Set<InputCode> = []

    /// Reads a recording.
    ///
    /// - Parameter description: the description to use if the file has none.
    static func read(
        _ bytes: [UInt8], named name: String, description: EvemuDescription?
    ) throws(RecordingError) -> ReadingResult {
        var reader = EvemuReader()
        var failure: RecordingError?
        for line in TextLines(bytes) {
            do throws(LineProblem) {
                try reader.read(line)
            } catch {
                let error = reader.error(error, at: line.number, of: name)
                if reader.isInDescription(line) { throw error }
                failure = error
                break
            }
        }
        if reader.description.isEmpty, description == nil {
            throw failure ?? undescribed(bytes, named: name)
        }
        return reader.result(description: description, failure: failure)
    }

    /// Reads the description file of a recording; events in it are ignored.
    static func description(
        _ bytes: [UInt8], named name: String
    ) throws(RecordingError) -> EvemuDescription {
        var reader = EvemuReader()
        for line in TextLines(bytes) {
            do throws(LineProblem) {
                try reader.read(line)
            } catch {
                throw reader.error(error, at: line.number, of: name)
            }
        }
        guard !reader.description.isEmpty else {
            throw RecordingError(
                file: name, line: 1,
                problem: "expected a description of a device, found no line of one",
                advice: "make one with: evemu-describe")
        }
        return reader.description
    }

    private mutating func read(_ line: TextLine) throws(LineProblem) {
        guard let kind = EvemuLine.Kind(line.bytes) else { return try readUnlettered(line) }
        var fields = EvemuLine(line.bytes)
        if kind == .event {
            let event = try fields.event()
            try line.refuseIfCut(event)
            events.append(event)
            seen.insert(event.inputCode)
        } else if events.isEmpty {
            try description.read(kind, fields)
        } else {
            throw LineProblem(expected: Self.eventForm, found: line.bytes)
        }
    }

    private mutating func readUnlettered(_ line: TextLine) throws(LineProblem) {
        let text = Fields(line.bytes).remainder
        if text.first == UInt8(ascii: "#") {
            if events.isEmpty { description.readComment(text) }
        } else if !text.isEmpty {
            let expected =
                events.isEmpty ? "a line of evemu (N: I: P: B: A: L: S: E: or #)" : Self.eventForm
            throw LineProblem(expected: expected, found: line.bytes)
        }
    }

    /// Whether an error in this line leaves no usable device.
    private func isInDescription(_ line: TextLine) -> Bool {
        events.isEmpty && EvemuLine.Kind(line.bytes) != .event
    }

    private func result(
        description beside: EvemuDescription?, failure: RecordingError?
    ) -> ReadingResult {
        // Recorders write the name into comments even if the description is a separate file.
        let description =
            self.description.listsEvents ? self.description : beside ?? self.description
        let device = RecordedDevice(device: description.device(seen: seen), events: events)
        return ReadingResult(devices: [device], failure: failure)
    }

    private func error(_ problem: LineProblem, at line: Int, of file: String) -> RecordingError {
        RecordingError(file: file, line: line, problem: problem.text, afterEvents: !events.isEmpty)
    }

    /// The error for events without a description.
    private static func undescribed(_ bytes: [UInt8], named name: String) -> RecordingError {
        let line = TextLines(bytes).first { EvemuLine.Kind($0.bytes) == .event }
        let problem = LineProblem(
            expected: "a description of the device (N: I: P: B: A:) before the events",
            found: line?.bytes)
        let beside = Recording.descriptionNames(for: name).map(EscapedText.escaped)
        let place =
            beside.isEmpty
            ? "at the top of the file" : "beside it: \(beside.joined(separator: " or "))"
        return RecordingError(
            file: name, line: line?.number ?? 1, problem: problem.text,
            advice: "put what evemu-describe says \(place)")
    }

    private static let eventForm = "an event (E: SECONDS.MICROSECONDS TYPE CODE VALUE)"
}
