/// How gestures come and go.
extension Arena {
    /// A gesture begins: its rivals lose, then it is told.
    mutating func begin(
        _ index: Int, _ moment: Moment, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        let entry = recognizers.list[index]
        guard !isSilent(entry.root, moment) else {
            over |= 1 << UInt64(index)
            return
        }
        let life = Life(
            fingers: hand.fingers, count: hand.count, edge: edge(index, fingers: fingers),
            landedAt: hand.firstLanding)
        guard !entry.isPart else { return beginPart(index, life) }
        loseRivals(of: index, moment, fingers: fingers, into: &events)
        live |= 1 << UInt64(index)
        lives[index] = life
        lives[index].id = events.ids.make()
        say(event(index, .began, moment, fingers: fingers), index, into: &events)
    }

    /// A live gesture goes on.
    @inline(__always)
    mutating func change(
        _ index: Int, _ moment: Moment, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        guard !recognizers.list[index].isPart else { return stir(index, moved: true) }
        say(event(index, .changed, moment, fingers: fingers), index, into: &events)
    }

    /// A live gesture ends as it should; it is over until its round or its hand ends.
    mutating func end(
        _ index: Int, _ moment: Moment, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        let entry = recognizers.list[index]
        if entry.isPart {
            compositions.keep(reading(of: index, .ended, moment, fingers: fingers), of: index)
            note(index, fingers: fingers)
            ended |= 1 << UInt64(index)
            stir(index, moved: false)
        } else {
            say(event(index, .ended, moment, fingers: fingers), index, into: &events)
            silence(entry, moment)
        }
        leaveLife(1 << UInt64(index))
    }

    /// Every live gesture of a mask is cancelled.
    mutating func cancel(
        _ gestures: UInt64, _ reason: CancellationReason, _ moment: Moment,
        fingers: borrowing FingerTable, into events: inout GestureEventBuffer
    ) {
        for index in SlotSequence(live & gestures & arbiter.roots) {
            let entry = recognizers.list[index]
            if entry.kind.isComposition {
                tellComposition(index, .cancelled, reason, moment, fingers: fingers, into: &events)
                leaveComposition(index)
            } else {
                var told = event(index, .cancelled, moment, fingers: fingers)
                told.reason = reason
                say(told, index, into: &events)
                leaveLife(entry.mask)
            }
        }
        // Parts of compositions that have not begun, and of which nobody has heard.
        leaveLife(live & gestures & ~arbiter.roots)
    }

    /// A live gesture is cancelled by what its own fingers did.
    mutating func cancelOne(
        _ index: Int, _ reason: CancellationReason, _ moment: Moment,
        fingers: borrowing FingerTable, into events: inout GestureEventBuffer
    ) {
        let entry = recognizers.list[index]
        guard entry.isPart else {
            return cancel(1 << UInt64(index), reason, moment, fingers: fingers, into: &events)
        }
        compositions.note(reason, of: entry.root)
        leaveLife(1 << UInt64(index))
        stir(index, moved: false)
    }

    /// A tap or a swipe is recognised: told at once, or held until those have failed that it waits
    /// for.
    ///
    /// - Parameters:
    ///   - told: all but its id.
    ///   - landedAt: when the first of its fingers landed.
    ///   - since: the same of the first tap of a count: what is held since then loses to it.
    mutating func recognize(
        _ index: Int, _ told: GestureEvent, landedAt: Timestamp, since: Timestamp,
        _ moment: Moment, fingers: borrowing FingerTable, into events: inout GestureEventBuffer
    ) {
        let entry = recognizers.list[index]
        guard !isSilent(entry.root, moment) else { return }
        guard !entry.isPart else {
            return recognizePart(index, told, landedAt: landedAt)
        }
        if arbiter.waitedFor(by: index) != 0 {
            if held.isFull { release(0, moment, fingers: fingers, into: &events) }
            return held.hold(
                .init(
                    index: index, event: told, landedAt: landedAt, since: since,
                    hand: hand.number))
        }
        loseRivals(of: index, moment, fingers: fingers, into: &events)
        dropHeld(losingTo: index, since: since)
        tell(told, entry, moment, into: &events)
    }

    /// Tells of a tap or a swipe.
    mutating func tell(
        _ told: GestureEvent, _ entry: Recognizers.Entry, _ moment: Moment,
        into events: inout GestureEventBuffer
    ) {
        var told = told
        told.id = events.ids.make()
        say(told, entry.root, into: &events)
        silence(entry, moment)
    }

    /// Makes the gestures lose that may not stand beside one that wins, and those that waited for
    /// it; a press wins nothing, but who waits for it waits in vain.
    mutating func loseRivals(
        of index: Int, _ moment: Moment, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        let waiters = waiters(for: index)
        let isPress = recognizers.list[index].kind == .press
        let rivals = waiters | (isPress ? 0 : arbiter.losers(to: index))
        cancel(rivals, .lost, moment, fingers: fingers, into: &events)
        over |= rivals & ~arbiter.taps
        ended &= ~rivals
        if rivals & arbiter.taps != 0 { groups.lose(rivals & arbiter.taps) }
        dropHeld(losingTo: index, since: hand.firstLanding)
    }

    /// Those that wait for a root and have not begun: a rest may have released one that waited for
    /// a swipe.
    private func waiters(for root: Int) -> UInt64 {
        var waiters = arbiter.waiters(for: root)
        for waiter in SlotSequence(waiters & live & arbiter.roots) {
            waiters &= ~recognizers.list[waiter].mask
        }
        return waiters
    }

    /// Of what is held, those go untold that waited for the winner, and its rivals of the touches
    /// that it was made of.
    mutating func dropHeld(losingTo winner: Int, since: Timestamp) {
        let waiters = arbiter.waiters(for: winner)
        let isPress = recognizers.list[winner].kind == .press
        let rivals = isPress ? 0 : arbiter.losers(to: winner)
        var place = 0
        while let waiting = held[place] {
            let bit: UInt64 = 1 << UInt64(waiting.index)
            if waiters & bit != 0 || rivals & bit != 0 && waiting.landedAt >= since {
                held.remove(at: place)
            } else {
                place += 1
            }
        }
    }

    mutating func leaveLife(_ nodes: UInt64) {
        live &= ~nodes
        over |= nodes & ~arbiter.taps
        guard arbiter.presses & nodes != 0 else { return }
        for place in recognizers.deepPresses.indices
        where recognizers.deepPresses[place].bit & nodes != 0 {
            recognizers.deepPresses[place].rest()
        }
    }

    /// Whether a root ended too lately to be heard again.
    func isSilent(_ root: Int, _ moment: Moment) -> Bool {
        moment.time < silentUntil[root]
    }

    mutating func silence(_ entry: Recognizers.Entry, _ moment: Moment) {
        guard entry.cooldownUs > 0 else { return }
        silentUntil[entry.root] = moment.time.advanced(byMicroseconds: entry.cooldownUs)
    }

    /// The side in whose band a drag of a fresh hand landed.
    private func edge(_ index: Int, fingers: borrowing FingerTable) -> SurfaceEdge? {
        let entry = recognizers.list[index]
        guard hand.isFresh, entry.kind == .drag else { return nil }
        let drag = recognizers.drags[entry.place]
        return surface.edge(
            of: hand.fingers, width: drag.edgeWidth, among: drag.edges, fingers: fingers)
    }
}
