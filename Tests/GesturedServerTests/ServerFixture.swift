import GestureWire
import Glibc
import Logging
import Testing
import TouchDevices
import TouchTestSupport

@testable import GestureSettings
@testable import GesturedServer
@testable import LinuxIO
@testable import TouchCore

/// A socket server in a loop without devices. The test runs turns, sets the clock and publishes.
final class ServerFixture {
    let directory: TemporaryDirectory
    let log: CollectedLog
    private var loop: EventLoop<SteppedSession, SocketServer>
    private let poller: EpollPoller
    private let stopping: Descriptor

    /// - Parameters:
    ///   - devices: the devices of a client's snapshot; none of them is read.
    ///   - startClosing: replaces the threads that close connections with descriptors.
    init(
        limits: ClientLimits = ClientLimits(), devices: [DeviceRecord] = [.sample(1)],
        configuration: DaemonConfiguration = .standard, logLevel: Logger.Level = .debug,
        startClosing: Closer.Start? = nil
    ) throws {
        log = CollectedLog(logLevel)
        directory = try TemporaryDirectory()
        poller = try EpollPoller()
        var server = try SocketServer(
            listener: ListeningSocket(.path(directory.file("s")), acceptsDescriptors: true),
            poller: poller, configuration: configuration, limits: limits,
            identity: ServerIdentity(bootID: "boot"),
            logger: log.logger, now: 1_000_000, startClosing: startClosing)
        var noDevices = OwnedTable<Device>(capacity: 0)
        let session = GestureSession(of: &noDevices, into: &server)
        stopping = try Descriptor.neverReady()
        loop = try .stepped(
            SteppedSession(
                devices: noDevices, session: session, hasClock: false,
                timer: LoopTimer("deadlines", in: poller.timers)), into: server,
            poller,
            stop: stopping, log.logger)
        self.server.begin(with: devices)
    }

    var server: SocketServer {
        _read { yield loop.sink }
        _modify { yield &loop.sink }
    }

    var path: String { directory.file("s") }

    /// The number of connected clients.
    var clientCount: Int { server.clients.count }

    /// The time at which the loop would run a turn if no descriptor is ready; `nil` if no timer is set.
    var nextWake: Int64? {
        loop.setTimers()
        return poller.timers.earliest
    }

    /// One turn of the loop, without waiting; returns the number of ready descriptors.
    @discardableResult
    func turn() throws -> Int {
        try loop.poll()
        let count = loop.readyCount
        try loop.turn(now: server.now)
        #expect(poller.timers.fault(server.timerReasons, of: SocketServer.timerNames) == nil)
        return count
    }

    /// Makes the kernel's send buffers so small that lines are written piece by piece.
    func shrinkSendBuffers() {
        for index in 0..<server.clients.count {
            var size: Int32 = 8 * 1024
            let number = server.clients[index].descriptor.number
            setsockopt(
                number, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
    }

    /// Connects a client, and runs the turn that accepts it.
    func connect() throws -> UnixClient {
        let client = try UnixClient(path)
        try turn()
        return client
    }

    /// Sends a request, runs the turn that answers it, and returns the reply.
    @discardableResult
    func ask(_ client: UnixClient, _ request: String) throws -> WireLine? {
        let count = client.lines.count
        client.send(Array((request + "\n").utf8))
        try turn()
        try client.read()
        return client.lines.dropFirst(count).last { $0.type == "reply" }
    }

    /// Publishes events and runs a turn.
    func publish(_ events: GestureEvent...) throws {
        events.forEach { server.publish($0, parts: []) }
        try turn()
    }
}

/// Keeps the log lines.
final class CollectedLog {
    private let store = Store()
    private let level: Logger.Level

    /// - Parameter level: lower levels are not logged.
    init(_ level: Logger.Level = .debug) {
        self.level = level
    }

    /// Every line logged so far, preceded by its level.
    var lines: [String] { store.lines }

    var logger: Logger {
        let handler = Handler(store: store, logLevel: level)
        return Logger(label: "test") { _ in handler }
    }

    private final class Store: @unchecked Sendable {
        var lines: [String] = []
    }

    private struct Handler: LogHandler {
        let store: Store
        var logLevel: Logger.Level
        var metadata: Logger.Metadata = [:]
        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }
        func log(event: LogEvent) {
            store.lines.append("\(event.level): \(event.message)")
        }
    }
}

extension DeviceRecord {
    static func sample(_ id: Int) -> DeviceRecord {
        DeviceRecord(
            id: id, name: "Panel \(id)", path: nil, bus: 3, vendor: 0x4f3, product: 0x2234,
            width: 344, height: 194, size: .kernel, slots: 10, force: nil, output: nil,
            state: .open, error: nil)
    }
}

extension GestureEvent {
    /// An event of a drag, or of the kind of `values`.
    static func sample(
        _ id: UInt64, _ phase: GesturePhase, ms: Int64 = 0, device: Int = 1,
        reason: CancellationReason? = nil,
        values: GestureValues = .drag(
            translation: Point(x: 12.5, y: 1), velocity: Point(x: 300, y: 4),
            predicted: Point(x: 87.5, y: 2), edge: nil)
    ) -> GestureEvent {
        GestureEvent(
            time: Timestamp(microseconds: ms * 1_000), device: device, zone: 0, gesture: 2, id: id,
            phase: phase, reason: reason, fingers: 1, position: Point(x: 100, y: 50),
            unitPosition: Point(x: 0.3, y: 0.25), durationUs: 1_000, force: nil, forceSource: nil,
            values: values)
    }

    static func tap(_ id: UInt64, ms: Int64 = 0, device: Int = 1) -> GestureEvent {
        var tap = sample(id, .ended, ms: ms, device: device, values: .tap(count: 1))
        tap.gesture = 0
        return tap
    }
}
