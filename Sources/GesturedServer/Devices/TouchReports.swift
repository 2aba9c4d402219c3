import CEvdev
import TouchCore

/// The reports of one frame, in the order in which the engine takes them.
typealias TouchReports = ContiguousArray<TouchReport>

extension TouchReports {
    /// Room for the most that a frame can say: two contacts a slot.
    static let capacityForFrame = 2 * Int(CEVDEV_MAX_SLOTS)

    /// Replaces the reports by those of `frame`; allocates nothing within `capacityForFrame`.
    ///
    /// Movements stand first, then lifts, then landings: of one slot the contact that ended before
    /// the one that took its place. A resynchronised frame names every contact on the glass as
    /// landed, and nothing else, for what became of the others is not known.
    mutating func fill(from frame: UnsafePointer<cevdev_frame>) {
        removeAll(keepingCapacity: true)
        guard let slots = cevdev_frame_slots(frame), let ended = cevdev_frame_ended(frame) else {
            return
        }
        guard !frame.pointee.resynchronised else {
            return append(slots, frame.pointee.live, .landed)
        }
        let moved = frame.pointee.sampled & frame.pointee.live & ~frame.pointee.landed
        append(slots, moved, .moved)
        append(ended, frame.pointee.lifted, .lifted, moved: frame.pointee.ended_moved)
        append(slots, frame.pointee.landed, .landed)
    }

    private mutating func append(
        _ slots: UnsafePointer<cevdev_slot>, _ mask: UInt64, _ phase: TouchReport.Phase,
        moved: UInt64 = 0
    ) {
        var remaining = mask
        while remaining != 0 {
            let slot = remaining.trailingZeroBitCount
            remaining &= remaining &- 1
            let contact = slots[slot]
            append(
                TouchReport(
                    slot: UInt8(truncatingIfNeeded: slot), phase: phase, x: contact.x, y: contact.y,
                    pressure: contact.pressure, touchMajor: contact.touch_major,
                    isPalm: contact.tool_type == MT_TOOL_PALM,
                    movedBeforeLift: moved & (1 << UInt64(slot)) != 0))
        }
    }
}
