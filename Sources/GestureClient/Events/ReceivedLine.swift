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
        case "contact": self = .contact(try ContactUpdate(members))
        case "health": self = .health(try HealthUpdate(members))
        case "overflow": self = .overflow(dropped: members.count("dropped") ?? 0)
        case "bye": self = .bye(try members.word("reason"))
        default: self = .unknown(type: type)
        }
    }
}
