import Testing
import TouchCore
import TouchRecordings
import TouchTestSupport

@testable import GestureSettings
@testable import GesturedServer

/// The promises of the protocol, over a real socket: random gestures, and clients of every kind.
struct PromiseServingTests {
    private static func fixture(_ seed: UInt64) throws -> LiveServerFixture {
        var configuration = DaemonConfiguration.standard
        configuration.privacy.contacts = true
        configuration.clients.zones = true
        // Queues are so small that some limits are reached.
        configuration.socket.queueKiB = seed % 2 == 0 ? 64 : 256
        var limits = ClientLimits(configuration.socket)
        limits.clientsPerUser = 64
        return try LiveServerFixture(limits: limits, configuration: configuration)
    }

    private static let habits = OddClient.Habit.allCases + OddClient.Habit.allCases
    /// The maximum number of clients, most of them with zones of their own.
    private static let crowd: [OddClient.Habit] = (0..<64).map { index in
        let owners: [OddClient.Habit] = [.owner, .slowOwner, .stoppedOwner, .leavingOwner]
        let all = OddClient.Habit.allCases
        return index % 4 == 0 ? all[index / 4 % all.count] : owners[index / 4 % owners.count]
    }

    /// Plays random gestures, and lets a client of each habit act after each frame; returns the
    /// clients.
    private func play(
        _ seed: UInt64, _ fixture: LiveServerFixture, _ habits: [OddClient.Habit],
        gestures count: Int = 12
    ) throws -> [OddClient] {
        var clients: [OddClient] = []
        for (index, habit) in habits.enumerated() {
            let path = fixture.directory.file("s")
            clients.append(try OddClient(habit, path, seed: seed &* 100 &+ UInt64(index)))
            try fixture.turn(0)
        }
        var gestures = RandomGestures(seed: seed)
        var ms: Int64 = 0
        for frame in gestures.frames(count) {
            ms = Int64(frame.ms)
            try fixture.node.send(.frames { $0.frame(ms, frame.acts) })
            let time = try ContinuousClock().measure { try fixture.turn(ms) }
            #expect(time < .seconds(20), "a client holds up a turn")
            for client in clients { try client.act() }
        }
        try fixture.turn(ms + 5_000)
        return clients
    }

    @Test(arguments: 0..<4 as Range<UInt64>)
    func `every promise is kept, and well-behaved clients lose nothing`(seed: UInt64) throws {
        let fixture = try Self.fixture(seed)
        // Zones would remove fingers from the gestures that every client receives, so clients with
        // zones have a test of their own.
        let clients = try play(seed, fixture, Self.habits.filter { !$0.hasZones })
        for client in clients where client.isWellBehaved { try client.connection.read() }
        try fixture.end()
        for client in clients {
            // A disconnected client has received its lines, too, up to `bye`.
            _ = try? client.connection.read()
            #expect(
                Promises.broken(by: client.connection.lines, isOver: client.isWellBehaved) == [],
                "\(client.habit)")
        }
        let ordinary = clients.filter(\.isOrdinary)
        let received = try #require(ordinary.first?.received)
        #expect(received.count > 80)
        #expect(received.last == #"{"type":"bye","reason":"shutdown"}"#)
        #expect(!received.contains { $0.contains("overflow") })
        for client in ordinary { #expect(client.received == received, "\(client.habit)") }
    }

    /// Tests that slots, filters, queues and line writers are right after a zone is removed.
    @Test(arguments: 0..<4 as Range<UInt64>)
    func `64 clients whose zones replace each other receive correct lines`(seed: UInt64) throws {
        let fixture = try Self.fixture(seed)
        let clients = try play(seed, fixture, Self.crowd, gestures: 40)
        try fixture.end()
        var received: Set<Int> = []
        for client in clients {
            _ = try? client.connection.read()
            let lines = client.connection.lines
            #expect(
                Promises.broken(by: lines, isOver: client.isWellBehaved) == [], "\(client.habit)")
            let zones = Set(lines.compactMap { $0.string("zone") }).subtracting(["screen"])
            #expect(zones.allSatisfy { $0.hasPrefix(client.zonePrefix) }, "\(client.habit)")
            received.formUnion(lines.filter { $0.string("zone") != "screen" }.compactMap(\.id))
        }
        #expect(received.count > 10)
    }

    @Test func `one recording gives one sequence of bytes, whatever other clients exist`() throws {
        let received = try [[], Self.habits.filter { !$0.hasZones }].map { others in
            let fixture = try Self.fixture(1)
            let clients = try play(7, fixture, [.fast] + others)
            try fixture.end(clients[0].connection)
            return clients[0].received
        }
        #expect(received[0] == received[1])
        #expect(received[0].count > 100)
    }
}
