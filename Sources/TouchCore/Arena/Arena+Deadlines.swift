extension Arena {
    /// When the arena wants to be woken; `never` while it waits for nothing.
    func nextDeadline(after moment: Moment, fingers: borrowing FingerTable) -> Timestamp {
        var earliest = hand.isFresh ? nextPress(after: moment) : .never
        for index in SlotSequence(live & arbiter.immediate & arbiter.presses) {
            let due = recognizers.presses[recognizers.list[index].place].nextTick
            earliest = min(earliest, due ?? .never)
        }
        if arbiter.customs != 0 {
            earliest = min(earliest, nextCustomDeadline(after: moment) ?? .never)
        }
        guard arbiter.isEntangled else { return earliest }
        return min(earliest, nextSettlement(after: moment, fingers: fingers))
    }

    /// Fires what is due at `moment`.
    mutating func fireDeadlines(
        _ moment: Moment, fingers: borrowing FingerTable, into events: inout GestureEventBuffer
    ) {
        settle(moment, fingers: fingers, into: &events)
        // A contact that waits to count has deadlines too, and may be alone on the glass.
        guard !hand.isEmpty else { return }
        if arbiter.isEntangled {
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
            press(index, mayBegin: mayBegin, moment, fingers: fingers, into: &events)
        case .longPress:
            pressLong(index, entry, moment, fingers: fingers, into: &events)
        case _ where isWaiting && begins(index, mayBegin: mayBegin, moment, fingers: fingers):
            startUnlessBlocked(index, moment, fingers: fingers, into: &events)
        default: break
        }
    }

    private mutating func pressLong(
        _ index: Int, _ entry: Recognizers.Entry, _ moment: Moment,
        fingers: borrowing FingerTable, into events: inout GestureEventBuffer
    ) {
        guard hand.isFresh, recognizers.longPresses[entry.place].deadline(hand) <= moment.time
        else { return }
        let travel = fingers.squaredTravel(of: hand.fingers)
        if recognizers.longPresses[entry.place].isTooFar(squaredTravel: travel) {
            over |= 1 << UInt64(index)
            if entry.isPart { stir(index, moved: false) }
        } else if entry.isPart || !isBlocked(index, moment, fingers: fingers) {
            begin(index, moment, fingers: fingers, into: &events)
        }
    }

    /// The next long press, or deep press by a calibrated force.
    private func nextPress(after moment: Moment) -> Timestamp {
        var earliest = Timestamp.never
        for index in SlotSequence(candidates & arbiter.longPresses) {
            let due = recognizers.longPresses[recognizers.list[index].place].deadline(hand)
            // What is due already waits for another.
            if due > moment.time { earliest = min(earliest, due) }
        }
        guard moment.isForceCalibrated, candidates & arbiter.deepPresses != 0 else {
            return earliest
        }
        let due = hand.firstLanding.advanced(
            byMicroseconds: DeepPressRecognizer.calibratedDelayUs)
        return due > moment.time ? min(earliest, due) : earliest
    }

    /// When the next of those may have failed that others wait for.
    private func nextSettlement(
        after moment: Moment, fingers: borrowing FingerTable
    ) -> Timestamp {
        var earliest = Timestamp.never
        let isUnderWay = !hand.isEmpty || held.count > 0 || isComposing
        if isUnderWay {
            for index in SlotSequence(arbiter.awaitedTaps) {
                let place = recognizers.list[index].place
                let due = recognizers.taps[place].deadline(after: moment.time, groups: groups)
                earliest = min(earliest, due ?? .never)
            }
        }
        if !hand.isEmpty, candidates & arbiter.awaitedSwipes != 0 {
            earliest = min(earliest, swipeSettlement(after: moment, fingers: fingers))
        }
        guard arbiter.compositions != 0, hand.isEmpty else { return earliest }
        for root in SlotSequence(arbiter.compositions & arbiter.roots) {
            // Without a limit there is nothing to wake for.
            earliest = min(earliest, compositions[root].awaitsLandingUntil ?? .never)
        }
        return earliest
    }

    private func swipeSettlement(
        after moment: Moment, fingers: borrowing FingerTable
    ) -> Timestamp {
        var earliest = Timestamp.never
        let rest = restDeadline(fingers)
        if !hasRested, rest > moment.time { earliest = rest }
        guard hand.isFresh else { return earliest }
        for index in SlotSequence(candidates & arbiter.awaitedSwipes) {
            let swipe = recognizers.list[index].place
            guard let due = recognizers.swipes[swipe].deadline(hand), due > moment.time else {
                continue
            }
            earliest = min(earliest, due)
        }
        return earliest
    }

    /// Whether a composition has begun, or holds an end back.
    private var isComposing: Bool {
        ended | live & arbiter.compositions != 0
    }
}
