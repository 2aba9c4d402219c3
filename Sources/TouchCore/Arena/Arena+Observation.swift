/// The state and the values of a node, as the Swift API observes them.
struct NodeReading: Sendable, Hashable {
    /// The state of a node.
    enum State: Sendable, Hashable {
        /// A part of a sequence that has not started.
        case notStarted
        case possible
        /// Fingers are down that may become it; only observed for long presses.
        case pressing
        case active
        case ended
        case failed
        /// A part of an exclusive composition that did something while one before it still may.
        case silent
    }

    var state: State
    /// The values of its kind; after the end, those at the end.
    var values: GestureValues
    /// Centroid, in mm.
    var position = Point.zero
    /// Since the first finger landed (µs).
    var durationUs: Int64 = 0
    /// The maximum force of its fingers; `nil` while the device has reported none.
    var force: Double?
    /// For a press, the number of ticks so far.
    var ticks = 0
    /// Whether its position is inside its zone.
    var isInside = true
    /// For a deep press, the maximum force since it began.
    var maximumForce: Double?
    /// For a custom gesture, the mark of its recogniser's value.
    var customValue = 0
}

/// An observation of a gesture of the list for the Swift API: an event, or a change without an
/// event.
struct GestureObservation: Sendable {
    /// Why it is observed.
    enum Cause: Sendable, Hashable {
        /// An event is emitted as well.
        case emitted(GesturePhase)
        /// A part did something that is not an event of the whole, or fingers press that may become
        /// one.
        case progress
        /// Fingers that pressed are no longer down, and no gesture began.
        case discarded
    }

    var cause: Cause
    var time: Timestamp
    /// The arena, by its index in the engine.
    var arena: Int
    /// The node in the list.
    var root: Int
    /// The number of fingers.
    var fingers: Int
    /// The readings of the root and its parts, in the order of the nodes.
    var readings: Range<Int>
    /// Why it was cancelled; for a composition that continues, why a part was cancelled last.
    var reason: CancellationReason?
}

/// The Swift API's observations besides events; only in observed arenas.
extension Arena {
    func observe(
        _ event: GestureEvent, _ index: Int, into events: inout GestureEventBuffer
    ) {
        let reading = reading(event, index)
        let first = events.readings.count
        events.append(reading)
        events.append(
            GestureObservation(
                cause: .emitted(event.phase), time: event.time, arena: number, root: index,
                fingers: event.fingers, readings: first..<first + 1, reason: event.reason))
    }

    /// The reading of a node from an event.
    func reading(_ event: GestureEvent, _ index: Int) -> NodeReading {
        var reading = NodeReading(state: Self.state(event.phase), values: event.values)
        reading.position = event.position
        reading.durationUs = event.durationUs
        reading.force = event.force
        reading.isInside = bounds.contains(reading.position)
        recognizers.complete(&reading, index)
        return reading
    }

    private static func state(_ phase: GesturePhase) -> NodeReading.State {
        switch phase {
        case .began, .changed: .active
        case .ended: .ended
        case .cancelled: .failed
        }
    }

    /// The reading of a leaf that is active, or just ends.
    func reading(
        of index: Int, _ state: NodeReading.State, _ context: StepContext,
        fingers: borrowing FingerTable
    ) -> NodeReading {
        let gesture = states[index]
        let values = values(index, state == .ended ? .ended : .changed, context, fingers: fingers)
        var reading = NodeReading(state: state, values: values)
        reading.position = fingers.centroid(of: gesture.fingers)
        reading.durationUs = context.time.microseconds(since: gesture.landedAt)
        reading.force = context.forceSource == nil ? nil : fingers.force(of: gesture.fingers)
        reading.isInside = bounds.contains(reading.position)
        recognizers.complete(&reading, index)
        return reading
    }

    /// Records the states of a gesture and its parts.
    func observe(
        _ root: Int, _ cause: GestureObservation.Cause, reason: CancellationReason? = nil,
        _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        guard isObserved else { return }
        let first = events.readings.count
        collectReadings(of: root, nil, context, fingers: fingers, into: &events)
        let isComposition = recognizers.list[root].kind.isComposition
        let isBegun = isComposition && compositions[root].fingers > 0
        events.append(
            GestureObservation(
                cause: cause, time: context.time, arena: number, root: root,
                fingers: isBegun ? compositions[root].fingers : hand.count,
                readings: first..<events.readings.count,
                reason: reason ?? (isComposition ? compositions[root].reason : nil)))
    }

    /// - Parameter inherited: the state that a part inherits from the compositions it is in.
    private func collectReadings(
        of index: Int, _ inherited: NodeReading.State?, _ context: StepContext,
        fingers: borrowing FingerTable, into events: inout GestureEventBuffer
    ) {
        let entry = recognizers.list[index]
        let leaves = entry.mask & arbiter.leaves
        let hasNotStarted = states.notStarted & leaves == leaves
        let state =
            inherited ?? (hasNotStarted ? .notStarted : state(of: index, context, fingers: fingers))
        guard entry.kind.isComposition else {
            return events.append(leafReading(index, state, context, fingers: fingers))
        }
        let whole = phase(of: index, context, fingers: fingers)
        events.append(
            NodeReading(state: state, values: values(index, .changed, context, fingers: fingers)))
        let isExclusive = entry.kind == .exclusive
        let hasChosen = isExclusive && (whole == .active || whole == .ended)
        let chosen = hasChosen ? chosen(of: index, context, fingers: fingers) : nil
        var part = index + 1
        while part < entry.end {
            var handedOn = hasNotStarted || inherited != nil ? state : nil
            if isExclusive, handedOn == nil, part != chosen {
                handedOn = chosen == nil ? silence(of: part, context, fingers: fingers) : .failed
            }
            collectReadings(of: part, handedOn, context, fingers: fingers, into: &events)
            part = recognizers.list[part].end
        }
    }

    private func leafReading(
        _ index: Int, _ state: NodeReading.State, _ context: StepContext,
        fingers: borrowing FingerTable
    ) -> NodeReading {
        switch state {
        case .active: return reading(of: index, state, context, fingers: fingers)
        case .ended: return compositions.reading(of: index)
        default:
            var reading = NodeReading(
                state: state, values: values(index, .changed, context, fingers: fingers))
            guard !hand.isEmpty else { return reading }
            reading.position = fingers.centroid(of: hand.fingers)
            reading.durationUs = context.time.microseconds(since: hand.firstLanding)
            return reading
        }
    }

    private func state(
        of index: Int, _ context: StepContext, fingers: borrowing FingerTable
    ) -> NodeReading.State {
        let isActive = states.active & (1 << UInt64(recognizers.list[index].root)) != 0
        return switch phase(of: index, context, fingers: fingers) {
        case .possible: pressed & (1 << UInt64(index)) != 0 ? .pressing : .possible
        case .failed: .failed
        // A gesture that waits for others has not begun, whatever its parts do.
        case .active: isActive ? .active : .silent
        case .ended: isActive ? .ended : .silent
        }
    }

    /// A part of an exclusive composition that may not begin yet.
    private func silence(
        of part: Int, _ context: StepContext, fingers: borrowing FingerTable
    ) -> NodeReading.State? {
        let phase = phase(of: part, context, fingers: fingers)
        return phase == .active || phase == .ended ? .silent : nil
    }

    /// Long presses that the fingers on the zone may become.
    private var pressed: UInt64 {
        hand.isFresh ? states.candidates & arbiter[.timed] : 0
    }

    /// Records which long presses have become possible since the last call, and which no longer
    /// are.
    mutating func notePressing(
        _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        let now = pressed
        if pressing.hand != hand.number {
            for root in SlotSequence(roots(of: pressing.nodes & ~states.active))
            where states.active & (1 << UInt64(root)) == 0 {
                lapse(root, context, into: &events)
            }
            pressing = (nodes: 0, hand: hand.number)
        }
        guard now != pressing.nodes else { return }
        // Of gestures that began, an event was emitted.
        let changed = (now ^ pressing.nodes) & ~states.active
        pressing.nodes = now
        for root in SlotSequence(roots(of: changed)) {
            if recognizers.list[root].kind.isComposition || now & (1 << UInt64(root)) != 0 {
                observe(root, .progress, context, fingers: fingers, into: &events)
            } else {
                lapse(root, context, into: &events)
            }
        }
    }

    private func lapse(_ root: Int, _ context: StepContext, into events: inout GestureEventBuffer) {
        let none = events.readings.count
        events.append(
            GestureObservation(
                cause: .discarded, time: context.time, arena: number, root: root, fingers: 0,
                readings: none..<none))
    }

    private func roots(of nodes: UInt64) -> UInt64 {
        var roots: UInt64 = 0
        for index in SlotSequence(nodes) { roots |= 1 << UInt64(recognizers.list[index].root) }
        return roots
    }
}
