import GestureWire
import SystemPackage

extension Client {
    /// Writes what waits, until nothing does or the socket has no more room.
    mutating func flush(through batch: inout OutgoingBatch, now: Int64) throws(Errno) {
        while !queue.isEmpty, !isBlocked {
            stage(&batch)
            guard let taken = try batch.send(to: descriptor, from: frontWritten) else {
                isBlocked = true
                return
            }
            lastTaken = now
            settle(frontWritten &+ taken, of: &batch)
        }
    }

    /// Puts lines into the batch; they stay in the queue until they are written.
    ///
    /// Numbers are given here, so that there is never a gap; a line of which a part is written is
    /// made again, number and all, and its first bytes are left out.
    private func stage(_ batch: inout OutgoingBatch) {
        batch.removeAll()
        var seq = nextSeq
        var cursor = 0
        while batch.hasRoom, let (entry, body) = queue.next(&cursor) {
            batch.add(entry.kind, seq: seq, body)
            if entry.kind.isNumbered {
                seq &+= 1
            }
        }
    }

    /// Takes the lines out of the queue that the first `written` bytes of the batch hold.
    private mutating func settle(_ written: Int, of batch: inout OutgoingBatch) {
        var start = 0
        var line = 0
        while line < batch.ends.count, batch.ends[line] <= written {
            start = batch.ends[line]
            line &+= 1
            if let entry = removeWritten(), entry.kind == .overflow {
                batch.droppedCount &+= entry.id
            }
        }
        frontWritten = written &- start
        queue.isFrontFixed = frontWritten > 0
        isBlocked = written < batch.count
    }

    /// Takes every line out of the queue, all of which have been written, and calls `use` with each.
    @inline(__always)
    mutating func removeAllWritten(_ use: (LineQueue.Entry) -> Void) {
        queue.removeAll { entry in
            nextSeq &+= entry.kind.isNumbered ? 1 : 0
            heard.noteWritten(entry.kind, id: entry.id)
            use(entry)
        }
    }

    /// Takes the first line out of the queue, which has been written.
    private mutating func removeWritten() -> LineQueue.Entry? {
        guard let entry = queue.removeFirst() else { return nil }
        if entry.kind.isNumbered {
            nextSeq &+= 1
        }
        heard.noteWritten(entry.kind, id: entry.id)
        return entry
    }
}
