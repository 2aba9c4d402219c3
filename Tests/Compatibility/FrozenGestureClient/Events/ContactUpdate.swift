/// One contact in one frame.
public struct ContactUpdate: Sendable, Hashable {
    /// On the kernel's monotonic clock, in microseconds.
    public let timeUs: Int64
    /// The id of the touchscreen.
    public let device: Int
    /// The kernel's slot.
    public let slot: Int?
    /// The kernel's number of the contact, which comes again sooner or later.
    public let trackingID: Int?
    /// Whether it began, changed or ended.
    public let phase: GestureUpdate.Phase
    /// Where it is.
    public let place: SurfacePlace?
    /// 0 to 1; `nil` where the device has shown none.
    public let force: Double?
    /// Length of its ellipse in millimetres; `nil` where the device does not say.
    public let majorMm: Double?
    /// Width of its ellipse in millimetres; `nil` where the device does not say.
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
