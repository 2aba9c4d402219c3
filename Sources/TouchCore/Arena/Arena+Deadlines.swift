extension Arena {
    /// When the arena wants to be woken; `nil` while it waits for nothing.
    func nextDeadline(
        after moment: Moment, fingers: borrowing FingerTable
    ) -> Timestamp? {
        var earliest: Timestamp?
        if hand.isFresh { earliest = nextPress(after: moment) }
        for index in SlotSequence(live & arbiter.immediate & arbiter.presses) {
            let due = recognizers.presses[recognizers.list[index].place].nextTick
            earliest = Self.earlier(earliest, due)
        }
        if arbiter.customs != 0 {
            earliest = Self.earlier(earliest, nextCustomDeadline(after: moment))
        }
        guard arbiter.waiting | arbiter.compositions != 0 else { return earliest }
        return Self.earlier(earliest, nextSettlement(after: moment, fingers: fingers))
    }

    /// Fires what is due at `moment`.
    mutating func fireDeadlines(
        _ moment: Moment, fingers: borrowing FingerTable, into events: inout GestureEventBuffer
    ) {
        settle(moment, fingers: fingers, into: &events)
        // A contact that waits to count has deadlines too, and may be alone on the glass.
        guard !hand.isEmpty else { return }
        if arbiter.waiting | arbiter.compositions != 0 {
            failCandidates(moment, fingers: fingers)
        }
        let mayBegin = moment.time >= hand.quietUntil
        for index in SlotSequence((live | candidates) & arbiter.leaves & ~arbiter.taps) {
            if stirred != 0 {
                settleCompositions(before: index, moment, fingers: fingers, into: &events)
            }
            fire(index, mayBegin: mayBegin, moment, fingers: fingers, into: &events)
        }
        settle(moment, fingers: fingers, into: &events)
    }

    private mutating func fire(
        _ index: Int, mayBegin: Bool, _ moment: Moment, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        let bit: UInt64 = 1 << UInt64(index)
        let entry = recognizers.list[index]
        if entry.kind == .custom {
            guard isDue(entry.place, moment) else { return }
            return stepCustom(index, .deadline, moment, fingers: fingers, into: &events)
        }
        if live & bit != 0 {
            guard entry.kind == .press else { return }
            while live & bit != 0, recognizers.presses[entry.place].takeTick(at: moment.time) {
                change(index, moment, fingers: fingers, into: &events)
            }
            return
        }
        guard candidates & bit != 0 else { return }
        let isWaiting = arbiter.waiting & (1 << UInt64(entry.root)) != 0
        switch entry.kind {
        case .deepPress where hand.isFresh:
            press(entry.place, mayBegin: mayBegin, moment, fingers: fingers, into: &events)
        case .longPress:
            pressLong(index, entry, moment, fingers: fingers, into: &events)
        case _
        where isWaiting
            && begins(
                entry, mayBegin: mayBegin, moment, fingers: fingers):
            guard entry.isPart || !isBlocked(index, moment, fingers: fingers) else { return }
            start(index, entry, moment, fingers: fingers, into: &events)
        default: break
        }
    }

    private mutating func pressLong(
        _ index: Int, _ entry: Recognizers.Entry, _ moment: Moment,
        fingers: borrowing FingerTable, into events: inout GestureEventBuffer
    ) {
        let press = recognizers.longPresses[entry.place]
        guard hand.isFresh, press.deadline(hand) <= moment.time else { return }
        if press.isTooFar(squaredTravel: fingers.squaredTravel(of: hand.fingers)) {
            over |= press.bit
            if entry.isPart { stir(index, moved: false) }
        } else if entry.isPart || !isBlocked(index, moment, fingers: fingers) {
            begin(press.index, moment, fingers: fingers, into: &events)
        }
    }

    /// The next long press, or deep press by a calibrated force.
    private func nextPress(after moment: Moment) -> Timestamp? {
        guard candidates & arbiter.presses != 0 else { return nil }
        var earliest: Timestamp?
        for press in recognizers.longPresses where candidates & press.bit != 0 {
            let due = press.deadline(hand)
            // What is due already waits for another.
            if due > moment.time { earliest = Self.earlier(earliest, due) }
        }
        guard moment.isForceCalibrated else { return earliest }
        for press in recognizers.deepPresses where candidates & press.bit != 0 {
            let due = hand.firstLanding.advanced(
                byMicroseconds: DeepPressRecognizer.calibratedDelayUs)
            if due > moment.time { earliest = Self.earlier(earliest, due) }
        }
        return earliest
    }

    /// When the next of those may have failed that others wait for.
    private func nextSettlement(
        after moment: Moment, fingers: borrowing FingerTable
    ) -> Timestamp? {
        var earliest: Timestamp?
        let isUnderWay = !hand.isEmpty || held.count > 0 || isComposing
        if isUnderWay {
            for index in SlotSequence(arbiter.awaitedTaps) {
                let place = recognizers.list[index].place
                let due = recognizers.taps[place].deadline(after: moment.time, groups: groups)
                earliest = Self.earlier(earliest, due)
            }
        }
        if !hand.isEmpty, candidates & arbiter.awaitedSwipes != 0 {
            earliest = Self.earlier(earliest, swipeSettlement(after: moment, fingers: fingers))
        }
        guard arbiter.compositions != 0, hand.isEmpty else { return earliest }
        for root in SlotSequence(arbiter.compositions & arbiter.roots) {
            // Without a limit there is nothing to wake for.
            guard let until = compositions[root].awaitsLandingUntil, until.microseconds < .max
            else {
                continue
            }
            earliest = Self.earlier(earliest, until)
        }
        return earliest
    }

    private func swipeSettlement(
        after moment: Moment, fingers: borrowing FingerTable
    ) -> Timestamp? {
        var earliest: Timestamp?
        let rest = restDeadline(fingers)
        if !hasRested, rest > moment.time { earliest = rest }
        guard hand.isFresh else { return earliest }
        for swipe in recognizers.swipes where candidates & arbiter.awaitedSwipes & swipe.bit != 0 {
            guard let due = swipe.deadline(hand), due > moment.time else { continue }
            earliest = Self.earlier(earliest, due)
        }
        return earliest
    }

    /// Whether a composition has begun, or holds an end back.
    private var isComposing: Bool {
        ended | live & arbiter.compositions != 0
    }

    private static func earlier(_ one: Timestamp?, _ other: Timestamp?) -> Timestamp? {
        guard let one, let other else { return one ?? other }
        return min(one, other)
    }
}
