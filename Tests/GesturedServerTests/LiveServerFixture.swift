import GestureWire
import Glibc
import SystemPackage
import Testing
import TouchCore
import TouchDevices
import TouchTestSupport

@testable import GestureSettings
@testable import GesturedServer
@testable import LinuxIO

/// Live devices that are served on a real socket; the test runs the turns and sets the clock.
final class LiveServerFixture {
    let source = PipeSource()
    let directory: TemporaryDirectory
    private var loop: EventLoop<LiveDevices, SocketServer>
    private let poller: EpollPoller
    private let stopping: Descriptor
    private let signal: Descriptor
    private let asks: Descriptor
    let log = CollectedLog()

    /// Serves one panel, `/event1`.
    ///
    /// - Parameter read: reads the configuration again, after `askToReload`.
    init(
        limits: ClientLimits = ClientLimits(), configuration: DaemonConfiguration = .standard,
        read: @escaping @Sendable () throws(CommandError) -> DaemonConfiguration = { .standard }
    ) throws {
        directory = try TemporaryDirectory()
        try source.plugIn("/event1")
        poller = try EpollPoller()
        var server = try SocketServer(
            listener: ListeningSocket(.path(directory.file("s")), acceptsDescriptors: true),
            poller: poller, configuration: configuration, limits: limits,
            identity: ServerIdentity(bootID: "boot"),
            logger: log.logger, now: 0)
        let opener = DeviceOpener(
            source: source, configuration: configuration,
            logger: log.logger)
        let set = try DeviceSet(opening: [], with: opener, poller: poller, now: 0)
        let live = try LiveDevices(set, recorder: nil, into: &server)
        let ends = try pipeEnds()
        stopping = Descriptor(owning: ends[0])
        signal = Descriptor(owning: ends[1])
        let asking = try pipeEnds()
        asks = Descriptor(owning: asking[1])
        let reload = try ConfigurationReload(asking: Descriptor(owning: asking[0]), read: read)
        loop = try .stepped(
            live, into: server, poller, reload: reload, stop: stopping, log.logger)
    }

    /// Asks the loop to read its configuration again, as SIGHUP does.
    func askToReload() throws {
        _ = try systemCall { write(asks.number, "1", 1) }
    }

    var server: SocketServer {
        _read { yield loop.sink }
        _modify { yield &loop.sink }
    }

    var node: PipeNode {
        get throws {
            guard let node = source.nodes["/event1"] else { throw Errno.noSuchFileOrDirectory }
            return node
        }
    }

    /// The millisecond by which the loop would run a turn if no descriptor is ready.
    var nextWakeMs: Int64? {
        loop.setTimers()
        return poller.timers.earliest.map { ($0 + 999) / 1_000 }
    }

    /// One turn of the loop at `ms`, without waiting.
    func turn(_ ms: Int64) throws {
        try loop.poll()
        try loop.turn(now: ms * 1_000)
        #expect(poller.timers.fault(server.timerReasons, of: SocketServer.timerNames) == nil)
        #expect(poller.timers.fault(loop.source.timerReasons, of: LiveDevices.timerNames) == nil)
    }

    /// The number of ready descriptors.
    func readyCount() throws -> Int {
        try loop.poll()
        return loop.readyCount
    }

    /// Plugs in another panel, which is open after the turn at `ms`.
    func plugIn(_ path: String, _ ms: Int64) throws -> PipeNode {
        let node = try source.plugIn(path)
        // The source of the tests has no descriptor that signals changes.
        loop.withSource { source, sink in
            source.handle(
                token: DeviceSet.changesToken, [], into: &sink)
        }
        try turn(ms)
        return node
    }

    /// Applies a changed configuration at `ms`.
    func reconfigure(_ ms: Int64, _ change: (inout DaemonConfiguration) -> Void) {
        var configuration = DaemonConfiguration.standard
        change(&configuration)
        loop.withSource { source, sink in
            source.reconfigure(configuration, now: ms * 1_000, into: &sink)
        }
    }

    /// Sends a request, runs a turn at `ms`, and returns the reply.
    @discardableResult
    func ask(_ client: UnixClient, _ request: String, _ ms: Int64 = 0) throws -> WireLine? {
        let count = client.lines.count
        client.send(Array((request + "\n").utf8))
        try turn(ms)
        try client.read()
        return client.lines.dropFirst(count).last { $0.type == "reply" }
    }

    /// Connects a client, which the turn at `ms` accepts.
    func connect(_ ms: Int64 = 0) throws -> UnixClient {
        let client = try UnixClient(directory.file("s"))
        try turn(ms)
        return client
    }

    /// Ends the loop as a signal does; `clients` read their remaining lines.
    func end(_ clients: UnixClient...) throws {
        _ = try systemCall { write(signal.number, "1", 1) }
        try loop.poll()
        try loop.turn(now: server.now)
        for client in clients { try client.read() }
    }
}
