/// One step in the life of one gesture.
///
/// What belongs to its kind can be read from it directly: `update.scale`.
@dynamicMemberLookup
public struct GestureUpdate: Sendable, Hashable {
    /// When, on the kernel's monotonic clock, in microseconds.
    public let timeUs: Int64
    /// The id of the touchscreen.
    public let device: Int
    /// The name of the zone; `screen` is the whole surface.
    public let zone: String
    /// What kind of gesture it is.
    public let kind: Kind
    /// What the configuration calls it.
    public let name: String
    /// One for each recognition.
    public let id: Int64
    /// Which step it is.
    public let phase: Phase
    /// Why it was cancelled; `nil` unless it was.
    public let reason: Reason?
    /// How many fingers; the same in all steps.
    public let fingers: Int
    /// The middle of the fingers; `nil` where places are private.
    public let place: SurfacePlace?
    /// Since the first finger landed, in microseconds; `nil` when it begins.
    public let durationUs: Int64?
    /// What belongs to its kind.
    public let values: GestureValues
    /// What the parts of a composition say; empty for other kinds.
    public let parts: [GesturePart]

    /// What belongs to its kind.
    public subscript<Value>(dynamicMember path: KeyPath<GestureValues, Value>) -> Value {
        values[keyPath: path]
    }

    /// Whether nothing comes after it.
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

    /// Its end, for a connection that was lost: where and when it was told last.
    func lost() -> GestureUpdate {
        GestureUpdate(
            timeUs: timeUs, device: device, zone: zone, kind: kind, name: name, id: id,
            phase: .cancelled, reason: .connectionLost, fingers: fingers, place: place,
            durationUs: durationUs, values: values, parts: parts)
    }
}
