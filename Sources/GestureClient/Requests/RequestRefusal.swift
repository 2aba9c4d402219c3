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
