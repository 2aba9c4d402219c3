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

    /// Connects and disconnects while there is room, at most sixteen times; returns the number.
    private func knock() -> Int {
        (0..<16).count { _ in (try? UnixClient(fixture.path, waits: false)) != nil }
    }

    private func turn(at ms: Int64) throws {
        fixture.server.now = 1_000_000 + ms * 1_000
        try fixture.turn()
    }

    /// The number of clients accepted so far.
    private var taken: UInt64 { fixture.server.nextSerial - SocketServer.firstSerial }

    @Test
    func `who connects and leaves for ever is taken 500 times a second, and keeps the queue empty`()
        throws
    {
        for ms in 0..<1_000 as Range<Int64> {
            #expect(knock() == 16, "there is no room in the queue")
            try turn(at: ms)
            #expect(fixture.nextWake ?? .max > fixture.server.now)
        }
        // The initial budget, and its refill.
        #expect((750...757).contains(taken), "\(taken) taken in a second")
        #expect(fixture.log.lines.count { $0.contains("more than 500 times") } == 1)
    }

    @Test func `one that is too many is told, and one a little later is taken`() throws {
        for _ in 0..<16 {
            _ = knock()
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

    @Test func `the pace of one user is not another's`() {
        var budgets = AcceptBudgets()
        var taken = (0..<257).map { _ in budgets.charge(1, now: 0) }
        #expect(taken == Array(repeating: true, count: 256) + [false])
        taken = [(2, 0), (1, 1), (1, 2_000), (1, 2_001)].map { budgets.charge($0, now: $1) }
        #expect(taken == [true, true, false, true])
    }

    @Test func `all clients at once are accepted at once, and once more`() throws {
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
