import LinuxIO
import TouchCore
import YAMLDocument

/// Reads evemu files: the description of a device, then its events.
struct EvemuReader: LineRecordingReader {
    let name: String
    var lines: TextLines
    private var description = EvemuDescription()
    var first: InputEvent?
    var hasEvents = false
    var failure: RecordingError?
    var isUndescribed = false

    /// Reads the description of a recording.
    ///
    /// - Parameter separate: the description to use if the file has no description.
    init(
        _ source: ByteSource, named name: String, description separate: EvemuDescription?
    ) throws(RecordingError) {
        self.init(source, named: name)
        first = next()?.event
        if let failure, isUndescribed { throw failure }
        if description.isEmpty, separate == nil {
            while read() != .end {}
            throw failure ?? Self.undescribed(source, named: name)
        }
        // Recorders write the name into comments even if the description is a separate file.
        if !description.listsEvents, let separate { description = separate }
    }

    private init(_ source: ByteSource, named name: String) {
        self.name = name
        lines = TextLines(source)
    }

    /// Reads the description file of a recording; events in it are ignored.
    static func description(
        _ source: ByteSource, named name: String
    ) throws(RecordingError) -> EvemuDescription {
        var reader = EvemuReader(source, named: name)
        while reader.read() != .end {}
        if let failure = reader.failure { throw failure }
        guard !reader.description.isEmpty else {
            throw RecordingError(
                file: name, line: 1,
                problem: "expected a description of a device, found no line of one",
                advice: "make one with: evemu-describe")
        }
        return reader.description
    }

    /// The device. If its codes are not described, reads all events to find them.
    var device: InputDevice {
        var seen: Set<InputCode> = []
        if !description.describesCodes {
            var ahead = self
            while let code = ahead.next()?.event.inputCode {
                // Greater codes do not exist in the kernel, but a file could have billions of them.
                if code.type <= InputEventType.maximum, code.code <= InputCode.maximum {
                    seen.insert(code)
                }
            }
        }
        return description.device(seen: seen)
    }

    static func isEvent(_ line: TextLine) -> Bool { EvemuLine.Kind(line.bytes) == .event }

    mutating func read(_ line: TextLine) throws(LineProblem) -> InputEvent? {
        try line.refuseIfTooLong()
        guard let kind = EvemuLine.Kind(line.bytes) else {
            try readUnlettered(line)
            return nil
        }
        var fields = EvemuLine(line.bytes)
        if kind == .event {
            let event = try fields.event()
            try line.refuseIfCut(event)
            return event
        }
        guard !hasEvents else { throw LineProblem(expected: Self.eventForm, found: line.bytes) }
        try description.read(kind, fields)
        return nil
    }

    private mutating func readUnlettered(_ line: TextLine) throws(LineProblem) {
        let text = Fields(line.bytes).remainder
        if text.first == UInt8(ascii: "#") {
            if !hasEvents { description.readComment(text) }
        } else if !text.isEmpty {
            let expected =
                hasEvents ? Self.eventForm : "a line of evemu (N: I: P: B: A: L: S: E: or #)"
            throw LineProblem(expected: expected, found: line.bytes)
        }
    }

    /// The error for events without a description.
    private static func undescribed(_ source: ByteSource, named name: String) -> RecordingError {
        let line = TextLines(source).first { EvemuLine.Kind($0.bytes) == .event }
        let problem = LineProblem(
            expected: "a description of the device (N: I: P: B: A:) before the events",
            found: line?.bytes)
        let names = Recording.descriptionNames(for: name).map(EscapedText.escaped)
        let location =
            names.isEmpty
            ? "at the top of the file" : "beside it: \(names.joined(separator: " or "))"
        return RecordingError(
            file: name, line: line?.number ?? 1, problem: problem.text,
            advice: "put what evemu-describe prints \(location)")
    }

    private static let eventForm = "an event (E: SECONDS.MICROSECONDS TYPE CODE VALUE)"
}

/// One line of an evemu file, after its letter.
struct EvemuLine {
    /// The type of a line, by its letter.
    enum Kind: UInt8 {
        case name = 0x4E  // N
        case identity = 0x49  // I
        case properties = 0x50  // P
        case codes = 0x42  // B
        case axis = 0x41  // A
        case led = 0x4C  // L
        case toggle = 0x53  // S
        case event = 0x45  // E

        /// The type of a line; `nil` if it does not begin with a letter of the format and a colon.
        init?(_ line: ArraySlice<UInt8>) {
            guard let letter = line.first, line.dropFirst().first == UInt8(ascii: ":") else {
                return nil
            }
            self.init(rawValue: letter)
        }
    }

    private var fields: Fields

    /// - Parameter line: a line with a valid type.
    init(_ line: ArraySlice<UInt8>) {
        fields = Fields(line.dropFirst(2))
    }

    /// The text after the letter, for `N:`.
    var text: ArraySlice<UInt8> { fields.remainder }

    /// `I: BUS VENDOR PRODUCT VERSION`.
    mutating func identity() throws(LineProblem) -> DeviceIdentity {
        let identity = try DeviceIdentity(&fields)
        try end()
        return identity
    }

    /// `P: BYTE …`: the next bytes of a bit mask.
    mutating func propertyMask() throws(LineProblem) -> [UInt8] { try mask() }

    /// `B: TYPE BYTE …`: the next bytes of the type's bit mask.
    mutating func codeMask() throws(LineProblem) -> (type: UInt16, bytes: [UInt8]) {
        let type: UInt16 = try hexadecimal("TYPE", upTo: InputEventType.maximum)
        return (type, try mask())
    }

    /// `A: CODE MINIMUM MAXIMUM FUZZ FLAT [RESOLUTION]`.
    mutating func axis() throws(LineProblem) -> (code: UInt16, range: AxisRange, isComplete: Bool) {
        let code: UInt16 = try hexadecimal("CODE", upTo: InputCode.maximumAbs)
        var range = AxisRange(minimum: try decimal("MINIMUM"), maximum: try decimal("MAXIMUM"))
        range.fuzz = try decimal("FUZZ")
        _ = try decimal("FLAT") as Int32
        guard !isAtEnd else { return (code, range, false) }
        range.resolution = try decimal("RESOLUTION")
        try end()
        return (code, range, true)
    }

    /// `E: SECONDS.MICROSECONDS TYPE CODE VALUE`.
    mutating func event() throws(LineProblem) -> InputEvent {
        let time = next()
        guard let timeUs = Number.timeUs(time) else {
            throw LineProblem(expected: "a time stamp SECONDS.MICROSECONDS", found: time)
        }
        let type: UInt16 = try hexadecimal("TYPE", upTo: .max)
        let code: UInt16 = try hexadecimal("CODE", upTo: .max)
        let value: Int32 = try decimal("VALUE")
        try end()
        return InputEvent(timeUs: timeUs, type: type, code: code, value: value)
    }

    /// Consumes the next field; `nil` at the end or before a comment.
    private mutating func next() -> ArraySlice<UInt8>? { isAtEnd ? nil : fields.next() }

    private var isAtEnd: Bool {
        fields.remainder.isEmpty || fields.remainder.first == UInt8(ascii: "#")
    }

    private func end() throws(LineProblem) {
        guard isAtEnd else {
            throw LineProblem(expected: "the end of the line", found: fields.remainder)
        }
    }

    private mutating func mask() throws(LineProblem) -> [UInt8] {
        var bytes: [UInt8] = []
        while !isAtEnd {
            let field = next()
            guard let byte: UInt8 = Number.hexadecimal(field) else {
                throw LineProblem(expected: "a byte of a mask (hexadecimal, 0 to ff)", found: field)
            }
            bytes.append(byte)
        }
        return bytes
    }

    private mutating func hexadecimal(
        _ name: String, upTo maximum: UInt16
    ) throws(LineProblem) -> UInt16 {
        let field = next()
        guard let number: UInt16 = Number.hexadecimal(field), number <= maximum else {
            let limit = String(maximum, radix: 16)
            throw LineProblem(expected: "\(name) (hexadecimal, 0 to \(limit))", found: field)
        }
        return number
    }

    private mutating func decimal(_ name: String) throws(LineProblem) -> Int32 {
        let field = next()
        guard let number: Int32 = Number.decimal(field) else {
            throw LineProblem(
                expected: "\(name) (decimal, \(Int32.min) to \(Int32.max))", found: field)
        }
        return number
    }
}
