import GestureWire

/// A received line, classified.
enum ReceivedLine {
    /// A line for readers of events.
    case event(GestureClientEvent)
    /// The reply to a request.
    case reply(Reply)

    /// Reads a line.
    init(_ line: JSONElement) throws(LineError) {
        guard let members = line.members else { throw LineError("a line is not an object") }
        guard let type = members["type"], type.isString else { throw LineError(missing: "type") }
        if type.holds("reply") {
            self = .reply(try line.decoded())
        } else {
            self = .event(try GestureClientEvent(type, line))
        }
    }
}

extension JSONTokens {
    /// Parses a line without its line feed, and calls `read` with it.
    mutating func read(
        _ bytes: UnsafeRawBufferPointer, _ read: (JSONElement) throws(LineError) -> Void
    ) throws(LineError) {
        do throws(RequestError) {
            try self.read(bytes)
        } catch {
            throw LineError(error.message)
        }
        var problem: LineError?
        withRoot(of: bytes) { line in
            do throws(LineError) { try read(line) } catch { problem = error }
        }
        if let problem { throw problem }
    }
}

/// A message whose only member is a number.
private struct Count<Member: WireMember & CaseIterable>: LineObject {
    let count: Int

    init(_ members: LineMembers<Member>) throws(LineError) {
        guard let member = Member.allCases.first, let count = members.count(member) else {
            throw LineError(missing: Member.allCases.first?.rawValue ?? "number")
        }
        self.count = count
    }
}

extension GestureClientEvent {
    fileprivate init(_ type: JSONElement, _ line: JSONElement) throws(LineError) {
        // The most frequent type is compared first, without a copy.
        if type.holds("gesture") {
            self = .gesture(try line.decoded())
            return
        }
        switch type.string ?? "" {
        case "hello": self = .hello(try line.decoded())
        case "device": self = .device(try line.decoded())
        case "snapshot_end":
            let line: Count<SnapshotEndMember> = try line.decoded()
            self = .snapshotEnd(devices: line.count)
        case "activity": self = .activity(try line.decoded())
        case "wake": self = .wake(try line.decoded())
        case "contact": self = .contact(try line.decoded())
        case "health": self = .health(try line.decoded())
        case "explanation": self = .explanation(try line.decoded())
        case "overflow":
            let line: Count<OverflowMember> = try line.decoded()
            self = .overflow(dropped: line.count)
        case "bye": self = .bye(try line.decoded())
        case let type: self = .unknown(type: type)
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

/// The error of a line that does not conform to protocol 1.
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

/// A name from the protocol.
///
/// Not an enum: a later daemon may send names that this library does not know; they are preserved.
public protocol WireWord: RawRepresentable, Sendable, Hashable, CustomStringConvertible
where RawValue == String {
    /// The name on the wire.
    init(rawValue: String)
}

extension WireWord {
    /// The name of a case of the daemon's enum.
    init<Word: RawRepresentable>(_ word: Word) where Word.RawValue == String {
        self.init(rawValue: word.rawValue)
    }

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
    /// A user started to touch a screen, or no user has touched one for some time.
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
