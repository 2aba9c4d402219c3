public import TouchCore

/// Why a gesture of a zone's list was not recognised in one touch, which lasts from the landing of
/// its first finger until no finger is down.
public struct ExplanationRecord: Sendable, Hashable {
    /// When the touch ended.
    public var time: Timestamp
    /// When its first finger landed.
    public var since: Timestamp
    /// The number of the device.
    public var device: Int
    /// The name of the zone.
    public var zone: String
    /// The kind of the gesture.
    public var kind: GestureKind
    /// The name of the gesture.
    public var name: String
    /// The name of the part of a composition that was not recognised; `nil` if the explanation is
    /// about the gesture itself.
    public var part: String?
    /// The reason, as a keyword.
    public var reason: String
    /// The reason with values and thresholds, for users.
    public var text: String

    /// An explanation about a gesture, or about a part of it.
    public init(
        time: Timestamp, since: Timestamp, device: Int, zone: String, kind: GestureKind,
        name: String, part: String? = nil, reason: String, text: String
    ) {
        self.time = time
        self.since = since
        self.device = device
        self.zone = zone
        self.kind = kind
        self.name = name
        self.part = part
        self.reason = reason
        self.text = text
    }
}

/// The value of `reason` in `explanation` lines.
package enum ExplanationReason: String, Sendable, CaseIterable {
    case fingers, threshold, count, lost, waits, cooldown, edge, place, spacing
    case laterFingers = "later_fingers"
    case landedLate = "landed_late"
    case lifted, apart
    case fingersChanged = "fingers_changed"
    case liftQuiet = "lift_quiet"
    case noForce = "no_force"
    case rejected, undecided, incomplete
}

/// A member of an `explanation` line.
package enum ExplanationMember: String, WireMember {
    case time = "time_us"
    case began = "began_us"
    case device, zone
    case kind = "gesture"
    case name, part, reason, text

    package static let names = MemberNames(of: Self.self)
}

extension LineBuffer {
    /// Appends the body of an `explanation` line.
    public mutating func appendExplanationBody(_ explanation: ExplanationRecord) {
        append(ExplanationMember.time, explanation.time.microseconds)
        append(ExplanationMember.began, explanation.since.microseconds)
        append(ExplanationMember.device, explanation.device)
        append(ExplanationMember.zone, explanation.zone)
        append(ExplanationMember.kind, keyword: explanation.kind)
        append(ExplanationMember.name, explanation.name)
        if let part = explanation.part { append(ExplanationMember.part, part) }
        append(ExplanationMember.reason, explanation.reason)
        append(ExplanationMember.text, explanation.text)
        append("}\n")
    }
}
