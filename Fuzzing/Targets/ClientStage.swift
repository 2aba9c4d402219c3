import GestureWire
import Glibc
import Logging
import SystemPackage
import TouchCore
import TouchDevices
import TouchRecordings
import TouchTestSupport

@testable import GestureSettings
@testable import GesturedServer
@testable import LinuxIO

/// A server, one touched panel, and clients in numbered seats; the script controls the time.
final class ClientStage {
    private let directory: TemporaryDirectory
    private var loop: EventLoop<SteppedSession, SocketServer>
    private let stopping: Descriptor
    private var seats: [ScriptedClient?]
    /// The number of clients that were connected so far.
    private var connectionCount = 0
    /// The number of frames that the panel has reported so far.
    private var frameCount = 0
    /// The time of the next frame.
    private var time: Int64 = 1_000_000
    /// The shift of timestamps in this pass of the touches, so that they follow the pass before (µs).
    private var shift: Int64 = 0

    init(seats: Int) throws {
        directory = try TemporaryDirectory()
        let poller = try EpollPoller()
        let configuration = Self.configuration
        let logger = Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() }
        var server = try SocketServer(
            listener: ListeningSocket(.path(directory.file("s"))), poller: poller,
            configuration: configuration, limits: ClientLimits(configuration.socket),
            identity: ServerIdentity(bootID: ""), logger: logger, now: time)
        var devices = OwnedTable<Device>(capacity: 1)
        devices.append(
            try Device(
                TouchScript.device, id: 1, configuration: configuration.gestures,
                configuration.settings(for: TouchScript.device)))
        let session = GestureSession(of: &devices, into: &server)
        stopping = try Descriptor.neverReady()
        loop = try .stepped(
            SteppedSession(
                devices: devices, session: session, hasClock: true,
                timer: LoopTimer("deadlines", in: poller.timers)), into: server,
            poller, stop: stopping, logger)
        self.seats = Array(repeating: nil, count: seats)
    }

    /// Clients may add zones, and ask for contacts; their queues have the minimum length.
    private static let configuration: DaemonConfiguration = {
        var configuration = DaemonConfiguration.standard
        configuration.clients.zones = true
        configuration.privacy.contacts = true
        configuration.socket.queueKiB = 64
        return configuration
    }()

    private var server: SocketServer {
        _read { yield loop.sink }
        _modify { yield &loop.sink }
    }

    // MARK: Clients

    func client(at seat: Int) -> ScriptedClient? { seats[seat] }

    /// Connects a client, which replaces the current one of the seat.
    func connect(at seat: Int) {
        disconnect(at: seat)
        var pair: (Int32, Int32) = (-1, -1)
        let isPair = withUnsafeMutableBytes(of: &pair) { bytes in
            let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
            return socketpair(
                AF_UNIX, type | Int32(SOCK_NONBLOCK.rawValue), 0,
                bytes.bindMemory(to: Int32.self).baseAddress) == 0
        }
        guard isPair else { return }
        // Small, so that a script of a few touches fills it.
        var size: Int32 = 1
        setsockopt(pair.0, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        seats[seat] = ScriptedClient(owning: pair.1, number: connectionCount)
        connectionCount += 1
        try? server.accept(Descriptor(owning: pair.0), server.memoryForOne())
    }

    /// Reads and checks the lines that the client of the seat has received, and disconnects it.
    func disconnect(at seat: Int) {
        guard let client = seats[seat] else { return }
        client.read()
        broken = broken ?? broken(client, isOver: false)
        // The client closes its socket when it is destroyed.
        seats[seat] = nil
    }

    // MARK: Events

    /// One turn of the loop, without waiting.
    func turn() {
        let start = ContinuousClock.now
        perform { () throws(CommandError) in try loop.step(now: time) }
        let timers = server.poller.timers
        broken = broken ?? timers.fault(server.timerReasons, of: SocketServer.timerNames)
        // No request takes so long; only a close of a passed descriptor in the loop would.
        if start.duration(to: .now) > .seconds(20) { broken = broken ?? "a client held up a turn" }
    }

    /// The panel reports the next frames.
    func touch(frames: Int) {
        for _ in 0..<frames {
            let all = TouchScript.frames
            let frame = all[frameCount % all.count]
            if frameCount % all.count == 0 { shift = time - (frame.first?.event.timeUs ?? 0) }
            frameCount += 1
            let shifted = frame.map { recorded in
                var shifted = recorded
                shifted.event.timeUs = max(time, recorded.event.timeUs + shift)
                return shifted
            }
            time = shifted.last?.event.timeUs ?? time
            server.now = time
            loop.withSource { source, sink in
                source.session.receive(shifted[...], of: 0, in: &source.devices, into: &sink)
            }
            perform { () throws(CommandError) in try loop.turn(now: time) }
        }
    }

    /// Performs a turn. One that fails breaks a promise.
    private func perform(_ turn: () throws(CommandError) -> Void) {
        do throws(CommandError) {
            try turn()
        } catch {
            broken = broken ?? "a turn failed: \(error)"
        }
    }

    /// Advances the time: a client that reads nothing for too long is disconnected meanwhile.
    func wait(microseconds: Int64) {
        time += microseconds
        turn()
    }

    /// Applies another configuration, as `LiveDevices` does.
    func reload(_ configuration: DaemonConfiguration) {
        loop.withSource { source, sink in source.reconfigure(configuration, now: time, into: &sink)
        }
        loop.withSource { source, sink in
            source.session.reconfigure(
                0, of: &source.devices, configuration.settings(for: TouchScript.device),
                configuration.gestures, into: &sink)
        }
        turn()
    }

    // MARK: Promises

    private var broken: String?
    /// The prefix of the client that received a gesture of an added zone, by the gesture's id.
    private var recipients: [Int: String] = [:]

    /// Ends the server, reads all clients' lines to the end, and checks them.
    ///
    /// - Throws: the first promise that was broken.
    func end() throws(Finding) {
        turn()
        loop.withSource { source, sink in source.finish(into: &sink) }
        server.end(.shutdown)
        for _ in 0..<10_000 where !server.isDrained {
            seats.forEach { _ = $0?.read() }
            turn()
        }
        seats.forEach { _ = $0?.read() }
        try Finding.unless(server.isDrained, "a client that reads is not served to the end")
        for client in seats {
            guard let client else { continue }
            broken = broken ?? broken(client, isOver: true)
        }
        try Finding.unless(broken == nil, broken ?? "")
    }

    private func broken(_ client: ScriptedClient, isOver: Bool) -> String? {
        if client.isGarbled { return "\(client.prefix) received bytes that are not a line" }
        if let line = client.lines.first(where: { isForeign($0, to: client) }) {
            return "\(client.prefix) received a line of another client's zone: \(line.text)"
        }
        return Promises.broken(by: client.lines, isOver: isOver).first.map {
            "\(client.prefix) \($0)"
        }
    }

    /// Whether a line belongs to a zone that another client added: a zone that `client` has not named,
    /// or a gesture that another client has received.
    private func isForeign(_ line: WireLine, to client: ScriptedClient) -> Bool {
        guard line.type == "gesture", let zone = line.string("zone"), let id = line.id,
            !Self.configured.contains(zone)
        else { return false }
        guard client.mayHaveNamed(zone) else { return true }
        let recipient = recipients[id] ?? client.prefix
        recipients[id] = recipient
        return recipient != client.prefix
    }

    /// The names of zones whose lines every client receives.
    private static let configured = Set(
        SampleConfigurations.all.flatMap { $0.gestures.zones.map(\.name) })
}
