import Foundation
import GestureWire
import Synchronization
import Testing
import TouchTestSupport

@testable import GesturedServer
@testable import LinuxIO

/// Clients that pass descriptors whose close lingers.
struct PassedDescriptorTests {
    private static let ping = Array("{\"type\":\"ping\"}\n".utf8)

    /// Passes a descriptor whose close takes a minute.
    private func pass(by client: UnixClient, isUrgent: Bool = false) throws {
        let passed = try LingeringSocket(seconds: 60)
        let bytes = isUrgent ? Array("{".utf8) : Self.ping
        #expect(client.send(bytes, passing: passed, isUrgent: isUrgent))
    }

    /// Expects that `body` does not wait for the close of a descriptor of `pass`.
    private func expectPrompt(_ body: () throws -> Void) rethrows {
        let time = try ContinuousClock().measure(body)
        #expect(time < .seconds(20))
    }

    /// Runs turns until nothing is left to close.
    private func closeAll(_ fixture: ServerFixture) throws {
        try poll(seconds: 20) {
            try fixture.turn()
            return fixture.server.connections.closer.count == 0 ? true : nil
        }
    }

    @Test(arguments: [false, true])
    func `a client that passes a descriptor receives bye with the reason, and delays no turn`(
        isUrgent: Bool
    ) throws {
        let fixture = try ServerFixture()
        let client = try fixture.connect()
        try pass(by: client, isUrgent: isUrgent)
        // Without SO_OOBINLINE the kernel would skip the urgent byte and deliver these bytes.
        client.send(Self.ping)
        try expectPrompt { try fixture.turn() }
        #expect(fixture.clientCount == 0)
        #expect(fixture.server.connections.closer.count == 1)
        try expectPrompt { try closeAll(fixture) }
        _ = try client.read { _ in false }
        #expect(client.lines.last?.text == #"{"type":"bye","reason":"descriptors"}"#)
        #expect(client.isAtEnd)
        #expect(fixture.log.lines.contains { $0.contains("passes descriptors") })
    }

    @Test func `a refused client that has passed a descriptor delays no turn`() throws {
        let fixture = try ServerFixture()
        let clients = try (0..<16).map { _ in try fixture.connect() }
        let refused = try UnixClient(fixture.path)
        try pass(by: refused)
        try expectPrompt { try fixture.turn() }
        #expect(fixture.clientCount == clients.count)
        try expectPrompt { try closeAll(fixture) }
        try refused.read()
        #expect(refused.lines.last?.string("reason") == "too_many_clients")
    }

    @Test func `a client that leaves a descriptor unread delays no turn`() throws {
        let fixture = try ServerFixture()
        var client: UnixClient? = try fixture.connect()
        // The server reads only this line, which is too long and ends the connection.
        client?.send([UInt8](repeating: UInt8(ascii: "x"), count: 5_000))
        let passed = try LingeringSocket(seconds: 60)
        client?.send(Self.ping, passing: passed)
        client = nil
        try expectPrompt {
            try fixture.turn()
            try fixture.turn()
        }
        #expect(fixture.clientCount == 0)
        try expectPrompt { try closeAll(fixture) }
    }

    @Test func `clients that passed descriptors, accepted or not, do not delay the end`() throws {
        var fixture: ServerFixture? = try ServerFixture()
        let (connected, waiting) = try (fixture?.connect(), UnixClient(fixture?.path ?? ""))
        try pass(by: waiting)
        try connected.map { try pass(by: $0) }
        try expectPrompt {
            fixture?.server.end(.shutdown)
            _ = try waiting.read { $0.isAtEnd }
            #expect(waiting.lines.map(\.type) == ["hello", "bye"])
            #expect(waiting.lines.last?.string("reason") == "shutdown")
            fixture = nil
        }
    }

    @Test func `a user whose descriptors never close does not affect other users`() throws {
        let started = Mutex<[UInt32]>([])
        let fixture = try ServerFixture { _, uid in
            started.withLock { $0.append(uid) }
            return true
        }
        let other = getuid() + 1
        for _ in 0..<16 {
            let client = try fixture.connect()
            fixture.server.clients[0].peer.uid = other
            try pass(by: client)
            try fixture.turn()
        }
        #expect(fixture.clientCount == 0)
        #expect(fixture.server.connections.closer.count(of: other) == 16)
        #expect(started.withLock { $0 } == [other])
        let clients = try (0..<16).map { _ in try fixture.connect() }
        #expect(fixture.clientCount == clients.count)
        for client in clients {
            #expect(try fixture.ask(client, #"{"type":"ping"}"#) != nil)
        }
    }

    @Test func `connections that are not closed yet count towards the limit of their user`() throws
    {
        let fixture = try ServerFixture { _, _ in true }
        for _ in 0..<16 {
            try pass(by: fixture.connect())
            try fixture.turn()
        }
        #expect(fixture.clientCount == 0)
        let refused = try fixture.connect()
        try refused.read()
        #expect(refused.lines.last?.string("reason") == "too_many_clients")
    }

    @Test func `a thread that cannot be started is tried again a second later`() throws {
        let isAble = Mutex(false)
        let fixture = try ServerFixture { _, _ in isAble.withLock { $0 } }
        try pass(by: fixture.connect())
        try fixture.turn()
        #expect(fixture.nextWake == fixture.server.now + 1_000_000)
        isAble.withLock { $0 = true }
        fixture.server.now += 1_000_000
        try fixture.turn()
        #expect(fixture.nextWake != fixture.server.now)
        #expect(fixture.server.connections.closer.count == 1)
    }
}
