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

/// A server, one touched panel, and clients at numbered seats; time is what the script makes it.
final class ClientStage {
    private let directory: TemporaryDirectory
    private var loop: EventLoop<SteppedSession, SocketServer>
    private let stopping: Descriptor
    private var seats: [ScriptedClient?]
    private var seated = 0
    private var touched = 0
    /// When the next frame is.
    private var time: Int64 = 1_000_000
    /// The stamps of a pass of the touches come after those of the pass before.
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

    /// Clients may add zones, and ask for contacts; their queues are as short as can be.
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

    /// Somebody connects, in the place of who was there.
    func seat(_ seat: Int) {
        unseat(seat)
        var pair: (Int32, Int32) = (-1, -1)
        let isPair = withUnsafeMutableBytes(of: &pair) { bytes in
            let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
            return socketpair(
                AF_UNIX, type | Int32(SOCK_NONBLOCK.rawValue), 0,
                bytes.bindMemory(to: Int32.self).baseAddress) == 0
        }
        guard isPair else { return }
        // So that a script of a few touches fills it.
        var size: Int32 = 1
        setsockopt(pair.0, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        seats[seat] = ScriptedClient(owning: pair.1, number: seated)
        seated += 1
        try? server.accept(Descriptor(owning: pair.0), server.memoryForOne())
    }

    /// The client of the seat reads what there is and leaves; it gets nothing later.
    func unseat(_ seat: Int) {
        guard let client = seats[seat] else { return }
        client.read()
        broken = broken ?? broken(client, isOver: false)
        // Its socket is closed with it.
        seats[seat] = nil
    }

    // MARK: What happens

    /// One turn of the loop, without waiting.
    func turn() {
        let start = ContinuousClock.now
        note { () throws(CommandError) in try loop.step(now: time) }
        let timers = server.poller.timers
        broken = broken ?? timers.fault(server.timerReasons, of: SocketServer.timerNames)
        // Nothing that clients do takes so long, but to close what they pass.
        if start.duration(to: .now) > .seconds(20) { broken = broken ?? "a client held up a turn" }
    }

    /// The panel reports the next frames.
    func touch(frames: Int) {
        for _ in 0..<frames {
            let all = TouchScript.frames
            let frame = all[touched % all.count]
            if touched % all.count == 0 { shift = time - (frame.first?.event.timeUs ?? 0) }
            touched += 1
            let later = frame.map { recorded in
                var later = recorded
                later.event.timeUs = max(time, recorded.event.timeUs + shift)
                return later
            }
            time = later.last?.event.timeUs ?? time
            server.now = time
            loop.withSource { source, sink in
                source.session.take(later[...], of: 0, in: &source.devices, into: &sink)
            }
            note { () throws(CommandError) in try loop.turn(now: time) }
        }
    }

    /// A turn that fails is a promise broken.
    private func note(_ turn: () throws(CommandError) -> Void) {
        do throws(CommandError) {
            try turn()
        } catch {
            broken = broken ?? "a turn failed: \(error)"
        }
    }

    /// Time passes: whoever takes nothing for too long is sent away meanwhile.
    func wait(microseconds: Int64) {
        time += microseconds
        turn()
    }

    /// Another configuration takes over, as `LiveDevices` has it.
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

    // MARK: What is promised

    private var broken: String?
    /// Which client got a gesture that is of no configured zone, by its id.
    private var recipients: [Int: String] = [:]

    /// Ends the server, has everybody read to the end, and looks at what they read.
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
        try Finding.unless(server.isDrained, "somebody who reads is not served to the end")
        for client in seats {
            guard let client else { continue }
            broken = broken ?? broken(client, isOver: true)
        }
        try Finding.unless(broken == nil, broken ?? "")
    }

    private func broken(_ client: ScriptedClient, isOver: Bool) -> String? {
        if client.isGarbled { return "\(client.prefix) was sent what is no line" }
        if let line = client.lines.first(where: { isForeign($0, to: client) }) {
            return "\(client.prefix) gets a line of another client's zone: \(line.text)"
        }
        return Promises.broken(by: client.lines, isOver: isOver).first.map {
            "\(client.prefix) \($0)"
        }
    }

    /// Whether it is of a zone that another client added: of one that it has not named, or of a
    /// gesture that another has got.
    private func isForeign(_ line: WireLine, to client: ScriptedClient) -> Bool {
        guard line.type == "gesture", let zone = line.string("zone"), let id = line.id,
            !Self.configured.contains(zone)
        else { return false }
        guard client.mayHaveNamed(zone) else { return true }
        let recipient = recipients[id] ?? client.prefix
        recipients[id] = recipient
        return recipient != client.prefix
    }

    /// The names of zones whose lines everybody gets.
    private static let configured = Set(
        SampleConfigurations.all.flatMap { $0.gestures.zones.map(\.name) })
}
