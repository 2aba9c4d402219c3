import GestureWire
public import TouchCore

/// A touchscreen that the daemon reads.
public struct TouchDevice: Sendable, Hashable {
    /// The value of `device` in gestures.
    public let id: Int
    /// The device's name; may be any text.
    public let name: String
    /// The node of the device; `nil` for a recording.
    public let path: String?
    /// The bus type.
    public let bus: Int
    /// The vendor id.
    public let vendor: Int
    /// The product id.
    public let product: Int
    /// The width of the surface after rotation, in millimetres.
    public let width: Double
    /// The height of the surface after rotation, in millimetres.
    public let height: Double
    /// The source of the size: `kernel`, `configured` or `assumed`; assumed lengths are guesses.
    public let size: String
    /// The maximum number of contacts that the device can track.
    public let slots: Int
    /// `pressure`, `area`, or `none` until it has reported force.
    public let force: String
    /// The name of the screen behind it, if configured or reported by a client.
    public let output: String?
    /// Whether the compositor maps touches to that screen, as configured.
    public let isMapped: Bool
    /// The transform of the screen that the axes follow; `nil` if they follow none, or one that this
    /// library does not know.
    public let transform: OutputTransform?
    /// `open`, or `error` if it cannot be read.
    public let state: String
    /// The error, for people.
    public let error: String?
}

extension TouchDevice: LineObject {
    init(_ members: LineMembers<DeviceMember>) throws(LineError) {
        id = Int(clamping: try members.integer(.id))
        name = members.text(.name) ?? ""
        path = members.text(.path)
        bus = members.count(.bus) ?? 0
        vendor = members.count(.vendor) ?? 0
        product = members.count(.product) ?? 0
        width = members.double(.width) ?? 0
        height = members.double(.height) ?? 0
        size = members.text(.size) ?? ""
        slots = members.count(.slots) ?? 0
        force = members.text(.force) ?? DeviceMember.noForce
        output = members.text(.output)
        isMapped = members.flag(.isMapped) ?? false
        transform = members.text(.transform).flatMap(OutputTransform.init)
        state = members.text(.state) ?? ""
        error = members.text(.error)
    }
}

/// A touchscreen is present, or was added, removed or changed.
public struct DeviceUpdate: Sendable, Hashable {
    /// Why the line was sent.
    public struct Change: WireWord {
        /// The name on the wire.
        public let rawValue: String

        /// A name from the protocol, which may be unknown to this library.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// It was present when this client connected.
        public static let present = Change(DeviceChange.present)
        /// It was added.
        public static let added = Change(DeviceChange.added)
        /// It was removed.
        public static let removed = Change(DeviceChange.removed)
        /// A property changed.
        public static let changed = Change(DeviceChange.changed)
    }

    /// Why the line was sent.
    public let change: Change
    /// Its present state.
    public let device: TouchDevice
}

extension DeviceUpdate: LineObject {
    init(_ members: LineMembers<DeviceLineMember>) throws(LineError) {
        change = try members.word(.change)
        device = try members.object(.device)
    }
}

/// One contact in one frame.
public struct ContactUpdate: Sendable, Hashable {
    /// The time of the frame, on the kernel's monotonic clock, in microseconds.
    public let timeUs: Int64
    /// The id of the touchscreen.
    public let device: Int
    /// The kernel's slot.
    public let slot: Int?
    /// The kernel's tracking id of the contact; the kernel reuses ids.
    public let trackingID: Int?
    /// Whether it began, changed or ended.
    public let phase: GestureUpdate.Phase
    /// Its position.
    public let place: SurfacePlace?
    /// 0 to 1; `nil` until the device has reported force.
    public let force: Double?
    /// The length of the contact's ellipse, in millimetres; `nil` if the device does not report it.
    public let majorMm: Double?
    /// The width of the contact's ellipse, in millimetres; `nil` if the device does not report it.
    public let minorMm: Double?
    /// Whether it is not a finger: the device reports a palm or a pen, or a pen is near.
    public let isPalm: Bool
    /// Whether the kernel lost events before its frame.
    public let isResynchronised: Bool
    /// Whether it ended without an observed lift: the kernel released it, as before a sleep, or the
    /// device did not report the lift.
    public let isReleased: Bool
    /// Whether it is the last contact of its frame; false from daemons that do not report it.
    public let isLast: Bool
}

extension ContactUpdate: LineObject {
    init(_ members: LineMembers<ContactMember>) throws(LineError) {
        timeUs = try members.integer(.time)
        device = Int(clamping: try members.integer(.device))
        slot = members.count(.slot)
        trackingID = members.count(.trackingID)
        phase = try members.word(.phase)
        place = SurfacePlace(
            x: members.double(.x), y: members.double(.y), xMm: members.double(.xMillimetres),
            yMm: members.double(.yMillimetres))
        force = members.double(.force)
        majorMm = members.double(.majorMillimetres)
        minorMm = members.double(.minorMillimetres)
        isPalm = members.flag(.isPalm) ?? false
        isResynchronised = members.flag(.isResynchronised) ?? false
        isReleased = members.flag(.isReleased) ?? false
        isLast = members.flag(.isLast) ?? false
    }
}

/// A condition of a touchscreen or of the daemon that an operator may want to know.
public struct HealthUpdate: Sendable, Hashable {
    /// The type of the condition.
    public struct Problem: WireWord {
        /// The name on the wire.
        public let rawValue: String

        /// A name from the protocol, which may be unknown to this library.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A contact rested too long to be a finger.
        public static let stuck = Problem(HealthProblem.stuck)
        /// The kernel dropped events.
        public static let resynchronised = Problem(HealthProblem.resynchronised)
        /// Contacts were rejected; the counters give their numbers.
        public static let rejected = Problem(HealthProblem.rejected)
        /// A device has shown faults, such as breaks or ghosts, and its contacts are treated
        /// accordingly from now on. The message is the line of the configuration with the same
        /// effect.
        public static let adapted = Problem(HealthProblem.adapted)
        /// A frame was processed late.
        public static let late = Problem(HealthProblem.late)
        /// A new configuration is invalid; the old one stays in use.
        public static let configurationError = Problem(HealthProblem.configurationError)
    }

    /// The time of the report, on the kernel's monotonic clock, in microseconds.
    public let timeUs: Int64
    /// The type of the condition.
    public let problem: Problem
    /// The id of the touchscreen; `nil` if the condition does not concern one.
    public let device: Int?
    /// The position of the stuck contact.
    public let place: SurfacePlace?
    /// Palms rejected since the device was opened.
    public let palms: Int?
    /// Contacts rejected as too short since the device was opened.
    public let ghosts: Int?
    /// Jumps rejected since the device was opened.
    public let jumps: Int?
    /// Contacts that broke since the device was opened.
    public let breaks: Int?
    /// Samples rejected as spikes since the device was opened.
    public let spikes: Int?
    /// Contacts rejected as parts of another since the device was opened.
    public let splits: Int?
    /// How long after its timestamp the frame was processed, in microseconds.
    public let lateUs: Int64?
    /// The error, for people.
    public let message: String?
}

extension HealthUpdate: LineObject {
    init(_ members: LineMembers<HealthMember>) throws(LineError) {
        timeUs = try members.integer(.time)
        problem = try members.word(.problem)
        device = members.count(.device)
        place = SurfacePlace(
            x: members.double(.x), y: members.double(.y), xMm: members.double(.xMillimetres),
            yMm: members.double(.yMillimetres))
        palms = members.count(.palms)
        ghosts = members.count(.ghosts)
        jumps = members.count(.jumps)
        breaks = members.count(.breaks)
        spikes = members.count(.spikes)
        splits = members.count(.splits)
        lateUs = members.wide(.late)
        message = members.text(.message)
    }
}

/// The first line of a connection.
public struct Hello: Sendable, Hashable {
    /// The protocol version.
    public let protocolVersion: Int
    /// The daemon's name and version.
    public let server: String
    /// The kernel's boot id; timestamps of two connections are comparable if it is equal and not
    /// empty.
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

extension Hello: LineObject {
    init(_ members: LineMembers<HelloMember>) throws(LineError) {
        protocolVersion = Int(clamping: try members.integer(.version))
        server = members.text(.server) ?? ""
        bootID = members.text(.bootID) ?? ""
        monotonicUs = members.wide(.monotonic) ?? 0
        realtimeUs = members.wide(.realtime) ?? 0
    }
}

/// Why the daemon ends a connection.
public struct ByeWord: WireWord {
    /// The name on the wire.
    public let rawValue: String

    /// A name from the protocol, which may be unknown to this library.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The daemon is ending.
    public static let shutdown = ByeWord(ByeReason.shutdown)
    /// The daemon is ending and another one replaces it: connect again soon.
    public static let restarting = ByeWord(ByeReason.restarting)
    /// This client read nothing for too long.
    public static let tooSlow = ByeWord(ByeReason.tooSlow)
    /// The limit on clients is reached.
    public static let tooManyClients = ByeWord(ByeReason.tooManyClients)
    /// This client passed descriptors, which no request needs.
    public static let descriptors = ByeWord(ByeReason.descriptors)
}

extension ByeWord: LineObject {
    init(_ members: LineMembers<ByeMember>) throws(LineError) {
        self = try members.word(.reason)
    }
}
