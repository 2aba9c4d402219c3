/// How the daemon does.
public struct DaemonReport: Sendable, Hashable {
    /// From the kernel's stamp of a frame until its lines were made, in microseconds.
    public struct Latency: Sendable, Hashable {
        /// Half of the frames were faster.
        public let p50: Int64
        /// Of a hundred frames 99 were faster.
        public let p99: Int64
        /// The slowest frame.
        public let max: Int64
    }

    /// Since it began to serve, in microseconds.
    public let uptimeUs: Int64
    /// Connections now.
    public let clients: Int
    /// Touchscreens now.
    public let devices: Int
    /// Frames of touchscreens since it began to serve.
    public let frames: Int
    /// Gestures that began since then.
    public let gestures: Int
    /// Lines that clients lost since then.
    public let dropped: Int
    /// Turns of its loop since then.
    public let wakeups: Int
    /// `nil` before the first frame, and for a recording.
    public let latency: Latency?
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
    }
}
