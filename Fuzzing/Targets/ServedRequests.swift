import CEvdev
import GestureWire
import Logging
import TouchCore
import TouchRecordings
import TouchTestSupport

@testable import GesturedServer

/// Requests of several clients to a server with a touchscreen: zones come and go while fingers are
/// down, and some clients read nothing.
///
/// A line is a request of the client whose turn it is, and a line of `!` and a letter is a `Step`.
final class ServedRequests {
    /// What happens between requests.
    private enum Step: UInt8 {
        /// Whose requests follow.
        case first = 0x30
        case second, third
        /// The client goes away; its next request is that of a new one.
        case leave = 0x6C
        /// It reads all there is.
        case read = 0x72
        /// Its socket has no more room.
        case fill = 0x66
        /// It is sent away, as one that reads too slowly.
        case giveUp = 0x67
        /// A finger lands and drags, or lifts.
        case drag = 0x64
        case lift = 0x75
        /// A configuration takes over.
        case reload = 0x63
        /// A second passes.
        case wait = 0x77
    }

    private let poller: EpollPoller
    private let directory: TemporaryDirectory
    private let server: SocketServer
    private var session: GestureSession<SocketServer>
    private var clients: [UnixClient?] = [nil, nil, nil]
    /// The server's names of them.
    private var serials: [UInt64] = [0, 0, 0]
    private var current = 0
    /// Which connection was told of a gesture of a client's zone.
    private var owners: [Int: ObjectIdentifier] = [:]
    /// Whoever was there, so that no two are one.
    private var everybody: [UnixClient] = []
    private var time: Int64 = 1_000_000
    private var contacts: Int32 = 0
    private var isDown = false

    private static let configuration: DaemonConfiguration = {
        var configuration = DaemonConfiguration.standard
        configuration.clients.zones = true
        return configuration
    }()

    /// - Throws: where the system has no socket to give.
    init() throws(Finding) {
        do {
            directory = try TemporaryDirectory()
            poller = try EpollPoller()
            server = try SocketServer(
                listener: ListeningSocket(.path(directory.file("s"))), poller: poller,
                configuration: Self.configuration, limits: ClientLimits(),
                identity: ServerIdentity(bootID: "boot"),
                logger: Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() }, now: time)
            var devices = OwnedTable<DevicePipeline>(capacity: 1)
            devices.append(
                try DevicePipeline(
                    TouchScript.device, id: 1, configuration: Self.configuration.gestures))
            session = GestureSession(devices: devices, sink: server)
        } catch {
            throw Finding("no server: \(error)")
        }
    }

    /// Does what the lines say, then lets everybody read to the end.
    func run(_ lines: [[UInt8]]) throws(Finding) {
        for line in lines {
            if line.first == UInt8(ascii: "!") {
                try take(line.dropFirst().first.flatMap(Step.init(rawValue:)))
            } else {
                try client(current).send(line + [10])
            }
            try turn()
        }
        session.removeAll()
        server.end(.shutdown)
        for index in clients.indices { try end(index) }
    }

    private func take(_ step: Step?) throws(Finding) {
        switch step {
        case .first: current = 0
        case .second: current = 1
        case .third: current = 2
        case .leave:
            clients[current] = nil
        case .read: try read(current)
        case .fill: with(current) { $0.isBlocked = true }
        case .giveUp:
            server.body.removeAll()
            server.body.appendBye(.tooSlow)
            with(current) { client in
                server.body.withUnsafeBytes {
                    client.giveUp(with: $0, &server.losses, now: server.now)
                }
            }
            try end(current)
        case .drag: drag()
        case .lift: lift()
        case .reload: reload()
        case .wait: time += 1_000_000
        case nil: break
        }
    }

    // MARK: The server

    private func turn() throws(Finding) {
        time += 5_000
        server.now = time
        guard let count = try? poller.wait(timeoutMs: 0) else { throw Finding("no poller") }
        for index in 0..<count {
            let (token, readiness) = poller[index]
            server.handle(token: token, readiness)
        }
        session.takeZoneChanges()
        session.advance(to: Timestamp(microseconds: time))
        server.flush()
    }

    private func reload() {
        session.cancelAll(.reloaded)
        server.adopt(Self.configuration)
        session.reconfigure(0, ConfiguredDevice(), Self.configuration.gestures)
        isDown = false
    }

    private func drag() {
        lift()
        contacts += 1
        isDown = true
        frame([(.absMTSlot, 0), (.absMTTrackingID, contacts)] + place(500))
        for step in 1...4 as ClosedRange<Int32> { frame(place(500 + 50 * step)) }
    }

    private func lift() {
        guard isDown else { return }
        isDown = false
        frame([(.absMTSlot, 0), (.absMTTrackingID, -1)])
    }

    private func place(_ x: Int32) -> [(InputCode, Int32)] {
        [(.absMTPositionX, x), (.absMTPositionY, 500), (.absMTPressure, 100)]
    }

    private func frame(_ events: [(InputCode, Int32)]) {
        time += 10_000
        let all = events + [(InputCode.synReport, 0)]
        let run = all.map { code, value in
            RecordedEvent(device: 0, event: InputEvent(timeUs: time, code, value: value))
        }
        session.take(run[...], of: 0)
    }

    // MARK: Clients

    /// The client at `index`, which comes if it is not there.
    private func client(_ index: Int) throws(Finding) -> UnixClient {
        if let client = clients[index], !client.isAtEnd { return client }
        guard let client = try? UnixClient(directory.file("s")) else { throw Finding("no socket") }
        clients[index] = client
        everybody.append(client)
        serials[index] = server.nextSerial
        try turn()
        return client
    }

    /// Changes what the server has of a client, where it is there.
    private func with(_ index: Int, _ change: (inout Client) -> Void) {
        guard clients[index] != nil else { return }
        server.clients.withFirst(where: { $0.serial == serials[index] }, change)
    }

    private func read(_ index: Int) throws(Finding) {
        guard let client = clients[index] else { return }
        let known = client.lines.count
        // One that was sent away may have left bytes unread, which breaks the connection.
        _ = try? client.read()
        for line in client.lines.dropFirst(known) where line.type == "gesture" {
            guard let id = line.id, line.string("zone") != "screen" else { continue }
            let owner = owners[id] ?? ObjectIdentifier(client)
            owners[id] = owner
            try Finding.unless(
                owner == ObjectIdentifier(client), "heard of another's zone: \(line.text)")
        }
        let broken = Promises.broken(by: client.lines, isOver: false)
        try Finding.unless(broken.isEmpty, broken.joined(separator: "\n"))
    }

    /// Lets a client that is to go read all of it.
    private func end(_ index: Int) throws(Finding) {
        guard let client = clients[index] else { return }
        for _ in 0..<4 {
            with(index) { $0.isBlocked = false }
            try turn()
            try read(index)
        }
        let broken = Promises.broken(by: client.lines)
        try Finding.unless(broken.isEmpty, broken.joined(separator: "\n"))
        clients[index] = nil
    }
}
