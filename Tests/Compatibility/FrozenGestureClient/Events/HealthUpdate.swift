/// Something about a touchscreen, or the daemon, that who looks after it may want to know.
public struct HealthUpdate: Sendable, Hashable {
    /// What it is.
    public struct Problem: WireWord {
        /// The word as it stands in lines.
        public let rawValue: String

        /// A word of the protocol, known here or not.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A contact was still for so long that it counts as no finger.
        public static let stuck = Problem(rawValue: "stuck")
        /// The kernel lost events.
        public static let resynchronised = Problem(rawValue: "resynchronised")
        /// Contacts were refused; the counts tell how many.
        public static let rejected = Problem(rawValue: "rejected")
        /// A frame was done late.
        public static let late = Problem(rawValue: "late")
        /// A new configuration is wrong, and the old one holds.
        public static let configurationError = Problem(rawValue: "configuration_error")
    }

    /// On the kernel's monotonic clock, in microseconds.
    public let timeUs: Int64
    /// What it is.
    public let problem: Problem
    /// The id of the touchscreen; `nil` where it is about none.
    public let device: Int?
    /// Where the contact is that is stuck.
    public let place: SurfacePlace?
    /// Palms refused since the device was opened.
    public let palms: Int?
    /// Contacts too short to count since the device was opened.
    public let ghosts: Int?
    /// Impossible steps since the device was opened.
    public let jumps: Int?
    /// How long after its stamp the frame was done, in microseconds.
    public let lateUs: Int64?
    /// What is wrong, for people.
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
