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
        guard sampled & hand.fingers != 0, (live | candidates) & ~arbiter.taps != 0 else { return }
        updateMotion(moment, fingers: fingers)
        guard visible & hand.fingers != 0 else { return }
        if candidates & arbiter.swipes != 0, hand.isFresh {
            trace.add(fingers.displacement(of: hand.fingers), at: moment.time)
        }
        let mayBegin = !handChanges && moment.time >= hand.quietUntil
        for index in SlotSequence((live | candidates) & ~arbiter.taps) {
            step(index, mayBegin: mayBegin, moment, fingers: fingers, into: &events)
        }
    }

    /// Keeps scale and rotation where someone asks for them.
    func needsMotion() -> Bool {
        hand.count >= 2 && (live | candidates) & arbiter.rounds != 0
    }

    mutating func updateMotion(_ moment: Moment, fingers: borrowing FingerTable) {
        guard needsMotion() else { return }
        motion.update(hand.fingers, at: moment.time, fingers: fingers)
    }

    /// One gesture, one frame; one that lost to an earlier one in the same frame is left alone.
    private mutating func step(
        _ index: Int, mayBegin: Bool, _ moment: Moment, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        let bit: UInt64 = 1 << UInt64(index)
        guard over & bit == 0 else { return }
        let entry = recognizers.list[index]
        if entry.kind == .deepPress {
            press(entry.place, mayBegin: mayBegin, moment, fingers: fingers, into: &events)
        } else if live & bit != 0 {
            change(index, moment, fingers: fingers, into: &events)
        } else if fails(entry, moment, fingers: fingers) {
            over |= bit
        } else if mayBegin, begins(entry, fingers: fingers) {
            begin(index, moment, fingers: fingers, into: &events)
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
        case .swipe:
            let age = moment.time.microseconds(since: hand.firstLanding)
            return hand.isFresh && recognizers.swipes[entry.place].isTooLate(age)
        default:
            return false
        }
    }

    /// Whether a candidate that measures a round begins.
    private func begins(_ entry: Recognizers.Entry, fingers: borrowing FingerTable) -> Bool {
        switch entry.kind {
        case .drag:
            return recognizers.drags[entry.place].begins(fingers.translation(of: hand.fingers))
        case .magnify: return recognizers.magnifies[entry.place].begins(motion)
        case .rotate: return recognizers.rotates[entry.place].begins(motion)
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
        let action = recognizers.deepPresses[place].take(
            sample, isCalibrated: moment.isForceCalibrated,
            mayBegin: mayBegin && moment.forceSource != nil)
        switch action {
        case .nothing: break
        case .begin: begin(index, moment, fingers: fingers, into: &events)
        case .change: change(index, moment, fingers: fingers, into: &events)
        case .fail: over |= 1 << UInt64(index)
        case .end:
            end(index, moment, fingers: fingers, into: &events)
            // It may begin again in the same touch: it has been below the release threshold.
            over &= ~(1 << UInt64(index))
        }
    }
}
