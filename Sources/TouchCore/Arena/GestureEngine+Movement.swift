package import CTouchFrame

/// The common frame, read where the assembler has it: fingers that count move, and nothing else happens.
///
/// A frame in which a contact comes, goes, waits, jumps or may be no finger takes the longer way, by reports
/// (`process`). That way does all that is done here, too: which of the two a frame takes changes nothing but
/// its cost.
extension GestureEngine {
    /// Takes a frame in which no contact comes or goes, as far as fingers only move in it.
    ///
    /// - Parameters:
    ///   - frame: its stamp, and when the panel looked; not resynchronised.
    ///   - slots: what each slot holds.
    ///   - sampled: the slots that the frame names, of contacts that are down, a bit each.
    ///   - ids: gives what begins its id.
    ///   - events: takes what is emitted.
    /// - Returns: whether that was all of it; else `process` takes the same frame, by its reports, and goes
    ///   on from here.
    package mutating func processMovement(
        _ frame: TouchFrame, _ slots: UnsafePointer<touch_slot>, sampled: UInt64,
        ids: inout GestureIDs, into events: inout GestureEventBuffer
    ) -> Bool {
        guard !stitcher.isActive, filter.pending == 0 else { return false }
        events.ids = ids
        start(frame, into: &events)
        var changes = FrameChanges()
        var rest = sampled
        while rest != 0 {
            let slot = rest.trailingZeroBitCount
            let bit = rest & (0 &- rest)
            rest ^= bit
            guard move(slots[slot], slot, bit, &changes) else {
                changes.taken = changes.sampled | changes.rejected
                begun = changes
                ids = events.ids
                return false
            }
        }
        forceSource = filter.forceSource
        if filter.unprovenForce != 0 { changes.visible |= filter.takeUnprovenForce() }
        moveFingers(&changes, into: &events)
        if changes.deadlineChanges || filter.isRestStale || isObserved {
            updateDeadline(into: &events)
        }
        finish(&ids, events)
        return true
    }

    /// Moves a finger; `false`: it does more than move.
    @inline(__always)
    private mutating func move(
        _ contact: touch_slot, _ slot: Int, _ bit: UInt64, _ changes: inout FrameChanges
    ) -> Bool {
        guard contact.tool_type != TOUCH_TOOL_PALM, contact.tool_type != TOUCH_TOOL_PEN else {
            return false
        }
        // What counts for nothing until it lifts.
        guard filter.counted & bit != 0 else { return true }
        let report = TouchReport(
            slot: UInt8(truncatingIfNeeded: slot), phase: .moved, x: contact.x, y: contact.y,
            pressure: contact.pressure, touchMajor: contact.touch_major)
        switch filter.sample(report, at: now, finger: &fingers.fingers[slot]) {
        case .sampled(let isVisible):
            changes.sampled |= bit
            if isVisible { changes.visible |= bit }
            return true
        case .nothing: return true
        case .rejected:
            reject(report, &changes)
            return false
        // Nothing was done yet: it is found again.
        case .jumped, .admitted: return false
        }
    }
}
