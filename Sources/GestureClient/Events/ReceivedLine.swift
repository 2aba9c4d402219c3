import GestureWire

/// A received line, classified.
enum ReceivedLine {
    /// A line for readers of events.
    case event(GestureClientEvent)
    /// The reply to a request.
    case reply(Reply)

    /// Reads a line.
    init(_ line: JSONElement) throws(LineError) {
        let members = try LineMembers(line)
        guard let type = members.text("type") else { throw LineError(missing: "type") }
        if type == "reply" {
            self = .reply(try Reply(members))
        } else {
            self = .event(try GestureClientEvent(type, members))
        }
    }
}

extension JSONTokens {
    /// The result of `read` for a line without its line feed.
    mutating func reading<Line>(
        _ bytes: UnsafeRawBufferPointer, _ read: (JSONElement) throws(LineError) -> Line
    ) throws(LineError) -> Line {
        do throws(RequestError) {
            try self.read(bytes)
        } catch {
            throw LineError(error.message)
        }
        return try withRoot(of: bytes, read)
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
    /// The error, without a period.
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
    private let members: JSONElements

    /// - Throws: if the line is not an object.
    init(_ line: JSONElement) throws(LineError) {
        guard let members = line.members else { throw LineError("a line is no object") }
        self.members = members
    }

    private init(members: JSONElements) {
        self.members = members
    }

    /// The value of the first member with this name; `null` counts as missing.
    subscript(_ name: StaticString) -> JSONElement? {
        guard let value = members[name], !value.isNull else { return nil }
        return value
    }

    /// A string; `nil` if missing.
    func text(_ name: StaticString) -> String? { self[name]?.string }

    /// A number; `nil` if missing.
    func double(_ name: StaticString) -> Double? { self[name]?.double }

    /// An integer; `nil` if missing.
    func count(_ name: StaticString) -> Int? { wide(name).map { Int(clamping: $0) } }

    /// A 64-bit integer; `nil` if missing.
    func wide(_ name: StaticString) -> Int64? { self[name]?.integer }

    /// A Boolean; `nil` if missing.
    func flag(_ name: StaticString) -> Bool? { self[name]?.flag }

    /// A required integer.
    func integer(_ name: StaticString) throws(LineError) -> Int64 {
        guard let integer = wide(name) else { throw LineError(missing: "\(name)") }
        return integer
    }

    /// A required name.
    func word<Word: WireWord>(_ name: StaticString) throws(LineError) -> Word {
        guard let text = text(name) else { throw LineError(missing: "\(name)") }
        return Word(rawValue: text)
    }

    /// A required string, which is not copied.
    func string(_ name: StaticString) throws(LineError) -> JSONElement {
        guard let value = self[name], value.isString else { throw LineError(missing: "\(name)") }
        return value
    }

    /// A required object.
    func object(_ name: StaticString) throws(LineError) -> LineMembers {
        guard let members = self[name]?.members else { throw LineError(missing: "\(name)") }
        return LineMembers(members: members)
    }

    /// Every member that is an integer, by member name.
    func counts<Word: WireWord>() -> [Word: Int] {
        members.reduce(into: [:]) { counts, member in
            if let count = member.integer {
                counts[Word(rawValue: member.name)] = Int(clamping: count)
            }
        }
    }

    /// Every member that is a number, by member name.
    func doubles() -> [String: Double] {
        members.reduce(into: [:]) { numbers, member in
            if member.isNumber { numbers[member.name] = member.double }
        }
    }

    /// The integers of an array; empty if missing.
    func integers(_ name: StaticString) -> [Int64] {
        self[name]?.elements?.compactMap(\.integer) ?? []
    }

    /// An array of objects; empty if missing.
    func objects(_ name: StaticString) -> [LineMembers] {
        self[name]?.elements?.compactMap { $0.members.map(LineMembers.init(members:)) } ?? []
    }
}

/// A name from the protocol.
///
/// Not an enum: a later daemon may send names that this library does not know; they are preserved.
public protocol WireWord: RawRepresentable, Sendable, Hashable, CustomStringConvertible
where RawValue == String {
    /// The name on the wire.
    init(rawValue: String)
}

extension WireWord {
    /// The name on the wire.
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
    /// A user started to touch a screen, or no user has for a while.
    case activity(ActivityUpdate)
    /// The first touch after a time without users has ended.
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
