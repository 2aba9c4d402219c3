import LinuxIO

/// A client's request, in one line.
public struct Request: Sendable, Hashable {
    /// The operation to perform.
    public enum Operation: Sendable, Hashable {
        /// Replaces the filter of the connection.
        case subscribe(Subscription)
        /// Adds a zone: all members except `type` and `id`. The server parses them.
        case addZone([JSONMember])
        /// Moves a zone: its name, and its new position. The server parses the position.
        case moveZone(String, [JSONMember])
        /// Removes the zone of this name.
        case removeZone(String)
        /// Returns the positions of the configured zones.
        case zones
        /// Sets the output of a device, or withdraws it.
        case setOutput(OutputReport)
        case status
        case ping
    }

    /// The id that the reply repeats; `nil` if the request has none, or none that could be read.
    public let id: RequestID?
    /// The operation, or why it cannot be performed.
    public let operation: Result<Operation, RequestError>

    /// Parses one line, without its line feed.
    public init(_ line: UnsafeRawBufferPointer) {
        var id: RequestID?
        do throws(RequestError) {
            guard case .object(let members) = try JSONReader.read(line) else {
                throw RequestError(.badJSON, "a request is a JSON object")
            }
            let type = Result { () throws(RequestError) in try Self.type(of: members) }
            do throws(RequestError) {
                id = try members.first { $0.name == "id" }.map {
                    member throws(RequestError) in try RequestID(member.value)
                }
            } catch {
                // An unknown type is reported first: a request of that type may have another form of
                // id.
                _ = try type.get()
                throw error
            }
            operation = .success(try Self.operation(type.get(), members))
        } catch {
            operation = .failure(error)
        }
        self.id = id
    }

    private static func operation(
        _ type: RequestType, _ members: [JSONMember]
    ) throws(RequestError) -> Operation {
        let arguments = members.filter { $0.name != "type" && $0.name != "id" }
        let reader = RequestMembers(arguments, known: type.members)
        try reader.refuseUnknown()
        switch type {
        case .subscribe: return .subscribe(try Subscription(reader))
        case .addZone: return .addZone(arguments)
        case .moveZone:
            return .moveZone(
                try reader.requiredName(ZoneRequestMember.name),
                arguments.filter { $0.name == ZoneRequestMember.rect.rawValue })
        case .removeZone: return .removeZone(try reader.requiredName(ZoneRequestMember.name))
        case .zones: return .zones
        case .setOutput: return .setOutput(try OutputReport(reader))
        case .status: return .status
        case .ping: return .ping
        }
    }

    private static func type(of members: [JSONMember]) throws(RequestError) -> RequestType {
        guard let value = members.first(where: { $0.name == "type" })?.value else {
            throw RequestError(.unknownType, "a request has a type: \(RequestType.list)")
        }
        guard case .string(let text) = value else {
            throw RequestError(
                .invalidValue, "type takes a string, found \(value.noun)", member: "type")
        }
        guard let type = RequestType(rawValue: text) else {
            let advice = Spelling.advice(for: text, among: RequestType.allCases.map(\.rawValue))
            throw RequestError(
                .unknownType, "no request is named \(RequestMembers.quoted(text)); \(advice)",
                member: "type")
        }
        return type
    }
}

/// The types of requests: what the daemon reads, and what GestureClient writes.
package enum RequestType: String, CaseIterable, Sendable {
    case subscribe
    case addZone = "add_zone"
    case moveZone = "move_zone"
    case removeZone = "remove_zone"
    case zones
    case setOutput = "set_output"
    case status
    case ping

    /// The members in addition to `type` and `id`.
    var members: [String] {
        switch self {
        case .subscribe: SubscriptionMember.allCases.map(\.rawValue)
        case .addZone: ZoneRequestMember.allCases.map(\.rawValue)
        case .moveZone: [ZoneRequestMember.name, .rect].map(\.rawValue)
        case .removeZone: [ZoneRequestMember.name.rawValue]
        case .setOutput: OutputMember.allCases.map(\.rawValue)
        case .zones, .status, .ping: []
        }
    }

    static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

/// A member of `subscribe`.
package enum SubscriptionMember: String, WireMember {
    case events, gestures
    case gestureNames = "names"
    case zones, phases, devices, fingers
    case maximumRate = "max_rate_hz"
    case positions

    package static let names = MemberNames(of: Self.self)
}

/// A member of the requests about zones of the client; `add_zone` has all of them.
package enum ZoneRequestMember: String, WireMember {
    case name, rect, devices, gestures, priority

    package static let names = MemberNames(of: Self.self)
}

/// An id that a client chooses for a request; the reply repeats it.
public enum RequestID: Sendable, Hashable {
    case integer(Int64)
    case string(String)

    /// - Throws: `invalidValue` if it is neither an integer nor a string.
    init(_ value: JSONValue) throws(RequestError) {
        switch value {
        case .string(let text): self = .string(text)
        case .number(let number):
            guard let integer = number.integer else {
                throw RequestError(
                    .invalidValue, "\(number.text.prefix(64)) is not an integer of 64 bits",
                    member: "id")
            }
            self = .integer(integer)
        default:
            throw RequestError(
                .invalidValue, "takes a string or an integer, found \(value.noun)", member: "id")
        }
    }
}

/// Why a request was rejected, as its reply reports it.
public struct RequestError: Error, Sendable, Hashable {
    /// Error codes for clients.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The line is not a JSON object.
        case badJSON = "bad_json"
        /// The line exceeds the limit; the daemon closes the connection.
        case lineTooLong = "line_too_long"
        case unknownType = "unknown_type"
        case unknownMember = "unknown_member"
        /// A known member has an invalid value, or a required value is missing.
        case invalidValue = "invalid_value"
        case unknownGesture = "unknown_gesture"
        /// This connection has no zone with this name.
        case unknownZone = "unknown_zone"
        case tooManyZones = "too_many_zones"
        /// The configuration does not allow it.
        case notPermitted = "not_permitted"
        /// The rate exceeds the limit; the daemon closes the connection.
        case tooManyRequests = "too_many_requests"
    }

    public var code: Code
    /// One line for users, without a period.
    public var message: String
    /// The path of the invalid member, such as `gestures[0]`; `nil` if no single member is invalid.
    public var member: String?

    public init(_ code: Code, _ message: String, member: String? = nil) {
        self.code = code
        self.message = message
        self.member = member
    }

    /// Whether the daemon closes the connection after the reply.
    public var endsConnection: Bool { code == .lineTooLong || code == .tooManyRequests }
}
