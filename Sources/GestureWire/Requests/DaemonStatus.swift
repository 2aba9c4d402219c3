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

    /// The latencies of frames that caused lines, in fixed buckets.
    public struct LatencyHistogram: Sendable, Hashable {
        /// The upper bound of each bucket except the last, which has no bound, in microseconds.
        public static let boundsUs: [Int64] = [
            50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 50_000,
        ]

        /// The number of frames in each bucket, not cumulative; one more than there are bounds.
        public var counts: [UInt64]
        /// The sum of the latencies, in microseconds.
        public var sumUs: Int64

        public init(counts: [UInt64], sumUs: Int64) {
            self.counts = counts
            self.sumUs = sumUs
        }
    }

    /// The number of gestures of a kind that began.
    public typealias KindCount = (kind: String, count: UInt64)

    /// The gestures of a zone.
    public struct ZoneGestures: Sendable {
        /// The zone of the configuration; `nil` for all zones of clients together.
        public var zone: String?
        /// By the raw values of their kinds; kinds without gestures are omitted.
        public var byKind: [KindCount]

        public init(zone: String?, byKind: [KindCount]) {
            self.zone = zone
            self.byKind = byKind
        }
    }

    /// How many contacts of all devices, including removed devices, landed, were rejected or were
    /// repaired.
    public struct Contacts: Sendable, Hashable {
        /// Contacts that landed, fingers or not.
        public var landed: UInt64 = 0
        public var palms: UInt64 = 0
        /// Contacts that were too short to count.
        public var ghosts: UInt64 = 0
        /// Steps that no finger can make.
        public var jumps: UInt64 = 0
        /// Positions beyond the axes.
        public var clamped: UInt64 = 0
        /// Contacts that were still for too long.
        public var stuck: UInt64 = 0
        /// Samples that were not measurements.
        public var spikes: UInt64 = 0
        /// Contacts that were parts of another.
        public var splits: UInt64 = 0
        /// Contacts that broke and were joined again.
        public var stitches: UInt64 = 0
        /// How often the kernel lost events.
        public var resynchronisations: UInt64 = 0

        public init() {}
    }

    /// The origin of the configuration.
    public enum ConfigurationOrigin: String, Sendable, Hashable, CaseIterable {
        case file
        /// There is no configuration file.
        case builtIn = "built_in"
        /// The file is invalid: the built-in configuration without positions is used.
        case fallback
    }

    /// The time since the daemon started to serve, in microseconds.
    public var uptimeUs: Int64 = 0
    /// Connections at present.
    public var clients = 0
    /// Touchscreens at present.
    public var devices = 0
    /// Frames since the daemon started to serve; the counts below are since then, too.
    public var frames: UInt64 = 0
    /// Gestures that began.
    public var gestures: UInt64 = 0
    /// Dropped lines that `overflow` lines reported.
    public var dropped: UInt64 = 0
    /// Turns of the event loop.
    public var wakeups: UInt64 = 0
    /// `nil` if no frame was measured; frames of a recording are not.
    public var latency: Latency?
    /// The origin of the present configuration.
    public var configuration = ConfigurationOrigin.builtIn
    /// Whether a screen is touched, or was recently.
    public var activity: ActivityState?
    /// When the last touch ended, or `nil` before the first; the present time while a touch lasts.
    /// In microseconds on the clock of gesture lines.
    public var lastTouchUs: Int64?
    /// The file that the configuration was read from; `nil` if it was not read from a file.
    public var configurationPath: String?
    /// SHA-256 of that file, in hexadecimal digits.
    public var configurationDigest: String?
    /// Whether the file that was read last is invalid, and not in force.
    public var isConfigurationRefused = false
    /// Gestures that began, by the raw values of their kinds; kinds without gestures are omitted.
    public var gesturesByKind: [KindCount] = []
    /// Gestures that began, by zone, zones of clients last; zones without gestures are omitted.
    public var gesturesByZone: [ZoneGestures] = []
    /// The latencies of all frames that caused lines; `nil` if frames come from a recording.
    public var lineLatency: LatencyHistogram?
    /// The contacts, and how many were rejected or repaired.
    public var contacts = Contacts()
    /// The daemon's version, with its commit and toolchain if the build provides them.
    public var version = ""

    public init() {}
}

extension LineBuffer {
    /// Appends the reply to `status`.
    public mutating func appendReply(to id: RequestID?, _ status: DaemonStatus) {
        appendReplyHead(id, isSuccess: true)
        append(ReplyMember.status)
        append(first: StatusMember.uptime)
        append(integer: status.uptimeUs)
        append(StatusMember.clients, status.clients)
        append(StatusMember.devices, status.devices)
        append(StatusMember.frames, status.frames)
        append(StatusMember.gestures, status.gestures)
        append(StatusMember.dropped, status.dropped)
        append(StatusMember.wakeups, status.wakeups)
        if let latency = status.latency {
            append(StatusMember.latency)
            append(first: LatencyMember.p50)
            append(integer: latency.p50)
            append(LatencyMember.p99, latency.p99)
            append(LatencyMember.max, latency.max)
            append("}")
        }
        append(StatusMember.configuration, keyword: status.configuration)
        if let activity = status.activity { append(StatusMember.activity, keyword: activity) }
        appendDetails(of: status)
        append("}}\n")
    }

    private mutating func appendDetails(of status: DaemonStatus) {
        if let us = status.lastTouchUs { append(StatusMember.lastTouch, us) }
        append(StatusMember.gesturesByKind)
        append(status.gesturesByKind)
        append(status.gesturesByZone)
        if let latency = status.lineLatency { append(latency) }
        append(status.contacts)
        if let path = status.configurationPath, let digest = status.configurationDigest {
            append(StatusMember.configurationPath, path)
            append(StatusMember.configurationDigest, digest)
        }
        append(StatusMember.configurationRefused, status.isConfigurationRefused)
        append(StatusMember.version, status.version)
    }
}

/// Members for programs that collect metrics.
extension LineBuffer {
    /// The maximum size of the zones in a reply (bytes): it has to fit into the smallest queue.
    private static let zoneBytes = 16 * 1024

    private mutating func append(_ counts: [DaemonStatus.KindCount]) {
        append("{")
        for (index, entry) in counts.enumerated() {
            append(index == 0 ? "" : ",")
            append(string: entry.kind)
            append(":")
            append(integer: entry.count)
        }
        append("}")
    }

    /// Appends as many configured zones as there is room for, in their order.
    private mutating func append(_ zones: [DaemonStatus.ZoneGestures]) {
        append(StatusMember.gesturesByZone)
        append("[")
        let start = count
        for zone in zones where zone.zone == nil || count - start < Self.zoneBytes {
            if count > start { append(",") }
            append(first: ZoneGesturesMember.zone)
            if let name = zone.zone { append(string: name) } else { append("null") }
            append(ZoneGesturesMember.gestures)
            append(zone.byKind)
            append("}")
        }
        append("]")
    }

    private mutating func append(_ latency: DaemonStatus.LatencyHistogram) {
        append(StatusMember.lineLatency)
        append(first: LatencyHistogramMember.bounds)
        append("[")
        for (index, bound) in DaemonStatus.LatencyHistogram.boundsUs.enumerated() {
            append(index == 0 ? "" : ",")
            append(integer: bound)
        }
        append("]")
        append(LatencyHistogramMember.counts)
        append("[")
        for (index, count) in latency.counts.enumerated() {
            append(index == 0 ? "" : ",")
            append(integer: count)
        }
        append("]")
        append(LatencyHistogramMember.sum, latency.sumUs)
        append("}")
    }

    private mutating func append(_ contacts: DaemonStatus.Contacts) {
        append(StatusMember.contacts, contacts.landed)
        append(StatusMember.palms, contacts.palms)
        append(StatusMember.ghosts, contacts.ghosts)
        append(StatusMember.jumps, contacts.jumps)
        append(StatusMember.clamped, contacts.clamped)
        append(StatusMember.stuck, contacts.stuck)
        append(StatusMember.spikes, contacts.spikes)
        append(StatusMember.splits, contacts.splits)
        append(StatusMember.stitches, contacts.stitches)
        append(StatusMember.resynchronisations, contacts.resynchronisations)
    }
}

/// Replies are whole lines without a `seq`.
extension LineBuffer {
    /// Appends the reply to a request that succeeded.
    ///
    /// - Parameter warning: what may be a mistake in the request; `nil` if nothing is.
    public mutating func appendReply(to id: RequestID?, warning: String? = nil) {
        appendReplyHead(id, isSuccess: true)
        if let warning { append(ReplyMember.warning, warning) }
        append("}\n")
    }

    /// Appends the reply to a request that was rejected.
    public mutating func appendReply(to id: RequestID?, _ error: RequestError) {
        appendReplyHead(id, isSuccess: false)
        append(ReplyMember.error)
        append(first: ReplyErrorMember.code)
        append(string: error.code.rawValue)
        append(ReplyErrorMember.message, error.message)
        if let member = error.member { append(ReplyErrorMember.member, member) }
        append("}}\n")
    }

    /// Appends the text from the brace to `ok`.
    mutating func appendReplyHead(_ id: RequestID?, isSuccess: Bool) {
        append(#"{"type":"reply""#)
        switch id {
        case .integer(let id): append(ReplyMember.id, id)
        case .string(let id): append(ReplyMember.id, id)
        case nil: break
        }
        append(ReplyMember.isSuccess, isSuccess)
    }
}
