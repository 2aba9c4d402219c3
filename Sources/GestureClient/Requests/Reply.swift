/// The reply to a request.
struct Reply: Sendable {
    /// The id of the request; `nil` if the daemon could not parse it.
    let id: Int64?
    /// The status in the reply, or why the request was rejected.
    let result: Result<DaemonReport?, RequestRefusal>

    init(_ members: LineMembers) throws(LineError) {
        id = members.wide("id")
        guard members.flag("ok") != true else {
            let status = try? members.object("status")
            result = .success(status.map(DaemonReport.init))
            return
        }
        let error = try members.object("error")
        result = .failure(
            RequestRefusal(
                code: try error.word("code"), message: error.text("message") ?? "",
                member: error.text("member")))
    }
}

/// Why the daemon rejected a request.
public struct RequestRefusal: Error, Sendable, Hashable {
    /// Error codes for programs.
    public struct Code: WireWord {
        /// The word on the wire.
        public let rawValue: String

        /// A word of the protocol, which this library need not know.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The request is not JSON.
        public static let badJSON = Code(rawValue: "bad_json")
        /// The request exceeds the daemon's limit; the connection ends.
        public static let lineTooLong = Code(rawValue: "line_too_long")
        /// The daemon does not know this type of request: it is older than this library.
        public static let unknownType = Code(rawValue: "unknown_type")
        /// The request has a member that the daemon does not know.
        public static let unknownMember = Code(rawValue: "unknown_member")
        /// A member has an invalid value.
        public static let invalidValue = Code(rawValue: "invalid_value")
        /// There is no such kind of gesture.
        public static let unknownGesture = Code(rawValue: "unknown_gesture")
        /// This connection has no such zone.
        public static let unknownZone = Code(rawValue: "unknown_zone")
        /// The limit on zones is reached.
        public static let tooManyZones = Code(rawValue: "too_many_zones")
        /// The configuration does not allow it.
        public static let notPermitted = Code(rawValue: "not_permitted")
        /// The limit on requests per second was exceeded; the connection ends.
        public static let tooManyRequests = Code(rawValue: "too_many_requests")
    }

    /// The error code.
    public let code: Code
    /// The error, for people; one line without a period.
    public let message: String
    /// The path of the invalid member, such as `gestures[0]`.
    public let member: String?
}
