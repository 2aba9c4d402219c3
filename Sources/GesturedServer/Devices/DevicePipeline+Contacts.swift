import CEvdev
import GestureWire
import TouchCore

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
