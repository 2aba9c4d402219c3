import GestureWire
import TouchCore

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
    /// The time since the first finger landed, in microseconds; `nil` for `began`.
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

extension GestureUpdate: LineObject {
    init(_ members: LineMembers<GestureMember>) throws(LineError) {
        timeUs = try members.integer(.time)
        device = Int(clamping: try members.integer(.device))
        kind = try members.word(.kind)
        id = try members.integer(.id)
        // Most lines have this phase, which is compared without a copy.
        let word = try members.string(.phase)
        phase = word.holds("changed") ? .changed : Phase(rawValue: word.string ?? "")
        zone = members.text(.zone) ?? "screen"
        name = members.text(.name) ?? kind.rawValue
        reason = members.text(.reason).map(Reason.init)
        fingers = members.count(.fingers) ?? 0
        place = SurfacePlace(
            x: members.double(.x), y: members.double(.y), xMm: members.double(.xMillimetres),
            yMm: members.double(.yMillimetres))
        durationUs = members.wide(.duration)
        values = GestureValues(members)
        parts = members[.parts] == nil ? [] : try members.objects(.parts)
    }

    /// The cancellation of the gesture because the connection is lost, with its last time and
    /// position.
    func cancelledByLoss() -> GestureUpdate {
        GestureUpdate(
            timeUs: timeUs, device: device, zone: zone, kind: kind, name: name, id: id,
            phase: .cancelled, reason: .connectionLost, fingers: fingers, place: place,
            durationUs: durationUs, values: values, parts: parts)
    }
}

extension GestureUpdate {
    /// The phase of a gesture.
    public struct Phase: WireWord {
        /// The name on the wire.
        public let rawValue: String

        /// A name from the protocol, which may be unknown to this library.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The first phase of a continuous gesture.
        public static let began = Phase(GesturePhase.began)
        /// A continuous gesture changed.
        public static let changed = Phase(GesturePhase.changed)
        /// The gesture is complete; the only phase of a tap and of a swipe.
        public static let ended = Phase(GesturePhase.ended)
        /// The gesture is cancelled.
        public static let cancelled = Phase(GesturePhase.cancelled)
    }

    /// Why a gesture was cancelled.
    public struct Reason: WireWord {
        /// The name on the wire.
        public let rawValue: String

        /// A name from the protocol, which may be unknown to this library.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Another finger joined.
        public static let fingerAdded = Reason(CancellationReason.fingerAdded)
        /// Another gesture won.
        public static let lost = Reason(CancellationReason.lost)
        /// A finger moved too far.
        public static let tooFar = Reason(CancellationReason.tooFar)
        /// A finger was a palm.
        public static let palm = Reason(CancellationReason.palm)
        /// A required part of a composition failed.
        public static let failed = Reason(CancellationReason.failed)
        /// A contact rested too long to be a finger.
        public static let stuck = Reason(CancellationReason.stuck)
        /// The touchscreen was removed.
        public static let deviceRemoved = Reason(CancellationReason.deviceRemoved)
        /// The kernel dropped events.
        public static let resynchronised = Reason(CancellationReason.resynchronised)
        /// A new configuration was loaded, or a zone was removed.
        public static let reloaded = Reason(CancellationReason.reloaded)
        /// This client read too slowly.
        public static let overflow = Reason(CancellationReason.overflow)
        /// The daemon ended.
        public static let shutdown = Reason(CancellationReason.shutdown)
        /// The connection was lost during the gesture. Generated by this library, never by the
        /// daemon.
        public static let connectionLost = Reason(rawValue: "connection_lost")
    }
}
