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

/// What reading gives a reader who also wants to know of time and of connections that end.
package enum ClientRead: Sendable {
    case line(GestureClientLine)
    /// No line has come in time, and none waits to be read.
    ///
    /// - Parameter readUs: up to when there was none, in microseconds of CLOCK_MONOTONIC.
    case timedOut(readUs: Int64)
    /// The connection is lost; the next read makes another.
    case disconnected
    /// Nothing comes any more: the task was cancelled, or the client is closed.
    case ended
}

extension GestureClient {
    /// The next line of this connection or, after a reconnection, of the next one.
    fileprivate func nextLine() async throws(GestureClientError) -> GestureClientLine? {
        while true {
            switch try await read(until: nil) {
            case .line(let line): return line
            case .timedOut, .disconnected: continue
            case .ended: return nil
            }
        }
    }

    /// The next line, or that the connection is lost.
    ///
    /// - Parameter deadlineUs: until when to wait on a connection, in microseconds of CLOCK_MONOTONIC;
    ///   `nil`: for ever.
    package func read(until deadlineUs: Int64?) async throws(GestureClientError) -> ClientRead {
        // Cancellations of the lost connection precede the lines of the next one.
        if let line = state.withLock({ $0.takeLost() }) { return .line(line) }
        let link: Link
        do throws(GestureClientError) {
            link = try await self.link()
        } catch {
            guard error != .cancelled, error != .notConnected else { return .ended }
            throw error
        }
        switch await link.next(until: deadlineUs) {
        case .line(let line):
            if !state.withLock({ $0.receive(line) }) {
                let reason = "more gestures are alive than there can be"
                link.end(.failed(.notTheProtocol(path: link.path, reason: reason)))
            }
            return .line(line)
        case .timedOut(let us): return .timedOut(readUs: us)
        case .cancelled: return .ended
        case .ended(let end):
            state.withLock { $0.lose(link, end, now: SystemClock.monotonicUs) }
            return .disconnected
        }
    }
}

/// The gestures that have begun for this client and not ended.
struct LiveGestures {
    private var updates: [Int64: (update: GestureUpdate, bytes: Int)] = [:]
    private var bytes = 0

    /// Records an event from a line of so many bytes.
    ///
    /// Returns whether it fits: no daemon has more live gestures.
    mutating func receive(_ update: GestureUpdate, bytes count: Int) -> Bool {
        let known = updates[update.id]
        if update.isEnd {
            updates[update.id] = nil
            bytes -= known?.bytes ?? 0
        } else if update.phase == .began || known != nil {
            updates[update.id] = (update, count)
            bytes += count - (known?.bytes ?? 0)
        }
        return bytes <= LinkLimits.openGestureBytes
    }

    /// Cancels all, in the order of their ids; empty if `cancelled` is not subscribed.
    mutating func takeLost(phases: Set<GestureUpdate.Phase>?) -> [GestureClientLine] {
        defer { self = LiveGestures() }
        guard phases?.contains(.cancelled) ?? true else { return [] }
        return updates.values.map(\.update).sorted { $0.id < $1.id }.map { update in
            let lost = update.lost()
            return GestureClientLine(text: lost.lostLine, event: .gesture(lost))
        }
    }
}

extension GestureUpdate {
    /// In the daemon's format, but without a `seq`, as the daemon did not send it.
    fileprivate var lostLine: String {
        var members: [RequestValue.Member] = [
            .init("type", "gesture"), .init("time_us", .integer(timeUs)),
            .init("device", .integer(Int64(device))), .init("zone", .text(zone)),
            .init("gesture", .text(kind.rawValue)), .init("name", .text(name)),
            .init("id", .integer(id)), .init("phase", .text(phase.rawValue)),
            .init("reason", .text(Reason.connectionLost.rawValue)),
            .init("fingers", .integer(Int64(fingers))),
        ]
        if let place {
            members += [
                .init("x", .number(place.x)), .init("y", .number(place.y)),
                .init("x_mm", .number(place.xMm)), .init("y_mm", .number(place.yMm)),
            ]
        }
        if let durationUs { members.append(.init("duration_us", .integer(durationUs))) }
        return RequestValue.object(members).json
    }
}
