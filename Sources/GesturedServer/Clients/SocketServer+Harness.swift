import GestureWire
import LinuxIO

/// What a rehearsal does in place of the sockets: it takes the lines out of the queues.
extension SocketServer {
    /// Takes out what waits for every client, as if it had been written, once that is more than
    /// `bytes` for the first of them; how many gesture lines the first one is told with it.
    ///
    /// - Parameter kept: where the first client's lines go, `hello` left out; `nil`: nowhere.
    func discardLines(beyond bytes: Int, keeping kept: inout [UInt8]?) -> Int {
        guard clients.count > 0, clients[0].queuedBytes > bytes else { return 0 }
        if kept != nil {
            clients[0].stageNumberedLines(&batch)
            batch.withUnsafeBytes { kept?.append(contentsOf: $0) }
        }
        let count = clients[0].discardLines()
        for index in 1..<clients.count {
            _ = clients[index].discardLines()
        }
        lineCache.reset()
        return count
    }
}

extension Client {
    /// Takes everything out of the queue, as if it had been written; how many gesture lines.
    fileprivate mutating func discardLines() -> Int {
        var count = 0
        removeAllWritten { entry in
            count &+= entry.kind.isOfGesture ? 1 : 0
        }
        return count
    }

    /// Puts all that waits into the batch, but for lines without a number.
    fileprivate func stageNumberedLines(_ batch: inout OutgoingBatch) {
        batch.removeAll()
        var seq = nextSeq
        var cursor = 0
        while let (entry, body) = queue.next(&cursor) {
            guard entry.kind.isNumbered else { continue }
            batch.add(entry.kind, seq: seq, body)
            seq &+= 1
        }
    }
}
