/// What the daemon says first.
public struct Hello: Sendable, Hashable {
    /// The version of the protocol.
    public let protocolVersion: Int
    /// Name and version of the daemon.
    public let server: String
    /// The kernel's id of this boot; times of two connections compare where it is the same.
    public let bootID: String
    /// CLOCK_MONOTONIC when the line was made, in microseconds.
    public let monotonicUs: Int64
    /// The wall clock at the same instant, in microseconds since 1970.
    public let realtimeUs: Int64

    /// The wall clock when the monotonic clock said `us`, in microseconds since 1970.
    public func realtimeUs(at us: Int64) -> Int64 {
        us &- monotonicUs &+ realtimeUs
    }
}

extension Hello {
    init(_ members: LineMembers) throws(LineError) {
        protocolVersion = Int(clamping: try members.integer("protocol"))
        server = members.text("server") ?? ""
        bootID = members.text("boot_id") ?? ""
        monotonicUs = members.wide("monotonic_us") ?? 0
        realtimeUs = members.wide("realtime_us") ?? 0
    }
}
