/// Splits: contacts that are parts of others.
extension ContactFilter {
    /// Whether a contact that lands is a split. If so, it does not count until it is away from its
    /// finger.
    @inline(never)
    mutating func isSplit(_ report: TouchReport, _ fingers: borrowing FingerTable) -> Bool {
        let others = (counted | pending) & ~report.bit
        guard (others | splits.slots) & ~report.bit != 0 else { return false }
        let near = neighbours(of: report.index, among: others, fingers)
        let finger = near == 0 ? nil : nearest(to: report.index, among: near, fingers)
        if near.nonzeroBitCount > 1 || finger.map({ isDense($0, among: others, fingers) }) == true {
            return false
        }
        guard splits.isActive || !countsParts(beside: report.index, finger, fingers) else {
            return false
        }
        guard let finger else { return false }
        splits.add(report.index, of: finger)
        return true
    }

    private func isDense(
        _ finger: Int, among others: UInt64, _ fingers: borrowing FingerTable
    ) -> Bool {
        neighbours(of: finger, among: others, fingers) != 0
    }

    /// Makes contacts count that were taken for splits, if a third contact lands beside them: they are
    /// the fingers of a small hand. Returns whether there are any.
    private mutating func countsParts(
        beside slot: Int, _ finger: Int?, _ fingers: borrowing FingerTable
    ) -> Bool {
        var parts = neighbours(of: slot, among: splits.slots, fingers)
        if let finger { parts |= neighbours(of: finger, among: splits.slots, fingers) }
        guard parts != 0 else { return false }
        splits.forget(parts)
        // They count from the next frame on.
        pending |= parts
        unconfirmed |= parts
        return true
    }

    /// The contacts of `slots`, other than that of `slot`, that are as near to it as a split.
    private func neighbours(
        of slot: Int, among slots: UInt64, _ fingers: borrowing FingerTable
    ) -> UInt64 {
        let position = fingers.rawPosition(ofSlot: slot)
        var near: UInt64 = 0
        for other in SlotSequence(slots & ~(1 << UInt64(slot)))
        where fingers.rawPosition(ofSlot: other).squaredDistance(to: position)
            < splits.squaredDistance
        {
            near |= 1 << UInt64(other)
        }
        return near
    }

    private func nearest(to slot: Int, among slots: UInt64, _ fingers: borrowing FingerTable) -> Int
    {
        let position = fingers.rawPosition(ofSlot: slot)
        var nearest = (slot: slots.trailingZeroBitCount, squaredDistance: Double.infinity)
        for other in SlotSequence(slots) {
            let distance = fingers.rawPosition(ofSlot: other).squaredDistance(to: position)
            if distance < nearest.squaredDistance { nearest = (other, distance) }
        }
        return nearest.slot
    }

    /// Handles a sample of a split, which counts once it has moved away from its finger.
    @inline(never)
    mutating func sampleSplit(
        _ report: TouchReport, at time: Timestamp, fingers: inout FingerTable
    ) -> Change {
        let raw = surface.point(x: report.x, y: report.y)
        addSample(&fingers.fingers[report.index], report, at: raw)
        press(&fingers.fingers[report.index], report, at: time)
        let finger = fingers.rawPosition(ofSlot: splits.finger(of: report.index))
        let landing = fingers.landing(ofSlot: report.index)
        guard report.phase == .moved, raw.squaredDistance(to: finger) > SplitFilter.squaredRelease,
            raw.squaredDistance(to: landing) > SplitFilter.squaredOwnTravel
        else { return .nothing }
        splits.forget(report.bit)
        fingers.fingers[report.index].land(at: time)
        counted |= report.bit
        return .admitted
    }

    /// Counts a split that lifts.
    mutating func countSplit(
        _ report: TouchReport, at time: Timestamp, _ fingers: borrowing FingerTable
    ) {
        counters.splits &+= 1
        let landedAt = fingers.landedAt(report.index)
        // Contacts that land together may be those of a tool with two tips.
        guard time.microseconds(since: landedAt) <= SplitFilter.maximumUs,
            fingers.landedAt(splits.finger(of: report.index)) < landedAt
        else { return }
        history.splits.add()
        if adaptToSplits() { refusals &+= 1 }
    }
}
