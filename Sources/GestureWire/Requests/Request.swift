import LinuxIO

/// What a client asks for in one line.
public struct Request: Sendable, Hashable {
    /// What is to be done.
    public enum Operation: Sendable, Hashable {
        /// Replaces the filter of the connection.
        case subscribe(Subscription)
        /// Adds a zone: all members but `type` and `id`, which only the server can read.
        case addZone([JSONMember])
        /// Takes away the zone of this name.
        case removeZone(String)
        case status
        case ping
    }

    /// What the reply carries again; `nil` where there is none, or it could not be read.
    public let id: RequestID?
    /// What is to be done, or why it cannot be.
    public let operation: Result<Operation, RequestError>

    /// Reads one line, without its end.
    public init(_ line: UnsafeRawBufferPointer) {
        var id: RequestID?
        do throws(RequestError) {
            guard case .object(let members) = try JSONReader.read(line) else {
                throw RequestError(.badJSON, "a request is a JSON object")
            }
            id = try members.first { $0.name == "id" }.map {
                member throws(RequestError) in try RequestID(member.value)
            }
            operation = .success(try Self.operation(members))
        } catch {
            operation = .failure(error)
        }
        self.id = id
    }

    private static func operation(
        _ members: [JSONMember]
    ) throws(RequestError) -> Operation {
        let type = try type(of: members)
        let rest = members.filter { $0.name != "type" && $0.name != "id" }
        let reader = RequestMembers(rest, known: type.members)
        try reader.refuseUnknown()
        switch type {
        case .subscribe: return .subscribe(try Subscription(reader))
        case .addZone: return .addZone(rest)
        case .removeZone: return .removeZone(try reader.requiredName("name"))
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

/// What a request can ask for.
enum RequestType: String, CaseIterable {
    case subscribe
    case addZone = "add_zone"
    case removeZone = "remove_zone"
    case status
    case ping

    /// The members beside `type` and `id`.
    var members: [String] {
        switch self {
        case .subscribe: Subscription.memberNames
        case .addZone: ["name", "rect", "devices", "gestures"]
        case .removeZone: ["name"]
        case .status, .ping: []
        }
    }

    static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
