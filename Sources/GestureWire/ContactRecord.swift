public import TouchCore

/// What a frame says of one contact, as its `contact` line tells it.
///
/// As the device has it: before palms are left out, and before anything is smoothed.
public struct ContactRecord: Sendable, Hashable {
    /// What became of the contact in the frame.
    public enum Phase: String, Sendable, Hashable, CaseIterable {
        /// It is new on the glass, or was found there.
        case began
        /// The frame named it.
        case changed
        /// It left the glass; its values are its last.
        case ended
    }

    /// The stamp of the frame; within a device never less than what was told before.
    public var time: Timestamp
    /// The number of the device.
    public var device: Int
    /// The kernel's slot.
    public var slot: Int
    /// The kernel's tracking id.
    public var trackingID: Int32
    /// What became of it.
    public var phase: Phase
    /// Shares of the surface, after calibration and rotation.
    public var unitPosition: Point
    /// The same place in millimetres.
    public var position: Point
    /// 0 to 1; `nil` while the device has shown none.
    public var force: Double?
    /// What stands in for force.
    public var forceSource: ForceSource?
    /// Length of the contact's ellipse; `nil` where the device has no such axis.
    public var major: Extent?
    /// Width of the contact's ellipse; `nil` where the device has no such axis.
    public var minor: Extent?

    /// A length of a contact's ellipse.
    public struct Extent: Sendable, Hashable {
        /// In units of the device's own.
        public var raw: Int32
        /// In millimetres; `nil` where the device does not say what its units are.
        public var millimetres: Double?

        /// A length in units of the device's own and, where it tells what they are, millimetres.
        public init(raw: Int32, millimetres: Double? = nil) {
            self.raw = raw
            self.millimetres = millimetres
        }
    }

    /// A contact without force and size; lengths in millimetres from the surface's top left.
    public init(
        time: Timestamp, device: Int, slot: Int, trackingID: Int32, phase: Phase,
        unitPosition: Point, position: Point
    ) {
        self.time = time
        self.device = device
        self.slot = slot
        self.trackingID = trackingID
        self.phase = phase
        self.unitPosition = unitPosition
        self.position = position
    }
}
