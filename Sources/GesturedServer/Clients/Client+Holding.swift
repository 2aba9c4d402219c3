import GestureWire
import TouchCore

/// Changes that wait for their time.
extension Client {
    /// When the first `changed` that is held back is due, on the clock of stamps (µs).
    var nextHeldUs: Int64? { heldCount > 0 ? heard.firstHeld?.due : nil }

    /// Queues every `changed` that is due by `time`.
    @inline(__always)
    mutating func tellHeld(upTo time: Int64, _ losses: inout LossLines, now: Int64) {
        if heldCount > 0 {
            tellAllHeld(upTo: time, &losses, now: now)
        }
    }

    private mutating func tellAllHeld(upTo time: Int64, _ losses: inout LossLines, now: Int64) {
        while heldCount > 0, let (place, due) = heard.firstHeld, due <= time {
            let event = losses.lastEvent(of: heard[place])
            heard[place].nextChangeUs = due &+ heard[place].terms.periodUs
            guard let body = held.body(of: event.id) else { return dropHeld(at: place) }
            // Another stamp may be longer.
            let least = leastStamp(of: event.device)
            if makeRoom(forChangeOf: event.id, body.count &+ 64) {
                beginWaiting(now: now)
                tellOfLoss(&losses)
                losses.withHeld(event, body, notBefore: least) { line in
                    _ = queue.append(.changed, id: event.id, line)
                }
            }
            dropHeld(at: place)
        }
    }

    /// Keeps a `changed` until its time has come; the newest of a gesture takes the others' place.
    mutating func hold(_ body: UnsafeRawBufferPointer, at place: Int) {
        dropHeld(at: place)
        let id = heard[place].event.id
        guard held.append(.changed, id: id, body) else {
            untold &+= 1
            return
        }
        heard[place].isHeld = true
        heldCount &+= 1
    }

    mutating func dropHeld(at place: Int) {
        guard heard[place].isHeld else { return }
        heard[place].isHeld = false
        heldCount &-= 1
        let id = heard[place].event.id
        _ = held.remove { $0.id == id }
    }
}
