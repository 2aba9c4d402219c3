import CEvdev
import LinuxIO
import SystemPackage
import TouchCore

/// The reports of one frame, in the order that the engine expects.
///
/// Memory for the maximum of a frame, two contacts a slot, is allocated once.
struct ReportBuffer: ~Copyable {
    private static let capacity = 2 * Int(TOUCH_MAX_SLOTS)
    /// The maximum distance, squared, that a finger moves while it gets a new id (mm²). A ghost can
    /// be at any distance.
    private static let renewalSquaredDistance = 225.0

    // The block belongs only to this value; the first `count` reports are initialised, and trivial.
    private let block: OwnedBlock
    private let storage: UnsafeMutablePointer<TouchReport>
    private var count = 0
    private var churnFilter: TrackingIDChurnFilter

    /// - Throws: `Errno.noMemory`.
    init() throws(Errno) {
        guard let block = OwnedBlock(of: TouchReport.self, capacity: Self.capacity) else {
            throw .noMemory
        }
        // Set here because of Swift 6.2.3: see `OverflowRecovery`.
        churnFilter = try TrackingIDChurnFilter()
        storage = block.bound(to: TouchReport.self)
        self.block = block
    }

    /// The reports; valid until the next `fill` and as long as this value lives.
    var reports: UnsafeBufferPointer<TouchReport> {
        UnsafeBufferPointer(start: storage, count: count)
    }

    /// Replaces the reports with those of `frame`.
    ///
    /// Movements are first, then lifts, then landings: in one slot the contact that ended precedes
    /// its successor. A resynchronised frame reports every contact on the glass as landed, and no
    /// lifts or movements: events of the earlier contacts were lost.
    ///
    /// - Parameter rejectsLifts: whether contacts that the frame lifts are rejected, because the
    ///   device reported no lift.
    mutating func fill(
        from frame: UnsafePointer<touch_frame>, on surface: Surface, rejectsLifts: Bool = false
    ) {
        count = 0
        guard let slots = touch_frame_slots(frame), let ended = touch_frame_ended(frame) else {
            return
        }
        let isPen = frame.pointee.pen
        let (landed, renewed) = churnFilter.receive(frame) { slot in
            let from = surface.point(x: ended[slot].x, y: ended[slot].y)
            let to = surface.point(x: slots[slot].x, y: slots[slot].y)
            return from.squaredDistance(to: to) <= Self.renewalSquaredDistance
        }
        guard !frame.pointee.resynchronised else {
            return append(slots, frame.pointee.live, .landed, isPen: isPen)
        }
        let moved = frame.pointee.sampled & frame.pointee.live & ~landed
        append(slots, moved, .moved, isPen: isPen)
        append(
            ended, frame.pointee.lifted & ~renewed, .lifted, isPen: isPen || rejectsLifts,
            moved: frame.pointee.ended_moved)
        append(slots, landed, .landed, isPen: isPen)
    }

    /// Appends reports of the slots in `mask`; while a pen is near, none of a finger.
    ///
    /// Never exceeds the capacity: `fill` passes three masks, of which the first and the last are
    /// disjoint.
    private mutating func append(
        _ slots: UnsafePointer<touch_slot>, _ mask: UInt64, _ phase: TouchReport.Phase,
        isPen: Bool, moved: UInt64 = 0
    ) {
        var remaining = mask
        var end = count
        defer { count = end }
        while remaining != 0 {
            let slot = remaining.trailingZeroBitCount
            remaining &= remaining &- 1
            let contact = slots[slot]
            let report = TouchReport(
                slot: UInt8(truncatingIfNeeded: slot), phase: phase, x: contact.x, y: contact.y,
                pressure: contact.pressure, touchMajor: contact.touch_major,
                isPalm: isPen || contact.isNotFinger,
                movedBeforeLift: moved & (1 << UInt64(slot)) != 0)
            (storage + end).initialize(to: report)
            end &+= 1
        }
    }
}

extension touch_slot {
    /// Whether the device reports that something other than a finger touches it.
    var isNotFinger: Bool { tool_type == MT_TOOL_PALM || tool_type == MT_TOOL_PEN }
}
