/// What the daemon says, an event a line.
///
/// Ends where the client is closed, the task cancelled, or the daemon says `bye` because it ends and
/// the client does not connect again. Throws `GestureClientError` where there is no daemon or the
/// connection breaks, and the client is not to wait or to connect again.
public struct GestureEvents: AsyncSequence, Sendable {
    /// One event of the daemon.
    public typealias Element = GestureClientEvent
    /// Why it cannot go on.
    public typealias Failure = GestureClientError

    let lines: GestureLines

    /// Begins to read, where another iterator of the client stopped.
    public func makeAsyncIterator() -> Iterator {
        Iterator(lines: lines.makeAsyncIterator())
    }

    /// Reads one event after another.
    public struct Iterator: AsyncIteratorProtocol {
        var lines: GestureLines.Iterator

        /// Waits for the next event; `nil` at the end.
        public mutating func next() async throws(GestureClientError) -> GestureClientEvent? {
            try await lines.next()?.event
        }

        /// Waits for the next event; `nil` at the end. It does not matter who asks.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(GestureClientError) -> GestureClientEvent? {
            try await lines.next(isolation: actor)?.event
        }
    }
}
