import LinuxIO
import Synchronization

/// A client of the daemon: its lines as a sequence, and requests to it.
///
/// ```swift
/// let client = GestureClient(.init(subscription: .gestures(.tap, .swipe)))
/// for try await event in client.events {
///     if case .gesture(let gesture) = event, gesture.phase == .ended { print(gesture.name) }
/// }
/// ```
///
/// What is not taken from the sequence is not read from the socket: the daemon then holds it back
/// for this client, and in the end drops it, as the protocol says. Nothing is kept without a bound.
///
/// Every `began` that is told is followed by one `ended` or `cancelled` of the same id, also where
/// the connection breaks: then the client says `cancelled`, with the reason `connectionLost`.
public final class GestureClient: Sendable {
    /// What the client was made with.
    public let options: GestureClientOptions
    let state: Mutex<ClientState>

    /// Makes a client; it connects with `connect()`, or when the first event is asked for.
    public init(_ options: GestureClientOptions = GestureClientOptions()) {
        self.options = options
        state = Mutex(ClientState(options))
    }

    deinit {
        close()
    }

    /// What the daemon says. One task at a time may read events or lines of a client.
    public var events: GestureEvents { GestureEvents(lines: lines) }

    /// What the daemon says, with the text of each line.
    public var lines: GestureLines { GestureLines(client: self) }

    /// Connects, unless there is a connection; waits for a daemon where the options say so.
    ///
    /// - Throws: where there is none, or no permission; `cancelled` where the task was.
    public func connect() async throws(GestureClientError) {
        _ = try await link()
    }

    /// The number of the user who serves the socket (SO_PEERCRED): who made it listen, which for one
    /// that systemd made is the user that systemd runs as; `nil` without a connection.
    public var daemonUserID: UInt32? { state.withLock { $0.link?.daemonUserID } }

    /// Ends the connection and the sequence, for good.
    public func close() {
        state.withLock { $0.close() }?.close()
    }

    /// The connection, made where there is none.
    func link() async throws(GestureClientError) -> Link {
        while true {
            switch state.withLock({ $0.plan() }) {
            case .use(let link): return link
            case .stop(let error): throw error
            case .pause(let pause): try await Self.pause(pause)
            case .attempt(let subscription):
                let result = attempt(subscription)
                let pause = try state.withLock { state throws(GestureClientError) in
                    try state.record(result, now: SystemClock.monotonicUs)
                }
                if let pause { try await Self.pause(pause) }
            }
        }
    }

    /// The first socket that exists.
    private func attempt(
        _ subscription: GestureSubscription?
    ) -> Result<Link, GestureClientError> {
        for path in options.location.candidates {
            do throws(GestureClientError) {
                let link = try Link(path, subscription, patience: options.patience)
                return .success(try link.trusted(by: options.trustedUserIDs))
            } catch {
                if case .noSocket = error { continue }
                return .failure(error)
            }
        }
        return .failure(.noSocket(paths: options.location.candidates))
    }

    private static func pause(_ pause: Duration) async throws(GestureClientError) {
        do {
            try await Task.sleep(for: pause)
        } catch {
            throw .cancelled
        }
    }
}
