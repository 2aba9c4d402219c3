/// Custom recognisers: asked in the same places as the others, and answered for in the same arena.
extension Arena {
    /// Their copies, for the nodes given.
    static func makeLanes(_ nodes: [GestureNode]) -> ContiguousArray<AnyCustomLane> {
        var lanes: ContiguousArray<AnyCustomLane> = []
        for node in nodes {
            guard case .custom(let definition) = node.gesture.definition else { continue }
            lanes.append(definition.prototype.makeLane())
        }
        return lanes
    }

    /// Their copies, by node.
    var customLanes: [Int: AnyCustomLane] {
        var lanes: [Int: AnyCustomLane] = [:]
        for index in SlotSequence(arbiter.customs) {
            lanes[index] = customs[recognizers.list[index].place]
        }
        return lanes
    }

    /// A hand starts, or grows while it lands.
    func startCustoms() {
        for lane in customs { lane.start() }
    }

    /// Asks each that may still be something.
    mutating func stepCustoms(
        _ cause: RecognizerMoment.Cause, _ moment: Moment, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        for index in SlotSequence((live | candidates) & arbiter.customs) {
            settleCompositions(before: index, moment, fingers: fingers, into: &events)
            stepCustom(index, cause, moment, fingers: fingers, into: &events)
        }
    }

    /// Asks one what it makes of what its fingers did.
    mutating func stepCustom(
        _ index: Int, _ cause: RecognizerMoment.Cause, lifted: UInt64 = 0, _ moment: Moment,
        fingers: borrowing FingerTable, into events: inout GestureEventBuffer
    ) {
        guard (over | dormant | ended) & (1 << UInt64(index)) == 0, !hand.isEmpty else { return }
        let lane = customs[recognizers.list[index].place]
        collectCustomFingers(lifted: lifted, moment, fingers: fingers)
        let asked = RecognizerMoment(
            cause: cause, time: moment.time, firstLanding: hand.firstLanding)
        var action = lane.take(asked, fingers: customFingers.span)
        if action == .nothing, lane.isPending { action = .begin }
        act(action, index, lane, moment, fingers: fingers, into: &events)
    }

    private mutating func act(
        _ action: AnyCustomLane.Action, _ index: Int, _ lane: AnyCustomLane, _ moment: Moment,
        fingers: borrowing FingerTable, into events: inout GestureEventBuffer
    ) {
        let entry = recognizers.list[index]
        let bit: UInt64 = 1 << UInt64(index)
        switch (action, live & bit != 0) {
        case (.nothing, _): break
        case (.begin, true), (.change, true):
            change(index, moment, fingers: fingers, into: &events)
        case (.begin, false), (.change, false):
            lane.isPending = !entry.isPart && isBlocked(index, moment, fingers: fingers)
            if !lane.isPending { begin(index, moment, fingers: fingers, into: &events) }
        case (.end, true): end(index, moment, fingers: fingers, into: &events)
        case (.end, false): recognizeCustom(index, moment, fingers: fingers, into: &events)
        case (.fail, true): cancelOne(index, .failed, moment, fingers: fingers, into: &events)
        case (.fail, false):
            over |= bit
            if entry.isPart { stir(index, moved: false) }
        }
    }

    /// It is recognised without having begun.
    private mutating func recognizeCustom(
        _ index: Int, _ moment: Moment, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        let place = fingers.centroid(of: hand.fingers)
        let told = GestureEvent(
            time: moment.time, device: device, zone: zone,
            gesture: recognizers.list[index].listIndex, id: 0, phase: .ended,
            fingers: hand.count, position: place, unitPosition: surface.unit(place),
            durationUs: moment.time.microseconds(since: hand.firstLanding),
            force: moment.forceSource == nil ? nil : fingers.force(of: hand.fingers),
            forceSource: moment.forceSource, values: .custom)
        over |= 1 << UInt64(index)
        recognize(
            index, told, landedAt: hand.firstLanding, since: hand.firstLanding, moment,
            fingers: fingers, into: &events)
        if recognizers.list[index].isPart { stir(index, moved: false) }
    }

    /// Fingers lift: who has begun ends, unless it says else.
    mutating func liftCustom(
        _ index: Int, _ lifted: UInt64, _ moment: Moment, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        stepCustom(index, .lifted, lifted: lifted, moment, fingers: fingers, into: &events)
        guard live & (1 << UInt64(index)) != 0 else { return }
        end(index, moment, fingers: fingers, into: &events)
    }

    /// When the next of them wants to be asked.
    func nextCustomDeadline(after moment: Moment) -> Timestamp? {
        guard !hand.isEmpty else { return nil }
        var earliest: Timestamp?
        for index in SlotSequence((live | candidates) & arbiter.customs) {
            guard let due = customs[recognizers.list[index].place].nextDeadline,
                due > moment.time, due < earliest ?? Timestamp(microseconds: .max)
            else { continue }
            earliest = due
        }
        return earliest
    }

    /// Whether one is to be asked at a deadline: its own, or one that settles what it waits for.
    func isDue(_ place: Int, _ moment: Moment) -> Bool {
        guard !customs[place].isPending else { return true }
        guard let due = customs[place].nextDeadline else { return false }
        return due <= moment.time
    }

    private mutating func collectCustomFingers(
        lifted: UInt64, _ moment: Moment, fingers: borrowing FingerTable
    ) {
        customFingers.removeAll(keepingCapacity: true)
        for slot in SlotSequence(hand.fingers) {
            let bit: UInt64 = 1 << UInt64(slot)
            customFingers.append(
                RecognizerFinger(
                    slot: slot, landedAt: fingers.landedAt(slot),
                    landing: fingers.landing(ofSlot: slot),
                    position: fingers.position(ofSlot: slot),
                    velocity: fingers.velocity(of: bit, at: moment.time),
                    force: moment.forceSource == nil ? nil : fingers.force(of: bit),
                    isLifting: lifted & bit != 0))
        }
    }
}
