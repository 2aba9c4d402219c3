import CEvdev
import GestureInspect
import TouchCore

extension FrameAccount {
    /// What `frame` says, on the surface of its panel.
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
