/// Fingers that tap beside held ones, whose gestures continue.
extension Arena {
    /// The maximum distance of a held finger from its landing point (mm, squared).
    private static let heldSquaredTravel = 16.0
    /// A shorter contact beside held fingers is a flicker, not a tap (µs).
    private static let minimumTapUs: Int64 = 30_000

    /// Whether the fingers of the hand are held, so that those that land are put aside.
    ///
    /// Held fingers that are far away are palms, unless they make a long press. A kind that follows
    /// fingers sees each land in the hand.
    func putsAside(
        _ landed: UInt64, isJump: Bool, at time: Timestamp, fingers: borrowing FingerTable
    ) -> Bool {
        guard heldAfterUs > 0, !isJump, !hand.isEmpty, arbiter[.followsFingers] == 0
        else { return false }
        let landing = fingers.firstLanding(of: landed)
        guard !hand.isOpen(at: landing, window: landingWindowUs),
            fingers.squaredTravel(of: hand.fingers) <= Self.heldSquaredTravel
        else { return false }
        // A contact that had to be confirmed may have landed before the long press began.
        if states.active & arbiter[.timed] != 0 { return true }
        let age = landing.microseconds(since: fingers.firstLanding(of: hand.fingers))
        return age > heldAfterUs
            && restingPalms(beside: landed | aside.fingers, at: time, fingers: fingers) == 0
    }

    /// Puts fingers aside that land.
    mutating func putAside(
        _ landed: UInt64, _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        defer { checkInvariants() }
        if aside.isEmpty { groups.close() }
        let landing = fingers.firstLanding(of: landed)
        let side = restingSide(of: landed, fingers: fingers)
        let isQuiet = landing.microseconds(since: hand.lastLift) > Self.lateTapQuietUs
        if isQuiet { landGroups(landed, fingers: fingers) }
        if isQuiet || beginGroupBeside(landed, side, fingers: fingers) {
            groups.putNewestAside(side)
            // A composition has one state for all fingers of the hand.
            let parts = arbiter[.countsTaps] & ~arbiter.roots
            groups.loseNewest(arbiter[.countsTaps] & newcomers | parts)
            skipTaps(parts, landed, fingers: fingers)
        } else {
            skipGroup(landed, fingers: fingers)
        }
        let palms = restingPalms(
            beside: landed | aside.fingers, at: context.time, fingers: fingers)
        aside.add(
            landed, beside: hand.fingers, palms: palms, at: context.time, fingers: fingers)
        markAllDirty()
        settle(context, fingers: fingers, into: &events)
    }

    /// Whether fingers that are aside join the hand, because one of them or of the hand has moved.
    func asideHaveMoved(_ fingers: borrowing FingerTable) -> Bool {
        aside.haveMoved(beside: hand.fingers, fingers)
    }

    /// Removes and returns the fingers that are aside; `landAside` lands them in the hand.
    mutating func takeAside(_ fingers: borrowing FingerTable) -> UInt64 {
        let taken = aside.fingers
        groups.remove(containing: taken)
        aside.remove(taken, fingers: fingers)
        return taken
    }

    /// Lands fingers that were aside, in the order of their landings. The round is measured from
    /// when the last of them landed.
    mutating func landAside(
        _ taken: UInt64, _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        var remaining = taken
        while remaining != 0 {
            let first = fingers.firstLanding(of: remaining)
            var landed: UInt64 = 0
            for slot in SlotSequence(remaining) where fingers.landedAt(slot) == first {
                landed |= 1 << UInt64(slot)
            }
            remaining &= ~landed
            land(landed, isJump: false, context, fingers: fingers, into: &events)
        }
        hand.round.restart(
            hand.fingers, at: aside.landedAt, from: aside.positions, fingers: fingers)
    }

    /// Lifts fingers that are aside: they may be taps, to which the gestures of the hand do not
    /// lose.
    mutating func liftAside(
        _ lifted: UInt64, _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        hand.recordLift(of: lifted, at: context.time, fingers: fingers)
        let completed = groups.lift(lifted, fingers: fingers)
        aside.remove(lifted, fingers: fingers)
        checkSides(completed, fingers: fingers)
        for index in SlotSequence(completed) {
            guard let group = groups[index], Self.isFlicker(group, at: context.time) else {
                continue
            }
            groups.lose(arbiter[.countsTaps] & ~arbiter[.tapsBeside], at: index)
        }
        countedTaps = 0
        aside.areTapping = true
        let taps = arbiter[.countsTaps] & arbiter.roots
        // Taps for fingers beside others come first, whatever the order of the list.
        for index in SlotSequence(taps & arbiter[.tapsBeside]) {
            liftTaps(index, completed, context, fingers: fingers, into: &events)
        }
        for index in SlotSequence(taps & ~arbiter[.tapsBeside]) {
            liftTaps(index, completed, context, fingers: fingers, into: &events)
        }
        aside.areTapping = false
        groups.remove(completed)
        markAllDirty()
        settle(context, fingers: fingers, into: &events)
    }

    /// Whether a group that lifts at `time` beside held fingers is too short for a tap.
    static func isFlicker(_ group: TapGroup, at time: Timestamp) -> Bool {
        group.isAside && time.microseconds(since: group.firstLanding) < minimumTapUs
    }

    /// Makes the fingers that are aside a hand, after the last of the hand has left. They can still
    /// tap.
    mutating func continueWithAside(fingers: borrowing FingerTable) {
        guard hand.isEmpty, !aside.isEmpty else { return }
        hand.joinLate(aside.fingers, at: fingers.firstLanding(of: aside.fingers))
        groups.returnAside()
        aside.remove(aside.fingers, fingers: fingers)
    }

    /// Makes the other taps of the landings of a tap lose to it, which was made beside held
    /// fingers.
    mutating func loseTaps(to tap: Int, made landings: TapLandings?) {
        let rivals = arbiter.waiters(for: tap) | arbiter.losers(to: tap)
        groups.lose(rivals & arbiter[.countsTaps], in: landings)
    }
}
