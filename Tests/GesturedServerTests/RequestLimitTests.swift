import GestureWire
import Testing
import TouchCore
import TouchTestSupport

@testable import GestureSettings
@testable import GesturedServer

/// Clients that send too much, too fast, or unparsable requests.
struct RequestLimitTests {
    private let fixture: ServerFixture
    private let client: UnixClient

    init() throws {
        fixture = try ServerFixture()
        client = try fixture.connect()
        try client.read()
    }

    /// A ping of `length` bytes, including the line feed.
    private func ping(_ length: Int) -> [UInt8] {
        let start = #"{"type":"ping","id":1"#
        return Array((start + String(repeating: " ", count: length - start.count - 2) + "}\n").utf8)
    }

    private func send(_ bytes: [UInt8]) throws {
        var unsent = bytes[...]
        while !unsent.isEmpty {
            let count = client.send(Array(unsent))
            guard count > 0 else { break }
            unsent = unsent.dropFirst(count)
            try fixture.turn()
        }
        for _ in 0..<4 { try fixture.turn() }
        try client.read()
    }

    @Test func `the default settings of the socket are the default limits of clients`() {
        let limits = ClientLimits(SocketSettings())
        let standard = ClientLimits()
        #expect(limits.clients == standard.clients)
        #expect(limits.clientsPerUser == standard.clientsPerUser)
        #expect(limits.queueBytes == standard.queueBytes)
        #expect(limits.softLimit == standard.softLimit)
        #expect(limits.replayLimit == standard.replayLimit)
        #expect(ClientLimits(SocketSettings(queueKiB: 64)).softLimit == 8 * 1024)
    }

    @Test func `a request of 4096 bytes is answered`() throws {
        try send(ping(4_096))
        #expect(client.lines.last?.text == #"{"type":"reply","id":1,"ok":true}"#)
        #expect(!client.isAtEnd)
    }

    @Test(arguments: [4_097, 20_000])
    func `a longer request is refused, and the connection closed`(length: Int) throws {
        try send(ping(length))
        #expect(client.lines.last?.object("error")?.string("code") == "line_too_long")
        #expect(client.isAtEnd)
        #expect(fixture.clientCount == 0)
    }

    @Test func `ten megabytes without a line are refused at the first four kilobytes`() throws {
        let other = try fixture.connect()
        let flood = [UInt8](repeating: UInt8(ascii: "{"), count: 100_000)
        for _ in 0..<100 where client.send(flood) > 0 { try fixture.turn() }
        _ = try? client.read()
        #expect(client.lines.last?.object("error")?.string("code") == "line_too_long")
        #expect(fixture.clientCount == 1)
        try fixture.publish(.tap(1))
        try other.read()
        #expect(other.lines.last?.id == 1)
    }

    @Test func `fifty requests a second are answered, and one more closes the connection`() throws {
        for _ in 0..<50 { #expect(try fixture.ask(client, #"{"type":"ping"}"#) != nil) }
        fixture.server.now += 1_000_000
        for _ in 0..<50 { #expect(try fixture.ask(client, "{") != nil) }
        let reply = try fixture.ask(client, #"{"type":"ping"}"#)
        #expect(reply?.object("error")?.string("code") == "too_many_requests")
        #expect(client.isAtEnd)
    }

    @Test func `open gestures of a client end before it is disconnected`() throws {
        try fixture.publish(.sample(1, .began, ms: 1), .sample(1, .changed, ms: 2))
        try send(ping(5_000))
        #expect(client.lines.suffix(2).map(\.type) == ["gesture", "reply"])
        #expect(client.lines.suffix(2).first?.phase == "cancelled")
        #expect(Promises.broken(by: client.lines) == [])
    }

    @Test func `a request that does not end within ten seconds closes the connection`() throws {
        client.send(Array("{\"type\":".utf8))
        try fixture.turn()
        #expect(fixture.nextWake == fixture.server.now + 10_000_000)
        fixture.server.now += 9_999_999
        client.send(Array("\"ping\"".utf8))
        try fixture.turn()
        #expect(fixture.clientCount == 1)
        fixture.server.now += 1
        try fixture.turn()
        try client.read()
        #expect(client.isAtEnd)
        #expect(fixture.clientCount == 0)
        #expect(fixture.nextWake == nil)
    }

    @Test func `limits are those of the configuration`() throws {
        var configuration = DaemonConfiguration.standard
        configuration.socket.maxRequestBytes = 256
        configuration.socket.maxRequestsPerSecond = 2
        fixture.server.apply(configuration)
        try send(ping(256))
        #expect(client.lines.last?.id == 1)
        try send(ping(257))
        #expect(client.lines.last?.object("error")?.string("code") == "line_too_long")
        let other = try fixture.connect()
        for _ in 0..<2 { try fixture.ask(other, #"{"type":"ping"}"#) }
        let reply = try fixture.ask(other, #"{"type":"ping"}"#)
        #expect(reply?.object("error")?.string("code") == "too_many_requests")
    }

    @Test func `requests of a client that does not read wait, and replies are never lost`() throws {
        let stopped = try fixture.connect()
        fixture.shrinkSendBuffers()
        for id in 1..<1_000 { try fixture.publish(.tap(UInt64(id), ms: Int64(id))) }
        for id in 0..<40 { stopped.send(Array("{\"type\":\"ping\",\"id\":\(id)}\n".utf8)) }
        for _ in 0..<10 { try fixture.turn() }
        while try stopped.read() > 0 { for _ in 0..<3 { try fixture.turn() } }
        let replies = stopped.lines.filter { $0.type == "reply" }
        #expect(replies.map(\.id) == Array(0..<40))
        #expect(Promises.broken(by: stopped.lines) == [])
    }

    @Test(arguments: 0..<8)
    func `garbage does not affect other clients`(seed: UInt64) throws {
        let other = try fixture.connect()
        var random = SeededGenerator(seed: seed)
        for index in 0..<40 {
            let garbage = (0..<200).map { _ in UInt8.random(in: 0...255, using: &random) }
            client.send(garbage)
            try fixture.publish(.tap(UInt64(index + 1), ms: Int64(index)))
        }
        try other.read()
        #expect(other.lines.compactMap(\.id) == Array(1...40))
        #expect(Promises.broken(by: other.lines) == [])
        _ = try? client.read()
        #expect(Promises.broken(by: client.lines) == [])
    }
}

/// The requests of a client that count as too many, even if the client had to wait.
struct RequestInputTests {
    private let limits = ClientLimits()
    private var input = RequestInput()

    /// Parses `count` requests, only the first if `stops`; returns how many are too many.
    private mutating func excess(of count: Int, at us: Int64, stops: Bool = false) -> Int {
        var refused = 0
        Array(String(repeating: "x\n", count: count).utf8).withUnsafeBytes { bytes in
            input.receive(bytes, limits, now: us) { outcome in
                if case .tooMany = outcome { refused += 1 }
                return RequestInput.Verdict(continues: !stops)
            }
        }
        return refused
    }

    @Test mutating func `more than the limit within a second is too many`() {
        #expect(excess(of: limits.requestsPerSecond, at: 0) == 0)
        #expect(excess(of: 1, at: 999_999) == 1)
    }

    @Test mutating func `ten requests that count as a tenth each count as one`() {
        var refused = 0
        Array(String(repeating: "x\n", count: limits.requestsPerSecond * 10 + 1).utf8)
            .withUnsafeBytes { bytes in
                input.receive(bytes, limits, now: 0) { outcome in
                    if case .tooMany = outcome { refused += 1 }
                    return .init(continues: true, tenths: 1)
                }
            }
        #expect(refused == 1)
    }

    @Test func `a valid move counts as a tenth of a request, and nothing else does`() {
        func tenths(_ line: String) -> Int {
            let request = Array(line.utf8).withUnsafeBytes { Request($0) }
            return RequestCost.tenths(try? request.operation.get())
        }
        #expect(tenths(#"{"type":"move_zone","name":"a","rect":{}}"#) == 1)
        #expect(tenths(#"{"type":"move_zone","rect":{}}"#) == 10)
        #expect(tenths(#"{"type":"remove_zone","name":"a"}"#) == 10)
        #expect(tenths("move_zone") == 10)
    }

    @Test mutating func `a client that always has to wait may send requests at the limit for ever`()
    {
        for second in 0..<3_000 as Range<Int64> {
            input.beginWaiting()
            #expect(excess(of: 40, at: second * 1_000_000) == 0)
            input.settle()
        }
    }

    @Test mutating func `the time of an unfinished line begins when its client stops waiting`() {
        Array("half a line".utf8).withUnsafeBytes { bytes in
            input.receive(bytes, limits, now: 1_000) { _ in .init(continues: true) }
        }
        #expect(input.began == 1_000)
        input.beginWaiting()
        input.endWaiting(now: 11_000_000)
        #expect(input.began == 11_000_000)
        input.endWaiting(now: 12_000_000)
        #expect(excess(of: 1, at: 12_000_000) == 0)
        #expect(input.began == nil)
        input.endWaiting(now: 13_000_000)
        #expect(input.began == nil)
    }

    @Test mutating func `requests that arrived during a wait do not count as those of one second`()
    {
        input.recordRead(isComplete: true)
        #expect(excess(of: 2, at: 0, stops: true) == 0)
        input.beginWaiting()
        input.resume(limits, now: 3_000_000) { _ in .init(continues: true) }
        input.settle()
        // The client's socket has the requests of three seconds.
        #expect(excess(of: 60, at: 3_000_000) == 0)
    }
}
