import LinuxIO
import Synchronization

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
            try await lines.client.nextEvent()
        }

        /// Waits for the next event; `nil` at the end. The isolation does not matter.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(GestureClientError) -> GestureClientEvent? {
            // An unread event needs no hop from the actor.
            if let event = lines.client.popEvent() { return event }
            return try await lines.client.nextEvent()
        }
    }
}

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
            if let line = client.popLine() { return line }
            return try await client.nextLine()
        }
    }
}

/// The result of a read with a deadline that also reports the end of a connection.
package enum ClientRead: Sendable {
    case line(GestureClientLine)
    /// No line arrived in time, and none is unread.
    ///
    /// - Parameter readUs: the time up to which no line arrived, in microseconds of
    ///   CLOCK_MONOTONIC.
    case timedOut(readUs: Int64)
    /// The connection is lost; the next read reconnects.
    case disconnected
    /// No line follows: the task was cancelled, or the client is closed.
    case ended
}

extension GestureClient {
    /// The next event of this connection or, after a reconnection, of the next one.
    fileprivate func nextEvent() async throws(GestureClientError) -> GestureClientEvent? {
        while true {
            if let event = popEvent() { return event }
            if case .ended = try await wait(until: nil) { return nil }
        }
    }

    /// The next line of this connection or, after a reconnection, of the next one.
    fileprivate func nextLine() async throws(GestureClientError) -> GestureClientLine? {
        while true {
            if let line = popLine() { return line }
            if case .ended = try await wait(until: nil) { return nil }
        }
    }

    /// The next line, or the end of the connection.
    ///
    /// - Parameters:
    ///   - deadlineUs: the deadline for a line of a connection, in microseconds of CLOCK_MONOTONIC.
    ///     If `nil`, there is no deadline.
    ///   - includesText: whether to include the text of the line, which is empty otherwise.
    package func read(
        until deadlineUs: Int64?, includesText: Bool = true
    ) async throws(GestureClientError) -> ClientRead {
        while true {
            if includesText {
                if let line = popLine() { return .line(line) }
            } else if let event = popEvent() {
                return .line(GestureClientLine(text: "", event: event))
            }
            if let end = try await wait(until: deadlineUs) { return end }
        }
    }

    /// Waits until lines have been read. Returns `nil` then, and otherwise why there are none.
    private func wait(until deadlineUs: Int64?) async throws(GestureClientError) -> ClientRead? {
        let link: Link
        do throws(GestureClientError) {
            link = try await self.link()
        } catch {
            guard error != .cancelled, error != .notConnected else { return .ended }
            throw error
        }
        switch await link.next(until: deadlineUs) {
        case .lines: return nil
        case .timedOut(let us): return .timedOut(readUs: us)
        case .cancelled: return .ended
        case .ended(let end):
            state.withLock { $0.handleEnd(of: link, end, now: SystemClock.monotonicUs) }
            return .disconnected
        }
    }

    /// Removes the next line that was read, if there is one. Returns its event.
    fileprivate func popEvent() -> GestureClientEvent? {
        // Cancellations because of the lost connection precede the lines of the next one.
        let (cancellation, link) = state.withLock { ($0.popCancellation(), $0.link) }
        if let cancellation { return cancellation.event }
        guard let link, !Task.isCancelled else { return nil }
        return link.popEvent()
    }

    /// Removes the next line that was read, if there is one. Returns its event and its text.
    fileprivate func popLine() -> GestureClientLine? {
        let (cancellation, link) = state.withLock { ($0.popCancellation(), $0.link) }
        if let cancellation { return cancellation }
        guard let link, !Task.isCancelled else { return nil }
        var text = ""
        let event = link.popEvent { text = String(decoding: $0, as: UTF8.self) }
        return event.map { GestureClientLine(text: text, event: $0) }
    }
}
