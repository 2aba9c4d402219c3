/// Somebody started to touch a screen, or nobody has for a while.
public struct ActivityUpdate: Sendable, Hashable {
    /// On the kernel's monotonic clock, in microseconds.
    public let timeUs: Int64
    /// Whether somebody started to touch a screen.
    public let isActive: Bool
}

extension ActivityUpdate {
    init(_ members: LineMembers) throws(LineError) {
        timeUs = try members.integer("time_us")
        isActive = members.text("state") == "active"
    }
}
