import LinuxIO
import Synchronization

/// What the daemon says, line for line; ends and throws as `GestureEvents` does.
public struct GestureLines: AsyncSequence, Sendable {
    /// One line of the daemon.
    public typealias Element = GestureClientLine
    /// Why it cannot go on.
    public typealias Failure = GestureClientError

    let client: GestureClient

    /// Begins to read, where another iterator of the client stopped.
    public func makeAsyncIterator() -> Iterator {
        Iterator(client: client)
    }

    /// Reads one line after another.
    public struct Iterator: AsyncIteratorProtocol {
        let client: GestureClient

        /// Waits for the next line; `nil` at the end.
        public mutating func next() async throws(GestureClientError) -> GestureClientLine? {
            try await client.nextLine()
        }

        /// Waits for the next line; `nil` at the end. It does not matter who asks.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(GestureClientError) -> GestureClientLine? {
            try await client.nextLine()
        }
    }
}

extension GestureClient {
    /// The next line of this connection or, where the options say so, of the one after it.
    fileprivate func nextLine() async throws(GestureClientError) -> GestureClientLine? {
        while true {
            // What a connection left behind comes before anything of the next one.
            if let line = state.withLock({ $0.takeLost() }) { return line }
            let link: Link
            do throws(GestureClientError) {
                link = try await self.link()
            } catch {
                guard error != .cancelled, error != .notConnected else { return nil }
                throw error
            }
            switch await link.next() {
            case .line(let line):
                if !state.withLock({ $0.heard(line) }) {
                    let reason = "more gestures are alive than there can be"
                    link.end(.failed(.notTheProtocol(path: link.path, reason: reason)))
                }
                return line
            case .cancelled: return nil
            case .ended(let end):
                state.withLock { $0.lose(link, end, now: SystemClock.monotonicUs) }
            }
        }
    }
}
