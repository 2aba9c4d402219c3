import LinuxIO
import Synchronization

/// The lines of the daemon; ends and throws like `GestureEvents`.
public struct GestureLines: AsyncSequence, Sendable {
    /// One line of the daemon.
    public typealias Element = GestureClientLine
    /// Why reading cannot continue.
    public typealias Failure = GestureClientError

    let client: GestureClient

    /// Starts to read where another iterator of the client stopped.
    public func makeAsyncIterator() -> Iterator {
        Iterator(client: client)
    }

    /// Reads lines one by one.
    public struct Iterator: AsyncIteratorProtocol {
        let client: GestureClient

        /// Waits for the next line; `nil` at the end.
        public mutating func next() async throws(GestureClientError) -> GestureClientLine? {
            try await client.nextLine()
        }

        /// Waits for the next line; `nil` at the end. The isolation does not matter.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(GestureClientError) -> GestureClientLine? {
            try await client.nextLine()
        }
    }
}

extension GestureClient {
    /// The next line of this connection or, after a reconnection, of the next one.
    fileprivate func nextLine() async throws(GestureClientError) -> GestureClientLine? {
        while true {
            // Cancellations of the lost connection precede the lines of the next one.
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
