import LinuxIO
import Synchronization

/// A client of the daemon: its lines as an async sequence, and requests.
///
/// ```swift
/// let client = GestureClient(.init(subscription: .gestures(.tap, .swipe)))
/// for try await event in client.events {
///     if case .gesture(let gesture) = event, gesture.phase == .ended { print(gesture.name) }
/// }
/// ```
///
/// Lines that are not taken from the sequence are not read from the socket: the daemon queues them,
/// drops `changed` first and finally disconnects, as the protocol describes. Every buffer is
/// bounded.
///
/// Every delivered `began` is followed by one `ended` or `cancelled` of the same id. If the
/// connection is lost, the client generates a `cancelled` with the reason `connectionLost`.
public final class GestureClient: Sendable {
    /// The options of the client.
    public let options: GestureClientOptions
    let state: Mutex<ClientState>

    /// Creates a client; it connects in `connect()` or when the first event is requested.
    public init(_ options: GestureClientOptions = GestureClientOptions()) {
        self.options = options
        state = Mutex(ClientState(options))
    }

    deinit {
        close()
    }

    /// The events of the daemon. Only one task at a time may read events or lines of a client.
    public var events: GestureEvents { GestureEvents(lines: lines) }

    /// The events of the daemon, with the text of each line.
    public var lines: GestureLines { GestureLines(client: self) }

    /// Connects unless there is a connection; waits for a daemon if the options say so.
    ///
    /// - Throws: if there is no daemon or no permission; `cancelled` if the task was.
    public func connect() async throws(GestureClientError) {
        _ = try await link()
    }

    /// The id of the user who called listen(2) on the socket (SO_PEERCRED); under socket activation
    /// that is the user of systemd. `nil` without a connection.
    public var daemonUserID: UInt32? { state.withLock { $0.link?.daemonUserID } }

    /// Ends the connection and the sequence permanently.
    public func close() {
        state.withLock { $0.close() }?.close()
    }

    /// The connection, established if necessary.
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

    /// Connects to the first socket that exists.
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
