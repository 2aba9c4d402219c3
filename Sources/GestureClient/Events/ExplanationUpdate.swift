/// Why a gesture of a zone's list was not recognised in one touch: from the landing of its first finger
/// until there is none.
public struct ExplanationUpdate: Sendable, Hashable {
    /// What kept a gesture from being recognised.
    public struct Reason: WireWord {
        /// The word on the wire.
        public let rawValue: String

        /// A word of the protocol, which this library need not know.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// It takes another number of fingers.
        public static let fingers = Reason(rawValue: "fingers")
        /// A value missed its threshold.
        public static let threshold = Reason(rawValue: "threshold")
        /// It counts taps, and this was not the one.
        public static let count = Reason(rawValue: "count")
        /// Another gesture of its zone won.
        public static let lost = Reason(rawValue: "lost")
        /// It waited for others.
        public static let waits = Reason(rawValue: "waits")
        /// It ended too lately.
        public static let cooldown = Reason(rawValue: "cooldown")
        /// Its fingers did not land at an edge that it takes.
        public static let edge = Reason(rawValue: "edge")
        /// A contact was no finger.
        public static let rejected = Reason(rawValue: "rejected")
    }

    /// When the last finger of the touch lifted, on the kernel's monotonic clock, in microseconds.
    public let timeUs: Int64
    /// When its first finger landed, in microseconds.
    public let beganUs: Int64
    /// The id of the touchscreen.
    public let device: Int
    /// The zone of the gesture.
    public let zone: String
    /// The kind of the gesture.
    public let kind: GestureUpdate.Kind
    /// The name of the gesture.
    public let name: String
    /// The part of a composition that did not come; `nil`: it is about the whole.
    public let part: String?
    /// What kept it from being recognised.
    public let reason: Reason
    /// The same with the values that were measured, in words.
    public let text: String
}

extension ExplanationUpdate {
    init(_ members: LineMembers) throws(LineError) {
        timeUs = try members.integer("time_us")
        beganUs = try members.integer("began_us")
        device = Int(clamping: try members.integer("device"))
        zone = members.text("zone") ?? ""
        kind = try members.word("gesture")
        name = members.text("name") ?? ""
        part = members.text("part")
        reason = try members.word("reason")
        text = members.text("text") ?? ""
    }
}
