extension Arena {
    /// A late finger taps itself only where no finger has lifted for so long (µs).
    private static let lateTapQuietUs: Int64 = 60_000
    /// Where every other finger has been down no longer than this (µs) …
    private static let lateTapAgeUs: Int64 = 500_000
    /// … and no farther than this from its landing point (mm, squared).
    private static let lateTapSquaredTravel = 16.0

    /// Fingers land, all in the same frame.
    ///
    /// - Parameter isJump: the finger was elsewhere in the frame before: the landing is late.
    mutating func land(
        _ landed: UInt64, isJump: Bool, _ moment: Moment, fingers: inout FingerTable,
        into events: inout GestureEventBuffer
    ) {
        guard landed != 0 else { return }
        cancel(arbiter.all, .fingerAdded, moment, fingers: fingers, into: &events)
        if hand.isEmpty {
            start(landed, isJump: isJump, moment, fingers: &fingers)
        } else if !isJump, hand.isOpen(at: moment.time, window: Self.landingWindowUs) {
            join(landed, moment, fingers: &fingers)
        } else {
            joinLate(landed, isJump: isJump, moment, fingers: &fingers)
        }
    }

    private mutating func start(
        _ landed: UInt64, isJump: Bool, _ moment: Moment, fingers: inout FingerTable
    ) {
        hand.start(landed, at: moment.time, isFresh: !isJump)
        if isJump {
            groups.skip()
        } else {
            groups.begin(landed, at: moment.time, fingers: fingers)
        }
        over = isJump ? arbiter.presses | arbiter.swipes : 0
        startTogether(moment, fingers: &fingers)
    }

    private mutating func join(
        _ landed: UInt64, _ moment: Moment, fingers: inout FingerTable
    ) {
        hand.join(landed, at: moment.time)
        let isInGroup = groups.join(
            landed, at: moment.time, window: Self.landingWindowUs, fingers: fingers)
        if isInGroup { groups.pardonNewest() }
        over = 0
        startTogether(moment, fingers: &fingers)
    }

    /// The hand, or its new number of fingers, starts from where every finger landed.
    private mutating func startTogether(_ moment: Moment, fingers: inout FingerTable) {
        over |= arbiter.all & ~arbiter.taps & ~arbiter.allowed(fingers: hand.count)
        trace.restart(at: hand.firstLanding)
        trace.add(fingers.displacement(of: hand.fingers), at: moment.time)
        for place in recognizers.swipes.indices { recognizers.swipes[place].reset() }
        restartMotion(fromLandings: true, moment, fingers: &fingers)
    }

    private mutating func joinLate(
        _ landed: UInt64, isJump: Bool, _ moment: Moment, fingers: inout FingerTable
    ) {
        let mayTap = !isJump && othersMayTap(at: moment.time, fingers: fingers)
        hand.joinLate(landed, at: moment.time)
        if !mayTap {
            groups.skip()
        } else if !groups.join(
            landed, at: moment.time, window: Self.landingWindowUs, fingers: fingers)
        {
            groups.begin(landed, at: moment.time, fingers: fingers)
        }
        over |= arbiter.presses | arbiter.swipes
        over = roundsOver()
        restartMotion(fromLandings: false, moment, fingers: &fingers)
    }

    /// Whether every finger of the hand may still be part of a tap, and none has just lifted.
    private func othersMayTap(at time: Timestamp, fingers: borrowing FingerTable) -> Bool {
        guard time.microseconds(since: lastLift) > Self.lateTapQuietUs else { return false }
        return fingers.allMayTap(
            hand.fingers, at: time, within: Self.lateTapAgeUs,
            squaredTravel: Self.lateTapSquaredTravel)
    }

    /// What is continuous is measured anew from here on.
    mutating func restartMotion(
        fromLandings: Bool, _ moment: Moment, fingers: inout FingerTable
    ) {
        fingers.startRound(of: hand.fingers, fromLandings: fromLandings)
        motion.restart()
        updateMotion(moment, fingers: fingers)
    }
}
