import GestureWire
import Testing
import TouchCore
import TouchTestSupport

@testable import GesturedServer

/// The limits of one client: lines are lost only while its socket has no room.
struct FlowEdgeTests {
    @Test func `more gestures in one turn than a client can have open are all sent`() throws {
        let fixture = try ServerFixture()
        let client = try fixture.connect()
        for id in 1...300 as ClosedRange<UInt64> {
            fixture.server.publish(.sample(id, .began, ms: Int64(id)), parts: [])
            fixture.server.publish(.sample(id, .ended, ms: Int64(id)), parts: [])
        }
        try fixture.turn()
        while try client.read() > 0 { try fixture.turn() }
        #expect(client.lines.count == 3 + 600)
        #expect(Promises.broken(by: client.lines) == [])
    }

    @Test func `a client that reads gets every line of a long turn`() throws {
        var limits = ClientLimits()
        limits.queueBytes = 64 * 1024
        limits.softLimit = 8 * 1024
        let fixture = try ServerFixture(limits: limits)
        let client = try fixture.connect()
        fixture.server.publish(.sample(1, .began), parts: [])
        for ms in 1...300 as ClosedRange<Int64> {
            fixture.server.publish(.sample(1, .changed, ms: ms), parts: [])
        }
        try fixture.turn()
        try client.read()
        #expect(client.lines.filter { $0.phase == "changed" }.count == 300)
    }

    @Test func `a snapshot larger than a queue is sent whole`() throws {
        var limits = ClientLimits()
        limits.queueBytes = 64 * 1024
        limits.softLimit = 8 * 1024
        let fixture = try ServerFixture(limits: limits, devices: (1...400).map { .sample($0) })
        let client = try fixture.connect()
        try client.read()
        #expect(client.lines.first?.type == "hello")
        #expect(client.lines.filter { $0.type == "device" }.count == 400)
        #expect(client.lines.last?.integer("devices") == 400)
    }

    /// Publishes more than a socket that is not read can accept.
    private func fill(_ fixture: ServerFixture, _ id: UInt64 = 1) throws {
        let start = Int64(id) * 10_000
        try fixture.publish(.sample(id, .began, ms: start))
        for ms in 1..<3_000 as Range<Int64> {
            try fixture.publish(.sample(id, .changed, ms: start + ms))
        }
    }

    @Test func `a client that reads a little within 5 s is slow, but not disconnected`() throws {
        let fixture = try ServerFixture()
        let client = try fixture.connect()
        try fill(fixture)
        for round in 0..<5 as Range<UInt64> {
            try fill(fixture, round + 2)
            // Too little for epoll to report the socket as writable.
            try client.read(limit: 20_000)
            try fixture.turn()
            fixture.server.now += 5_000_000
            try fixture.turn()
            #expect(fixture.clientCount == 1)
        }
        try fill(fixture, 9)
        fixture.server.now += 5_000_000
        try fixture.turn()
        #expect(fixture.clientCount == 0)
    }

    @Test
    func `a client that has stopped is disconnected, though newer lines replace all queued ones`()
        throws
    {
        let fixture = try ServerFixture()
        let client = try fixture.connect()
        try fill(fixture)
        for ms in 1...100 as ClosedRange<Int64> {
            fixture.server.now += 60_000
            try fixture.publish(.sample(1, .changed, ms: 20_000 + ms))
        }
        #expect(fixture.clientCount == 0)
        try client.read()
        #expect(client.lines.last?.string("reason") == "too_slow")
    }

    @Test(arguments: [false, true])
    func `a disconnected client gets bye, and the end of every gesture`(isSmall: Bool) throws {
        let fixture = try ServerFixture()
        let client = try fixture.connect()
        if isSmall { fixture.shrinkSendBuffers() }
        try fill(fixture)
        fixture.server.now += 5_000_000
        try fixture.turn()
        #expect(fixture.clientCount == 0)
        try client.read()
        #expect(client.isAtEnd)
        #expect(client.lines.last?.string("reason") == "too_slow")
        #expect(client.lines.dropLast().last?.string("reason") == "overflow")
        #expect(Promises.broken(by: client.lines) == [])
    }

    @Test(arguments: ["{}", #"{"type":"ping"}"#, "x"])
    func `each request has its reply, however many there are and however slowly they are read`(
        request: String
    ) throws {
        var limits = ClientLimits()
        limits.queueBytes = 64 * 1024
        limits.softLimit = 8 * 1024
        limits.requestsPerSecond = 10_000
        let fixture = try ServerFixture(limits: limits)
        let client = try fixture.connect()
        fixture.shrinkSendBuffers()
        let other = try fixture.connect()
        let count = 4_000 / (request.utf8.count + 1)
        for id in 1...5 as ClosedRange<UInt64> {
            client.send(Array(String(repeating: request + "\n", count: count).utf8))
            for _ in 0..<3 { try fixture.turn() }
            try fixture.publish(.tap(id, ms: Int64(id)))
        }
        try other.read()
        #expect(other.lines.last?.id == 5)
        // The requests cost more than the user's budget has at once.
        for _ in 0..<3_000 {
            try client.read()
            fixture.server.now += 1_000
            try fixture.turn()
        }
        #expect(client.lines.filter { $0.type == "reply" }.count == 5 * count)
        #expect(Promises.broken(by: client.lines) == [])
    }

    @Test func `requests of a client that has stopped sending are answered before it leaves`()
        throws
    {
        let fixture = try ServerFixture()
        let client = try fixture.connect()
        fixture.shrinkSendBuffers()
        try fill(fixture)
        for id in 0..<20 { client.send(Array("{\"type\":\"ping\",\"id\":\(id)}\n".utf8)) }
        client.send(Array(#"{"type":"ping","id":20}"#.utf8))
        client.shutDownWriting()
        for _ in 0..<5 { try fixture.turn() }
        while try client.read() > 0 { for _ in 0..<3 { try fixture.turn() } }
        #expect(client.lines.filter { $0.type == "reply" }.map(\.id) == Array(0...20))
        #expect(!client.isAtEnd)
    }

    @Test func `open gestures continue if the filter changes in the middle of a flood`() throws {
        let fixture = try ServerFixture()
        let client = try fixture.connect()
        try fixture.publish(.sample(1, .began, ms: 1))
        try fixture.ask(client, #"{"type":"subscribe","gestures":["tap"]}"#)
        for ms in 2..<3_000 as Range<Int64> {
            try fixture.publish(.sample(1, .changed, ms: ms), .tap(UInt64(ms), ms: ms))
        }
        try fixture.publish(.sample(4_000, .began, ms: 3_000), .sample(4_000, .ended, ms: 3_001))
        try fixture.publish(.sample(1, .ended, ms: 3_002))
        while try client.read() > 0 { try fixture.turn() }
        #expect(client.lines.filter { $0.id == 1 && $0.phase != "changed" }.count == 2)
        #expect(!client.lines.contains { $0.id == 4_000 })
        #expect(Promises.broken(by: client.lines) == [])
    }
}
