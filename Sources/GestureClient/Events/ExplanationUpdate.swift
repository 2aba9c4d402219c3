import GestureWire

/// Why a gesture of a zone was not recognised in one touch. A touch lasts from the landing of the
/// first finger until no finger is left.
public struct ExplanationUpdate: Sendable, Hashable {
    /// Why a gesture was not recognised.
    public struct Reason: WireWord {
        /// The name on the wire.
        public let rawValue: String

        /// A name from the protocol, which may be unknown to this library.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The gesture requires another number of fingers.
        public static let fingers = Reason(ExplanationReason.fingers)
        /// A value missed its threshold.
        public static let threshold = Reason(ExplanationReason.threshold)
        /// The gesture counts taps, and their number differed.
        public static let count = Reason(ExplanationReason.count)
        /// Another gesture of the zone won.
        public static let lost = Reason(ExplanationReason.lost)
        /// Gestures that this one waits for were still possible.
        public static let waits = Reason(ExplanationReason.waits)
        /// The `cooldown` since the last end of the gesture was not over.
        public static let cooldown = Reason(ExplanationReason.cooldown)
        /// The fingers did not land at an edge from which the gesture starts.
        public static let edge = Reason(ExplanationReason.edge)
        /// A contact was rejected because it is not a finger; it may be a palm.
        public static let rejected = Reason(ExplanationReason.rejected)
    }

    /// When the last finger of the touch lifted, on the kernel's monotonic clock, in microseconds.
    public let timeUs: Int64
    /// When the first finger of the touch landed, on the same clock, in microseconds.
    public let beganUs: Int64
    /// The id of the touchscreen.
    public let device: Int
    /// The zone of the gesture.
    public let zone: String
    /// The kind of the gesture.
    public let kind: GestureUpdate.Kind
    /// The name of the gesture.
    public let name: String
    /// The part of a composition that was not recognised; `nil` for the whole gesture.
    public let part: String?
    /// Why it was not recognised.
    public let reason: Reason
    /// The reason as text, with the measured values.
    public let text: String
}

extension ExplanationUpdate: LineObject {
    init(_ members: LineMembers<ExplanationMember>) throws(LineError) {
        timeUs = try members.integer(.time)
        beganUs = try members.integer(.began)
        device = Int(clamping: try members.integer(.device))
        zone = members.text(.zone) ?? ""
        kind = try members.word(.kind)
        name = members.text(.name) ?? ""
        part = members.text(.part)
        reason = try members.word(.reason)
        text = members.text(.text) ?? ""
    }
}
