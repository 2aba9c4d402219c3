import Testing
import TouchTestSupport

@testable import GesturedServer

/// Programs that connect and leave for ever.
struct AcceptBudgetTests {
    private let fixture: ServerFixture

    init() throws {
        var limits = ClientLimits()
        limits.clientsPerUser = 64
        fixture = try ServerFixture(limits: limits)
    }

    /// Connects and leaves as often as there is room, sixteen times at most; how often there was.
    private func knock() -> Int {
        (0..<16).count { _ in (try? UnixClient(fixture.path, waits: false)) != nil }
    }

    private func turn(at ms: Int64) throws {
        fixture.server.now = 1_000_000 + ms * 1_000
        try fixture.turn()
    }

    @Test func `who connects and leaves for ever is accepted 500 times a second`() throws {
        var count = 0
        for ms in 0..<4_000 as Range<Int64> {
            count += knock()
            try turn(at: ms)
            #expect(fixture.server.nextWake ?? .max > fixture.server.now)
        }
        // What was there at first, what came back, and what still waits.
        #expect((2_000...2_256 + 129).contains(count), "\(count) accepted in four seconds")
        #expect(fixture.log.lines.count { $0.contains("connect faster than") } == 1)
    }

    @Test func `whoever comes meanwhile is accepted in a quarter of a second`() throws {
        var other: UnixClient?
        var (came, served): (Int64?, Int64?) = (nil, nil)
        for ms in 0..<2_000 as Range<Int64> where served == nil {
            if ms >= 1_000, other == nil {
                other = try? UnixClient(fixture.path, waits: false)
                came = other.map { _ in ms }
            }
            _ = knock()
            try turn(at: ms)
            try other?.read()
            served = other?.lines.last?.type == "snapshot_end" ? ms : nil
        }
        #expect(try #require(came) <= 1_020)
        #expect(try #require(served) - #require(came) <= 300)
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
