/// Contacts that do not count yet, because too few frames have reported them.
extension ContactFilter {
    /// A contact that has been down this long counts, however few frames reported it (µs).
    static let pendingLimitUs: Int64 = 60_000
    /// A contact that has been down this long is confirmed without a second frame (µs): longer than
    /// a frame at 60 Hz, after which the lift of a ghost would have been reported.
    static let confirmationUs: Int64 = 20_000

    /// Whether a pending contact counts from `time` on because of its age.
    func isPendingDue(at time: Timestamp, fingers: borrowing FingerTable) -> Bool {
        for slot in SlotSequence(pending) where deadline(of: slot, fingers) <= time { return true }
        return false
    }

    /// Lands the pending contacts that are old enough at `time` to count, and returns them.
    mutating func landPending(at time: Timestamp, fingers: inout FingerTable) -> UInt64 {
        var landed: UInt64 = 0
        for slot in SlotSequence(pending) where deadline(of: slot, fingers) <= time {
            let bit: UInt64 = 1 << UInt64(slot)
            if unconfirmed & bit == 0 { fingers.fingers[slot].land(at: time) }
            landed |= bit
        }
        confirm(landed)
        return landed
    }

    /// When a pending contact is old enough to count.
    func deadline(of slot: Int, _ fingers: borrowing FingerTable) -> Timestamp {
        let isUnconfirmed = unconfirmed & (1 << UInt64(slot)) != 0
        return fingers.landedAt(slot).advanced(
            byMicroseconds: isUnconfirmed ? Self.confirmationUs : Self.pendingLimitUs)
    }

    @inline(never)
    mutating func samplePending(
        _ reports: Span<TouchReport>, _ index: Int, at time: Timestamp, fingers: inout FingerTable
    ) -> Change {
        let report = reports[index]
        if splits.slots & report.bit != 0 {
            return sampleSplit(report, at: time, fingers: &fingers)
        }
        guard pending & report.bit != 0 else { return .nothing }
        if palmSize?.isPalm(report) == true { return reject(report.bit) }
        let events = fingers.fingers[report.index].countEvent()
        let raw = surface.point(x: report.x, y: report.y)
        if unconfirmed & report.bit != 0 { watchLanding(report, to: raw, at: time, fingers) }
        addSample(&fingers.fingers[report.index], report, at: raw)
        press(&fingers.fingers[report.index], report, at: time)
        guard events >= minimumEvents, unconfirmed & report.bit == 0 else { return .nothing }
        fingers.fingers[report.index].land(at: time)
        pending &= ~report.bit
        counted |= report.bit
        return .admitted
    }
}
