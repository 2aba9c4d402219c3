extension Arena {
    /// Fingers of the hand lift, all in the same frame.
    mutating func lift(
        _ lifted: UInt64, _ moment: Moment, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        let lifted = lifted & hand.fingers
        guard lifted != 0 else { return }
        lastLift = moment.time
        lastPlace = fingers.centroid(of: lifted)
        let completed = groups.lift(lifted, fingers: fingers)
        for index in recognizers.list.indices {
            if stirred != 0 {
                settleCompositions(before: index, moment, fingers: fingers, into: &events)
            }
            let entry = recognizers.list[index]
            switch entry.kind {
            case .tap:
                completeTaps(
                    index, entry.place, completed, moment, fingers: fingers, into: &events)
            case .swipe:
                liftSwipe(entry.place, lifted, moment, fingers: fingers, into: &events)
            case .simultaneous, .sequence, .exclusive: break
            case .custom: liftCustom(index, lifted, moment, fingers: fingers, into: &events)
            default:
                guard live & (1 << UInt64(index)) != 0 else { continue }
                end(index, moment, fingers: fingers, into: &events)
            }
        }
        groups.remove(completed)
        over |= arbiter.presses
        hand.leave(
            lifted, quietUntil: moment.time.advanced(byMicroseconds: liftQuietUs))
        startRound(moment, fingers: fingers, into: &events)
    }

    /// Fingers turn out not to be fingers: what they were part of is cancelled.
    mutating func reject(
        _ rejected: UInt64, _ reason: CancellationReason, _ moment: Moment,
        fingers: borrowing FingerTable, into events: inout GestureEventBuffer
    ) {
        let rejected = rejected & hand.fingers
        guard rejected != 0 else { return }
        lastLift = moment.time
        lastPlace = fingers.centroid(of: rejected)
        cancel(~0, reason, moment, fingers: fingers, into: &events)
        groups.remove(containing: rejected)
        over |= arbiter.presses | arbiter.swipes | arbiter.customs
        hand.leave(rejected, quietUntil: nil)
        startRound(moment, fingers: fingers, into: &events)
    }

    /// Every live gesture is cancelled and the hand forgotten. What was done before is told: nobody
    /// can come between any more.
    mutating func clear(
        _ reason: CancellationReason, _ moment: Moment, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        cancel(~0, reason, moment, fingers: fingers, into: &events)
        groups.remove(containing: ~0)
        hand.leave(~0, quietUntil: nil)
        for place in recognizers.taps.indices { recognizers.taps[place].reset() }
        for place in recognizers.swipes.indices { recognizers.swipes[place].reset() }
        stirAll()
        settle(moment, fingers: fingers, into: &events)
        // A sequence that was held back has begun with that, and can go on no more.
        cancel(~0, reason, moment, fingers: fingers, into: &events)
        for root in SlotSequence(arbiter.compositions & arbiter.roots) { leaveComposition(root) }
    }

    /// What stays over when a new round starts.
    func roundsOver() -> UInt64 {
        var stays = over & ~arbiter.rounds
        stays |= arbiter.rounds & ~arbiter.allowed(fingers: hand.count)
        if !hand.isFresh { stays |= arbiter.rounds & arbiter.edgeBound }
        return stays
    }

    /// A new round for the fingers that are left, from where they are.
    private mutating func startRound(
        _ moment: Moment, fingers: borrowing FingerTable, into events: inout GestureEventBuffer
    ) {
        if !hand.isEmpty {
            over = roundsOver()
            restartMotion(fromLandings: false, moment, fingers: fingers)
        }
        stirAll()
        settle(moment, fingers: fingers, into: &events)
        guard !hand.isEmpty else { return }
        beginAtOnce(moment, fingers: fingers, into: &events)
    }

    private mutating func completeTaps(
        _ index: Int, _ place: Int, _ completed: UInt64, _ moment: Moment,
        fingers: borrowing FingerTable, into events: inout GestureEventBuffer
    ) {
        guard dormant & (1 << UInt64(index)) == 0 else { return }
        for completedGroup in SlotSequence(completed) {
            guard let group = groups[completedGroup] else { continue }
            let counted = recognizers.taps[place].complete(
                group, at: moment.time, lastGroup: groups.lastNumber)
            if recognizers.list[index].isPart { stir(index, moved: false) }
            guard let counted else { continue }
            let told = GestureEvent(
                time: moment.time, device: device, zone: zone,
                gesture: recognizers.list[index].listIndex, id: 0, phase: .ended,
                fingers: group.count, position: group.place,
                unitPosition: surface.unit(group.place),
                durationUs: moment.time.microseconds(since: group.firstLanding),
                force: moment.forceSource == nil ? nil : group.force,
                forceSource: moment.forceSource, values: .tap(count: counted.count))
            recognize(
                index, told, landedAt: group.firstLanding, since: counted.startedAt, moment,
                fingers: fingers, into: &events)
        }
    }

    private mutating func liftSwipe(
        _ place: Int, _ lifted: UInt64, _ moment: Moment, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        let bit = recognizers.swipes[place].bit
        let index = recognizers.swipes[place].index
        guard (over | dormant | ended) & bit == 0 else { return }
        if recognizers.list[index].isPart { stir(index, moved: false) }
        if hand.isFresh {
            let isStroke = recognizers.swipes[place].firstLift(
                hand, at: moment.time, trace: trace, surface: surface, fingers: fingers)
            if !isStroke { over |= bit }
        }
        guard hand.fingers == lifted, over & bit == 0 else { return }
        let stroke = recognizers.swipes[place].lastLift(at: moment.time)
        // Whatever becomes of it, this hand has had its chance.
        over |= bit
        guard let stroke else { return }
        recognize(
            index, told(stroke, index, moment), landedAt: hand.firstLanding,
            since: hand.firstLanding, moment, fingers: fingers, into: &events)
    }

    private func told(
        _ stroke: SwipeRecognizer.Stroke, _ index: Int, _ moment: Moment
    ) -> GestureEvent {
        GestureEvent(
            time: moment.time, device: device, zone: zone,
            gesture: recognizers.list[index].listIndex, id: 0, phase: .ended,
            fingers: stroke.fingers.nonzeroBitCount, position: stroke.position,
            unitPosition: surface.unit(stroke.position),
            durationUs: moment.time.microseconds(since: hand.firstLanding),
            force: moment.forceSource == nil ? nil : stroke.force,
            forceSource: moment.forceSource,
            values: .swipe(
                translation: stroke.travel, velocity: stroke.velocity,
                direction: stroke.direction, edge: stroke.edge))
    }
}
