import GestureWire
import Glibc
import LinuxIO
import Synchronization
public import TouchCore

/// A client of the daemon: its lines as an async sequence, and requests.
///
/// ```swift
/// let client = GestureClient(.init(subscription: .gestures(.tap, .swipe)))
/// for try await event in client.events {
///     if case .gesture(let gesture) = event, gesture.phase == .ended { print(gesture.name) }
/// }
/// ```
///
/// The socket is read only while the program waits for a line. The daemon queues lines that are not
/// read, drops `changed` first and finally disconnects. Every buffer is bounded.
///
/// Every delivered `began` is followed by one `ended` or `cancelled` of the same id. If the
/// connection is lost, the client generates a `cancelled` with the reason `connectionLost`.
public final class GestureClient: Sendable {
    /// The options of the client.
    public let options: GestureClientOptions
    let state: Mutex<ClientState>
    /// Receives the daemon's warnings about the subscription, on the thread that reads.
    private let warn: (@Sendable (String) -> Void)?

    /// Creates a client; it connects in `connect()` or when the first event is requested.
    public init(_ options: GestureClientOptions = GestureClientOptions()) {
        self.options = options
        state = Mutex(ClientState(options))
        warn = nil
    }

    /// Creates a client that also passes on what may be a mistake in its subscription.
    package init(_ options: GestureClientOptions, warn: @escaping @Sendable (String) -> Void) {
        self.options = options
        state = Mutex(ClientState(options))
        self.warn = warn
    }

    deinit {
        close()
    }

    /// The events of the daemon. Only one task at a time may read events or lines of a client.
    public var events: GestureEvents { GestureEvents(lines: lines) }

    /// The events of the daemon, with the text of each line.
    public var lines: GestureLines { GestureLines(client: self) }

    /// Connects unless there is a connection. Waits for a daemon if `options.waits` is set.
    ///
    /// - Throws: if there is no daemon or no permission; `cancelled` if the task was cancelled.
    public func connect() async throws(GestureClientError) {
        _ = try await link()
    }

    /// The id of the user who called listen(2) on the socket (SO_PEERCRED); under socket activation
    /// that is the user of systemd. `nil` if there is no connection.
    public var daemonUserID: UInt32? { state.withLock { $0.link?.daemonUserID } }

    /// Ends the connection and the sequence permanently.
    public func close() {
        state.withLock { $0.close() }?.close()
    }

    /// Ends the connection. A client with `reconnects` makes another one at the next read.
    func dropConnection() {
        state.withLock { $0.link }?.end(.lost)
    }

    /// The connection, established if necessary.
    func link() async throws(GestureClientError) -> Link {
        while true {
            switch try step() {
            case .use(let link): return link
            case .pause(let pause): try await self.pause(pause)
            }
        }
    }

    /// The result of a step towards a connection.
    enum Step {
        /// The connection.
        case use(Link)
        /// Wait, then perform another step.
        case pause(Duration)
    }

    /// Performs a step towards a connection.
    ///
    /// - Parameter receiveReader: receives the reader of a new connection, which then has no
    ///   thread.
    func step(_ receiveReader: ((LinkReader) -> Void)? = nil) throws(GestureClientError) -> Step {
        while true {
            switch state.withLock({ $0.nextStep() }) {
            case .use(let link): return .use(link)
            case .stop(let error): throw error
            case .pause(let pause): return .pause(pause)
            case .attempt(let subscription):
                let result = attempt(subscription, receiveReader)
                let pause = try state.withLock { state throws(GestureClientError) in
                    try state.record(result, now: SystemClock.monotonicUs)
                }
                if let pause { return .pause(pause) }
            }
        }
    }

    /// Connects to the first socket that exists.
    private func attempt(
        _ subscription: GestureSubscription?, _ receiveReader: ((LinkReader) -> Void)?
    ) -> Result<Link, GestureClientError> {
        for path in options.location.candidates {
            do throws(GestureClientError) {
                let link = try Link(
                    path, subscription, patience: options.patience, warn: warn, receiveReader)
                return .success(try link.trusted(by: options.trustedUserIDs))
            } catch {
                if case .noSocket = error { continue }
                return .failure(error)
            }
        }
        return .failure(.noSocket(paths: options.location.candidates))
    }

    private func pause(_ pause: Duration) async throws(GestureClientError) {
        if options.pausesThread {
            usleep(UInt32(clamping: pause.microseconds))
            return
        }
        do {
            try await Task.sleep(for: pause)
        } catch {
            throw .cancelled
        }
    }
}

/// Requests over an existing connection, made by `connect()` or by reading.
///
/// Each throws `refused` if the daemon rejects it, `notConnected` if there is no connection, and
/// `cancelled` if the task was cancelled. A reply may be awaited while no task reads: up to 1 MiB
/// of earlier lines is buffered.
extension GestureClient {
    /// Replaces the subscription, on this connection and on later ones.
    ///
    /// Gestures that have begun are reported to their end.
    public func subscribe(
        to subscription: GestureSubscription
    ) async throws(GestureClientError) {
        _ = try await send(.subscribe, subscription.members)
        state.withLock { $0.subscription = subscription }
    }

    /// Adds a zone for fingers that land from now on. It is removed when the connection ends: add
    /// it again at each `hello`.
    public func add(_ zone: ClientZone) async throws(GestureClientError) {
        _ = try await send(.addZone, zone.members)
    }

    /// Moves the zone with the same name, which this connection added, for fingers that land from
    /// now on.
    ///
    /// Fingers in the zone and active gestures continue; the gestures of the zone are unchanged.
    public func move(_ zone: ClientZone) async throws(GestureClientError) {
        _ = try await send(
            .moveZone, [.init(ZoneRequestMember.name, .text(zone.name)), zone.rect])
    }

    /// Removes a zone that this connection added.
    public func removeZone(named name: String) async throws(GestureClientError) {
        _ = try await send(.removeZone, [.init(ZoneRequestMember.name, .text(name))])
    }

    /// Reports the output of a touchscreen and how it is turned, for a program of the graphical
    /// session.
    ///
    /// The daemon must permit the user (`clients.outputs`). The report ends with the connection:
    /// repeat it at each `hello`, and for each touchscreen that is added.
    ///
    /// - Parameters:
    ///   - output: the output; `nil` withdraws the report.
    ///   - device: the id of the touchscreen.
    public func setOutput(
        _ output: DeviceOutput?, of device: Int
    ) async throws(GestureClientError) {
        _ = try await send(
            .setOutput,
            [.init(OutputMember.device, .integer(Int64(device)))] + (output?.members ?? []))
    }

    /// The state of the daemon.
    public func status() async throws(GestureClientError) -> DaemonReport {
        guard let report = try await send(.status, []).status else { throw missing("status") }
        return report
    }

    /// The positions of the zones of the configuration on each touchscreen, the lowest zone first,
    /// at most 256.
    ///
    /// Zones of clients are not included. Request them again after a `device` update and after the
    /// configuration was reloaded.
    public func zones() async throws(GestureClientError) -> [ConfiguredZone] {
        guard let zones = try await send(.zones, []).zones else { throw missing("zones") }
        return zones
    }

    /// Waits until the daemon has replied.
    public func ping() async throws(GestureClientError) {
        _ = try await send(.ping, [])
    }

    private func missing(_ name: String) -> GestureClientError {
        .notTheProtocol(
            path: options.location.candidates.joined(separator: " or "),
            reason: "a reply to \(name) has no member \(name)")
    }

    private func send(
        _ type: RequestType, _ members: [RequestValue.Member]
    ) async throws(GestureClientError) -> Reply.Answer {
        guard let link = state.withLock({ $0.link }) else { throw .notConnected }
        return try await link.send(type, members)
    }
}

/// How a client finds the daemon, and what it does without one.
public struct GestureClientOptions: Sendable, Hashable {
    /// The location of the socket.
    public var location: SocketLocation
    /// Sent at each connection. If `nil`, the default subscription: every gesture and device
    /// change.
    public var subscription: GestureSubscription?
    /// Whether to wait for a socket that does not exist or is not served yet.
    public var waits: Bool
    /// Whether to reconnect when a connection ends, without a limit on attempts.
    public var reconnects: Bool
    /// The first pause between attempts; it doubles each time.
    public var firstPause: Duration
    /// The maximum pause between attempts.
    public var longestPause: Duration
    /// The time limit for `hello`, for the rest of the handshake, and for a reply.
    public var patience: Duration
    /// The ids of users who may serve the socket. If `nil`, any user may.
    ///
    /// Under socket activation the user is that of systemd: root for the system's instance. A
    /// client that acts on gestures should trust few users.
    public var trustedUserIDs: Set<UInt32>?
    /// Whether a pause blocks its thread, for a program with one task. `Task.sleep` uses threads of
    /// Dispatch, which need /proc.
    package var pausesThread = false

    /// Options for a long-running program.
    ///
    /// - Parameters:
    ///   - location: the location of the socket; by default the rule of the protocol.
    ///   - subscription: sent at each connection. If `nil`, every gesture and every device change.
    ///   - waits: whether to wait for a socket that does not exist yet.
    ///   - reconnects: whether to reconnect when a connection ends.
    public init(
        location: SocketLocation = SocketLocation(), subscription: GestureSubscription? = nil,
        waits: Bool = true, reconnects: Bool = true
    ) {
        self.location = location
        self.subscription = subscription
        self.waits = waits
        self.reconnects = reconnects
        firstPause = .milliseconds(50)
        longestPause = .seconds(2)
        patience = .seconds(10)
    }
}
