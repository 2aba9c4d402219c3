import GestureWire

/// The reply to a request.
struct Reply: Sendable, LineObject {
    /// The id of the request; `nil` if the daemon could not parse it.
    let id: Int64?
    /// The content of the reply, or why the request was rejected.
    let result: Result<Answer, RequestRefusal>
    /// What may be a mistake in the request, for people; `nil` if nothing is.
    let warning: String?

    /// The requested data; `nil` if the reply has no data.
    struct Answer: Sendable {
        var status: DaemonReport?
        var zones: [ConfiguredZone]?
    }

    init(_ members: LineMembers<ReplyMember>) throws(LineError) {
        id = members.wide(.id)
        warning = members.text(.warning)
        guard members.flag(.isSuccess) != true else {
            result = .success(
                Answer(
                    status: try? members.object(.status),
                    zones: members[.zones] == nil ? nil : try members.objects(.zones)))
            return
        }
        result = .failure(try members.object(.error))
    }
}

/// The position of a zone of the configuration on a touchscreen.
public struct ConfiguredZone: Sendable, Hashable {
    /// The id of the touchscreen.
    public let device: Int
    /// The value of `zone` in updates.
    public let name: String
    /// The left edge, as a fraction of the width, 0 to 1.
    public let x: Double
    /// The top edge, as a fraction of the height, 0 to 1.
    public let y: Double
    /// Fraction of the width.
    public let width: Double
    /// Fraction of the height.
    public let height: Double
    /// The widths of the bands at the sides `left`, `right`, `top` and `bottom` in which gestures
    /// of the zone require fingers to land, in millimetres; sides without any are missing.
    public let edges: [String: Double]
}

extension ConfiguredZone: LineObject {
    init(_ members: LineMembers<ZoneMember>) throws(LineError) {
        device = Int(clamping: try members.integer(.device))
        guard let name = members.text(.name) else {
            throw LineError(missing: ZoneMember.name.rawValue)
        }
        self.name = name
        x = members.double(.x) ?? 0
        y = members.double(.y) ?? 0
        width = members.double(.width) ?? 0
        height = members.double(.height) ?? 0
        edges = members.doubles(.edges)
    }
}

/// Why the daemon rejected a request.
public struct RequestRefusal: Error, Sendable, Hashable {
    /// Error codes for programs.
    public struct Code: WireWord {
        /// The name on the wire.
        public let rawValue: String

        /// A name from the protocol, which may be unknown to this library.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The request is not JSON.
        public static let badJSON = Code(RequestError.Code.badJSON)
        /// The request exceeds the daemon's limit; the connection ends.
        public static let lineTooLong = Code(RequestError.Code.lineTooLong)
        /// The daemon does not know this type of request: it is older than this library.
        public static let unknownType = Code(RequestError.Code.unknownType)
        /// The request has a member that the daemon does not know.
        public static let unknownMember = Code(RequestError.Code.unknownMember)
        /// A member has an invalid value.
        public static let invalidValue = Code(RequestError.Code.invalidValue)
        /// The kind of gesture does not exist.
        public static let unknownGesture = Code(RequestError.Code.unknownGesture)
        /// This connection has no zone with this name.
        public static let unknownZone = Code(RequestError.Code.unknownZone)
        /// The limit on zones is reached.
        public static let tooManyZones = Code(RequestError.Code.tooManyZones)
        /// The configuration does not allow it.
        public static let notPermitted = Code(RequestError.Code.notPermitted)
        /// The limit on requests per second was exceeded; the connection ends.
        public static let tooManyRequests = Code(RequestError.Code.tooManyRequests)
    }

    /// The error code.
    public let code: Code
    /// The error, for people; one line without a period.
    public let message: String
    /// The path of the invalid member, such as `gestures[0]`.
    public let member: String?
}

extension RequestRefusal: LineObject {
    init(_ members: LineMembers<ReplyErrorMember>) throws(LineError) {
        code = try members.word(.code)
        message = members.text(.message) ?? ""
        member = members.text(.member)
    }
}
