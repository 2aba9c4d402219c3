import Foundation
import GestureClient
import Testing
import TouchTestSupport

/// A client of a daemon that sends the lines of a test.
@Suite(.timeLimit(.minutes(2)))
struct ConnectionTests {
    private let daemon: ScriptedDaemon

    init() throws {
        daemon = try ScriptedDaemon()
    }

    @Test func `unknown members are skipped, unknown types and keywords are kept`() async throws {
        let events = daemon.client().events
        let reader = Task {
            var received: [GestureClientEvent] = []
            for try await event in events {
                received.append(event)
                if case .bye = event { break }
            }
            return received
        }
        try await daemon.accept()
        try daemon.sendLines(
            #"{"type":"hello","protocol":1,"mood":["good"]}"#, #"{"type":"weather","seq":1}"#,
            ScriptedDaemon.gesture("wave", id: 1, "paused", more: #","tilt":{"x":1}"#),
            #"{"type":"bye","reason":"lunch"}"#)
        let received = try await reader.value
        #expect(received.count == 4)
        #expect(received[1] == .unknown(type: "weather"))
        guard case .gesture(let update) = received[2] else { throw MissingEvent() }
        #expect(update.kind == .init(rawValue: "wave"))
        #expect(update.phase == .init(rawValue: "paused"))
        #expect(update.place?.yMm == 2)
        #expect(received.last == .bye(.init(rawValue: "lunch")))
    }

    @Test func `lines are read in pieces of any size`() async throws {
        let lines = daemon.client().lines
        let reader = Task {
            var texts: [String] = []
            for try await line in lines { texts.append(line.text) }
            return texts
        }
        try await daemon.accept()
        let texts = [
            ScriptedDaemon.hello, ScriptedDaemon.gesture("tap", id: 1, "ended"),
            #"{"type":"bye","reason":"shutdown"}"#,
        ]
        for byte in texts.map({ $0 + "\n" }).joined().utf8 { try daemon.send([byte]) }
        daemon.hangUp()
        #expect(try await reader.value == texts)
    }

    @Test func `a client does not read ahead of its consumer, and loses no line`() async throws {
        let client = daemon.client()
        async let connected: Void = client.connect()
        try await daemon.accept()
        try daemon.sendLines(ScriptedDaemon.hello)
        try await connected
        var lines = client.lines.makeAsyncIterator()
        _ = try await lines.next()
        let line = Array((ScriptedDaemon.gesture("tap", id: 1, "ended") + "\n").utf8)
        let all = [[UInt8]](repeating: line, count: 6_000).flatMap { $0 }
        var sent = 0
        while case let count = daemon.sendWithoutWaiting(all[sent...]), count > 0 {
            sent += count
        }
        // The bytes that the socket itself buffers.
        #expect(sent < 600_000)
        for _ in 0..<6_000 {
            if sent < all.count { sent += daemon.sendWithoutWaiting(all[sent...]) }
            guard try await lines.next() != nil else { throw MissingEvent() }
        }
        #expect(sent == all.count)
    }

    @Test func `a client that is deallocated closes its connection`() async throws {
        var client: GestureClient? = daemon.client()
        let reader = Task { [client] in try await client?.events.first { _ in true } }
        try await daemon.accept()
        try daemon.sendLines(ScriptedDaemon.hello)
        guard case .hello = try await reader.value else { throw MissingEvent() }
        client = nil
        #expect(try await daemon.nextRequest() == nil)
    }

    @Test(arguments: [
        "HTTP/1.1 400 Bad Request\n", "[]\n", "\n", "{\"type\":\"hello\",\"protocol\":2}\n",
        "{\"type\":\"hello\"}\n", "{\"type\":\"snapshot_end\",\"seq\":1}\n",
        ScriptedDaemon.hello + "\n{\"type\":\"gesture\",\"seq\":1}\n",
        ScriptedDaemon.hello + "\n{\"type\":7}\n",
        ScriptedDaemon.hello + "\n" + String(repeating: "[", count: 5_000) + "\n",
        ScriptedDaemon.hello + "\n" + String(repeating: "x", count: 270_000),
    ])
    func `other protocols are reported`(text: String) async throws {
        let events = daemon.client().events
        let reader = Task { for try await _ in events {} }
        try await daemon.accept()
        // The client disconnects in the middle of the overlong line.
        try? daemon.send(Array(text.utf8))
        let error = await #expect(throws: GestureClientError.self) { try await reader.value }
        guard case .notTheProtocol(daemon.path, _) = error else { throw MissingEvent() }
    }

    @Test func `bytes that are not UTF-8 are not the protocol`() async throws {
        let events = daemon.client().events
        let reader = Task { for try await _ in events {} }
        try await daemon.accept()
        try daemon.send(Array(#"{"type":"hello","protocol":1,"server":""#.utf8) + [0xFF, 0x0A])
        await #expect(throws: GestureClientError.self) { try await reader.value }
    }

    @Test func `a daemon that sends no hello times out`() async throws {
        let events = daemon.client(patience: .milliseconds(20)).events
        let reader = Task { for try await _ in events {} }
        try await daemon.accept()
        let error = await #expect(throws: GestureClientError.self) { try await reader.value }
        #expect(error == .noAnswer(path: daemon.path))
    }

    @Test func `the wait for the first lines of a connection is limited`() async throws {
        for firstLines in [[], [#"{"type":"snapshot_end","seq":1,"devices":0}"#]] {
            let client = daemon.client(.gestures(.tap), patience: .milliseconds(200))
            try await client.connect()
            try await daemon.accept()
            // The last line, `snapshot_end` or the reply, does not arrive. The others are sent
            // before the first read: patience counts from there, and a busy machine is late.
            for line in [ScriptedDaemon.hello] + firstLines { try daemon.sendLines(line) }
            let reader = Task { for try await _ in client.events {} }
            let error = await #expect(throws: GestureClientError.self) { try await reader.value }
            #expect(error == .noAnswer(path: daemon.path))
        }
    }

    @Test func `the wait for gestures is not limited`() async throws {
        let client = daemon.client(patience: .milliseconds(20))
        try await client.connect()
        try await daemon.accept()
        // Sent before the first read, so that no wait for these lines can time out.
        try daemon.sendLines(ScriptedDaemon.hello, #"{"type":"snapshot_end","seq":1,"devices":0}"#)
        _ = try await client.events.first { $0 == .snapshotEnd(devices: 0) }
        let reader = Task { try await client.events.first { $0 == .overflow(dropped: 1) } }
        // Longer than the daemon may take for a reply.
        let start = ContinuousClock.now
        _ = try await polling { start.duration(to: .now) > .milliseconds(100) ? true : nil }
        try daemon.sendLines(#"{"type":"overflow","seq":2,"dropped":1}"#)
        #expect(try await reader.value != nil)
    }

    @Test func `patience does not count while no task reads`() async throws {
        let client = daemon.client(patience: .milliseconds(800))
        try await client.connect()
        try await daemon.accept()
        try daemon.sendLines(ScriptedDaemon.hello)
        _ = try await client.events.first { _ in true }
        let start = ContinuousClock.now
        _ = try await polling { start.duration(to: .now) > .milliseconds(1_000) ? true : nil }
        try daemon.sendLines(#"{"type":"snapshot_end","seq":1,"devices":0}"#)
        #expect(try await client.events.first { _ in true } == .snapshotEnd(devices: 0))
    }

    @Test func `a daemon of an untrusted user is refused`() async throws {
        let user = geteuid()
        var options = GestureClientOptions(
            location: SocketLocation(path: daemon.path), waits: true, reconnects: true)
        options.trustedUserIDs = [user &+ 1]
        let refused = GestureClient(options)
        let error = await #expect(throws: GestureClientError.self) { try await refused.connect() }
        #expect(error == .untrustedDaemon(path: daemon.path, userID: user))
        options.trustedUserIDs = [user]
        let trusted = GestureClient(options)
        #expect(trusted.daemonUserID == nil)
        try await trusted.connect()
        #expect(trusted.daemonUserID == user)
    }

    @Test func `more touchscreens or live gestures than possible are an error of the protocol`()
        async throws
    {
        let device = #"{"type":"device","seq":1,"change":"added","device":{"id":%,"name":"P"}}"#
        let drag = ScriptedDaemon.gesture("drag", id: 0, "began", more: #","pad":"%""#)
        for (line, count) in [(device, 257), (drag, 9_000)] {
            let events = daemon.client().events
            let reader = Task { for try await _ in events {} }
            try await daemon.accept()
            try daemon.sendLines(ScriptedDaemon.hello)
            for id in 0..<count {
                let text = line.replacing("%", with: "\(id)").replacing(
                    #""id":0"#, with: #""id":\#(id)"#)
                try? daemon.sendLines(text)
            }
            let error = await #expect(throws: GestureClientError.self) { try await reader.value }
            guard case .notTheProtocol(daemon.path, let reason) = error else {
                throw MissingEvent()
            }
            #expect(reason.hasSuffix("than there can be"))
        }
    }

    @Test(arguments: ["too_slow", "too_many_clients"])
    func `a daemon that disconnects the client is an error`(reason: String) async throws {
        let events = daemon.client().events
        let reader = Task { for try await _ in events {} }
        try await daemon.accept()
        try daemon.sendLines(ScriptedDaemon.hello, #"{"type":"bye","reason":"\#(reason)"}"#)
        daemon.hangUp()
        let error = await #expect(throws: GestureClientError.self) { try await reader.value }
        #expect(error == .sentAway(path: daemon.path, .init(rawValue: reason)))
    }

    @Test func `a lost connection cancels live gestures once, in the order of ids`() async throws {
        let events = daemon.client(reconnects: true).events
        let reader = Task {
            var received: [String] = []
            for try await event in events {
                if case .hello = event { received.append("hello") }
                if case .gesture(let update) = event {
                    received.append("\(update.id) \(update.phase) \(update.reason?.rawValue ?? "")")
                }
                if received.count == 9 { break }
            }
            return received
        }
        try await daemon.accept()
        try daemon.sendLines(
            ScriptedDaemon.hello, ScriptedDaemon.gesture("drag", id: 9, "began"),
            ScriptedDaemon.gesture("drag", id: 8, "began"),
            ScriptedDaemon.gesture("drag", id: 7, "began"),
            ScriptedDaemon.gesture("drag", id: 8, "ended"),
            ScriptedDaemon.gesture("tap", id: 6, "ended"))
        daemon.hangUp()
        try await daemon.accept()
        try daemon.sendLines(ScriptedDaemon.hello)
        #expect(
            try await reader.value == [
                "hello", "9 began ", "8 began ", "7 began ", "8 ended ", "6 ended ",
                "7 cancelled connection_lost", "9 cancelled connection_lost", "hello",
            ])
    }
}
