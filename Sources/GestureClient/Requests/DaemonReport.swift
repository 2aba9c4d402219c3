/// The state of the daemon.
public struct DaemonReport: Sendable, Hashable {
    /// The time from a frame's timestamp until its lines were encoded, in microseconds.
    public struct Latency: Sendable, Hashable {
        /// The median.
        public let p50: Int64
        /// The 99th percentile.
        public let p99: Int64
        /// The maximum.
        public let max: Int64
    }

    /// Where the configuration in use came from.
    public enum ConfigurationOrigin: String, Sendable, Hashable {
        case file
        /// There is no configuration file.
        case builtIn = "built_in"
        /// The file is invalid: the built-in configuration is used, without positions.
        case fallback
    }

    /// Since the daemon started to serve, in microseconds.
    public let uptimeUs: Int64
    /// Connections at present.
    public let clients: Int
    /// Touchscreens at present.
    public let devices: Int
    /// Frames since the daemon started to serve.
    public let frames: Int
    /// Gestures that began since then.
    public let gestures: Int
    /// Lines dropped for clients since then.
    public let dropped: Int
    /// Iterations of its event loop since then.
    public let wakeups: Int
    /// `nil` before the first frame, and for a recording.
    public let latency: Latency?
    /// `nil` if the daemon does not report it, or reports an unknown value.
    public let configuration: ConfigurationOrigin?
}

extension DaemonReport {
    init(_ members: LineMembers) {
        uptimeUs = members.wide("uptime_us") ?? 0
        clients = members.count("clients") ?? 0
        devices = members.count("devices") ?? 0
        frames = members.count("frames") ?? 0
        gestures = members.count("gestures") ?? 0
        dropped = members.count("dropped") ?? 0
        wakeups = members.count("wakeups") ?? 0
        latency = (try? members.object("latency_us")).map { latency in
            Latency(
                p50: latency.wide("p50") ?? 0,
                p99: latency.wide("p99") ?? 0,
                max: latency.wide("max") ?? 0)
        }
        configuration = members.text("configuration").flatMap(ConfigurationOrigin.init(rawValue:))
    }
}
