/// A condition of a touchscreen or of the daemon that an operator may want to know.
public struct HealthUpdate: Sendable, Hashable {
    /// The type of the condition.
    public struct Problem: WireWord {
        /// The word on the wire.
        public let rawValue: String

        /// A word of the protocol, which this library need not know.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A contact rested too long to be a finger.
        public static let stuck = Problem(rawValue: "stuck")
        /// The kernel dropped events.
        public static let resynchronised = Problem(rawValue: "resynchronised")
        /// Contacts were rejected; the counters give their numbers.
        public static let rejected = Problem(rawValue: "rejected")
        /// A frame was processed late.
        public static let late = Problem(rawValue: "late")
        /// A new configuration is invalid; the old one stays in use.
        public static let configurationError = Problem(rawValue: "configuration_error")
    }

    /// On the kernel's monotonic clock, in microseconds.
    public let timeUs: Int64
    /// The type of the condition.
    public let problem: Problem
    /// The id of the touchscreen; `nil` if the condition is about none.
    public let device: Int?
    /// The position of the stuck contact.
    public let place: SurfacePlace?
    /// Palms rejected since the device was opened.
    public let palms: Int?
    /// Contacts rejected as too short since the device was opened.
    public let ghosts: Int?
    /// Jumps rejected since the device was opened.
    public let jumps: Int?
    /// How long after its timestamp the frame was processed, in microseconds.
    public let lateUs: Int64?
    /// The error, for people.
    public let message: String?
}

extension HealthUpdate {
    init(_ members: LineMembers) throws(LineError) {
        timeUs = try members.integer("time_us")
        problem = try members.word("problem")
        device = members.count("device")
        place = SurfacePlace(members)
        palms = members.count("palms")
        ghosts = members.count("ghosts")
        jumps = members.count("jumps")
        lateUs = members.wide("late_us")
        message = members.text("message")
    }
}
