extension Arena {
    /// Fingers of the hand lift, all in the same frame.
    mutating func lift(
        _ lifted: UInt64, _ moment: Moment, fingers: inout FingerTable,
        into events: inout GestureEventBuffer
    ) {
        let lifted = lifted & hand.fingers
        guard lifted != 0 else { return }
        lastLift = moment.time
        let completed = groups.lift(lifted, fingers: fingers)
        for index in recognizers.list.indices {
            let entry = recognizers.list[index]
            switch entry.kind {
            case .tap:
                completeTaps(entry.place, completed, moment, fingers: fingers, into: &events)
            case .swipe:
                liftSwipe(entry.place, lifted, moment, fingers: fingers, into: &events)
            default:
                guard live & (1 << UInt64(index)) != 0 else { continue }
                end(index, moment, fingers: fingers, into: &events)
            }
        }
        groups.remove(completed)
        over |= arbiter.presses
        hand.leave(
            lifted, quietUntil: moment.time.advanced(byMicroseconds: Self.liftQuietUs))
        startRound(moment, fingers: &fingers)
    }

    /// Fingers turn out not to be fingers: what they were part of is cancelled.
    mutating func reject(
        _ rejected: UInt64, _ reason: CancellationReason, _ moment: Moment,
        fingers: inout FingerTable, into events: inout GestureEventBuffer
    ) {
        let rejected = rejected & hand.fingers
        guard rejected != 0 else { return }
        lastLift = moment.time
        cancel(arbiter.all, reason, moment, fingers: fingers, into: &events)
        groups.remove(containing: rejected)
        over |= arbiter.presses | arbiter.swipes
        hand.leave(rejected, quietUntil: nil)
        startRound(moment, fingers: &fingers)
    }

    /// Every live gesture is cancelled and the hand forgotten.
    mutating func clear(
        _ reason: CancellationReason, _ moment: Moment, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        cancel(arbiter.all, reason, moment, fingers: fingers, into: &events)
        groups.remove(containing: ~0)
        hand.leave(~0, quietUntil: nil)
        for place in recognizers.taps.indices { recognizers.taps[place].reset() }
        for place in recognizers.swipes.indices { recognizers.swipes[place].reset() }
    }

    /// A new round for the fingers that are left, from where they are.
    func roundsOver() -> UInt64 {
        (over & ~arbiter.rounds) | (arbiter.rounds & ~arbiter.allowed(fingers: hand.count))
    }

    private mutating func startRound(_ moment: Moment, fingers: inout FingerTable) {
        guard !hand.isEmpty else { return }
        over = roundsOver()
        restartMotion(fromLandings: false, moment, fingers: &fingers)
    }

    private mutating func completeTaps(
        _ place: Int, _ completed: UInt64, _ moment: Moment, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        for index in SlotSequence(completed) {
            guard let group = groups[index] else { continue }
            let count = recognizers.taps[place].complete(
                group, at: moment.time, lastGroup: groups.lastNumber)
            guard let count else { continue }
            let tap = recognizers.taps[place].index
            loseRivals(of: tap, moment, fingers: fingers, into: &events)
            events.append(
                GestureEvent(
                    time: moment.time, device: device, zone: zone, gesture: tap,
                    id: events.ids.make(), phase: .ended, fingers: group.count,
                    position: group.place, unitPosition: surface.unit(group.place),
                    durationUs: moment.time.microseconds(since: group.firstLanding),
                    force: moment.forceSource == nil ? nil : group.force,
                    forceSource: moment.forceSource, values: .tap(count: count)))
        }
    }

    private mutating func liftSwipe(
        _ place: Int, _ lifted: UInt64, _ moment: Moment, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        let bit = recognizers.swipes[place].bit
        guard over & bit == 0 else { return }
        if hand.isFresh {
            let isStroke = recognizers.swipes[place].firstLift(
                hand, at: moment.time, trace: trace, surface: surface, fingers: fingers)
            if !isStroke { over |= bit }
        }
        guard hand.fingers == lifted, over & bit == 0,
            let stroke = recognizers.swipes[place].lastLift(at: moment.time)
        else { return }
        let index = recognizers.swipes[place].index
        loseRivals(of: index, moment, fingers: fingers, into: &events)
        over |= bit
        tell(stroke, index, moment, into: &events)
    }

    private func tell(
        _ stroke: SwipeRecognizer.Stroke, _ index: Int, _ moment: Moment,
        into events: inout GestureEventBuffer
    ) {
        events.append(
            GestureEvent(
                time: moment.time, device: device, zone: zone, gesture: index,
                id: events.ids.make(), phase: .ended,
                fingers: stroke.fingers.nonzeroBitCount, position: stroke.position,
                unitPosition: surface.unit(stroke.position),
                durationUs: moment.time.microseconds(since: hand.firstLanding),
                force: moment.forceSource == nil ? nil : stroke.force,
                forceSource: moment.forceSource,
                values: .swipe(
                    translation: stroke.travel, velocity: stroke.velocity,
                    direction: stroke.direction, edge: stroke.edge)))
    }
}
