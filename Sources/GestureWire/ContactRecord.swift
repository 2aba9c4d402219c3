public import TouchCore

/// The state of one contact in one frame, as its `contact` line reports it.
///
/// Raw, as the device reports it: before palms are rejected and before anything is smoothed.
public struct ContactRecord: Sendable, Hashable {
    /// The phase of the contact in this frame.
    public enum Phase: String, Sendable, Hashable, CaseIterable {
        /// The contact landed in this frame, or was down when the device was opened.
        case began
        /// The frame contains an event of this contact.
        case changed
        /// The contact was lifted; its values are the last ones.
        case ended
    }

    /// The timestamp of the frame; it never decreases within one device.
    public var time: Timestamp
    /// The number of the device.
    public var device: Int
    /// The kernel's slot.
    public var slot: Int
    /// The kernel's tracking id.
    public var trackingID: Int32
    /// The phase of the contact in this frame.
    public var phase: Phase
    /// Position as a fraction of the surface, after calibration and rotation.
    public var unitPosition: Point
    /// The same position in millimetres.
    public var position: Point
    /// 0 to 1; `nil` until the device has reported force.
    public var force: Double?
    /// Where force comes from.
    public var forceSource: ForceSource?
    /// Length of the contact's ellipse; `nil` where the device has no such axis.
    public var major: Extent?
    /// Width of the contact's ellipse; `nil` where the device has no such axis.
    public var minor: Extent?

    /// A length of a contact's ellipse.
    public struct Extent: Sendable, Hashable {
        /// In device units.
        public var raw: Int32
        /// In millimetres; `nil` if the device does not report its resolution.
        public var millimetres: Double?

        /// A length in device units and, if the resolution is known, in millimetres.
        public init(raw: Int32, millimetres: Double? = nil) {
            self.raw = raw
            self.millimetres = millimetres
        }
    }

    /// A contact without force and size; lengths are millimetres from the surface's top left.
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
