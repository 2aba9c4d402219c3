/// Reads the output of evtest: the description of a device, then its events.
struct EvtestReader {
    private var description = DescriptionText()
    private var events: [InputEvent] = []

    /// Reads a recording.
    static func read(
        _ bytes: [UInt8], named name: String
    ) throws(RecordingError) -> ReadingResult {
        var reader = EvtestReader()
        var failure: RecordingError?
        for line in TextLines(bytes) {
            do throws(LineProblem) {
                try reader.read(line)
            } catch {
                let error = RecordingError(
                    file: name, line: line.number, problem: error.text,
                    afterEvents: !reader.events.isEmpty)
                // An incomplete description is not used.
                if reader.events.isEmpty, !line.bytes.hasPrefix("Event:") { throw error }
                failure = error
                break
            }
        }
        guard reader.description.isDevice else {
            throw failure ?? undescribed(named: name)
        }
        let device = RecordedDevice(device: reader.device, events: reader.events)
        return ReadingResult(devices: [device], failure: failure)
    }

    private mutating func read(_ line: TextLine) throws(LineProblem) {
        if let event = try EvtestEvent(line.bytes)?.event {
            try line.refuseIfCut(event)
            events.append(event)
        } else if events.isEmpty {
            try description.read(line.bytes)
        } else if !line.isBlank {
            throw LineProblem(expected: EvtestEvent.form, found: line.bytes)
        }
    }

    private var device: InputDevice {
        InputDevice(
            name: String(decoding: description.name ?? [], as: UTF8.self),
            bus: description.identity?.bus ?? 0, vendor: description.identity?.vendor ?? 0,
            product: description.identity?.product ?? 0,
            version: description.identity?.version ?? 0, properties: description.properties,
            codes: description.codes, axes: description.axes)
    }

    private static func undescribed(named name: String) -> RecordingError {
        RecordingError(
            file: name, line: 1,
            problem: "expected evtest's account of the device (Supported events:), found none",
            advice: "keep everything that evtest prints, from its first line on")
    }
}
