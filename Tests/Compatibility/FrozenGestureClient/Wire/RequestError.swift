/// What is wrong with a request: what its reply tells.
public struct RequestError: Error, Sendable, Hashable {
    /// What clients can tell apart.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The line is no JSON object.
        case badJSON = "bad_json"
        /// The line is longer than the daemon takes; it closes the connection.
        case lineTooLong = "line_too_long"
        case unknownType = "unknown_type"
        case unknownMember = "unknown_member"
        /// A member that is known, with a value that it does not take, or without one that it needs.
        case invalidValue = "invalid_value"
        case unknownGesture = "unknown_gesture"
        /// No zone of this connection has the name.
        case unknownZone = "unknown_zone"
        case tooManyZones = "too_many_zones"
        /// The configuration does not allow it.
        case notPermitted = "not_permitted"
        /// More a second than the daemon takes; it closes the connection.
        case tooManyRequests = "too_many_requests"
    }

    public var code: Code
    /// One line for people, without a full stop.
    public var message: String
    /// The path of the member that is wrong, as in `gestures[0]`; `nil`: none alone is.
    public var member: String?

    public init(_ code: Code, _ message: String, member: String? = nil) {
        self.code = code
        self.message = message
        self.member = member
    }

    /// Whether the connection closes after it.
    public var endsConnection: Bool { code == .lineTooLong || code == .tooManyRequests }
}
