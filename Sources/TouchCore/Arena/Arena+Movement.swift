extension Arena {
    /// Fingers of the hand went on.
    ///
    /// - Parameters:
    ///   - visible: slots whose filtered position or force changed.
    ///   - sampled: slots that the frame names.
    ///   - handChanges: a finger lands or lifts in the same frame: nothing begins in it.
    mutating func move(
        visible: UInt64, sampled: UInt64, handChanges: Bool, _ moment: Moment,
        fingers: borrowing FingerTable, into events: inout GestureEventBuffer
    ) {
        guard sampled & hand.fingers != 0 else { return }
        // What this movement rules out releases what waited for it, before anything begins.
        settle(moment, fingers: fingers, into: &events)
        if (live | candidates | dormant) & ~arbiter.taps != 0 {
            updateMotion(moment, fingers: fingers)
            if visible & hand.fingers != 0 {
                step(handChanges: handChanges, moment, fingers: fingers, into: &events)
            }
        }
        settle(moment, fingers: fingers, into: &events)
    }

    /// Keeps scale and rotation where someone asks for them.
    func needsMotion() -> Bool {
        hand.count >= 2 && (live | candidates | dormant) & arbiter.rounds != 0
    }

    mutating func updateMotion(_ moment: Moment, fingers: borrowing FingerTable) {
        guard needsMotion() else { return }
        motion.update(origins.similarity(of: hand.fingers, fingers: fingers), at: moment.time)
    }

    private mutating func step(
        handChanges: Bool, _ moment: Moment, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        if hand.isFresh, (candidates | dormant) & arbiter.swipes != 0 {
            trace.add(fingers.displacement(of: hand.fingers), at: moment.time)
        }
        if arbiter.waiting | arbiter.compositions != 0 {
            // So that whoever waits sees at once what has failed.
            failCandidates(moment, fingers: fingers)
        }
        let mayBegin = !handChanges && moment.time >= hand.quietUntil
        for index in SlotSequence((live | candidates | dormant) & arbiter.leaves & ~arbiter.taps) {
            if stirred != 0 {
                settleCompositions(before: index, moment, fingers: fingers, into: &events)
            }
            step(index, mayBegin: mayBegin, moment, fingers: fingers, into: &events)
        }
    }

    /// One gesture, one frame; one that lost to an earlier one in the same frame is left alone.
    private mutating func step(
        _ index: Int, mayBegin: Bool, _ moment: Moment, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        let bit: UInt64 = 1 << UInt64(index)
        guard (over | dormant) & bit == 0 else { return }
        let entry = recognizers.list[index]
        if entry.kind == .custom {
            stepCustom(index, .moved, moment, fingers: fingers, into: &events)
        } else if entry.kind == .deepPress {
            press(entry.place, mayBegin: mayBegin, moment, fingers: fingers, into: &events)
        } else if live & bit != 0 {
            go(on: index, entry, moment, fingers: fingers, into: &events)
        } else if fails(entry, moment, fingers: fingers) {
            over |= bit
        } else if begins(entry, mayBegin: mayBegin, moment, fingers: fingers),
            entry.isPart || !isBlocked(index, moment, fingers: fingers)
        {
            start(index, entry, moment, fingers: fingers, into: &events)
        }
    }

    /// Begins, and sets up what the kind keeps.
    mutating func start(
        _ index: Int, _ entry: Recognizers.Entry, _ moment: Moment,
        fingers: borrowing FingerTable, into events: inout GestureEventBuffer
    ) {
        begin(index, moment, fingers: fingers, into: &events)
        guard entry.kind == .press else { return }
        recognizers.presses[entry.place].begin(hand, at: moment.time)
    }

    /// A live gesture, one frame; a press is heard at its ticks alone.
    private mutating func go(
        on index: Int, _ entry: Recognizers.Entry, _ moment: Moment,
        fingers: borrowing FingerTable, into events: inout GestureEventBuffer
    ) {
        guard entry.kind == .press else {
            return change(index, moment, fingers: fingers, into: &events)
        }
        let travel = fingers.squaredTravel(of: hand.fingers)
        guard recognizers.presses[entry.place].isTooFar(squaredTravel: travel) else { return }
        cancelOne(index, .tooFar, moment, fingers: fingers, into: &events)
    }

    /// Rules out candidates by what the fingers did and by time.
    mutating func failCandidates(_ moment: Moment, fingers: borrowing FingerTable) {
        for index in SlotSequence(candidates & ~arbiter.taps) {
            guard fails(recognizers.list[index], moment, fingers: fingers) else { continue }
            over |= 1 << UInt64(index)
            if recognizers.list[index].isPart { stir(index, moved: false) }
        }
    }

    /// Whether a candidate is ruled out by what the fingers did.
    private func fails(
        _ entry: Recognizers.Entry, _ moment: Moment, fingers: borrowing FingerTable
    ) -> Bool {
        switch entry.kind {
        case .longPress:
            let travel = fingers.squaredTravel(of: hand.fingers)
            return recognizers.longPresses[entry.place].isTooFar(squaredTravel: travel)
        case .press:
            let travel = fingers.squaredTravel(of: hand.fingers)
            return recognizers.presses[entry.place].isTooFar(squaredTravel: travel)
        case .swipe:
            let age = moment.time.microseconds(since: hand.firstLanding)
            return hand.isFresh && recognizers.swipes[entry.place].isTooLate(age)
        default:
            return false
        }
    }

    /// Whether a candidate begins with what the fingers did.
    ///
    /// - Parameter mayBegin: nothing forbids what measures a round to begin.
    func begins(
        _ entry: Recognizers.Entry, mayBegin: Bool, _ moment: Moment,
        fingers: borrowing FingerTable
    ) -> Bool {
        switch entry.kind {
        case .drag where mayBegin:
            let translation = origins.translation(of: hand.fingers, fingers: fingers)
            return recognizers.drags[entry.place].begins(translation)
        case .magnify where mayBegin: return recognizers.magnifies[entry.place].begins(motion)
        case .rotate where mayBegin: return recognizers.rotates[entry.place].begins(motion)
        case .press: return hand.isFresh
        case .force: return moment.forceSource != nil
        case .longPress:
            return hand.isFresh
                && recognizers.longPresses[entry.place].deadline(hand) <= moment.time
        default: return false
        }
    }

    /// Hands the force of the hand to a deep press.
    mutating func press(
        _ place: Int, mayBegin: Bool, _ moment: Moment, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        let index = recognizers.deepPresses[place].index
        let sample = DeepPressRecognizer.Sample(
            force: fingers.force(of: hand.fingers),
            settledForce: fingers.settledForce(of: hand.fingers),
            ageUs: moment.time.microseconds(since: hand.firstLanding),
            squaredTravel: fingers.squaredTravel(of: hand.fingers))
        let isBlocked = isBlocked(recognizers.list[index].root, moment, fingers: fingers)
        let action = recognizers.deepPresses[place].take(
            sample, isCalibrated: moment.isForceCalibrated,
            mayBegin: mayBegin && moment.forceSource != nil && !isBlocked)
        switch action {
        case .nothing: break
        case .begin: begin(index, moment, fingers: fingers, into: &events)
        case .change: change(index, moment, fingers: fingers, into: &events)
        case .fail:
            over |= 1 << UInt64(index)
            if recognizers.list[index].isPart { stir(index, moved: false) }
        case .end:
            end(index, moment, fingers: fingers, into: &events)
            // It may begin again in the same touch: it has been below the release threshold.
            if !recognizers.list[index].isPart { over &= ~(1 << UInt64(index)) }
        }
    }
}
