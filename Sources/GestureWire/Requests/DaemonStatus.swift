/// How a daemon does, as the reply to `status` tells it.
public struct DaemonStatus: Sendable, Hashable {
    /// How long frames took from the kernel's stamp until their lines were made, in microseconds.
    public struct Latency: Sendable, Hashable {
        public var p50: Int64
        public var p99: Int64
        public var max: Int64

        public init(p50: Int64, p99: Int64, max: Int64) {
            self.p50 = p50
            self.p99 = p99
            self.max = max
        }
    }

    /// Where the configuration came from.
    public enum ConfigurationOrigin: String, Sendable, Hashable, CaseIterable {
        case file
        /// There is no file.
        case builtIn = "built_in"
        /// There is one, and it is wrong: the built-in configuration without places.
        case fallback
    }

    /// Since it began to serve, in microseconds.
    public var uptimeUs: Int64 = 0
    /// Connections now.
    public var clients = 0
    /// Touchscreens now.
    public var devices = 0
    /// Since it began to serve, as what follows.
    public var frames: UInt64 = 0
    /// Gestures that began.
    public var gestures: UInt64 = 0
    /// Lines that `overflow` lines told of.
    public var dropped: UInt64 = 0
    /// Turns of the loop.
    public var wakeups: UInt64 = 0
    /// `nil` where no frame was measured; those of a recording are not.
    public var latency: Latency?
    /// Of the configuration that holds.
    public var configuration = ConfigurationOrigin.builtIn

    public init() {}
}

extension LineBuffer {
    /// Appends the reply to `status`.
    public mutating func appendReply(to id: RequestID?, _ status: DaemonStatus) {
        appendReplyHead(id, isDone: true)
        append(#","status":{"uptime_us":"#)
        append(integer: status.uptimeUs)
        append(#","clients":"#)
        append(integer: status.clients)
        append(#","devices":"#)
        append(integer: status.devices)
        append(#","frames":"#)
        append(integer: status.frames)
        append(#","gestures":"#)
        append(integer: status.gestures)
        append(#","dropped":"#)
        append(integer: status.dropped)
        append(#","wakeups":"#)
        append(integer: status.wakeups)
        if let latency = status.latency {
            append(#","latency_us":{"p50":"#)
            append(integer: latency.p50)
            append(#","p99":"#)
            append(integer: latency.p99)
            append(#","max":"#)
            append(integer: latency.max)
            append("}")
        }
        append(#","configuration":"#)
        append(string: status.configuration.rawValue)
        append("}}\n")
    }
}
