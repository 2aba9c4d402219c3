import GestureWire

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

    /// The times of frames that caused lines, measured like `Latency` and counted in buckets.
    public struct LatencyHistogram: Sendable, Hashable {
        /// The upper bound of each bucket except the last, which is unbounded, in microseconds.
        public let boundsUs: [Int64]
        /// Frames in each bucket, not cumulative; one more than there are bounds.
        public let counts: [Int64]
        /// The sum of all times, in microseconds.
        public let sumUs: Int64
    }

    /// The gestures of a zone.
    public struct ZoneGestures: Sendable, Hashable {
        /// The zone of the configuration; `nil` for all zones that clients added.
        public let zone: String?
        /// Gestures that began, by their kinds; kinds without any are missing.
        public let byKind: [GestureUpdate.Kind: Int]
    }

    /// Contacts of all touchscreens, including removed ones, since the daemon started to serve.
    public struct Contacts: Sendable, Hashable {
        /// Contacts that landed, fingers or not.
        public let landed: Int
        /// Contacts that were palms.
        public let palms: Int
        /// Contacts that were too short to count.
        public let ghosts: Int
        /// Steps that no finger can make.
        public let jumps: Int
        /// Positions beyond the axes.
        public let clamped: Int
        /// Contacts that were still for too long to be fingers.
        public let stuck: Int
        /// Samples that were not measurements.
        public let spikes: Int
        /// Contacts that were parts of another.
        public let splits: Int
        /// Contacts that broke and were joined again.
        public let stitches: Int
        /// Times that the kernel lost events.
        public let resynchronisations: Int
    }

    /// The origin of the configuration in use.
    public enum ConfigurationOrigin: String, Sendable, Hashable {
        /// A file.
        case file
        /// There is no configuration file.
        case builtIn = "built_in"
        /// The file is invalid: the built-in configuration is used, without positions.
        case fallback
    }

    /// The time since the daemon started to serve, in microseconds.
    public let uptimeUs: Int64
    /// Connections at present.
    public let clients: Int
    /// Touchscreens at present.
    public let devices: Int
    /// Frames since the daemon started to serve.
    public let frames: Int
    /// Gestures that began since the daemon started to serve.
    public let gestures: Int
    /// Lines for clients that were dropped since the daemon started to serve.
    public let dropped: Int
    /// Turns of the event loop since the daemon started to serve.
    public let wakeups: Int
    /// `nil` before the first frame, and for a recording.
    public let latency: Latency?
    /// `nil` if the daemon does not report it, or reports an unknown value.
    public let configuration: ConfigurationOrigin?
    /// Whether no user is present, as `activity` lines report it; `nil` if the daemon does not
    /// report it.
    public let isIdle: Bool?
    /// When the last touch ended, in microseconds on the clock of gesture lines; `nil` before the
    /// first.
    public let lastTouchUs: Int64?
    /// Gestures that began, by their kinds; kinds without any are missing.
    public let gesturesByKind: [GestureUpdate.Kind: Int]
    /// Gestures that began, by zone: the zones of the configuration, then those of clients. Zones
    /// without any are missing. Empty if the daemon does not report them.
    public let gesturesByZone: [ZoneGestures]
    /// `nil` if the daemon does not report it, and for a recording.
    public let lineLatency: LatencyHistogram?
    /// `nil` if the daemon does not report them.
    public let contacts: Contacts?
    /// The file from which the configuration was read; `nil` if there is none.
    public let configurationPath: String?
    /// SHA-256 of that file, in hexadecimal digits.
    public let configurationDigest: String?
    /// Whether the file that was read last is invalid, and not in force; `nil` if the daemon does
    /// not report it.
    public let isConfigurationRefused: Bool?
    /// The daemon's version, commit and toolchain; `nil` if it does not report them.
    public let version: String?
}

extension DaemonReport: LineObject {
    init(_ members: LineMembers<StatusMember>) {
        uptimeUs = members.wide(.uptime) ?? 0
        clients = members.count(.clients) ?? 0
        devices = members.count(.devices) ?? 0
        frames = members.count(.frames) ?? 0
        gestures = members.count(.gestures) ?? 0
        dropped = members.count(.dropped) ?? 0
        wakeups = members.count(.wakeups) ?? 0
        latency = try? members.object(.latency)
        configuration = members.text(.configuration).flatMap(ConfigurationOrigin.init(rawValue:))
        isIdle = members.text(.activity).map { $0 == ActivityState.idle.rawValue }
        lastTouchUs = members.wide(.lastTouch)
        gesturesByKind = members.counts(.gesturesByKind)
        gesturesByZone = (try? members.objects(.gesturesByZone)) ?? []
        lineLatency = try? members.object(.lineLatency)
        contacts = members.count(.contacts).map { Contacts(landed: $0, members) }
        configurationPath = members.text(.configurationPath)
        configurationDigest = members.text(.configurationDigest)
        isConfigurationRefused = members.flag(.configurationRefused)
        version = members.text(.version)
    }
}

extension DaemonReport.Latency: LineObject {
    init(_ members: LineMembers<LatencyMember>) {
        p50 = members.wide(.p50) ?? 0
        p99 = members.wide(.p99) ?? 0
        max = members.wide(.max) ?? 0
    }
}

extension DaemonReport.ZoneGestures: LineObject {
    init(_ members: LineMembers<ZoneGesturesMember>) {
        zone = members.text(.zone)
        byKind = members.counts(.gestures)
    }
}

extension DaemonReport.LatencyHistogram: LineObject {
    init(_ members: LineMembers<LatencyHistogramMember>) {
        boundsUs = members.integers(.bounds)
        counts = members.integers(.counts)
        sumUs = members.wide(.sum) ?? 0
    }
}

extension DaemonReport.Contacts {
    fileprivate init(landed: Int, _ members: LineMembers<StatusMember>) {
        self.landed = landed
        palms = members.count(.palms) ?? 0
        ghosts = members.count(.ghosts) ?? 0
        jumps = members.count(.jumps) ?? 0
        clamped = members.count(.clamped) ?? 0
        stuck = members.count(.stuck) ?? 0
        spikes = members.count(.spikes) ?? 0
        splits = members.count(.splits) ?? 0
        stitches = members.count(.stitches) ?? 0
        resynchronisations = members.count(.resynchronisations) ?? 0
    }
}
