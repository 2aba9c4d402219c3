/// The state and the values of a node, as the Swift API observes them.
struct NodeReading: Sendable, Hashable {
    /// The state of a node.
    enum State: Sendable, Hashable {
        /// A part of a sequence that has not started.
        case notStarted
        /// It may still begin.
        case possible
        /// A long press that the fingers that are down may become. Other kinds are `possible` then.
        case pressing
        case active
        case ended
        case failed
        /// It began or was recognised, but may not be emitted yet, because a gesture that precedes
        /// it may still begin.
        case silent
    }

    var state: State
    /// The values of the node's kind; after its end, the values at the end.
    var values: GestureValues
    /// The centroid of the fingers, in mm from the surface's top left.
    var position = Point.zero
    /// The time since the first finger landed (µs).
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

/// An event or another change of a gesture of the list, as the Swift API observes it.
struct GestureObservation: Sendable {
    /// The change that is observed.
    enum Cause: Sendable, Hashable {
        /// An event is emitted as well.
        case emitted(GesturePhase)
        /// A part of a composition changed without an event of the composition, or a long press
        /// became `pressing`.
        case progress
        /// A long press is no longer `pressing`, and has not begun.
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
    /// Why the gesture was cancelled. For a composition that continues, why a part was cancelled
    /// last.
    var reason: CancellationReason?
}

/// The Swift API's observations besides events; only in observed arenas.
extension Arena {
    /// Records an event of a gesture that is not a composition.
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

    /// The reading of a leaf that is active or ends in this step.
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

    /// - Parameter inherited: the state that the composition of a part gives it; `nil` if the part
    ///   has its own.
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
            var partState = hasNotStarted || inherited != nil ? state : nil
            if isExclusive, partState == nil, part != chosen {
                partState = chosen == nil ? silence(of: part, context, fingers: fingers) : .failed
            }
            collectReadings(of: part, partState, context, fingers: fingers, into: &events)
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
        // A composition that waits for other gestures has not begun, although its parts may have.
        case .active: isActive ? .active : .silent
        case .ended: isActive ? .ended : .silent
        }
    }

    /// `silent` if a part of an exclusive composition began although a part before it still may;
    /// otherwise `nil`.
    private func silence(
        of part: Int, _ context: StepContext, fingers: borrowing FingerTable
    ) -> NodeReading.State? {
        let phase = phase(of: part, context, fingers: fingers)
        return phase == .active || phase == .ended ? .silent : nil
    }

    /// The long presses that the fingers of the hand may become.
    private var pressed: UInt64 {
        hand.isFresh ? states.candidates & arbiter[.timed] : 0
    }

    /// Observes the long presses that the fingers may become, or no longer may, since the last
    /// call.
    mutating func recordPressing(
        _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        let now = pressed
        if pressing.hand != hand.number {
            for root in SlotSequence(roots(of: pressing.nodes & ~states.active))
            where states.active & (1 << UInt64(root)) == 0 {
                discard(root, context, into: &events)
            }
            pressing = (nodes: 0, hand: hand.number)
        }
        guard now != pressing.nodes else { return }
        // An event of those that began was emitted.
        let changed = (now ^ pressing.nodes) & ~states.active
        pressing.nodes = now
        for root in SlotSequence(roots(of: changed)) {
            if recognizers.list[root].kind.isComposition || now & (1 << UInt64(root)) != 0 {
                observe(root, .progress, context, fingers: fingers, into: &events)
            } else {
                discard(root, context, into: &events)
            }
        }
    }

    private func discard(_ root: Int, _ context: StepContext, into events: inout GestureEventBuffer)
    {
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
