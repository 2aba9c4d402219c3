import GestureWire
import TouchCore

/// What becomes of lines that a client has no room for.
extension Client {
    /// Makes room for a line that must not be dropped, at the cost of lines that wait.
    mutating func makeRoom(for length: Int, _ losses: inout LossLines) {
        guard !queue.hasRoom(for: length), !dropChanges(for: length) else { return }
        clear(&losses)
    }

    /// Makes room for a `changed`; where there is none, it is lost.
    mutating func makeRoom(forChangeOf id: UInt64, _ length: Int) -> Bool {
        let hasRoom = queue.byteCount <= softMark && queue.hasRoom(for: length)
        return hasRoom || dropOlder(forChangeOf: id, length)
    }

    private mutating func dropOlder(forChangeOf id: UInt64, _ length: Int) -> Bool {
        if queue.byteCount > softMark {
            // The newer one says all that these say; it goes to the end, for time must not run
            // back. Nothing is lost by it, so nothing is counted.
            _ = queue.remove { $0.kind == .changed && $0.id == id }
        }
        if queue.hasRoom(for: length) || dropChanges(for: length) { return true }
        untold &+= 1
        return false
    }

    /// Drops the lines that wait and can be done without; whether that makes room enough.
    mutating func dropChanges(for length: Int) -> Bool {
        untold &+= queue.remove {
            $0.kind == .changed || $0.kind == .contact || $0.kind == .overflow
        }
        return queue.hasRoom(for: length)
    }

    /// Puts the `overflow` line that is due before the next line.
    @inline(__always)
    mutating func tellOfLoss(_ losses: inout LossLines) {
        if untold > 0 {
            tellOverflow(&losses)
        }
    }

    private mutating func tellOverflow(_ losses: inout LossLines) {
        let count = untold
        losses.withOverflow(count) { body in
            if queue.append(.overflow, id: count, body) {
                untold = 0
            }
        }
    }

    /// Ends every gesture that the client hears of, for a connection that is over before they are.
    mutating func breakOffAll(_ losses: inout LossLines, now: Int64) {
        beginWaiting(now: now)
        for place in heard.places where heard.holds(place) && !heard[place].isOver {
            breakOff(place, &losses)
        }
    }

    /// Drops what waits, ends every gesture that the client knows of, and queues the last line.
    ///
    /// What is left takes little room: replies, an `overflow` and an end for each gesture.
    mutating func giveUp(
        with bye: UnsafeRawBufferPointer, _ losses: inout LossLines, now: Int64
    ) {
        guard !isEnding else { return }
        clear(&losses)
        end(with: bye, &losses, now: now)
    }

    /// Drops everything that waits but replies, and ends every gesture that the client knows of.
    private mutating func clear(_ losses: inout LossLines) {
        let front = queue.fixedFront
        untold &+= queue.remove { $0.kind != .reply }
        for index in heard.places where heard.holds(index) {
            let gesture = heard[index]
            let isFront = front?.id == gesture.event.id
            if isFront, front?.kind == .ended || front?.kind == .brokenOff { continue }
            // Its end was dropped, or it goes on: of its beginning the client did not want to know.
            if !gesture.isAnnounced, !gesture.isOver { continue }
            let isKnown = gesture.isKnown || (isFront && front?.kind == .began)
            if isKnown, gesture.isAnnounced {
                breakOff(index, &losses)
            } else {
                dropHeld(at: index)
                heard.remove(at: index)
            }
        }
    }

    /// Ends a gesture that the client was told the beginning of; where it asked for no such end, it
    /// is told no more.
    private mutating func breakOff(_ index: Int, _ losses: inout LossLines) {
        dropHeld(at: index)
        guard heard[index].isAnnounced, heard[index].terms.phases.contains(.cancelled) else {
            heard.remove(at: index)
            return
        }
        tellOfLoss(&losses)
        heard[index].event = losses.lastEvent(of: heard[index])
        heard[index].isOver = true
        let gesture = heard[index]
        let least = leastStamp(of: gesture.event.device)
        losses.withCancellation(of: gesture, heard.kept(at: index), notBefore: least) { body in
            if !queue.append(.brokenOff, id: gesture.event.id, body) {
                untold &+= 1
            }
        }
    }
}
