/// Why the daemon refused a request.
public struct RequestRefusal: Error, Sendable, Hashable {
    /// What programs can tell apart.
    public struct Code: WireWord {
        /// The word as it stands in lines.
        public let rawValue: String

        /// A word of the protocol, known here or not.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The request is no JSON.
        public static let badJSON = Code(rawValue: "bad_json")
        /// The request is longer than the daemon takes; the connection ends.
        public static let lineTooLong = Code(rawValue: "line_too_long")
        /// The daemon knows no such request: it is older than this library.
        public static let unknownType = Code(rawValue: "unknown_type")
        /// The request has a member that the daemon does not know.
        public static let unknownMember = Code(rawValue: "unknown_member")
        /// A member has a value that it does not take.
        public static let invalidValue = Code(rawValue: "invalid_value")
        /// There is no such kind of gesture.
        public static let unknownGesture = Code(rawValue: "unknown_gesture")
        /// This connection has no such zone.
        public static let unknownZone = Code(rawValue: "unknown_zone")
        /// There are as many zones as there may be.
        public static let tooManyZones = Code(rawValue: "too_many_zones")
        /// The configuration does not allow it.
        public static let notPermitted = Code(rawValue: "not_permitted")
        /// There were too many requests in a second; the connection ends.
        public static let tooManyRequests = Code(rawValue: "too_many_requests")
    }

    /// What programs can tell apart.
    public let code: Code
    /// What is wrong, for people; one line without a full stop.
    public let message: String
    /// The path of the member that is wrong, as in `gestures[0]`.
    public let member: String?
}
