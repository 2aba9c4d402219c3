import CEvdev
import GestureInspect
import GestureWire
import TouchCore
import TouchRecordings

extension DevicePipeline {
    /// Calls `body` with each contact that the frame which `feed` finished has changed, by slot; of
    /// one slot the contact that ended stands before the one that began.
    ///
    /// For before `process`. Allocates nothing.
    func forEachContact(_ body: (ContactRecord) -> Void) {
        guard let frame, let slots = cevdev_frame_slots(frame),
            let ended = cevdev_frame_ended(frame)
        else { return }
        let (lifted, landed) = (frame.pointee.lifted, frame.pointee.landed)
        let named = frame.pointee.live & (landed | frame.pointee.sampled)
        let time = max(Timestamp(microseconds: frame.pointee.time_us), engineTime)
        var rest = lifted | named
        while rest != 0 {
            let slot = rest.trailingZeroBitCount
            let bit = rest & (0 &- rest)
            rest &= rest &- 1
            if lifted & bit != 0 {
                body(record(of: ended[slot], slot, .ended, time))
            }
            if named & bit != 0 {
                body(record(of: slots[slot], slot, landed & bit != 0 ? .began : .changed, time))
            }
        }
    }

    private func record(
        of contact: cevdev_slot, _ slot: Int, _ phase: ContactRecord.Phase, _ time: Timestamp
    ) -> ContactRecord {
        let position = surface.point(x: contact.x, y: contact.y)
        var record = ContactRecord(
            time: time, device: self.record.id, slot: slot, trackingID: contact.tracking_id,
            phase: phase,
            unitPosition: Point(x: position.x / surface.width, y: position.y / surface.height),
            position: position)
        record.force = force(pressure: contact.pressure, touchMajor: contact.touch_major)
        record.forceSource = self.record.force
        record.major = axes.major(of: contact)
        record.minor = axes.minor(of: contact)
        return record
    }
}

extension FrameSnapshot {
    /// The contacts of `frame`, on the surface of its panel.
    init(
        _ frame: UnsafePointer<cevdev_frame>, device: Int, panel: Panel, surface: Surface
    ) {
        self.init(
            device: device, time: Timestamp(microseconds: frame.pointee.time_us),
            isResynchronised: frame.pointee.resynchronised, contacts: [])
        for slot in 0..<Int(CEVDEV_MAX_SLOTS) {
            let bit = UInt64(1) << UInt64(slot)
            if frame.pointee.lifted & bit != 0, let ended = cevdev_frame_ended(frame) {
                add(ended[slot], slot, .lifted, panel, surface)
            }
            if frame.pointee.live & bit != 0, let slots = cevdev_frame_slots(frame) {
                let change: Contact.Change =
                    frame.pointee.landed & bit != 0
                    ? .landed : frame.pointee.sampled & bit != 0 ? .moved : .still
                add(slots[slot], slot, change, panel, surface)
            }
        }
    }

    private mutating func add(
        _ contact: cevdev_slot, _ slot: Int, _ change: Contact.Change, _ panel: Panel,
        _ surface: Surface
    ) {
        let position = surface.point(x: contact.x, y: contact.y)
        let pressure = panel.pressure.map { min(max($0.share(of: contact.pressure), 0), 1) }
        contacts.append(
            Contact(
                slot: slot, change: change, position: position, pressure: pressure,
                isPalm: contact.tool_type == MT_TOOL_PALM))
    }
}

extension AxisRange {
    /// Where `value` lies between the least and the greatest value: 0 to 1 within the range.
    fileprivate func share(of value: Int32) -> Double {
        span > 0 ? (Double(value) - Double(minimum)) / span : 0
    }
}

/// What a device's axes report of a contact beside its place: how large it is.
struct ContactAxes {
    private let major: AxisRange?
    private let minor: AxisRange?

    init(of device: InputDevice) {
        major = device.axis(.absMTTouchMajor)
        minor = device.axis(.absMTTouchMinor)
    }

    /// The length of the contact's ellipse; `nil` where the device does not report it.
    func major(of contact: cevdev_slot) -> ContactRecord.Extent? {
        major.map { extent(contact.touch_major, on: $0) }
    }

    /// The width of the contact's ellipse; `nil` where the device does not report it.
    func minor(of contact: cevdev_slot) -> ContactRecord.Extent? {
        minor.map { extent(contact.touch_minor, on: $0) }
    }

    /// A coarse axis resolves no millimetres, as for palms (docs/gestures/contacts.md).
    private func extent(_ raw: Int32, on axis: AxisRange) -> ContactRecord.Extent {
        let isLength = axis.resolution >= Self.minimumResolution
        return ContactRecord.Extent(
            raw: raw, millimetres: isLength ? Double(raw) / Double(axis.resolution) : nil)
    }

    /// Units a millimetre.
    private static let minimumResolution: Int32 = 5
}
