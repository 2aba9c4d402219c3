import Glibc
import Testing
import TouchCore
import TouchTestSupport

@testable import GesturedServer

/// Clients that read unusually, half-close, leave, or are too many.
struct ConnectionTests {
    @Test func `a half-closed client receives lines and does not wake the loop again`() throws {
        let fixture = try ServerFixture()
        let client = try fixture.connect()
        client.shutDownWriting()
        #expect(try fixture.turn() == 1)
        #expect(try fixture.turn() == 0, "end of file is reported again and again")
        try fixture.publish(.sample(1, .began), .sample(1, .ended))
        try client.read()
        #expect(client.lines.suffix(2).map(\.phase) == ["began", "ended"])
    }

    @Test func `a client that disconnects is removed`() throws {
        let fixture = try ServerFixture()
        var client: UnixClient? = try fixture.connect()
        #expect(fixture.clientCount == 1)
        #expect(client?.isAtEnd == false)
        client = nil
        try fixture.turn()
        #expect(fixture.clientCount == 0)
        #expect(try fixture.turn() == 0)
    }

    @Test func `a client that reads byte by byte gets every line`() throws {
        let fixture = try ServerFixture()
        let client = try fixture.connect()
        try fixture.publish(.sample(1, .began), .sample(1, .ended), .tap(2))
        while try client.read(limit: 1) > 0 {}
        #expect(client.lines.count == 6)
        #expect(Promises.broken(by: client.lines) == [])
    }

    @Test func `a client beyond the limit gets hello and bye`() throws {
        var limits = ClientLimits()
        limits.clientsPerUser = 100
        let fixture = try ServerFixture(limits: limits)
        let clients = try (0..<64).map { _ in try fixture.connect() }
        let refused = try fixture.connect()
        try refused.read()
        #expect(refused.lines.map(\.type) == ["hello", "bye"])
        #expect(refused.lines.last?.string("reason") == "too_many_clients")
        #expect(refused.isAtEnd)
        try fixture.publish(.tap(1))
        for client in clients {
            try client.read()
            #expect(client.lines.last?.id == 1)
        }
    }

    @Test func `a user may have 16 clients, and another once one has left`() throws {
        let fixture = try ServerFixture()
        var clients = try (0..<16).map { _ in try fixture.connect() }
        let refused = try fixture.connect()
        try refused.read()
        #expect(refused.lines.map(\.type) == ["hello", "bye"])
        #expect(fixture.log.lines.contains { $0.contains("too many") && $0.contains("uid ") })
        clients.removeLast()
        // A program that another test starts has a copy of the connection until its exec(2).
        try poll {
            try fixture.turn()
            let welcome = try fixture.connect()
            try welcome.read()
            return welcome.lines.last?.type == "snapshot_end" ? true : nil
        }
    }
}
