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
            try await lines.client.nextLine(includesText: false)?.event
        }

        /// Waits for the next event; `nil` at the end. The isolation does not matter.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(GestureClientError) -> GestureClientEvent? {
            // The actor is left only to wait.
            if let line = lines.client.takeLine(includesText: false) { return line.event }
            return try await lines.client.nextLine(includesText: false)?.event
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
            try await client.nextLine(includesText: true)
        }

        /// Waits for the next line; `nil` at the end. The isolation does not matter.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(GestureClientError) -> GestureClientLine? {
            if let line = client.takeLine(includesText: true) { return line }
            return try await client.nextLine(includesText: true)
        }
    }
}

/// The result of a read with a deadline that also reports the end of a connection.
package enum ClientRead: Sendable {
    case line(GestureClientLine)
    /// No line arrived in time, and none is unread.
    ///
    /// - Parameter readUs: the time up to which no line arrived, in microseconds of CLOCK_MONOTONIC.
    case timedOut(readUs: Int64)
    /// The connection is lost; the next read makes another.
    case disconnected
    /// No line follows: the task was cancelled, or the client is closed.
    case ended
}

extension GestureClient {
    /// The next line of this connection or, after a reconnection, of the next one.
    fileprivate func nextLine(
        includesText: Bool
    ) async throws(GestureClientError) -> GestureClientLine? {
        while true {
            switch try await read(until: nil, includesText: includesText) {
            case .line(let line): return line
            case .timedOut, .disconnected: continue
            case .ended: return nil
            }
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
            if let line = takeLine(includesText: includesText) { return .line(line) }
            let link: Link
            do throws(GestureClientError) {
                link = try await self.link()
            } catch {
                guard error != .cancelled, error != .notConnected else { return .ended }
                throw error
            }
            switch await link.next(until: deadlineUs) {
            case .lines: continue
            case .timedOut(let us): return .timedOut(readUs: us)
            case .cancelled: return .ended
            case .ended(let end):
                state.withLock { $0.lose(link, end, now: SystemClock.monotonicUs) }
                return .disconnected
            }
        }
    }

    /// The next line that has been read, if there is one.
    fileprivate func takeLine(includesText: Bool) -> GestureClientLine? {
        // Cancellations of the lost connection precede the lines of the next one.
        let (lost, link) = state.withLock { ($0.takeLost(), $0.link) }
        if let lost { return lost }
        guard let link, !Task.isCancelled else { return nil }
        return link.takeLine(includesText: includesText)
    }
}
