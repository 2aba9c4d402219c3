/// The first line of a connection.
public struct Hello: Sendable, Hashable {
    /// The protocol version.
    public let protocolVersion: Int
    /// The daemon's name and version.
    public let server: String
    /// The kernel's boot id; timestamps of two connections are comparable if it is equal.
    public let bootID: String
    /// CLOCK_MONOTONIC when the line was encoded, in microseconds.
    public let monotonicUs: Int64
    /// The wall clock at the same instant, in microseconds since 1970.
    public let realtimeUs: Int64

    /// The wall clock at time `us` of the monotonic clock, in microseconds since 1970.
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
