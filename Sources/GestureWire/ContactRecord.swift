public import TouchCore

/// The state of one contact in one frame, as its `contact` line reports it.
///
/// The values are those of the device: palms are not rejected, and positions are not smoothed.
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
    /// The position as a fraction of the surface, after calibration and rotation.
    public var unitPosition: Point
    /// The same position in millimetres.
    public var position: Point
    /// The force, 0 to 1; `nil` until the device has reported force.
    public var force: Double?
    /// The source of force.
    public var forceSource: ForceSource?
    /// The length of the contact's ellipse; `nil` if the device has no such axis.
    public var major: Extent?
    /// The width of the contact's ellipse; `nil` if the device has no such axis.
    public var minor: Extent?
    /// Whether the contact is not a finger: the device reports a palm or a pen, or a pen is near.
    public var isPalm = false
    /// Whether the kernel lost events before this frame: a contact that `ended` may have ended
    /// earlier.
    public var isResynchronised = false
    /// Whether the contact ended without a lift: the kernel released it, or it disappeared.
    public var isReleased = false
    /// Whether this is the last record of the frame.
    public var isLast = false

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

    /// A contact without force and size; `position` is measured from the surface's top left.
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

/// A member of a `contact` line.
package enum ContactMember: String, WireMember {
    case time = "time_us"
    case device, slot
    case trackingID = "tracking_id"
    case phase, x, y
    case xMillimetres = "x_mm"
    case yMillimetres = "y_mm"
    case force
    case forceSource = "force_source"
    case major, minor
    case majorMillimetres = "major_mm"
    case minorMillimetres = "minor_mm"
    case isPalm = "palm"
    case isResynchronised = "resynchronised"
    case isReleased = "released"
    case isLast = "frame_end"

    package static let names = MemberNames(of: Self.self)
}

extension LineBuffer {
    /// Appends the body of a `contact` line.
    public mutating func appendContactBody(_ contact: ContactRecord) {
        append(ContactMember.time, contact.time.microseconds)
        append(ContactMember.device, contact.device)
        append(ContactMember.slot, contact.slot)
        append(ContactMember.trackingID, Int64(contact.trackingID))
        append(ContactMember.phase, keyword: contact.phase)
        append(ContactMember.x, contact.unitPosition.x, places: .five)
        append(ContactMember.y, contact.unitPosition.y, places: .five)
        append(ContactMember.xMillimetres, contact.position.x, places: .two)
        append(ContactMember.yMillimetres, contact.position.y, places: .two)
        if let force = contact.force, let source = contact.forceSource {
            append(ContactMember.force, force, places: .four)
            append(ContactMember.forceSource, keyword: source)
        }
        appendExtents(of: contact)
        if contact.isPalm { append(ContactMember.isPalm, true) }
        if contact.isResynchronised { append(ContactMember.isResynchronised, true) }
        if contact.isReleased { append(ContactMember.isReleased, true) }
        if contact.isLast { append(ContactMember.isLast, true) }
        append("}\n")
    }

    private mutating func appendExtents(of contact: ContactRecord) {
        if let major = contact.major { append(ContactMember.major, Int64(major.raw)) }
        if let minor = contact.minor { append(ContactMember.minor, Int64(minor.raw)) }
        if let length = contact.major?.millimetres {
            append(ContactMember.majorMillimetres, length, places: .two)
        }
        if let width = contact.minor?.millimetres {
            append(ContactMember.minorMillimetres, width, places: .two)
        }
    }
}
