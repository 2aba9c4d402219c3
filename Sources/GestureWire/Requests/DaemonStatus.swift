/// The state of a daemon, as the reply to `status` reports it.
public struct DaemonStatus: Sendable {
    /// The time from a frame's timestamp until its lines were encoded, in microseconds.
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
        /// There is no configuration file.
        case builtIn = "built_in"
        /// The file is invalid: the built-in configuration without positions is used.
        case fallback
    }

    /// Since the daemon started to serve, in microseconds.
    public var uptimeUs: Int64 = 0
    /// Connections at present.
    public var clients = 0
    /// Touchscreens at present.
    public var devices = 0
    /// Since the daemon started to serve, like those below.
    public var frames: UInt64 = 0
    /// Gestures that began.
    public var gestures: UInt64 = 0
    /// Lines that `overflow` lines reported.
    public var dropped: UInt64 = 0
    /// Turns of the loop.
    public var wakeups: UInt64 = 0
    /// `nil` if no frame was measured; frames of a recording are not.
    public var latency: Latency?
    /// Where the configuration in use came from.
    public var configuration = ConfigurationOrigin.builtIn
    /// Whether somebody touches a screen, or has of late.
    public var activity: ActivityState?
    /// When the last touch was over, or `nil` before the first; the present while one goes on. In
    /// microseconds on the clock of gesture lines.
    public var lastTouchUs: Int64?
    /// The file that the configuration was read from; `nil` where it was read from none.
    public var configurationPath: String?
    /// SHA-256 of that file, in hexadecimal digits.
    public var configurationDigest: String?
    /// Gestures that began, by the raw values of their kinds; of kinds with none nothing.
    public var gesturesByKind: [(kind: String, count: UInt64)] = []
    /// The daemon's version, with its commit and toolchain where the build describes them.
    public var version = ""

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
        if let activity = status.activity {
            append(#","activity":"#)
            append(string: activity.rawValue)
        }
        appendDetails(of: status)
        append("}}\n")
    }

    private mutating func appendDetails(of status: DaemonStatus) {
        if let us = status.lastTouchUs {
            append(#","last_touch_us":"#)
            append(integer: us)
        }
        append(#","gestures_by_kind":{"#)
        for (index, entry) in status.gesturesByKind.enumerated() {
            append(index == 0 ? "" : ",")
            append(string: entry.kind)
            append(":")
            append(integer: entry.count)
        }
        append("}")
        if let path = status.configurationPath, let digest = status.configurationDigest {
            append(#","configuration_path":"#)
            append(string: path)
            append(#","configuration_sha256":"#)
            append(string: digest)
        }
        append(#","version":"#)
        append(string: status.version)
    }
}

/// Replies are whole lines without a `seq`.
extension LineBuffer {
    /// Appends the reply to a request that succeeded.
    public mutating func appendReply(to id: RequestID?) {
        appendReplyHead(id, isDone: true)
        append("}\n")
    }

    /// Appends the reply to a request that was rejected.
    public mutating func appendReply(to id: RequestID?, _ error: RequestError) {
        appendReplyHead(id, isDone: false)
        append(#","error":{"code":"#)
        append(string: error.code.rawValue)
        append(#","message":"#)
        append(string: error.message)
        if let member = error.member {
            append(#","member":"#)
            append(string: member)
        }
        append("}}\n")
    }

    /// Appends the text from the brace to `ok`.
    mutating func appendReplyHead(_ id: RequestID?, isDone: Bool) {
        append(#"{"type":"reply""#)
        switch id {
        case .integer(let id):
            append(#","id":"#)
            append(integer: id)
        case .string(let id):
            append(#","id":"#)
            append(string: id)
        case nil: break
        }
        append(isDone ? #","ok":true"# : #","ok":false"#)
    }
}
