/// Splits: contacts that are parts of others.
extension ContactFilter {
    /// Whether a contact that lands is a split. If so, it does not count until it is away from its
    /// finger.
    @inline(never)
    mutating func isSplit(
        _ report: TouchReport, at time: Timestamp, _ fingers: borrowing FingerTable
    ) -> Bool {
        let others = (counted | pending) & ~report.bit
        guard (others | splits.slots) & ~report.bit != 0 else { return false }
        if !splits.isActive, countHand(beside: report.index, at: time, fingers) { return false }
        let near = contacts(others, near: report.index, splits.squaredDistance, fingers)
        guard near != 0 else { return false }
        let finger = nearest(to: report.index, among: near, fingers)
        // A contact that rests for long may never lift, and is then no finger.
        let restUs = time.microseconds(since: fingers.restsSince(slot: finger))
        guard restUs <= SplitFilter.maximumRestUs else { return false }
        let ageUs = time.microseconds(since: fingers.landedAt(finger))
        // The fingers of a hand land together.
        if ageUs <= SplitFilter.staggerUs {
            let hand = contacts(others, near: finger, splits.squaredHandDistance, fingers)
            guard hand == 0 else { return false }
        }
        let distance = fingers.rawPosition(ofSlot: finger)
            .squaredDistance(to: fingers.rawPosition(ofSlot: report.index))
        splits.add(report.index, of: finger, ageUs: ageUs, squaredDistance: distance)
        return true
    }

    /// Makes splits count that landed shortly before a third contact that lands near them: they are
    /// fingers of a hand. Returns whether there are any.
    private mutating func countHand(
        beside slot: Int, at time: Timestamp, _ fingers: borrowing FingerTable
    ) -> Bool {
        var hand: UInt64 = 0
        let near = contacts(splits.slots, near: slot, splits.squaredHandDistance, fingers)
        for split in SlotSequence(near) {
            let us = time.microseconds(since: fingers.landedAt(split))
            if us <= SplitFilter.staggerUs { hand |= 1 << UInt64(split) }
        }
        splits.forget(hand)
        // The fingers of the hand count from the next frame on.
        pending |= hand
        unconfirmed |= hand
        return hand != 0
    }

    /// The contacts of `slots`, other than that of `slot`, that are nearer to it than a distance.
    private func contacts(
        _ slots: UInt64, near slot: Int, _ squaredDistance: Double, _ fingers: borrowing FingerTable
    ) -> UInt64 {
        let position = fingers.rawPosition(ofSlot: slot)
        var near: UInt64 = 0
        for other in SlotSequence(slots & ~(1 << UInt64(slot)))
        where fingers.rawPosition(ofSlot: other).squaredDistance(to: position) < squaredDistance {
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
        return .parted
    }

    /// Counts a split that lifts.
    mutating func countSplit(
        _ report: TouchReport, at time: Timestamp, _ fingers: borrowing FingerTable
    ) {
        counters.splits &+= 1
        let landedAt = fingers.landedAt(report.index)
        guard time.microseconds(since: landedAt) <= SplitFilter.maximumUs else { return }
        splits.teach(&history.splits, by: report.index)
        if adaptToSplits() { refusals &+= 1 }
    }
}
