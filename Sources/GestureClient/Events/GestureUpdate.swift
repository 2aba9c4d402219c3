/// One event of a gesture.
///
/// The values of its kind can be read directly: `update.scale`.
@dynamicMemberLookup
public struct GestureUpdate: Sendable, Hashable {
    /// The time on the kernel's monotonic clock, in microseconds.
    public let timeUs: Int64
    /// The id of the touchscreen.
    public let device: Int
    /// The name of the zone; `screen` is the whole surface.
    public let zone: String
    /// The kind of gesture.
    public let kind: Kind
    /// Its name in the configuration.
    public let name: String
    /// Identifies one recognition.
    public let id: Int64
    /// The phase of the event.
    public let phase: Phase
    /// Why it was cancelled; `nil` in other phases.
    public let reason: Reason?
    /// The number of fingers; the same in all events of a gesture.
    public let fingers: Int
    /// The centroid of the fingers; `nil` if positions are private.
    public let place: SurfacePlace?
    /// Since the first finger landed, in microseconds; `nil` for `began`.
    public let durationUs: Int64?
    /// The values of its kind.
    public let values: GestureValues
    /// The parts of a composition; empty for other kinds.
    public let parts: [GesturePart]

    /// A value of its kind.
    public subscript<Value>(dynamicMember path: KeyPath<GestureValues, Value>) -> Value {
        values[keyPath: path]
    }

    /// Whether it is the last event of its gesture.
    public var isEnd: Bool { phase == .ended || phase == .cancelled }
}

extension GestureUpdate {
    init(_ members: LineMembers) throws(LineError) {
        timeUs = try members.integer("time_us")
        device = Int(clamping: try members.integer("device"))
        kind = try members.word("gesture")
        id = try members.integer("id")
        phase = try members.word("phase")
        zone = members.text("zone") ?? "screen"
        name = members.text("name") ?? kind.rawValue
        reason = members.text("reason").map(Reason.init)
        fingers = members.count("fingers") ?? 0
        place = SurfacePlace(members)
        durationUs = members.wide("duration_us")
        values = GestureValues(members)
        parts = try GesturePart.parts(of: members)
    }

    /// Its cancellation for a lost connection, with the last reported time and position.
    func lost() -> GestureUpdate {
        GestureUpdate(
            timeUs: timeUs, device: device, zone: zone, kind: kind, name: name, id: id,
            phase: .cancelled, reason: .connectionLost, fingers: fingers, place: place,
            durationUs: durationUs, values: values, parts: parts)
    }
}

extension GestureUpdate {
    /// A kind of gesture.
    public struct Kind: WireWord {
        /// The word on the wire.
        public let rawValue: String

        /// A word of the protocol, which this library need not know.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A short, still touch.
        public static let tap = Kind(rawValue: "tap")
        /// A touch from its landing to its lift.
        public static let press = Kind(rawValue: "press")
        /// A touch that is held.
        public static let longPress = Kind(rawValue: "long_press")
        /// Fingers that move.
        public static let drag = Kind(rawValue: "drag")
        /// A fast stroke one way.
        public static let swipe = Kind(rawValue: "swipe")
        /// Fingers that move apart or together.
        public static let magnify = Kind(rawValue: "magnify")
        /// Fingers that turn.
        public static let rotate = Kind(rawValue: "rotate")
        /// A touch that presses hard.
        public static let deepPress = Kind(rawValue: "deep_press")
        /// How hard fingers press.
        public static let force = Kind(rawValue: "force")
        /// A composition whose parts are recognised at the same time.
        public static let simultaneous = Kind(rawValue: "simultaneous")
        /// A composition whose parts follow each other.
        public static let sequence = Kind(rawValue: "sequence")
        /// A composition of which only the first recognised part counts.
        public static let exclusive = Kind(rawValue: "exclusive")
    }

    /// The phase of a gesture.
    public struct Phase: WireWord {
        /// The word on the wire.
        public let rawValue: String

        /// A word of the protocol, which this library need not know.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The first phase of a continuous gesture.
        public static let began = Phase(rawValue: "began")
        /// A continuous gesture changed.
        public static let changed = Phase(rawValue: "changed")
        /// The gesture is complete; the only phase of a tap and of a swipe.
        public static let ended = Phase(rawValue: "ended")
        /// The gesture is cancelled.
        public static let cancelled = Phase(rawValue: "cancelled")
    }

    /// Why a gesture was cancelled.
    public struct Reason: WireWord {
        /// The word on the wire.
        public let rawValue: String

        /// A word of the protocol, which this library need not know.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Another finger joined.
        public static let fingerAdded = Reason(rawValue: "finger_added")
        /// Another gesture won.
        public static let lost = Reason(rawValue: "lost")
        /// A finger moved too far.
        public static let tooFar = Reason(rawValue: "too_far")
        /// A finger was a palm.
        public static let palm = Reason(rawValue: "palm")
        /// A required part of a composition failed.
        public static let failed = Reason(rawValue: "failed")
        /// A contact rested too long to be a finger.
        public static let stuck = Reason(rawValue: "stuck")
        /// The touchscreen was removed.
        public static let deviceRemoved = Reason(rawValue: "device_removed")
        /// The kernel dropped events.
        public static let resynchronised = Reason(rawValue: "resynchronised")
        /// A new configuration was loaded, or a zone was removed.
        public static let reloaded = Reason(rawValue: "reloaded")
        /// This client read too slowly.
        public static let overflow = Reason(rawValue: "overflow")
        /// The daemon ended.
        public static let shutdown = Reason(rawValue: "shutdown")
        /// The connection was lost during the gesture. Generated by this library, never by the
        /// daemon.
        public static let connectionLost = Reason(rawValue: "connection_lost")
    }
}
