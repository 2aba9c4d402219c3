/// One contact in one frame.
public struct ContactUpdate: Sendable, Hashable {
    /// On the kernel's monotonic clock, in microseconds.
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
    /// Length of its ellipse in millimetres; `nil` if the device does not report it.
    public let majorMm: Double?
    /// Width of its ellipse in millimetres; `nil` if the device does not report it.
    public let minorMm: Double?
}

extension ContactUpdate {
    init(_ members: LineMembers) throws(LineError) {
        timeUs = try members.integer("time_us")
        device = Int(clamping: try members.integer("device"))
        slot = members.count("slot")
        trackingID = members.count("tracking_id")
        phase = try members.word("phase")
        place = SurfacePlace(members)
        force = members.double("force")
        majorMm = members.double("major_mm")
        minorMm = members.double("minor_mm")
    }
}
