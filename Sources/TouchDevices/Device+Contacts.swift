import CEvdev
import InputDevices
package import TouchCore

/// One contact in one frame, as the device reports it: before palms are rejected and positions are
/// smoothed.
package struct ContactSample {
    /// How the contact changed in the frame.
    package enum Change: Sendable {
        /// The contact landed, or was down when the device was opened.
        case landed
        /// The frame contains an event of the contact.
        case moved
        /// The frame contains no event of the contact.
        case still
        /// The contact lifted; its values are the last ones.
        case lifted
    }

    /// A length of a contact's ellipse.
    package struct Extent: Sendable {
        /// In device units.
        package let raw: Int32
        /// In millimetres; `nil` if the device does not report its resolution.
        package let millimetres: Double?
    }

    /// The kernel's slot.
    package let slot: Int
    /// The kernel's tracking id.
    package let trackingID: Int32
    /// How the contact changed.
    package let change: Change
    /// In millimetres from the surface's top left.
    package let position: Point
    /// In device units.
    package let pressure: Int32
    /// 0 to 1; `nil` until the device has reported force.
    package let force: Double?
    /// Length of the contact's ellipse; `nil` if the device has no such axis.
    package let major: Extent?
    /// Width of the contact's ellipse; `nil` if the device has no such axis.
    package let minor: Extent?
    /// Whether the device reports the contact as a palm.
    package let isPalm: Bool
    /// Whether the contact counts as no finger: the device reports a palm or a pen, or a pen is
    /// near.
    package let isNotFinger: Bool
    /// Whether `forEachContact` passes no further contact of the frame.
    package let isLast: Bool
}

extension Device {
    /// Calls `body` with each contact that changed in the frame that `feed` completed, in order of
    /// slots; in one slot the contact that ended precedes the one that began.
    ///
    /// Has to be called before `process`. Allocates nothing.
    ///
    /// - Parameter includesStill: whether to include contacts without a change.
    package func forEachContact(
        includingStill includesStill: Bool = false, _ body: (ContactSample) -> Void
    ) {
        guard let frame, let slots = touch_frame_slots(frame),
            let ended = touch_frame_ended(frame)
        else { return }
        let (lifted, landed) = (frame.pointee.lifted, frame.pointee.landed)
        let changed = landed | frame.pointee.sampled
        let present = includesStill ? frame.pointee.live : frame.pointee.live & changed
        var remaining = lifted | present
        while remaining != 0 {
            let slot = remaining.trailingZeroBitCount
            let bit = remaining & (0 &- remaining)
            remaining &= remaining &- 1
            if lifted & bit != 0 {
                let isLast = remaining == 0 && present & bit == 0
                body(sample(of: ended[slot], slot, .lifted, isLast))
            }
            if present & bit != 0 {
                let moved: ContactSample.Change = changed & bit != 0 ? .moved : .still
                let change = landed & bit != 0 ? .landed : moved
                body(sample(of: slots[slot], slot, change, remaining == 0))
            }
        }
    }

    private func sample(
        of contact: touch_slot, _ slot: Int, _ change: ContactSample.Change, _ isLast: Bool
    ) -> ContactSample {
        ContactSample(
            slot: slot, trackingID: contact.tracking_id, change: change,
            position: surface.point(x: contact.x, y: contact.y), pressure: contact.pressure,
            force: force(pressure: contact.pressure, touchMajor: contact.touch_major),
            major: axes.major(of: contact), minor: axes.minor(of: contact),
            isPalm: contact.tool_type == MT_TOOL_PALM,
            isNotFinger: contact.isNotFinger || frame?.pointee.pen == true, isLast: isLast)
    }
}

/// A device's axes of the size of contacts.
struct ContactAxes {
    private let major: AxisRange?
    private let minor: AxisRange?

    init(of device: InputDevice) {
        major = device.axis(.absMTTouchMajor)
        minor = device.axis(.absMTTouchMinor)
    }

    /// The length of the contact's ellipse; `nil` if the device does not report it.
    func major(of contact: touch_slot) -> ContactSample.Extent? {
        major.map { extent(contact.touch_major, on: $0) }
    }

    /// The width of the contact's ellipse; `nil` if the device does not report it.
    func minor(of contact: touch_slot) -> ContactSample.Extent? {
        minor.map { extent(contact.touch_minor, on: $0) }
    }

    /// A coarse axis gives no millimetres, as in the detection of palms
    /// (docs/gestures/contacts.md).
    private func extent(_ raw: Int32, on axis: AxisRange) -> ContactSample.Extent {
        let isLength = axis.resolution >= Self.minimumResolution
        return ContactSample.Extent(
            raw: raw, millimetres: isLength ? Double(raw) / Double(axis.resolution) : nil)
    }

    /// The minimum resolution at which values are lengths, in units per millimetre.
    private static let minimumResolution: Int32 = 5
}

/// The last frame of a device, for queries of the kernel; valid until more events are fed.
struct DeviceFrame {
    let pointer: UnsafePointer<touch_frame>
    /// The assembler's current slot.
    let slot: Int32
}
