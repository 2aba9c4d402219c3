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
    /// The name of the part of a composition that was not recognised; `nil` if it is about the
    /// whole.
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

extension LineBuffer {
    /// Appends the body of an `explanation` line.
    public mutating func appendExplanationBody(_ explanation: ExplanationRecord) {
        append(#","time_us":"#)
        append(integer: explanation.time.microseconds)
        append(#","began_us":"#)
        append(integer: explanation.since.microseconds)
        append(#","device":"#)
        append(integer: explanation.device)
        append(#","zone":"#)
        append(string: explanation.zone)
        append(#","gesture":"#)
        append(string: explanation.kind.rawValue)
        append(#","name":"#)
        append(string: explanation.name)
        if let part = explanation.part {
            append(#","part":"#)
            append(string: part)
        }
        append(#","reason":"#)
        append(string: explanation.reason)
        append(#","text":"#)
        append(string: explanation.text)
        append("}\n")
    }
}
