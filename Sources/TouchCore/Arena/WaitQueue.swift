/// Recognised taps and swipes that wait until other gestures have failed (`waits_for`).
///
/// Ordered by recognition. A gesture that waits for a count of n can be queued n − 1 times; when
/// there is no more room, the oldest is emitted at once.
struct WaitQueue: ~Copyable {
    /// The maximum distance of two taps at the same position (mm, squared): the spacing of two
    /// taps.
    private static let squaredSpacing = 64.0

    /// A queued gesture.
    struct Entry: Sendable {
        /// The node.
        var index: Int
        /// The event to emit; its id and its time are set when it is emitted.
        var event: GestureEvent
        /// When the first of its fingers landed.
        var landedAt: Timestamp
        /// When the first finger of the first tap of its count landed.
        var since: Timestamp
        /// The number of its hand.
        var hand: UInt64
        /// The number of the landing of its fingers.
        var landing: UInt64
        /// For a tap, the landings of its count.
        var landings: TapLandings?
        /// Whether it is a tap beside held fingers, whose gestures it does not concern.
        var isAside: Bool
    }

    private static let capacity = 32

    /// The number of queued gestures.
    private(set) var count = 0

    private var entries: UniqueArray<Entry?>

    /// - Parameter isNeeded: whether some gesture of the zone waits for another.
    init(isNeeded: Bool) {
        entries = UniqueArray(repeating: nil, count: isNeeded ? Self.capacity : 0)
    }

    /// Whether the queue is empty.
    var isEmpty: Bool { count == 0 }

    /// Whether the queue is full.
    var isFull: Bool { count == entries.count }

    /// The first violated invariant; `nil` if all hold.
    var brokenInvariant: String? {
        for position in 0..<count where entries[position] == nil {
            return "there is a gap between queued gestures"
        }
        for position in 0..<max(count - 1, 0) {
            guard let older = entries[position], let newer = entries[position + 1] else { continue }
            if older.hand > newer.hand { return "the queue is not in order" }
        }
        return nil
    }

    /// The queued gesture at an index; the oldest first.
    subscript(position: Int) -> Entry? { position < count ? entries[position] : nil }

    /// Whether a node is queued.
    func contains(_ index: Int) -> Bool {
        for position in 0..<count where entries[position]?.index == index { return true }
        return false
    }

    /// Whether a node is queued that was recognised in the given hand.
    func contains(_ index: Int, of hand: UInt64) -> Bool {
        for position in 0..<count
        where entries[position]?.index == index && entries[position]?.hand == hand {
            return true
        }
        return false
    }

    /// Whether a node is queued that was recognised in the given hand, or near `landing`, where a
    /// later hand landed: taps elsewhere do not concern that hand.
    func contains(_ index: Int, of hand: UInt64, near landing: Point) -> Bool {
        for position in 0..<count {
            guard let entry = entries[position], entry.index == index else { continue }
            if entry.hand == hand && !entry.isAside
                || entry.event.position.squaredDistance(to: landing) <= Self.squaredSpacing
            {
                return true
            }
        }
        return false
    }

    /// Whether a node is queued that was recognised from the given landing; taps of other landings
    /// do not count.
    func contains(_ index: Int, with landing: UInt64) -> Bool {
        for position in 0..<count where entries[position]?.index == index {
            if entries[position]?.landings?.contains(landing) ?? true { return true }
        }
        return false
    }

    /// Appends an entry; there must be room.
    mutating func append(_ entry: Entry) {
        guard !isFull else { return }
        entries[count] = entry
        count += 1
    }

    /// Renumbers the node queued at `position`.
    mutating func renumber(_ position: Int, node: Int, listIndex: Int) {
        guard position < count else { return }
        entries[position]?.index = node
        entries[position]?.event.gesture = listIndex
    }

    /// Removes the entry at `position`.
    mutating func remove(at position: Int) {
        guard position < count else { return }
        count -= 1
        for index in position..<count { entries[index] = entries[index + 1] }
    }

    /// Drops entries that lose to a winner: those that wait for it, and its rivals that were
    /// recognised from the same touches.
    ///
    /// - Parameters:
    ///   - since: when the first of those touches landed.
    ///   - landings: for a tap, the landings of its count; entries of other landings are kept.
    ///   - last: the number of the last hand whose entries are dropped.
    mutating func remove(
        waiters: UInt64, rivals: UInt64, since: Timestamp, landings: TapLandings?,
        through last: UInt64 = .max
    ) {
        var position = 0
        while let waiting = self[position] {
            let bit: UInt64 = 1 << UInt64(waiting.index)
            let loses =
                landings.map { (waiters | rivals) & bit != 0 && $0.contains(waiting.landing) }
                ?? (waiters & bit != 0 || rivals & bit != 0 && waiting.landedAt >= since)
            if loses, waiting.hand <= last {
                remove(at: position)
            } else {
                position += 1
            }
        }
    }
}

/// Gestures that wait until others have failed (`waits_for`).
extension Arena {
    /// Whether a gesture that a root waits for may still begin.
    func isBlocked(
        _ root: Int, _ context: StepContext, fingers: borrowing FingerTable
    ) -> Bool {
        arbiter.waiting & (1 << UInt64(root)) != 0 && awaits(root, context, fingers: fingers)
    }

    private func awaits(
        _ root: Int, _ context: StepContext, fingers: borrowing FingerTable
    ) -> Bool {
        let isLeaf = arbiter.compositions & (1 << UInt64(root)) == 0
        for awaited in SlotSequence(arbiter.waitedFor(by: root)) {
            let isQueued =
                isLeaf
                ? queue.contains(
                    awaited, of: hand.number,
                    near: fingers.landing(of: hand.fingers))
                : queue.contains(awaited)
            if isQueued { return true }
            if isLeaf, arbiter[.countsTaps] & (1 << UInt64(awaited)) != 0 {
                if status(of: awaited, in: .hand, context, fingers: fingers) == .possible {
                    return true
                }
            } else if mayBegin(awaited, context, fingers: fingers) {
                return true
            }
        }
        return false
    }

    /// Whether a root that others wait for has not failed.
    private func mayBegin(
        _ root: Int, _ context: StepContext, fingers: borrowing FingerTable
    ) -> Bool {
        let bit: UInt64 = 1 << UInt64(root)
        if arbiter.compositions & bit != 0 {
            // A composition under way since an earlier touch has not failed before its event is
            // emitted.
            return states.isActive(root) || phase(of: root, context, fingers: fingers) != .failed
        }
        if arbiter[.countsTaps] & bit != 0 {
            return status(of: root, in: .all, context, fingers: fingers) == .possible
        }
        if awaitsPart(root) { return true }
        if arbiter[.stroke] & bit != 0, hand.hasRested { return false }
        return states.candidates & bit != 0 && !hand.isEmpty
    }

    /// Ends counts of taps that can no longer continue, and emits the gestures that waited for
    /// that.
    mutating func settle(
        _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        guard arbiter.isEntangled else { return }
        settleEntangled(context, fingers: fingers, into: &events)
    }

    private mutating func settleEntangled(
        _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        if arbiter.awaitedStrokes != 0 { hand.recordRest(at: context.time, fingers: fingers) }
        expireAwaitedLandings(context, fingers: fingers, into: &events)
        // One result may allow another, so this repeats until nothing changes.
        for _ in 0..<ZoneConfiguration.gestureLimit {
            let before = settlementState
            for index in SlotSequence(arbiter.awaitedTaps) {
                if recognizers.isCounting(index) {
                    recognizers.tapDeadline(
                        index, at: context.time, groups: groups, fingers: fingers)
                    markDirty(index)
                } else if isAwaitedPart(index) {
                    markDirty(index)
                }
            }
            releaseQueued(context, fingers: fingers, into: &events)
            updateCompositions(context, fingers: fingers, into: &events)
            fireStarted(context, fingers: fingers, into: &events)
            if settlementState == before { return }
        }
    }

    /// Whether it is the turn of a tap in an active composition: its fingers may rule it out before
    /// they lift.
    private func isAwaitedPart(_ tap: Int) -> Bool {
        let bit: UInt64 = 1 << UInt64(tap)
        return ~(arbiter.roots | states.outOfTurn) & bit != 0
            && states.isActive(recognizers.list[tap].root)
    }

    /// The state that a settlement changes.
    private var settlementState: SIMD8<UInt64> {
        SIMD8(
            states.active, states.finished, states.endedParts, states.notStarted, states.dirty,
            UInt64(queue.count), 0, 0)
    }

    private mutating func releaseQueued(
        _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        var position = 0
        while let waiting = queue[position] {
            if isHeldBack(waiting, context, fingers: fingers) {
                position += 1
            } else {
                release(position, context, fingers: fingers, into: &events)
                // Other entries may have lost to it, or no longer wait.
                position = 0
            }
        }
    }

    /// Whether a gesture that a queued one waits for may still begin.
    ///
    /// For kinds other than taps and compositions, only the hand of the queued gesture matters, and
    /// those that continue its drawing.
    private func isHeldBack(
        _ waiting: WaitQueue.Entry, _ context: StepContext, fingers: borrowing FingerTable
    ) -> Bool {
        let isSameHand = waiting.hand == hand.number && !waiting.isAside
        for awaited in SlotSequence(arbiter.waitedFor(by: waiting.index)) {
            // The awaited gesture was recognised from the same touches and is queued itself: it has
            // not failed.
            if queue.contains(awaited, with: waiting.landing) { return true }
            if arbiter[.countsTaps] & (1 << UInt64(awaited)) != 0 {
                let scope = TapScope.count(landing: waiting.landing)
                if status(of: awaited, in: scope, context, fingers: fingers) == .possible {
                    return true
                }
            } else if continues(awaited, from: waiting, context, fingers: fingers) {
                return true
            } else if isSameHand, mayBegin(awaited, context, fingers: fingers) {
                return true
            } else if continues(drawing: awaited, from: waiting) {
                return true
            }
        }
        return false
    }

    /// Whether a composition is under way with the touch from which a queued gesture was
    /// recognised, or may still begin with it.
    private func continues(
        _ root: Int, from waiting: WaitQueue.Entry, _ context: StepContext,
        fingers: borrowing FingerTable
    ) -> Bool {
        guard arbiter.compositions & (1 << UInt64(root)) != 0 else { return false }
        let mask = recognizers.list[root].mask
        let scope = TapScope.count(landing: waiting.landing)
        for tap in SlotSequence(mask & arbiter[.countsTaps] & ~states.outOfTurn)
        where status(of: tap, in: scope, context, fingers: fingers) == .possible {
            return true
        }
        guard compositions[root].since <= waiting.landedAt else { return false }
        return states.isActive(root)
            || states.endedParts & mask != 0
                && phase(of: root, context, fingers: fingers) != .failed
    }

    /// Forgets the ended parts of compositions that wait for a gesture of an earlier hand and use
    /// its touches, because the gesture is emitted now. The compositions may begin with the present
    /// hand.
    private mutating func forgetUnbegun(
        waitingFor winner: WaitQueue.Entry, at time: Timestamp, fingers: borrowing FingerTable
    ) {
        let waiters = waiters(for: winner.index) & arbiter.compositions & arbiter.roots
        for root in SlotSequence(waiters & ~states.active)
        where hasProgress(root) && compositions[root].since <= winner.landedAt {
            let open = states.candidates & recognizers.list[root].mask
            forgetComposition(root)
            reopen(open, at: time, fingers: fingers)
        }
    }

    /// Emits the gesture that is queued at `position`.
    mutating func release(
        _ position: Int, _ context: StepContext, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        guard let waiting = queue[position] else { return }
        queue.remove(at: position)
        let entry = recognizers.list[waiting.index]
        guard !isCoolingDown(entry.root, context) else { return }
        if waiting.isAside {
            loseTaps(to: waiting.index, made: waiting.landings)
        } else if waiting.hand == hand.number {
            loseRivals(
                of: waiting.index, made: waiting.landings, context, fingers: fingers, into: &events)
        } else {
            forgetUnbegun(waitingFor: waiting, at: context.time, fingers: fingers)
        }
        dropQueued(losingTo: waiting.index, since: waiting.since, waiting.landings)
        var event = waiting.event
        event.time = context.time
        event.durationUs = context.time.microseconds(since: waiting.landedAt)
        emitDiscrete(event, entry, context, into: &events)
    }
}
