/// What gestures hold, and what keeps them from beginning.
extension Recognizers {
    /// The values that belong to the kind of an active gesture, or of a composition.
    @inline(__always)
    func values(
        _ index: Int, _ gesture: ActiveGesture, _ phase: GesturePhase,
        _ segment: borrowing Segment, _ time: Timestamp, bounds: ZoneBounds,
        fingers: borrowing FingerTable
    ) -> GestureValues {
        let place = list[index].place
        switch list[index].kind {
        case .drag:
            return DragRecognizer.values(gesture, segment, at: time, fingers: fingers)
        case .magnify: return MagnifyRecognizer.values(segment, at: time)
        case .rotate: return RotateRecognizer.values(segment, at: time)
        case .deepPress: return deepPresses[place].values(phase)
        case .press:
            let isInside = bounds.contains(fingers.centroid(of: gesture.fingers))
            return presses[place].values(phase, isInside: isInside)
        case .force: return .force
        case .custom: return .custom
        case .simultaneous: return .composition(.simultaneous)
        case .sequence: return .composition(.sequence)
        case .exclusive: return .composition(.exclusive)
        // Taps and swipes are never active: they are recognised whole.
        case .longPress, .tap, .swipe: return .longPress
        }
    }

    /// What events leave out or hold at times only.
    func complete(_ reading: inout NodeReading, _ index: Int) {
        let place = list[index].place
        switch list[index].kind {
        case .press: reading.ticks = presses[place].ticks
        case .custom: reading.customValue = customs[place].mark
        case .deepPress: reading.maximumForce = deepPresses[place].maximum
        default: break
        }
    }

    /// Whether what the fingers did rules a candidate out, whoever is asked first.
    @inline(__always)
    func isRuledOut(
        _ index: Int, _ sequence: borrowing ContactSequence, _ context: StepContext,
        fingers: borrowing FingerTable
    ) -> Bool {
        // A deep press is asked at its own turn.
        guard list[index].kind != .deepPress else { return false }
        return exceeded(index, sequence, context, fingers: fingers) != nil
    }

    /// Whether the fingers are down too long for a stroke.
    @inline(__always)
    func isExpired(
        _ index: Int, _ sequence: borrowing ContactSequence, _ context: StepContext
    ) -> Bool {
        swipes[list[index].place].exceeded(sequence, at: context.time) != nil
    }

    /// The maximum that the fingers went beyond; `nil`: none.
    @inline(__always)
    func exceeded(
        _ index: Int, _ sequence: borrowing ContactSequence, _ context: StepContext,
        fingers: borrowing FingerTable
    ) -> UnmetThreshold? {
        let place = list[index].place
        switch list[index].kind {
        case .longPress:
            return longPresses[place].exceeded(
                squaredTravel: fingers.squaredTravel(of: sequence.fingers), sequence,
                at: context.time)
        case .press:
            return presses[place].exceeded(
                squaredTravel: fingers.squaredTravel(of: sequence.fingers))
        case .deepPress:
            return deepPresses[place].exceeded(
                squaredTravel: fingers.squaredTravel(of: sequence.fingers))
        case .swipe: return swipes[place].exceeded(sequence, at: context.time)
        default: return nil
        }
    }

    /// What keeps a candidate from beginning now; `nil`: nothing of its own.
    func unmet(
        _ index: Int, _ sequence: borrowing ContactSequence, _ context: StepContext,
        fingers: borrowing FingerTable
    ) -> GestureExplanation.Reason? {
        let place = list[index].place
        let missed: UnmetThreshold?
        switch list[index].kind {
        case .longPress: missed = longPresses[place].unmet(sequence, at: context.time)
        case .drag:
            let slots = sequence.fingers
            missed = drags[place].unmet(
                sequence.segment.displacement(of: slots, fingers: fingers))
        case .magnify: missed = magnifies[place].unmet(sequence.segment)
        case .rotate: missed = rotates[place].unmet(sequence.segment)
        case .deepPress:
            guard context.forceSource != nil else { return .noForce }
            missed = deepPresses[place].unmet(
                force: fingers.force(of: sequence.fingers), sequence, context, fingers: fingers)
        case .force: return context.forceSource == nil ? .noForce : nil
        case .press, .tap, .swipe, .custom, .simultaneous, .sequence, .exclusive: return nil
        }
        return missed.map { .missed($0) }
    }

    /// What keeps the first lift of a sequence from being that of a stroke; `nil`: nothing.
    func unmetStroke(
        _ index: Int, _ sequence: borrowing ContactSequence, at time: Timestamp,
        fingers: borrowing FingerTable
    ) -> GestureExplanation.Reason? {
        let travel = fingers.displacement(of: sequence.fingers)
        if let missed = swipes[list[index].place].unmet(travel, sequence, at: time) {
            return .missed(missed)
        }
        return fingers.allGo(along: travel, sequence.fingers) ? nil : .apart
    }

    /// Why the last lift of a sequence comes too late for a stroke; `nil`: it does not.
    func unmetStroke(_ index: Int, from first: Timestamp, to last: Timestamp) -> UnmetThreshold? {
        swipes[list[index].place].unmetSpread(from: first, to: last)
    }
}
