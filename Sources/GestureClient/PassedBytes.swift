import Glibc
import LinuxIO
import Synchronization

extension GestureClient {
    /// The maximum number of bytes of lines in one write, unless a line is longer. A pipe keeps a
    /// write of that size together (PIPE_BUF of pipe(7)), also if other processes write to it, and
    /// if the process ends.
    private static let pieceBytes = 4_096

    /// Passes on the lines of the daemon as bytes, those of one read at a time, until they end.
    /// Blocks the thread, and needs no other.
    ///
    /// The lines are those of `lines`, each with its line feed, and end like those. The client must
    /// not have been used before.
    ///
    /// - Throws: `GestureClientError`, or what `write` throws.
    package func passBytes(to write: ([UInt8]) throws -> Void) throws {
        var reader: LinkReader?
        // If descriptors are unread, closing the socket may take as long as its peer likes, and a
        // process that ends does not wait for that. So the socket of a client that stops stays
        // open.
        var kept: Unmanaged<LinkReader>?
        while true {
            do {
                let next = try step({ reader = $0 })
                kept?.release()
                kept = nil
                switch next {
                case .pause(let pause): usleep(UInt32(clamping: pause.microseconds))
                case .use(let link):
                    guard let current = reader.take() else {
                        preconditionFailure("the client has connected before")
                    }
                    kept = Unmanaged.passRetained(current)
                    try pass(current, link, to: write)
                }
            } catch GestureClientError.notConnected {
                return
            }
        }
    }

    /// Passes on the lines of a connection, and then those for gestures that were live at its end.
    private func pass(
        _ reader: LinkReader, _ link: Link, to write: ([UInt8]) throws -> Void
    ) throws {
        var bytes: [UInt8] = []
        var end: LinkState.End?
        while end == nil, reader.turn() {
            end = link.state.withLock { $0.takeBytes(for: &bytes) }
            if !bytes.isEmpty { try Self.writeLines(bytes, to: write) }
            bytes.removeAll(keepingCapacity: true)
        }
        let now = SystemClock.monotonicUs
        state.withLock { $0.lose(link, end ?? .lost, now: now) }
        while let line = state.withLock({ $0.takeLost() }) {
            try write(Array((line.text + "\n").utf8))
        }
    }

    /// Writes whole lines, in each write as many as fit into `pieceBytes`.
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
