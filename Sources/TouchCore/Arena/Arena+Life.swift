extension Arena {
    /// A gesture begins: its rivals lose, then it is told.
    mutating func begin(
        _ index: Int, _ moment: Moment, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        loseRivals(of: index, moment, fingers: fingers, into: &events)
        live |= 1 << UInt64(index)
        lives[index] = Life(
            id: events.ids.make(), fingers: hand.fingers, edge: edge(index, fingers: fingers))
        events.append(event(index, .began, moment, fingers: fingers))
    }

    /// A live gesture goes on.
    mutating func change(
        _ index: Int, _ moment: Moment, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        events.append(event(index, .changed, moment, fingers: fingers))
    }

    /// A live gesture ends as it should; it is over until its round or its hand ends.
    mutating func end(
        _ index: Int, _ moment: Moment, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        events.append(event(index, .ended, moment, fingers: fingers))
        leaveLife(1 << UInt64(index))
    }

    /// Every live gesture of a mask is cancelled.
    mutating func cancel(
        _ gestures: UInt64, _ reason: CancellationReason, _ moment: Moment,
        fingers: borrowing FingerTable, into events: inout GestureEventBuffer
    ) {
        for index in SlotSequence(live & gestures) {
            var told = event(index, .cancelled, moment, fingers: fingers)
            told.reason = reason
            events.append(told)
            leaveLife(1 << UInt64(index))
        }
    }

    /// Makes the gestures lose that may not stand beside one that wins.
    mutating func loseRivals(
        of index: Int, _ moment: Moment, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        let rivals = arbiter.losers(to: index)
        cancel(rivals, .lost, moment, fingers: fingers, into: &events)
        over |= rivals & ~arbiter.taps
        if rivals & arbiter.taps != 0 { groups.lose(rivals & arbiter.taps) }
    }

    private mutating func leaveLife(_ bit: UInt64) {
        live &= ~bit
        over |= bit
        guard arbiter.presses & bit != 0 else { return }
        for place in recognizers.deepPresses.indices
        where recognizers.deepPresses[place].bit == bit {
            recognizers.deepPresses[place].rest()
        }
    }

    /// The side in whose band a drag of a fresh hand landed.
    private func edge(_ index: Int, fingers: borrowing FingerTable) -> SurfaceEdge? {
        let entry = recognizers.list[index]
        guard hand.isFresh, entry.kind == .drag else { return nil }
        return surface.edge(
            of: hand.fingers, width: recognizers.drags[entry.place].edgeWidth, fingers: fingers)
    }
}

extension Arena {
    /// What a live gesture says now.
    private func event(
        _ index: Int, _ phase: GesturePhase, _ moment: Moment, fingers: borrowing FingerTable
    ) -> GestureEvent {
        let life = lives[index]
        let position = fingers.centroid(of: life.fingers)
        return GestureEvent(
            time: moment.time, device: device, zone: zone, gesture: index, id: life.id,
            phase: phase, fingers: life.fingers.nonzeroBitCount, position: position,
            unitPosition: surface.unit(position),
            durationUs: moment.time.microseconds(since: hand.firstLanding),
            force: moment.forceSource == nil ? nil : fingers.force(of: life.fingers),
            forceSource: moment.forceSource,
            values: values(index, phase, moment, fingers: fingers))
    }

    private func values(
        _ index: Int, _ phase: GesturePhase, _ moment: Moment, fingers: borrowing FingerTable
    ) -> GestureValues {
        let entry = recognizers.list[index]
        let life = lives[index]
        switch entry.kind {
        case .drag:
            let velocity = fingers.velocity(of: life.fingers, at: moment.time)
            let translation = fingers.translation(of: life.fingers)
            return .drag(
                translation: translation, velocity: velocity,
                predicted: Projection.predictedTranslation(translation, velocity: velocity),
                edge: life.edge)
        case .magnify:
            return .magnify(
                translation: motion.translation, scale: motion.scale,
                velocity: motion.scaleVelocity(at: moment.time))
        case .rotate:
            return .rotate(
                translation: motion.translation, degrees: motion.angle * 180 / .pi,
                velocity: motion.angularVelocity(at: moment.time) * 180 / .pi)
        case .deepPress:
            let maximum = recognizers.deepPresses[entry.place].maximum
            return .deepPress(maximum: phase == .ended ? maximum : nil)
        // Taps and swipes never live: they are told whole, where they are recognised.
        default:
            return .longPress
        }
    }
}
