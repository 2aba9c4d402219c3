import Glibc
import LinuxIO
import Synchronization

extension GestureClient {
    /// Passes the lines of the daemon on as bytes, until they end: those of a read at a time. Blocks the
    /// thread, and needs no other.
    ///
    /// They are the lines that `lines` gives, each with its line feed, and they end as those do. Nothing
    /// else may have used the client.
    ///
    /// - Throws: `GestureClientError`, or what `write` throws.
    package func passBytes(to write: ([UInt8]) throws -> Void) throws {
        var reader: LinkReader?
        while true {
            do {
                switch try step({ reader = $0 }) {
                case .pause(let pause): usleep(UInt32(clamping: pause.microseconds))
                case .use(let link):
                    guard let reader else { preconditionFailure("the client has connected before") }
                    try pass(reader, link, to: write)
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
        // If descriptors are unread, closing the socket may take as long as its peer likes, and a process
        // that ends does not wait for that: the socket stays open if the client stops.
        let retained = Unmanaged.passRetained(reader)
        var bytes: [UInt8] = []
        var end: LinkState.End?
        while end == nil, reader.turn() {
            end = link.state.withLock { $0.takeBytes(for: &bytes) }
            if !bytes.isEmpty { try write(bytes) }
            bytes.removeAll(keepingCapacity: true)
        }
        if end == .lost { retained.release() }
        let now = SystemClock.monotonicUs
        state.withLock { $0.lose(link, end ?? .lost, now: now) }
        while let line = state.withLock({ $0.takeLost() }) {
            try write(Array((line.text + "\n").utf8))
        }
    }
}
