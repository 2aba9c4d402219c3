/// Whether a tap can still be recognised: other gestures may wait until it cannot.
extension TapRecognizer {
    /// Ends the counts that no landing can continue.
    mutating func deadline(
        at time: Timestamp, groups: borrowing TapGroups, fingers: borrowing FingerTable
    ) {
        for index in 0..<TapRuns.capacity {
            guard let run = runs[index] else { continue }
            if !canContinue(run, at: time, groups: groups, fingers: fingers) { runs[index] = nil }
        }
    }

    private func canContinue(
        _ run: Run, at time: Timestamp, groups: borrowing TapGroups, fingers: borrowing FingerTable
    ) -> Bool {
        var bounced: UInt64?
        for index in SlotSequence(groups.present) {
            guard let group = groups[index], group.number >= run.nextGroup else { continue }
            guard !isBounce(group) else {
                bounced = group.number
                continue
            }
            // Otherwise the group decides about a nearer count.
            guard isNearest(run, to: group) else { continue }
            let travel = group.squaredTravel(with: fingers)
            if mayContinue(run, group),
                mayBeTap(
                    group, isLost: isLost(group, run, at: time), squaredTravel: travel, at: time)
            {
                return true
            }
            if isNear(group, run) { return false }
        }
        if isPart, groups.lastNumber >= run.nextGroup, bounced != run.nextGroup { return false }
        return time.microseconds(since: run.liftedAt) < gapUs.upperBound
    }

    /// Whether another gesture has won a group, so that it cannot continue a count. A group that
    /// lacks fingers is not lost while they may still join it.
    private func isLost(_ group: TapGroup, _ run: Run, at time: Timestamp) -> Bool {
        isLost(group) && (group.count >= run.fingers || !group.isOpen(at: time))
    }

    /// Whether a landing at `time` may continue a count, or complete a group that has too few
    /// fingers.
    ///
    /// An expired count may still be stored, because no deadline ends it if no gesture waits for
    /// it.
    func awaitsLanding(at time: Timestamp, groups: borrowing TapGroups) -> Bool {
        for index in 0..<TapRuns.capacity {
            if let run = runs[index], !hasExpired(run, at: time) { return true }
        }
        for index in SlotSequence(groups.present) {
            guard let group = groups[index] else { continue }
            if group.count < fingers.lowerBound, group.isOpen(at: time) { return true }
        }
        return false
    }

    /// Whether no other count within reach of a group is nearer to it.
    private func isNearest(_ run: Run, to group: TapGroup) -> Bool {
        let nearest = runs.nearest(to: group.landing) { decides(group, $0) }
        return isPart || nearest.flatMap { runs[$0] }?.landings.last == run.landings.last
            || nearest == nil
    }

    /// Whether fingers that are down may become a tap.
    ///
    /// - Parameters:
    ///   - count: the required number of fingers; `nil` for any.
    ///   - lifted: the groups without a finger that is still down, one bit for each index.
    func isPossible(
        of count: Int?, at time: Timestamp, groups: borrowing TapGroups, without lifted: UInt64,
        fingers: borrowing FingerTable
    ) -> Bool {
        for index in SlotSequence(groups.present & ~lifted) {
            guard let group = groups[index], allows(group.count),
                group.count == count ?? group.count
            else { continue }
            let travel = group.squaredTravel(with: fingers)
            if mayBeTap(group, isLost: isLost(group), squaredTravel: travel, at: time) {
                return true
            }
        }
        return false
    }

    /// The next time after `time` at which a tap or a count becomes impossible, if no finger lands,
    /// moves or lifts until then; `never` if there is none.
    func nextDeadline(after time: Timestamp, groups: borrowing TapGroups) -> Timestamp {
        var earliest = Timestamp.never
        for index in 0..<(gapUs.upperBound == .max ? 0 : TapRuns.capacity) {
            guard let run = runs[index] else { continue }
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

    /// Whether a group decides about a count: it landed within reach while a landing could continue
    /// the count.
    func decides(_ group: TapGroup, _ run: Run) -> Bool {
        isNear(group, run) && !hasExpired(run, at: group.firstLanding)
    }

    /// Whether `time` is too late for a landing that continues a count.
    func hasExpired(_ run: Run, at time: Timestamp) -> Bool {
        time.microseconds(since: run.liftedAt) > gapUs.upperBound
    }

    /// Whether a group landed within reach of a count, which it continues or ends.
    ///
    /// A landing out of reach does not affect the count: it may be by another hand or person. All
    /// landings are within reach of a part.
    func isNear(_ group: TapGroup, _ run: Run) -> Bool {
        isPart || group.landing.squaredDistance(to: run.position) <= squaredSpacing
    }
}
