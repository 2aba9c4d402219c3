/// The reply to a request.
struct Reply: Sendable {
    /// The id of the request; `nil` if the daemon could not parse it.
    let id: Int64?
    /// The status in the reply, or why the request was rejected.
    let result: Result<DaemonReport?, RequestRefusal>

    init(_ members: LineMembers) throws(LineError) {
        id = members.wide("id")
        guard members.flag("ok") != true else {
            let status = try? members.object("status")
            result = .success(status.map(DaemonReport.init))
            return
        }
        let error = try members.object("error")
        result = .failure(
            RequestRefusal(
                code: try error.word("code"), message: error.text("message") ?? "",
                member: error.text("member")))
    }
}

/// Why the daemon rejected a request.
public struct RequestRefusal: Error, Sendable, Hashable {
    /// Error codes for programs.
    public struct Code: WireWord {
        /// The word on the wire.
        public let rawValue: String

        /// A word of the protocol, which this library need not know.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The request is not JSON.
        public static let badJSON = Code(rawValue: "bad_json")
        /// The request exceeds the daemon's limit; the connection ends.
        public static let lineTooLong = Code(rawValue: "line_too_long")
        /// The daemon does not know this type of request: it is older than this library.
        public static let unknownType = Code(rawValue: "unknown_type")
        /// The request has a member that the daemon does not know.
        public static let unknownMember = Code(rawValue: "unknown_member")
        /// A member has an invalid value.
        public static let invalidValue = Code(rawValue: "invalid_value")
        /// There is no such kind of gesture.
        public static let unknownGesture = Code(rawValue: "unknown_gesture")
        /// This connection has no such zone.
        public static let unknownZone = Code(rawValue: "unknown_zone")
        /// The limit on zones is reached.
        public static let tooManyZones = Code(rawValue: "too_many_zones")
        /// The configuration does not allow it.
        public static let notPermitted = Code(rawValue: "not_permitted")
        /// The limit on requests per second was exceeded; the connection ends.
        public static let tooManyRequests = Code(rawValue: "too_many_requests")
    }

    /// The error code.
    public let code: Code
    /// The error, for people; one line without a period.
    public let message: String
    /// The path of the invalid member, such as `gestures[0]`.
    public let member: String?
}

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
        /// A file.
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
    /// Whether nobody is there, as `activity` lines report it; `nil` if the daemon does not report it.
    public let isIdle: Bool?
    /// When the last touch was over, in microseconds on the clock of gesture lines; `nil` before the
    /// first.
    public let lastTouchUs: Int64?
    /// Gestures that began, by their kinds; kinds without any are missing.
    public let gesturesByKind: [GestureUpdate.Kind: Int]
    /// The file that the configuration was read from; `nil` if it was read from none.
    public let configurationPath: String?
    /// SHA-256 of that file, in hexadecimal digits.
    public let configurationDigest: String?
    /// The daemon's version, commit and toolchain; `nil` if it does not report them.
    public let version: String?
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
        isIdle = members.text("activity").map { $0 == "idle" }
        lastTouchUs = members.wide("last_touch_us")
        gesturesByKind = (try? members.object("gestures_by_kind"))?.counts() ?? [:]
        configurationPath = members.text("configuration_path")
        configurationDigest = members.text("configuration_sha256")
        version = members.text("version")
    }
}
