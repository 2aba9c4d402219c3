/// The lives of compositions.
extension Arena {
    /// A part begins.
    mutating func beginPart(_ index: Int, _ life: Life) {
        let root = recognizers.list[index].root
        let bit: UInt64 = 1 << UInt64(index)
        if live & (1 << UInt64(root)) != 0, compositions[root].fingers != hand.count {
            // The number of fingers is constant in an id.
            compositions.note(.fingerAdded, of: root)
            over |= bit
        } else {
            lives[index] = life
            if live & (1 << UInt64(root)) == 0 {
                // It may begin only once this part has ended and its fingers have gone.
                compositions[root].fingers = hand.count
                compositions[root].landedAt = life.landedAt
            }
            live |= bit
            risen |= 1 << UInt64(root)
        }
        stir(index, moved: arbiter.rounds & bit != 0)
    }

    /// A part that is a tap or a swipe is recognised.
    mutating func recognizePart(
        _ index: Int, _ told: GestureEvent, landedAt: Timestamp
    ) {
        let root = recognizers.list[index].root
        let bit: UInt64 = 1 << UInt64(index)
        let isLive = live & (1 << UInt64(root)) != 0
        if isLive, compositions[root].fingers != told.fingers {
            compositions.note(.fingerAdded, of: root)
            over |= bit
        } else {
            compositions.keep(reading(told, index), of: index)
            compositions.note(told.position, force: told.force ?? 0, of: root)
            if !isLive {
                compositions[root].fingers = told.fingers
                compositions[root].landedAt = landedAt
            }
            ended |= bit
            risen |= 1 << UInt64(root)
        }
        stir(index, moved: false)
    }

    /// A part did something.
    mutating func stir(_ index: Int, moved isMoved: Bool) {
        let root: UInt64 = 1 << UInt64(recognizers.list[index].root)
        stirred |= root
        if isMoved { moved |= root }
    }

    /// Every composition that is under way may have changed.
    mutating func stirAll() {
        guard arbiter.compositions != 0 else { return }
        stirred |= live & arbiter.compositions & arbiter.roots
        for index in SlotSequence(ended) { stir(index, moved: false) }
    }

    /// Tells what became of the compositions that stand before a node of the list.
    mutating func settleCompositions(
        before index: Int, _ moment: Moment, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        for root in SlotSequence(stirred) where recognizers.list[root].end <= index {
            settleComposition(root, moment, fingers: fingers, into: &events)
        }
    }

    private mutating func settleComposition(
        _ root: Int, _ moment: Moment, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        let bit: UInt64 = 1 << UInt64(root)
        let isMoved = moved & bit != 0
        stirred &= ~bit
        moved &= ~bit
        defer { risen &= ~bit }
        advance(root, moment, fingers: fingers)
        let phase = phase(of: root, moment, fingers: fingers)
        let isLive = live & bit != 0
        if isLive, risen & bit != 0 {
            // In a later touch than it began in, its rivals have not lost yet.
            loseRivals(of: root, moment, fingers: fingers, into: &events)
        }
        switch phase {
        case .possible, .active:
            if isLive, isMoved {
                tellComposition(root, .changed, nil, moment, fingers: fingers, into: &events)
            } else if isLive {
                observe(root, .noted, moment, fingers: fingers, into: &events)
            } else if !isLive, phase == .active {
                _ = start(root, moment, fingers: fingers, into: &events)
            }
        case .ended:
            guard isLive || start(root, moment, fingers: fingers, into: &events) else { return }
            tellComposition(root, .ended, nil, moment, fingers: fingers, into: &events)
            silence(recognizers.list[root], moment)
            leaveComposition(root)
        case .failed:
            guard isLive else { return }
            let reason = compositions[root].reason
            tellComposition(root, .cancelled, reason, moment, fingers: fingers, into: &events)
            leaveComposition(root)
        }
    }

    /// A composition begins; false where it may not, or must wait.
    private mutating func start(
        _ root: Int, _ moment: Moment, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) -> Bool {
        let bit: UInt64 = 1 << UInt64(root)
        guard !isSilent(root, moment) else {
            leaveComposition(root)
            return false
        }
        guard !isBlocked(root, moment, fingers: fingers) else {
            stirred |= bit
            return false
        }
        loseRivals(of: root, moment, fingers: fingers, into: &events)
        if live & recognizers.list[root].mask != 0 {
            compositions[root].fingers = hand.count
            compositions[root].landedAt = hand.firstLanding
        }
        compositions[root].reason = .failed
        live |= bit
        lives[root].id = events.ids.make()
        tellComposition(root, .began, nil, moment, fingers: fingers, into: &events)
        return true
    }

    /// Forgets a composition that is over; its parts rest until their hand or their round ends.
    mutating func leaveComposition(_ root: Int) {
        let mask = recognizers.list[root].mask
        leaveLife(mask)
        ended &= ~mask
        stirred &= ~mask
        moved &= ~mask
        risen &= ~mask
        dormant |= arbiter.laterParts & mask
        compositions[root].awaitsLandingUntil = nil
        groups.lose(mask & arbiter.taps)
        for index in SlotSequence(mask & arbiter.taps) {
            recognizers.taps[recognizers.list[index].place].reset()
        }
    }

    /// For a hand that starts or grows: compositions that are not under way start anew.
    ///
    /// Returns the nodes of those that are.
    mutating func renewCompositions() -> UInt64 {
        guard arbiter.compositions != 0 else { return 0 }
        var kept: UInt64 = 0
        for root in SlotSequence(arbiter.compositions & arbiter.roots) {
            let mask = recognizers.list[root].mask
            compositions[root].awaitsLandingUntil = nil
            if live & (1 << UInt64(root)) != 0 || ended & mask != 0 {
                kept |= mask
            } else {
                dormant |= arbiter.laterParts & mask
            }
        }
        return kept
    }
}

/// What compositions say.
extension Arena {
    /// A live part speaks: the whole is where its fingers are, also once they have left the hand.
    mutating func note(_ part: Int, fingers: borrowing FingerTable) {
        let own = lives[part].fingers
        compositions.note(
            fingers.centroid(of: own), force: fingers.force(of: own),
            of: recognizers.list[part].root)
    }

    mutating func tellComposition(
        _ root: Int, _ phase: GesturePhase, _ reason: CancellationReason?, _ moment: Moment,
        fingers: borrowing FingerTable, into events: inout GestureEventBuffer
    ) {
        for part in SlotSequence(live & recognizers.list[root].mask & arbiter.leaves) {
            note(part, fingers: fingers)
        }
        let whole = compositions[root]
        var told = GestureEvent(
            time: moment.time, device: device, zone: zone,
            gesture: recognizers.list[root].listIndex, id: lives[root].id, phase: phase,
            fingers: whole.fingers, position: whole.place,
            unitPosition: surface.unit(whole.place),
            durationUs: moment.time.microseconds(since: whole.landedAt),
            force: moment.forceSource == nil ? nil : whole.force,
            forceSource: moment.forceSource,
            values: values(root, phase, moment, fingers: fingers))
        told.reason = reason
        let first = events.parts.count
        collectParts(of: root, phase, moment, fingers: fingers, into: &events)
        told.parts = first..<events.parts.count
        events.append(told)
        observe(root, .told(phase), moment, fingers: fingers, into: &events)
    }

    /// The parts that have something to say, in the order of the nodes.
    private func collectParts(
        of index: Int, _ phase: GesturePhase, _ moment: Moment, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        let entry = recognizers.list[index]
        let bit: UInt64 = 1 << UInt64(index)
        guard entry.kind.isComposition else {
            if live & bit != 0 {
                let values = values(index, phase, moment, fingers: fingers)
                events.append(GesturePart(node: index, values: values))
            } else if ended & bit != 0 {
                events.append(GesturePart(node: index, values: compositions.values(of: index)))
            }
            return
        }
        let speaker = entry.kind == .exclusive ? speaker(of: index, moment, fingers: fingers) : nil
        var part = index + 1
        while part < entry.end {
            if entry.kind != .exclusive || part == speaker {
                collectParts(of: part, phase, moment, fingers: fingers, into: &events)
            }
            part = recognizers.list[part].end
        }
    }
}
