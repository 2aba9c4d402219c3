/// What the Swift face is told beside the events: only in arenas that are observed.
extension Arena {
    /// Says an event of a gesture that is no composition.
    @inline(__always)
    func say(_ event: GestureEvent, _ index: Int, into events: inout GestureEventBuffer) {
        events.append(event)
        if isObserved { observe(event, index, into: &events) }
    }

    private func observe(
        _ event: GestureEvent, _ index: Int, into events: inout GestureEventBuffer
    ) {
        let reading = reading(event, index)
        let first = events.readings.count
        events.append(reading)
        events.append(
            GestureObservation(
                cause: .told(event.phase), time: event.time, arena: number, root: index,
                fingers: event.fingers, readings: first..<first + 1))
    }

    /// What an event says of a node.
    func reading(_ event: GestureEvent, _ index: Int) -> NodeReading {
        var reading = NodeReading(state: Self.state(event.phase), values: event.values)
        reading.position = event.position
        reading.durationUs = event.durationUs
        reading.force = event.force
        complete(&reading, index)
        return reading
    }

    private static func state(_ phase: GesturePhase) -> NodeReading.State {
        switch phase {
        case .began, .changed: .active
        case .ended: .ended
        case .cancelled: .failed
        }
    }

    /// What events leave out or say at times only.
    private func complete(_ reading: inout NodeReading, _ index: Int) {
        let entry = recognizers.list[index]
        reading.isInside = bounds.contains(reading.position)
        switch entry.kind {
        case .press: reading.ticks = recognizers.presses[entry.place].ticks
        case .custom: reading.customValue = customs[entry.place].mark
        case .deepPress: reading.maximumForce = recognizers.deepPresses[entry.place].maximum
        default: break
        }
    }

    /// What a leaf says that lives, or just ends.
    func reading(
        of index: Int, _ state: NodeReading.State, _ moment: Moment, fingers: borrowing FingerTable
    ) -> NodeReading {
        let life = lives[index]
        let values = values(index, state == .ended ? .ended : .changed, moment, fingers: fingers)
        var reading = NodeReading(state: state, values: values)
        reading.position = fingers.centroid(of: life.fingers)
        reading.durationUs = moment.time.microseconds(since: life.landedAt)
        reading.force = moment.forceSource == nil ? nil : fingers.force(of: life.fingers)
        complete(&reading, index)
        return reading
    }

    /// Tells how a gesture and its parts stand.
    func observe(
        _ root: Int, _ cause: GestureObservation.Cause, _ moment: Moment,
        fingers: borrowing FingerTable, into events: inout GestureEventBuffer
    ) {
        guard isObserved else { return }
        let first = events.readings.count
        collectReadings(of: root, nil, moment, fingers: fingers, into: &events)
        let isBegun = recognizers.list[root].kind.isComposition && compositions[root].fingers > 0
        events.append(
            GestureObservation(
                cause: cause, time: moment.time, arena: number, root: root,
                fingers: isBegun ? compositions[root].fingers : hand.count,
                readings: first..<events.readings.count))
    }

    /// - Parameter inherited: what a part is because of where it stands.
    private func collectReadings(
        of index: Int, _ inherited: NodeReading.State?, _ moment: Moment,
        fingers: borrowing FingerTable, into events: inout GestureEventBuffer
    ) {
        let entry = recognizers.list[index]
        let leaves = entry.mask & arbiter.leaves
        let isDormant = dormant & leaves == leaves
        let state = inherited ?? (isDormant ? .dormant : state(of: index, moment, fingers: fingers))
        guard entry.kind.isComposition else {
            return events.append(leafReading(index, state, moment, fingers: fingers))
        }
        let whole = phase(of: index, moment, fingers: fingers)
        events.append(
            NodeReading(state: state, values: values(index, .changed, moment, fingers: fingers)))
        let isExclusive = entry.kind == .exclusive
        let speaks = isExclusive && (whole == .active || whole == .ended)
        let speaker = speaks ? speaker(of: index, moment, fingers: fingers) : nil
        var part = index + 1
        while part < entry.end {
            var handedOn = isDormant || inherited != nil ? state : nil
            if isExclusive, handedOn == nil, part != speaker {
                handedOn = speaker == nil ? silence(of: part, moment, fingers: fingers) : .failed
            }
            collectReadings(of: part, handedOn, moment, fingers: fingers, into: &events)
            part = recognizers.list[part].end
        }
    }

    private func leafReading(
        _ index: Int, _ state: NodeReading.State, _ moment: Moment, fingers: borrowing FingerTable
    ) -> NodeReading {
        switch state {
        case .active: return reading(of: index, state, moment, fingers: fingers)
        case .ended: return compositions.reading(of: index)
        default:
            var reading = NodeReading(
                state: state, values: values(index, .changed, moment, fingers: fingers))
            guard !hand.isEmpty else { return reading }
            reading.position = fingers.centroid(of: hand.fingers)
            reading.durationUs = moment.time.microseconds(since: hand.firstLanding)
            return reading
        }
    }

    private func state(
        of index: Int, _ moment: Moment, fingers: borrowing FingerTable
    ) -> NodeReading.State {
        let isTold = live & (1 << UInt64(recognizers.list[index].root)) != 0
        return switch phase(of: index, moment, fingers: fingers) {
        case .possible: pressed & (1 << UInt64(index)) != 0 ? .pressing : .possible
        case .failed: .failed
        // What waits for others has not begun, whatever its parts do.
        case .active: isTold ? .active : .silent
        case .ended: isTold ? .ended : .silent
        }
    }

    /// A part of an exclusive composition that may not speak yet.
    private func silence(
        of part: Int, _ moment: Moment, fingers: borrowing FingerTable
    ) -> NodeReading.State? {
        let phase = phase(of: part, moment, fingers: fingers)
        return phase == .active || phase == .ended ? .silent : nil
    }

    /// Long presses that the fingers on the zone may become.
    private var pressed: UInt64 {
        hand.isFresh ? candidates & arbiter.longPresses : 0
    }

    /// Notes which long presses are possible since the last call, and which are no more.
    mutating func notePressing(
        _ moment: Moment, fingers: borrowing FingerTable, into events: inout GestureEventBuffer
    ) {
        let now = pressed
        if pressing.hand != hand.number {
            for root in SlotSequence(roots(of: pressing.nodes & ~live))
            where live & (1 << UInt64(root)) == 0 {
                lapse(root, moment, into: &events)
            }
            pressing = (nodes: 0, hand: hand.number)
        }
        guard now != pressing.nodes else { return }
        // What began was told.
        let changed = (now ^ pressing.nodes) & ~live
        pressing.nodes = now
        for root in SlotSequence(roots(of: changed)) {
            if recognizers.list[root].kind.isComposition || now & (1 << UInt64(root)) != 0 {
                observe(root, .noted, moment, fingers: fingers, into: &events)
            } else {
                lapse(root, moment, into: &events)
            }
        }
    }

    private func lapse(_ root: Int, _ moment: Moment, into events: inout GestureEventBuffer) {
        let none = events.readings.count
        events.append(
            GestureObservation(
                cause: .lapsed, time: moment.time, arena: number, root: root, fingers: 0,
                readings: none..<none))
    }

    private func roots(of nodes: UInt64) -> UInt64 {
        var roots: UInt64 = 0
        for index in SlotSequence(nodes) { roots |= 1 << UInt64(recognizers.list[index].root) }
        return roots
    }
}
