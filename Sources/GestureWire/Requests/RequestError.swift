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
    /// One line for people, without a period.
    public var message: String
    /// The path of the invalid member, such as `gestures[0]`; `nil` if there is no single one.
    public var member: String?

    public init(_ code: Code, _ message: String, member: String? = nil) {
        self.code = code
        self.message = message
        self.member = member
    }

    /// Whether the connection closes after it.
    public var endsConnection: Bool { code == .lineTooLong || code == .tooManyRequests }
}
