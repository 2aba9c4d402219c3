/// The events of the daemon, one per line.
///
/// Ends if the client is closed, the task is cancelled, or the daemon sends `bye` because it ends
/// and the client does not reconnect. Throws `GestureClientError` if there is no daemon or the
/// connection is lost, and the options allow neither waiting nor reconnecting.
public struct GestureEvents: AsyncSequence, Sendable {
    /// One event of the daemon.
    public typealias Element = GestureClientEvent
    /// Why reading cannot continue.
    public typealias Failure = GestureClientError

    let lines: GestureLines

    /// Starts to read where another iterator of the client stopped.
    public func makeAsyncIterator() -> Iterator {
        Iterator(lines: lines.makeAsyncIterator())
    }

    /// Reads events one by one.
    public struct Iterator: AsyncIteratorProtocol {
        var lines: GestureLines.Iterator

        /// Waits for the next event; `nil` at the end.
        public mutating func next() async throws(GestureClientError) -> GestureClientEvent? {
            try await lines.next()?.event
        }

        /// Waits for the next event; `nil` at the end. The isolation does not matter.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(GestureClientError) -> GestureClientEvent? {
            try await lines.next(isolation: actor)?.event
        }
    }
}
