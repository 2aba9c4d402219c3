/// Whether it can still be a tap: for gestures that wait until it cannot.
extension TapRecognizer {
    /// Ends the counts that can no longer continue.
    mutating func deadline(
        at time: Timestamp, groups: borrowing TapGroups, fingers: borrowing FingerTable
    ) {
        for place in 0..<TapRuns.capacity {
            guard let run = runs[place] else { continue }
            if !mayGoOn(run, at: time, groups: groups, fingers: fingers) { runs[place] = nil }
        }
    }

    private func mayGoOn(
        _ run: Run, at time: Timestamp, groups: borrowing TapGroups, fingers: borrowing FingerTable
    ) -> Bool {
        var bounced: UInt64?
        for index in SlotSequence(groups.present) {
            guard let group = groups[index], group.number >= run.nextGroup else { continue }
            guard !isBounce(group) else {
                bounced = group.number
                continue
            }
            // The group continues a nearer count.
            guard isNearest(run, to: group) else { continue }
            let travel = group.squaredTravel(with: fingers)
            if mayContinue(run, group),
                mayBeTap(
                    group, isLost: isLost(group, run, at: time), squaredTravel: travel, at: time)
            {
                return true
            }
            if isThere(group, run) { return false }
        }
        if isPart, groups.lastNumber >= run.nextGroup, bounced != run.nextGroup { return false }
        return time.microseconds(since: run.liftedAt) < gapUs.upperBound
    }

    /// Whether a group has lost. While another finger may join, it has lost only with its present
    /// number of fingers.
    private func isLost(_ group: TapGroup, _ run: Run, at time: Timestamp) -> Bool {
        isLost(group) && (group.count >= run.fingers || !group.isOpen(at: time))
    }

    /// Whether a landing at `time` may continue a count, or join fingers that are too few.
    ///
    /// A count that is over may still be stored: one that nothing waits for is not ended in time.
    func awaitsLanding(at time: Timestamp, groups: borrowing TapGroups) -> Bool {
        for place in 0..<TapRuns.capacity {
            if let run = runs[place], !isOver(run, at: time) { return true }
        }
        for index in SlotSequence(groups.present) {
            guard let group = groups[index] else { continue }
            if group.count < fingers.lowerBound, group.isOpen(at: time) { return true }
        }
        return false
    }

    /// Whether no other count that a group may continue is nearer to it.
    private func isNearest(_ run: Run, to group: TapGroup) -> Bool {
        let nearest = runs.nearest(to: group.landing) { decides(group, $0) }
        return isPart || nearest.flatMap { runs[$0] }?.landings.last == run.landings.last
            || nearest == nil
    }

    /// Whether fingers that are down may become a tap.
    ///
    /// - Parameters:
    ///   - count: the number of its fingers; `nil` for any.
    ///   - lifted: groups, by index, without a finger that is still down.
    func isPossible(
        of count: Int?, at time: Timestamp, groups: borrowing TapGroups, without lifted: UInt64,
        fingers: borrowing FingerTable
    ) -> Bool {
        for index in SlotSequence(groups.present & ~lifted) {
            guard let group = groups[index], takes(group.count),
                group.count == count ?? group.count
            else { continue }
            let travel = group.squaredTravel(with: fingers)
            if mayBeTap(group, isLost: isLost(group), squaredTravel: travel, at: time) {
                return true
            }
        }
        return false
    }

    /// The latest time at which it turns out that it is not a tap: the first such time after
    /// `time`.
    func nextDeadline(after time: Timestamp, groups: borrowing TapGroups) -> Timestamp {
        var earliest = Timestamp.never
        for place in 0..<(gapUs.upperBound == .max ? 0 : TapRuns.capacity) {
            guard let run = runs[place] else { continue }
            let due = run.liftedAt.advanced(byMicroseconds: gapUs.upperBound)
            if due > time { earliest = min(earliest, due) }
        }
        for index in SlotSequence(runs.isEmpty ? 0 : groups.present) {
            guard let group = groups[index], isLost(group), group.isOpen(at: time) else { continue }
            earliest = min(earliest, group.closesAt)
        }
        guard maximumDurationUs != .max else { return earliest }
        for index in SlotSequence(groups.present) {
            guard let group = groups[index] else { continue }
            // Exactly at the maximum it is still a tap.
            let due = group.firstLanding.advanced(byMicroseconds: maximumDurationUs + 1)
            if due > time { earliest = min(earliest, due) }
        }
        return earliest
    }
}
