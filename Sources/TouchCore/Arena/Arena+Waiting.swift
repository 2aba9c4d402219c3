/// Gestures that wait until others have failed (`waits_for`).
extension Arena {
    /// Fingers that stay where they are for so long rest (µs): what waits for a swipe is released.
    private static let restUs: Int64 = 150_000

    /// Whether one that a root waits for may still be.
    @inline(__always)
    func isBlocked(
        _ root: Int, _ moment: Moment, fingers: borrowing FingerTable
    ) -> Bool {
        arbiter.waiting & (1 << UInt64(root)) != 0 && awaits(root, moment, fingers: fingers)
    }

    private func awaits(_ root: Int, _ moment: Moment, fingers: borrowing FingerTable) -> Bool {
        for awaited in SlotSequence(arbiter.waitedFor(by: root))
        where held.contains(awaited) || mayBegin(awaited, moment, fingers: fingers) {
            return true
        }
        return false
    }

    /// Whether a root that others wait for has not failed.
    private func mayBegin(
        _ root: Int, _ moment: Moment, fingers: borrowing FingerTable
    ) -> Bool {
        let bit: UInt64 = 1 << UInt64(root)
        if arbiter.compositions & bit != 0 {
            // One that is under way, since an earlier touch, has not failed.
            return phase(of: root, moment, fingers: fingers) != .failed
        }
        if arbiter.taps & bit != 0 { return mayTap(root, moment, fingers: fingers) }
        if arbiter.swipes & bit != 0, hasRested { return false }
        return candidates & bit != 0 && !hand.isEmpty
    }

    /// Whether a tap counts on, or fingers are down that may be one.
    func mayTap(_ index: Int, _ moment: Moment, fingers: borrowing FingerTable) -> Bool {
        let place = recognizers.list[index].place
        return recognizers.taps[place].isCounting
            || recognizers.taps[place].isPossible(
                at: moment.time, groups: groups, fingers: fingers)
    }

    /// Looks which counts of taps can go on no more, and tells what waited for that.
    @inline(__always)
    mutating func settle(
        _ moment: Moment, fingers: borrowing FingerTable, into events: inout GestureEventBuffer
    ) {
        guard arbiter.isEntangled else { return }
        settleEntangled(moment, fingers: fingers, into: &events)
    }

    private mutating func settleEntangled(
        _ moment: Moment, fingers: borrowing FingerTable, into events: inout GestureEventBuffer
    ) {
        if arbiter.awaitedSwipes != 0, !hand.isEmpty, restDeadline(fingers) <= moment.time {
            hasRested = true
        }
        for index in SlotSequence(arbiter.awaitedTaps) {
            let place = recognizers.list[index].place
            guard recognizers.taps[place].isCounting else { continue }
            recognizers.taps[place].settle(at: moment.time, groups: groups, fingers: fingers)
            if recognizers.list[index].isPart { stir(index, moved: false) }
        }
        expireAwaitedLandings(moment)
        releaseHeld(moment, fingers: fingers, into: &events)
        settleCompositions(
            before: ZoneConfiguration.gestureLimit, moment, fingers: fingers, into: &events)
    }

    private mutating func releaseHeld(
        _ moment: Moment, fingers: borrowing FingerTable, into events: inout GestureEventBuffer
    ) {
        var place = 0
        while let waiting = held[place] {
            if isHeldBack(waiting, moment, fingers: fingers) {
                place += 1
            } else {
                release(place, moment, fingers: fingers, into: &events)
                // Others may have lost to it, or wait no longer.
                place = 0
            }
        }
    }

    /// Whether one that a held gesture waits for may still be.
    ///
    /// Of other kinds than taps only what its own hand does counts.
    private func isHeldBack(
        _ waiting: HeldGestures.Held, _ moment: Moment, fingers: borrowing FingerTable
    ) -> Bool {
        let isSameHand = waiting.hand == hand.number
        for awaited in SlotSequence(arbiter.waitedFor(by: waiting.index)) {
            // It was recognised and waits itself: it has not failed.
            if held.contains(awaited) { return true }
            if arbiter.taps & (1 << UInt64(awaited)) != 0 {
                // Fingers that are down now are another touch, unless they continue the count.
                if recognizers.taps[recognizers.list[awaited].place].isCounting { return true }
            } else if isSameHand, mayBegin(awaited, moment, fingers: fingers) {
                return true
            }
        }
        return false
    }

    /// Tells what is held at `place`.
    mutating func release(
        _ place: Int, _ moment: Moment, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        guard let waiting = held[place] else { return }
        held.remove(at: place)
        let entry = recognizers.list[waiting.index]
        guard !isSilent(entry.root, moment) else { return }
        if waiting.hand == hand.number {
            loseRivals(of: waiting.index, moment, fingers: fingers, into: &events)
        }
        dropHeld(losingTo: waiting.index, since: waiting.since)
        var told = waiting.event
        told.time = moment.time
        told.durationUs = moment.time.microseconds(since: waiting.landedAt)
        tell(told, entry, moment, into: &events)
    }

    /// When the fingers will have rested, if they stay where they are.
    func restDeadline(_ fingers: borrowing FingerTable) -> Timestamp {
        fingers.restsSince(hand.fingers).advanced(byMicroseconds: Self.restUs)
    }

    private mutating func expireAwaitedLandings(_ moment: Moment) {
        guard hand.isEmpty else { return }
        for root in SlotSequence(arbiter.compositions & arbiter.roots) {
            guard let until = compositions[root].awaitsLandingUntil, until <= moment.time else {
                continue
            }
            compositions[root].awaitsLandingUntil = nil
            stirred |= 1 << UInt64(root)
        }
    }
}
