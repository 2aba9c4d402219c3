/// What the daemon says, an event a line.
///
/// Ends where the client is closed, the task cancelled, or the daemon says `bye` because it ends and
/// the client does not connect again. Throws `GestureClientError` where there is no daemon or the
/// connection breaks, and the client is not to wait or to connect again.
public struct GestureEvents: AsyncSequence, Sendable {
    public typealias Element = GestureClientEvent
    public typealias Failure = GestureClientError

    let lines: GestureLines

    public func makeAsyncIterator() -> Iterator {
        Iterator(lines: lines.makeAsyncIterator())
    }

    /// Reads one event after another.
    public struct Iterator: AsyncIteratorProtocol {
        var lines: GestureLines.Iterator

        public mutating func next() async throws(GestureClientError) -> GestureClientEvent? {
            try await lines.next()?.event
        }

        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(GestureClientError) -> GestureClientEvent? {
            try await lines.next(isolation: actor)?.event
        }
    }
}
