import GestureWire

/// A received line, classified.
enum ReceivedLine {
    /// A line for readers of events.
    case event(GestureClientLine)
    /// The reply to a request.
    case reply(Reply)

    /// Parses a line without its line feed.
    init(_ bytes: UnsafeRawBufferPointer) throws(LineError) {
        let value: JSONValue
        do throws(RequestError) {
            value = try JSONReader.read(bytes)
        } catch {
            throw LineError(error.message)
        }
        guard case .object(let object) = value else { throw LineError("a line is no object") }
        let members = LineMembers(members: object)
        guard let type = members.text("type") else { throw LineError(missing: "type") }
        if type == "reply" {
            self = .reply(try Reply(members))
        } else {
            self = .event(
                GestureClientLine(
                    text: String(decoding: bytes, as: UTF8.self),
                    event: try GestureClientEvent(type, members)))
        }
    }
}

extension GestureClientEvent {
    fileprivate init(_ type: String, _ members: LineMembers) throws(LineError) {
        switch type {
        case "hello": self = .hello(try Hello(members))
        case "device": self = .device(try DeviceUpdate(members))
        case "snapshot_end": self = .snapshotEnd(devices: members.count("devices") ?? 0)
        case "gesture": self = .gesture(try GestureUpdate(members))
        case "activity": self = .activity(try ActivityUpdate(members))
        case "wake": self = .wake(try WakeUpdate(members))
        case "contact": self = .contact(try ContactUpdate(members))
        case "health": self = .health(try HealthUpdate(members))
        case "explanation": self = .explanation(try ExplanationUpdate(members))
        case "overflow": self = .overflow(dropped: members.count("dropped") ?? 0)
        case "bye": self = .bye(try members.word("reason"))
        default: self = .unknown(type: type)
        }
    }
}

/// A line of the daemon: its text and the parsed event.
public struct GestureClientLine: Sendable, Hashable {
    /// The JSON object as sent, without the line feed.
    ///
    /// It may contain text that devices chose: escape it before printing it on a terminal.
    public let text: String
    /// The parsed line.
    public let event: GestureClientEvent
}

/// A line does not conform to protocol 1.
struct LineError: Error, Hashable {
    /// What is wrong, without a period.
    let message: String

    init(_ message: String) {
        self.message = message
    }

    init(missing name: String) {
        message = "a line has no \(name) that can be read"
    }
}

/// The members of a line, or of an object in one; unknown members are ignored.
struct LineMembers {
    /// In source order.
    let members: [JSONMember]

    /// The value of the first member with this name; `null` counts as missing.
    subscript(_ name: String) -> JSONValue? {
        let value = members.first { $0.name == name }?.value
        return value == .null ? nil : value
    }

    /// A string; `nil` if missing.
    func text(_ name: String) -> String? {
        if case .string(let text) = self[name] { text } else { nil }
    }

    /// A number as text; `nil` if missing.
    func number(_ name: String) -> JSONNumber? {
        if case .number(let number) = self[name] { number } else { nil }
    }

    /// A number; `nil` if missing.
    func double(_ name: String) -> Double? { number(name)?.double }

    /// An integer; `nil` if missing.
    func count(_ name: String) -> Int? { number(name)?.integer.map { Int(clamping: $0) } }

    /// A 64-bit integer; `nil` if missing.
    func wide(_ name: String) -> Int64? { number(name)?.integer }

    /// A Boolean; `nil` if missing.
    func flag(_ name: String) -> Bool? {
        if case .flag(let flag) = self[name] { flag } else { nil }
    }

    /// A required integer.
    func integer(_ name: String) throws(LineError) -> Int64 {
        guard let integer = number(name)?.integer else { throw LineError(missing: name) }
        return integer
    }

    /// A required word.
    func word<Word: WireWord>(_ name: String) throws(LineError) -> Word {
        guard let text = text(name) else { throw LineError(missing: name) }
        return Word(rawValue: text)
    }

    /// A required object.
    func object(_ name: String) throws(LineError) -> LineMembers {
        guard case .object(let members) = self[name] else { throw LineError(missing: name) }
        return LineMembers(members: members)
    }

    /// Every member that is an integer, by the words of their names.
    func counts<Word: WireWord>() -> [Word: Int] {
        members.reduce(into: [:]) { counts, member in
            if case .number(let number) = member.value, let count = number.integer {
                counts[Word(rawValue: member.name)] = Int(clamping: count)
            }
        }
    }

    /// Every member that is a number, by its name.
    func doubles() -> [String: Double] {
        members.reduce(into: [:]) { numbers, member in
            if case .number(let number) = member.value { numbers[member.name] = number.double }
        }
    }

    /// The integers of an array; empty if missing.
    func integers(_ name: String) -> [Int64] {
        guard case .array(let elements) = self[name] else { return [] }
        return elements.compactMap { element in
            if case .number(let number) = element { number.integer } else { nil }
        }
    }

    /// An array of objects; empty if missing.
    func objects(_ name: String) throws(LineError) -> [LineMembers] {
        guard case .array(let elements) = self[name] else { return [] }
        return elements.compactMap { element in
            if case .object(let members) = element { LineMembers(members: members) } else { nil }
        }
    }
}

/// A word of the protocol.
///
/// Not an enum: a later daemon may send words that this library does not know; they are preserved.
public protocol WireWord: RawRepresentable, Sendable, Hashable, CustomStringConvertible
where RawValue == String {
    /// The word on the wire.
    init(rawValue: String)
}

extension WireWord {
    /// The word on the wire.
    public var description: String { rawValue }
}

/// One parsed line of the daemon.
public enum GestureClientEvent: Sendable, Hashable {
    /// A connection begins; repeated after each reconnection.
    case hello(Hello)
    /// A touchscreen is present, or was added, removed or changed.
    case device(DeviceUpdate)
    /// All present touchscreens have been sent; their number.
    case snapshotEnd(devices: Int)
    /// One event of a gesture.
    case gesture(GestureUpdate)
    /// Somebody started to touch a screen, or nobody has for a while.
    case activity(ActivityUpdate)
    /// The first touch after nobody was there is over.
    case wake(WakeUpdate)
    /// One contact in one frame.
    case contact(ContactUpdate)
    /// A condition that an operator may want to know.
    case health(HealthUpdate)
    /// A gesture was not recognised, and why.
    case explanation(ExplanationUpdate)
    /// Lines were dropped because they were not read in time; their number.
    case overflow(dropped: Int)
    /// The daemon ends the connection.
    case bye(ByeWord)
    /// A line of a type that this library does not know.
    case unknown(type: String)
}
