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
