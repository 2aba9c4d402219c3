extension Arena {
    /// Fingers of the hand went on.
    ///
    /// - Parameters:
    ///   - visible: slots whose filtered position or force changed.
    ///   - sampled: slots that the frame names.
    ///   - handChanges: a finger lands or lifts in the same frame: nothing begins in it.
    /// - Returns: whether `nextDeadline` may have changed.
    @inline(never)
    mutating func move(
        visible: UInt64, sampled: UInt64, handChanges: Bool, _ moment: Moment,
        fingers: borrowing FingerTable, into events: inout GestureEventBuffer
    ) -> Bool {
        guard sampled & hand.fingers != 0 else { return false }
        let before = (live: live, over: over)
        // What this movement rules out releases what waited for it, before anything begins.
        settle(moment, fingers: fingers, into: &events)
        let open = self.open
        if open & ~arbiter.taps != 0 {
            if needsMotion(open) { measureMotion(moment, fingers: fingers) }
            if visible & hand.fingers != 0 {
                step(
                    open, handChanges: handChanges, moment, fingers: fingers, into: &events)
            }
        }
        settle(moment, fingers: fingers, into: &events)
        return (live, over) != before || arbiter.isEntangled || arbiter.customs != 0
    }

    /// Keeps scale and rotation where someone asks for them.
    @inline(__always)
    func needsMotion(_ open: UInt64) -> Bool {
        hand.count >= 2 && open & arbiter.pinches != 0
    }

    @inline(never)
    mutating func measureMotion(_ moment: Moment, fingers: borrowing FingerTable) {
        let similarity = origins.similarity(of: hand.fingers, fingers: fingers)
        motion.update(similarity, at: moment.time, isTold: live & arbiter.pinches != 0)
    }

    @inline(__always)
    private mutating func step(
        _ open: UInt64, handChanges: Bool, _ moment: Moment, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        if hand.isFresh, open & ~live & arbiter.swipes != 0 {
            trace.add(fingers.displacement(of: hand.fingers), at: moment.time)
        }
        var steps = open & arbiter.steps
        if arbiter.isEntangled {
            // So that whoever waits sees at once what has failed.
            failCandidates(moment, fingers: fingers)
            steps &= self.open
        } else {
            expireSwipes(open & ~live, moment)
        }
        let mayBegin = !handChanges && moment.time >= hand.quietUntil
        for index in SlotSequence(steps) {
            if stirred != 0 {
                settleCompositions(before: index, moment, fingers: fingers, into: &events)
            }
            let bit: UInt64 = 1 &<< UInt64(index)
            // One that lost to an earlier one in the same frame is left alone.
            guard (over | dormant) & bit == 0 else { continue }
            switch recognizers.list[index].kind {
            case .custom: stepCustom(index, .moved, moment, fingers: fingers, into: &events)
            case .deepPress:
                press(index, mayBegin: mayBegin, moment, fingers: fingers, into: &events)
            case _ where live & bit != 0: go(on: index, moment, fingers: fingers, into: &events)
            case _ where fails(index, moment, fingers: fingers): over |= bit
            case _ where begins(index, mayBegin: mayBegin, moment, fingers: fingers):
                startUnlessBlocked(index, moment, fingers: fingers, into: &events)
            default: break
            }
        }
    }

    /// Rules out the swipes for which a hand is on the glass too long.
    @inline(__always)
    private mutating func expireSwipes(_ candidates: UInt64, _ moment: Moment) {
        guard hand.isFresh else { return }
        let age = moment.time.microseconds(since: hand.firstLanding)
        for index in SlotSequence(candidates & arbiter.swipes)
        where recognizers.swipes[recognizers.list[index].place].isTooLate(age) {
            over |= 1 &<< UInt64(index)
        }
    }

    /// Begins, unless it waits for another.
    @inline(never)
    mutating func startUnlessBlocked(
        _ index: Int, _ moment: Moment, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        guard recognizers.list[index].isPart || !isBlocked(index, moment, fingers: fingers) else {
            return
        }
        start(index, moment, fingers: fingers, into: &events)
    }

    /// Begins, and sets up what the kind keeps.
    private mutating func start(
        _ index: Int, _ moment: Moment, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        begin(index, moment, fingers: fingers, into: &events)
        guard recognizers.list[index].kind == .press else { return }
        recognizers.presses[recognizers.list[index].place].begin(hand, at: moment.time)
    }

    /// A live gesture, one frame; a press is heard at its ticks alone.
    @inline(__always)
    private mutating func go(
        on index: Int, _ moment: Moment, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        guard recognizers.list[index].kind == .press else {
            return change(index, moment, fingers: fingers, into: &events)
        }
        let travel = fingers.squaredTravel(of: hand.fingers)
        let place = recognizers.list[index].place
        guard recognizers.presses[place].isTooFar(squaredTravel: travel) else { return }
        cancelOne(index, .tooFar, moment, fingers: fingers, into: &events)
    }

    /// Rules out candidates by what the fingers did and by time.
    @inline(never)
    mutating func failCandidates(_ moment: Moment, fingers: borrowing FingerTable) {
        for index in SlotSequence(candidates & ~arbiter.taps) {
            guard fails(index, moment, fingers: fingers) else { continue }
            over |= 1 << UInt64(index)
            if recognizers.list[index].isPart { stir(index, moved: false) }
        }
    }

    /// Whether a candidate is ruled out by what the fingers did.
    @inline(__always)
    private func fails(
        _ index: Int, _ moment: Moment, fingers: borrowing FingerTable
    ) -> Bool {
        let place = recognizers.list[index].place
        switch recognizers.list[index].kind {
        case .longPress:
            let travel = fingers.squaredTravel(of: hand.fingers)
            return recognizers.longPresses[place].isTooFar(squaredTravel: travel)
        case .press:
            let travel = fingers.squaredTravel(of: hand.fingers)
            return recognizers.presses[place].isTooFar(squaredTravel: travel)
        case .swipe:
            let age = moment.time.microseconds(since: hand.firstLanding)
            return hand.isFresh && recognizers.swipes[place].isTooLate(age)
        default:
            return false
        }
    }

    /// Whether a candidate begins with what the fingers did.
    ///
    /// - Parameter mayBegin: nothing forbids what measures a round to begin.
    @inline(__always)
    func begins(
        _ index: Int, mayBegin: Bool, _ moment: Moment, fingers: borrowing FingerTable
    ) -> Bool {
        let place = recognizers.list[index].place
        switch recognizers.list[index].kind {
        case .drag where mayBegin:
            let translation = origins.translation(of: hand.fingers, fingers: fingers)
            return recognizers.drags[place].begins(translation)
        case .magnify where mayBegin: return recognizers.magnifies[place].begins(motion)
        case .rotate where mayBegin: return recognizers.rotates[place].begins(motion)
        case .press: return hand.isFresh
        case .force: return moment.forceSource != nil
        case .longPress:
            return hand.isFresh && recognizers.longPresses[place].deadline(hand) <= moment.time
        default: return false
        }
    }

    /// Hands the force of the hand to a deep press, where that can mean anything to it.
    @inline(__always)
    mutating func press(
        _ index: Int, mayBegin: Bool, _ moment: Moment, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        let place = recognizers.list[index].place
        let travel = fingers.squaredTravel(of: hand.fingers)
        let force = fingers.force(of: hand.fingers)
        guard recognizers.deepPresses[place].heeds(force, squaredTravel: travel) else { return }
        take(
            force, squaredTravel: travel, index, mayBegin: mayBegin, moment, fingers: fingers,
            into: &events)
    }

    @inline(never)
    private mutating func take(
        _ force: Double, squaredTravel travel: Double, _ index: Int, mayBegin: Bool,
        _ moment: Moment, fingers: borrowing FingerTable, into events: inout GestureEventBuffer
    ) {
        let place = recognizers.list[index].place
        let sample = DeepPressRecognizer.Sample(
            force: force,
            settledForce: fingers.settledForce(of: hand.fingers),
            ageUs: moment.time.microseconds(since: hand.firstLanding), squaredTravel: travel)
        let isBlocked = isBlocked(recognizers.list[index].root, moment, fingers: fingers)
        switch recognizers.deepPresses[place].take(
            sample, isCalibrated: moment.isForceCalibrated,
            mayBegin: mayBegin && moment.forceSource != nil && !isBlocked)
        {
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
