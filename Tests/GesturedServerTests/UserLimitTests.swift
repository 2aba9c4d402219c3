import GestureWire
import Glibc
import LinuxIO
import SystemPackage
import Testing
import TouchTestSupport

@testable import GestureSettings
@testable import GesturedServer

/// Users with a maximum of clients of their own.
struct UserLimitTests {
    private static func limits(_ maximum: Int?) -> ClientLimits {
        var limits = ClientLimits()
        limits.clients = 4
        limits.clientsPerUser = 3
        if let maximum { limits.clientsOfUsers[geteuid()] = maximum }
        return limits
    }

    private func connect(_ count: Int, to fixture: ServerFixture) throws -> [UnixClient] {
        let clients = try (0..<count).map { _ in try UnixClient(fixture.path) }
        try fixture.turn()
        try clients.forEach { try $0.read() }
        return clients
    }

    private func lastTypes(_ clients: [UnixClient]) -> [String] {
        clients.map { $0.lines.last?.type ?? "" }
    }

    @Test func `a user with a maximum of its own may have that number of clients, and no more`()
        throws
    {
        let fixture = try ServerFixture(limits: Self.limits(6))
        let clients = try connect(7, to: fixture)
        #expect(lastTypes(clients) == Array(repeating: "snapshot_end", count: 6) + ["bye"])
        #expect(clients.last?.lines.last?.string("reason") == "too_many_clients")
    }

    @Test func `a user without a maximum of its own has the general one`() throws {
        let fixture = try ServerFixture(limits: Self.limits(nil))
        let clients = try connect(4, to: fixture)
        #expect(lastTypes(clients) == Array(repeating: "snapshot_end", count: 3) + ["bye"])
    }

    @Test
    func `clients of a user with a maximum of its own do not count towards the general limit`()
        throws
    {
        let fixture = try ServerFixture(limits: Self.limits(4))
        let clients = try connect(4, to: fixture)
        // The user has no maximum of its own after this, and its clients stay.
        // A copy, because the server replaces its configuration.
        let configuration = fixture.server.configuration
        fixture.server.apply(configuration)
        for client in clients { client.send(Array("{\"type\":\"ping\"}\n".utf8)) }
        try fixture.turn()
        try clients.forEach { try $0.read() }
        #expect(lastTypes(clients) == Array(repeating: "reply", count: 4))
        #expect(fixture.clientCount == 4)
        var limits = Self.limits(4)
        limits.clients = 1
        limits.clientsOfUsers = [geteuid(): 4]
        let small = try ServerFixture(limits: limits)
        #expect(lastTypes(try connect(4, to: small)).allSatisfy { $0 == "snapshot_end" })
    }

    @Test func `clients of a user whose entry is removed take no room of others`() throws {
        let fixture = try ServerFixture(limits: Self.limits(4))
        let clients = try connect(4, to: fixture)
        var configuration = DaemonConfiguration.standard
        configuration.socket.maxClients = 2
        configuration.socket.maxClientsOf = []
        fixture.server.apply(configuration)
        // All belong to one user, to whom the maximum of all users applies now.
        let later = try connect(3, to: fixture)
        #expect(lastTypes(later) == ["snapshot_end", "snapshot_end", "bye"])
        #expect(lastTypes(clients).allSatisfy { $0 == "snapshot_end" })
    }

    @Test func `connections of a user with a maximum of its own do not wait for each other`() throws
    {
        for maximum in [nil, 3] {
            let fixture = try ServerFixture(limits: Self.limits(maximum))
            let clients = try connect(2, to: fixture)
            // A request that costs more than the initial budget.
            let long = #"{"type":"ping","x":""# + String(repeating: "y", count: 4_000) + #""}"#
            clients[0].send(Array((long + "\n" + long + "\n").utf8))
            try fixture.turn()
            clients[1].send(Array(("{\"type\":\"ping\"}\n").utf8))
            try fixture.turn()
            try clients[1].read()
            let answered = clients[1].lines.last?.type == "reply"
            #expect(answered == (maximum != nil), "with a maximum of \(maximum ?? 0)")
        }
    }

    @Test func `the rate of connections grows with the maximum of the user`() {
        #expect(Self.limits(nil).pace(of: geteuid()) == 500)
        #expect(Self.limits(3).pace(of: geteuid()) == 500)
        #expect(Self.limits(72).pace(of: geteuid()) == 2250)
    }

    @Test func `the pages of a user have eight budgets together, and a quiet one does not wait`()
        throws
    {
        var limits = Self.limits(25)
        limits.requestsPerSecond = 10_000
        let fixture = try ServerFixture(limits: limits)
        let clients = try connect(25, to: fixture)
        // Costs 18 units of 125 microseconds, one for the read: 444 a second for one budget.
        let wrong = Array((String(repeating: "y", count: 250) + "\n").utf8)
        var slowest = 0
        for turn in 0..<1_000 {
            fixture.server.now += 1_000
            for client in clients.dropLast() { client.send(wrong) }
            // A ping is answered within four milliseconds.
            if turn % 100 == 90 { clients[24].send(Array("{\"type\":\"ping\"}\n".utf8)) }
            try fixture.turn()
            try clients.forEach { try $0.read() }
            let pings = clients[24].lines.count { $0.type == "reply" }
            if turn % 100 == 94 { slowest += (turn / 100 + 1) - pings }
        }
        let answered = clients.dropLast().map { client in
            client.lines.count { $0.type == "reply" }
        }
        #expect(slowest == 0)
        #expect((3_000...4_500).contains(answered.reduce(0, +)))
        #expect((answered.max() ?? 0) - (answered.min() ?? 0) <= 30)
    }

    @Test func `a user that cannot be looked up keeps the number that was found before`() {
        var settings = SocketSettings()
        settings.maxClientsOf = [UserClients(user: "pages", maximum: 4)]
        let before = ClientLimits(settings) { _ in .found(1_234) }
        settings.maxClientsOf = [UserClients(user: "pages", maximum: 5)]
        let after = ClientLimits(settings, replacing: before) { _ in .failed(.connectionRefused) }
        #expect(after.clientsOfUsers == [1_234: 5])
        #expect(after.userWarnings.count == 1)
        let warning = after.userWarnings.first ?? ""
        #expect(warning.contains("pages, whose number stays 1234: connection refused"))
        #expect(warning.hasSuffix("send SIGHUP once \"getent passwd pages\" succeeds"))
        let again = ClientLimits(settings, replacing: after) { _ in .failed(.connectionRefused) }
        #expect(again.clientsOfUsers == [1_234: 5])
        // A user who has been removed has no maximum of its own any more.
        let removed = ClientLimits(settings, replacing: after) { _ in .unknown }
        #expect(removed.clientsOfUsers == [:])
        #expect(removed.userWarnings == ["there is no user named pages"])
    }

    @Test func `a name and a number of one user are a warning that names both`() {
        var settings = SocketSettings()
        settings.maxClientsOf = [
            UserClients(user: "root", maximum: 2), UserClients(user: "0", maximum: 3),
        ]
        let limits = ClientLimits(settings)
        #expect(limits.clientsOfUsers == [0: 2])
        let warning = "root and 0 are one user, the number 0: the maximum of root applies"
        #expect(limits.userWarnings == [warning + "; remove one of them"])
    }

    @Test func `users are found by name and by number`() {
        var settings = SocketSettings()
        settings.maxClientsOf = [
            UserClients(user: "root", maximum: 2), UserClients(user: "4294967294", maximum: 3),
            UserClients(user: "no-such-user.here", maximum: 4),
        ]
        #expect(ClientLimits(settings).clientsOfUsers == [0: 2, 4_294_967_294: 3])
    }
}
