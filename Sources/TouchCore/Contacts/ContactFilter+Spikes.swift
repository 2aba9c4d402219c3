/// The judgement of a step of a finger.
enum StepJudgement: Sendable {
    /// A movement.
    case movement
    /// A spike, or a step that the next sample must confirm first.
    case withheld
    /// The first sample was a spike: the finger landed where it is now.
    case relanding
    /// A step that no finger makes.
    case jump
}

/// Spikes and jumps: steps that are too long for their finger.
extension ContactFilter {
    /// Whether a step may be a jump or suspect, or follows a suspect one.
    @inline(__always)
    func needsJudgement(_ squaredStep: Double, _ finger: borrowing Finger) -> Bool {
        if spikes.watched != 0 { return true }
        guard squaredStep > SpikeFilter.squaredStep else { return false }
        return SpikeFilter.isSuspect(squaredStep, after: finger.squaredStep)
            || squaredStep > JumpDetector.squaredDistance
            || SpikeFilter.isSilence(finger.sampledAt, sampledAt)
    }

    /// Judges a step that is long, or that follows a suspect one.
    ///
    /// - Parameter raw: the unfiltered position after the step.
    @inline(never)
    mutating func judgeStep(
        of report: TouchReport, to raw: Point, at time: Timestamp, _ finger: inout Finger
    ) -> StepJudgement {
        // A finger without samples for that long has been still.
        if SpikeFilter.isSilence(finger.sampledAt, sampledAt) { finger.squaredStep = 0 }
        if spikes.takeOverdue(report.bit) { return judgeJump(to: raw, sampledAt, finger) }
        if spikes.watched & report.bit != 0, let found = judgeSuspect(report, raw, finger) {
            return found
        }
        let squaredLength = raw.squaredDistance(to: finger.rawPosition)
        guard SpikeFilter.isSuspect(squaredLength, after: finger.squaredStep) else {
            return judgeJump(to: raw, sampledAt, finger)
        }
        let last = finger.motion.lastStep(at: sampledAt)
        let us = sampledAt.microseconds(since: finger.sampledAt)
        let step = SuspectStep(
            origin: finger.rawPosition, position: raw, sampledAt: sampledAt, report: report,
            time: time,
            isFirst: last == nil && SpikeFilter.isRecent(finger.landedAt, at: time),
            isAbrupt: SpikeFilter.isWrongLift(raw - finger.rawPosition, after: last),
            isFast: us <= SpikeEvidence.certainUs,
            stopWeight: SpikeFilter.stopWeight(squaredLength, in: us))
        if report.movedBeforeLift {
            let isWrong = dropsLast(step, after: last, in: us)
            return isWrong ? .withheld : judgeJump(to: raw, sampledAt, finger)
        }
        let judgement = judgeJump(to: raw, sampledAt, finger)
        // A jump is not a movement of a finger, so withholding it delays no gesture.
        let isWithheld = spikes.isActive || confirmsJumps && judgement == .jump
        spikes.watch(step, isWithheld: isWithheld)
        guard isWithheld else { return judgement }
        // The withheld sample has a deadline.
        isRestStale = true
        return .withheld
    }

    /// Whether a suspect step in the frame in which its finger lifts is wrong; counts it if so.
    private mutating func dropsLast(
        _ step: SuspectStep, after last: Point?, in us: Int64
    ) -> Bool {
        // A slow panel sees a whole flick in one frame.
        guard spikes.isActive || confirmsJumps && step.isFast else { return false }
        if step.isAbrupt {
            countSpike(step, backUs: nil)
            return true
        }
        // A finger cannot accelerate more than it can decelerate. This is not evidence of spikes.
        guard let last else { return false }
        let growth = step.position - step.origin - last
        guard SpikeFilter.stopWeight(growth.squaredLength, in: us) > 0 else { return false }
        counters.spikes &+= 1
        return true
    }

    /// Judges the suspect step before a sample; `nil` if the step to the sample must be judged, too.
    private mutating func judgeSuspect(
        _ report: TouchReport, _ raw: Point, _ finger: borrowing Finger
    ) -> StepJudgement? {
        let isWithheld = spikes.withheld & report.bit != 0
        let step = spikes.remove(report.bit)
        switch SpikeFilter.finding(step, raw) {
        case .spike:
            countSpike(step, backUs: sampledAt.microseconds(since: step.sampledAt))
            return nil
        case .wrongLanding:
            history.spikes.countWrongEnd()
            if step.stopWeight > 0 {
                countSpike(step, backUs: nil, weight: step.stopWeight)
            } else if isWithheld {
                counters.spikes &+= 1
            }
            // A confirmed contact is still where its first sample was.
            let isUnmoved = isWithheld || spikes.isActive && finger.position == finger.landing
            return isUnmoved ? .relanding : nil
        case .movement:
            return isWithheld ? judgeJump(to: step.position, step.sampledAt, finger) : nil
        }
    }

    /// Watches the first step of a contact that its second frame confirms.
    mutating func watchLanding(
        _ report: TouchReport, to raw: Point, at time: Timestamp, _ fingers: borrowing FingerTable
    ) {
        let origin = fingers.rawPosition(ofSlot: report.index)
        guard SpikeFilter.isSuspect(raw.squaredDistance(to: origin), after: 0) else { return }
        let step = SuspectStep(
            origin: origin, position: raw, sampledAt: sampledAt, report: report, time: time,
            isFirst: true)
        spikes.watch(step, isWithheld: false)
    }

    /// Lands a finger at its newest sample: the first one was a spike.
    @inline(never)
    mutating func reland(
        _ report: TouchReport, at raw: Point, _ time: Timestamp, _ finger: inout Finger
    ) -> Change {
        finger.motion.restart()
        finger.squaredStep = 0
        addSample(&finger, report, at: raw)
        press(&finger, report, at: time)
        finger.land(at: finger.landedAt)
        finger.isArriving = mayArrive(at: finger.landing)
        isRestStale = true
        return .relanded
    }

    /// Whether a finger lifts with a withheld step that is the last one of a flick.
    ///
    /// A tap of two frames whose first or last sample is a spike looks the same, and is rarer, unless
    /// most touches have such a spike.
    func endsFlick(_ report: TouchReport, _ fingers: borrowing FingerTable) -> Bool {
        guard spikes.withheld & counted & report.bit != 0, !history.spikes.isUsualAtEnds else {
            return false
        }
        return spikes.mayEndFlick(
            report.index, from: fingers.landing(ofSlot: report.index),
            at: fingers.landedAt(report.index))
    }

    /// Moves a finger that lifts to its withheld position.
    mutating func acceptLast(
        _ bit: UInt64, at time: Timestamp, _ finger: inout Finger
    ) -> Change {
        let step = spikes.accept(bit)
        let present = sampledAt
        defer { sampledAt = present }
        sampledAt = step.sampledAt
        return sample(step.report, at: time, finger: &finger)
    }

    /// Counts the spike with which a finger lifts, if its last sample was suspect.
    mutating func endSpike(_ report: TouchReport, at time: Timestamp) {
        let step = spikes.remove(report.bit)
        if !step.isFirst, step.isAbrupt { history.spikes.countWrongEnd() }
        // The steps of a flick grow until the finger lifts, and a slow panel sees few of them.
        let isFast =
            step.isFast && time.microseconds(since: step.time) <= SpikeEvidence.certainUs
        if !step.isFirst, step.isAbrupt, isFast { countSpike(step, backUs: nil) }
    }

    private mutating func countSpike(_ step: SuspectStep, backUs: Int64?, weight: Int = 1) {
        counters.spikes &+= 1
        history.spikes.add(step, backUs: backUs, weight: weight)
        if adaptToSpikes() { refusals &+= 1 }
    }

    private func judgeJump(
        to raw: Point, _ sampledAt: Timestamp, _ finger: borrowing Finger
    ) -> StepJudgement {
        let speed = JumpDetector.speed(
            from: finger.rawPosition, finger.sampledAt, to: raw, sampledAt)
        guard let speed, speed > JumpDetector.ratio * finger.motion.velocity().length else {
            return .movement
        }
        return .jump
    }
}
