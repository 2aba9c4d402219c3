import Testing
import TouchTestSupport

@testable import GesturedServer

/// Programs that connect and disconnect continuously.
struct AcceptBudgetTests {
    private let fixture: ServerFixture

    init() throws {
        var limits = ClientLimits()
        limits.clientsPerUser = 64
        fixture = try ServerFixture(limits: limits)
    }

    /// Tries to connect sixteen times, and disconnects at once; returns how often the listen queue
    /// had room.
    private func connectBriefly() -> Int {
        (0..<16).count { _ in (try? UnixClient(fixture.path, waits: false)) != nil }
    }

    private func turn(at ms: Int64) throws {
        fixture.server.now = 1_000_000 + ms * 1_000
        try fixture.turn()
    }

    /// The number of clients accepted so far.
    private var acceptedCount: UInt64 { fixture.server.nextSerial - SocketServer.firstSerial }

    @Test
    func `a user who reconnects for ever is accepted 500 times a second, and the queue is empty`()
        throws
    {
        for ms in 0..<1_000 as Range<Int64> {
            #expect(connectBriefly() == 16, "the listen queue has no room")
            try turn(at: ms)
            #expect(fixture.nextWake ?? .max > fixture.server.now)
        }
        // The initial budget, and its refill.
        #expect((750...757).contains(acceptedCount), "\(acceptedCount) in a second")
        #expect(fixture.log.lines.count { $0.contains("more than 500 times") } == 1)
    }

    @Test func `a connection beyond the budget gets bye, and one 3 ms later is accepted`() throws {
        for _ in 0..<16 {
            _ = connectBriefly()
            try turn(at: 0)
        }
        let refused = try UnixClient(fixture.path)
        try turn(at: 0)
        _ = try refused.read { $0.isAtEnd }
        #expect(refused.lines.map(\.type) == ["hello", "bye"])
        #expect(refused.lines.last?.string("reason") == "too_many_clients")
        let client = try UnixClient(fixture.path)
        try turn(at: 3)
        try client.read()
        #expect(client.lines.last?.type == "snapshot_end")
    }

    @Test func `each user has a budget of its own`() {
        var budgets = AcceptBudgets()
        var results = (0..<257).map { _ in budgets.charge(1, now: 0) }
        #expect(results == Array(repeating: true, count: 256) + [false])
        results = [(2, 0), (1, 1), (1, 2_000), (1, 2_001)].map { budgets.charge($0, now: $1) }
        #expect(results == [true, true, false, true])
    }

    @Test
    func `64 clients that connect at once are accepted at once, and 64 more after they leave`()
        throws
    {
        for round in 0..<2 as Range<Int64> {
            var clients = try (0..<64).map { _ in try UnixClient(fixture.path) }
            try turn(at: round)
            #expect(fixture.clientCount == clients.count)
            clients = []
            try turn(at: round)
            #expect(fixture.clientCount == 0)
        }
    }
}
