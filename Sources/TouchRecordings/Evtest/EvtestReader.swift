import LinuxIO

/// Reads the output of evtest: the description of a device, then its events.
///
/// Lines may be indented, as text in a bug report is.
struct EvtestReader: LineRecordingReader {
    let name: String
    var lines: TextLines
    private var description = DescriptionText()
    var first: InputEvent?
    var hasEvents = false
    var failure: RecordingError?
    var isUndescribed = false

    /// Reads the description of a recording.
    init(_ source: ByteSource, named name: String) throws(RecordingError) {
        self.name = name
        lines = TextLines(source)
        first = next()?.event
        if let failure, isUndescribed { throw failure }
        guard description.isDevice else {
            while read() != .end {}
            throw failure ?? Self.undescribed(named: name)
        }
    }

    var device: InputDevice {
        InputDevice(
            name: String(decoding: description.name ?? [], as: UTF8.self),
            bus: description.identity?.bus ?? 0, vendor: description.identity?.vendor ?? 0,
            product: description.identity?.product ?? 0,
            version: description.identity?.version ?? 0, properties: description.properties,
            codes: description.codes, axes: description.axes)
    }

    static func isEvent(_ line: TextLine) -> Bool {
        line.bytes.drop(while: \.isBlank).hasPrefix("Event:")
    }

    mutating func read(_ line: TextLine) throws(LineProblem) -> InputEvent? {
        try line.refuseIfTooLong()
        if let event = try EvtestEvent(line.bytes)?.event {
            try line.refuseIfCut(event)
            return event
        }
        if !hasEvents {
            try description.read(line.bytes)
        } else if !line.isBlank {
            throw LineProblem(expected: EvtestEvent.form, found: line.bytes)
        }
        return nil
    }

    private static func undescribed(named name: String) -> RecordingError {
        RecordingError(
            file: name, line: 1,
            problem: "expected evtest's description of the device (Supported events:), found none",
            advice: "keep everything that evtest prints, from its first line on")
    }
}

/// An event line of evtest: `Event: time 1.2, type 3 (EV_ABS), code 57 (…), value 1`.
///
/// Events of type EV_SYN have another form: `Event: time 1.2, ------ SYN_REPORT ------`; before
/// evtest 1.26, `Report Sync` or `Config Sync`.
struct EvtestEvent {
    /// The event in the line.
    var event: InputEvent

    /// The expected form of a line, for messages.
    static let form = "an event (Event: time SECONDS.MICROSECONDS, type N, code N, value N)"

    /// - Returns: `nil` for a line without an event.
    init?(_ line: ArraySlice<UInt8>) throws(LineProblem) {
        var fields = Fields(line)
        guard fields.consume("Event:"), fields.consume("time") else { return nil }
        let time = fields.next()
        guard time?.last == UInt8(ascii: ","), let timeUs = Number.timeUs(time?.dropLast()) else {
            throw LineProblem(
                expected: "a time stamp SECONDS.MICROSECONDS and a comma", found: time)
        }
        let remaining = fields.remainder
        if remaining.hasPrefix("type ") {
            event = try Self.event(timeUs: timeUs, &fields)
        } else {
            event = InputEvent(timeUs: timeUs, try Self.syn(remaining), value: 0)
        }
    }

    private static func event(
        timeUs: Int64, _ fields: inout Fields
    ) throws(LineProblem) -> InputEvent {
        let type: UInt16 = try number("type", &fields)
        try skipName(&fields)
        let code: UInt16 = try number("code", &fields)
        try skipName(&fields)
        guard fields.consume("value") else {
            throw LineProblem(expected: "\"value N\"", found: fields.next())
        }
        let field = fields.next()
        guard let value = value(field, of: InputCode(type: type, code: code)) else {
            throw LineProblem(
                expected: "a value (decimal, \(Int32.min) to \(Int32.max))", found: field)
        }
        if let more = fields.next() {
            throw LineProblem(expected: "the end of the line", found: more)
        }
        return InputEvent(timeUs: timeUs, type: type, code: code, value: value)
    }

    /// The value; evtest prints values of `MSC_RAW` and `MSC_SCAN` in hexadecimal.
    private static func value(_ field: ArraySlice<UInt8>?, of code: InputCode) -> Int32? {
        guard code.type == InputEventType.msc, code.name == "MSC_RAW" || code.name == "MSC_SCAN"
        else { return Number.decimal(field) }
        let bits: UInt32? = Number.hexadecimal(field)
        return bits.map(Int32.init(bitPattern:))
    }

    /// `WORD N`.
    private static func number(
        _ word: StaticString, _ fields: inout Fields
    ) throws(LineProblem) -> UInt16 {
        guard fields.consume(word) else {
            throw LineProblem(expected: "\"\(word) N\"", found: fields.next())
        }
        let field = fields.next()
        guard let number: UInt16 = Number.decimal(field) else {
            throw LineProblem(expected: "a \(word) (decimal, 0 to 65535)", found: field)
        }
        return number
    }

    /// `(NAME),`; a name may be `?` or contain spaces.
    private static func skipName(_ fields: inout Fields) throws(LineProblem) {
        var last: ArraySlice<UInt8>?
        while let field = fields.next() {
            last = field
            if field.last == UInt8(ascii: ",") { return }
        }
        throw LineProblem(expected: "a name in parentheses and a comma", found: last)
    }

    /// `------ SYN_REPORT ------`.
    ///
    /// Early versions of evtest printed code 0 as `Report Sync` and every other one as
    /// `Config Sync`. Drivers send only SYN_MT_REPORT of these.
    private static func syn(_ text: ArraySlice<UInt8>) throws(LineProblem) -> InputCode {
        var fields = Fields(text)
        _ = fields.next()
        if fields.consume("Report"), fields.consume("Sync") { return .synReport }
        if fields.consume("Config"), fields.consume("Sync") { return .synMTReport }
        if let name = fields.next(),
            let code = InputCode(named: String(decoding: name, as: UTF8.self)),
            code.type == InputEventType.syn
        {
            return code
        }
        throw LineProblem(expected: "\"type N\" or a SYN_ event", found: text)
    }
}
