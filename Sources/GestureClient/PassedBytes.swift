import Glibc
import LinuxIO
import Synchronization

extension GestureClient {
    /// The maximum number of bytes in one write, unless a line is longer. A pipe keeps a write of
    /// this size together (PIPE_BUF of pipe(7)), even if other processes write to it, or this one
    /// ends.
    private static let pieceBytes = 4_096

    /// Passes the lines of the daemon to `write` as bytes, all lines of one read together, until
    /// the connection ends. Blocks the calling thread, and uses no other thread.
    ///
    /// The lines are those of `lines`, each with its line feed. The client must not have been used
    /// before.
    ///
    /// - Throws: `GestureClientError`, or the error of `write`.
    package func passBytes(to write: ([UInt8]) throws -> Void) throws {
        var reader: LinkReader?
        // If the peer passed descriptors, closing the socket may take as long as the peer likes. So
        // the socket of a client that stops remains open: the end of the process does not wait for
        // that.
        var retained: Unmanaged<LinkReader>?
        while true {
            do {
                let next = try step({ reader = $0 })
                retained?.release()
                retained = nil
                switch next {
                case .pause(let pause): usleep(UInt32(clamping: pause.microseconds))
                case .use(let link):
                    guard let current = reader.take() else {
                        preconditionFailure("the client has connected before")
                    }
                    retained = Unmanaged.passRetained(current)
                    try pass(current, link, to: write)
                }
            } catch GestureClientError.notConnected {
                return
            }
        }
    }

    /// Writes the lines of a connection, and then the cancellations of gestures that were live at
    /// its end.
    private func pass(
        _ reader: LinkReader, _ link: Link, to write: ([UInt8]) throws -> Void
    ) throws {
        var bytes: [UInt8] = []
        var end: LinkState.End?
        while end == nil, reader.turn() {
            end = link.state.withLock { $0.exchangeBytes(for: &bytes) }
            if !bytes.isEmpty { try Self.writeLines(bytes, to: write) }
            bytes.removeAll(keepingCapacity: true)
        }
        let now = SystemClock.monotonicUs
        state.withLock { $0.handleEnd(of: link, end ?? .lost, now: now) }
        while let line = state.withLock({ $0.popCancellation() }) {
            try write(Array((line.text + "\n").utf8))
        }
    }

    /// Writes whole lines, in each write as many as fit into `pieceBytes`, at least one.
    private static func writeLines(_ bytes: [UInt8], to write: ([UInt8]) throws -> Void) throws {
        guard bytes.count > pieceBytes else { return try write(bytes) }
        var start = 0
        while start < bytes.count {
            var end = start
            while end < bytes.count {
                let feed = bytes[end...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count - 1
                guard end == start || feed + 1 - start <= pieceBytes else { break }
                end = feed + 1
            }
            try write(Array(bytes[start..<end]))
            start = end
        }
    }
}
