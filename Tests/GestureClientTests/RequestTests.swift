import Foundation
import GestureClient
import Testing
import TouchCore
import TouchTestSupport

/// Requests of a client, to a daemon that sends the lines of a test, and to the real one.
@Suite(.timeLimit(.minutes(2)))
struct RequestTests {
    private let daemon: ScriptedDaemon

    init() throws {
        daemon = try ScriptedDaemon()
    }

    private func connected() async throws -> GestureClient {
        let client = daemon.client()
        try await client.connect()
        try await daemon.accept()
        try daemon.sendLines(ScriptedDaemon.hello)
        return client
    }

    private func id() async throws -> Int {
        guard let id = try await daemon.nextRequest()?.id else { throw MissingEvent() }
        return id
    }

    @Test func `a reply belongs to the request with its id`() async throws {
        let client = try await connected()
        async let ping: Void = client.ping()
        let first = try await id()
        async let status = client.status()
        let second = try await id()
        try daemon.sendLines(
            #"{"type":"reply","id":\#(second),"ok":true,"status":{"clients":3}}"#,
            #"{"type":"reply","id":\#(first),"ok":true}"#)
        #expect(try await status.clients == 3)
        try await ping
    }

    @Test func `a reply to a cancelled request is skipped`() async throws {
        let client = try await connected()
        let request = Task { try await client.ping() }
        let id = try await id()
        request.cancel()
        let error = await #expect(throws: GestureClientError.self) { try await request.value }
        #expect(error == .cancelled)
        try daemon.sendLines(
            #"{"type":"reply","id":\#(id),"ok":true}"#,
            #"{"type":"reply","ok":false,"error":{"code":"bad_json"}}"#,
            ScriptedDaemon.gesture("tap", id: 1, "ended"))
        let gesture = try await client.events.first {
            if case .gesture = $0 { true } else { false }
        }
        #expect(gesture != nil)
    }

    @Test func `a request that is disconnected before its reply gets the reason`() async throws {
        let client = daemon.client()
        try await client.connect()
        try await daemon.accept()
        try daemon.sendLines(ScriptedDaemon.hello, #"{"type":"bye","reason":"too_many_clients"}"#)
        daemon.hangUp()
        let error = await #expect(throws: GestureClientError.self) { try await client.ping() }
        #expect(error == .sentAway(path: daemon.path, .tooManyClients))
    }

    @Test func `the wait for a reply is limited`() async throws {
        let client = daemon.client(patience: .milliseconds(50))
        try await client.connect()
        try await daemon.accept()
        try daemon.sendLines(ScriptedDaemon.hello)
        let error = await #expect(throws: GestureClientError.self) { try await client.ping() }
        #expect(error == .noAnswer(path: daemon.path))
    }

    @Test func `too many lines before a reply end the connection`() async throws {
        let client = try await connected()
        let request = Task { try await client.ping() }
        _ = try await id()
        let line = Array((ScriptedDaemon.gesture("tap", id: 1, "ended") + "\n").utf8)
        for _ in 0..<10_000 { try? daemon.send(line) }
        let error = await #expect(throws: GestureClientError.self) { try await request.value }
        #expect(error == .tooMuchUnread(path: daemon.path))
    }

    @Test func `a line that is not JSON is an error before the reply after it`() async throws {
        let client = try await connected()
        let request = Task { try await client.ping() }
        let id = try await id()
        try daemon.sendLines(
            #"{"type":"gesture",garbage"#, #"{"type":"reply","id":\#(id),"ok":true}"#)
        let error = await #expect(throws: GestureClientError.self) { try await request.value }
        guard case .notTheProtocol = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `replies in place of a hello end the connection`() async throws {
        let client = daemon.client(patience: .seconds(60))
        try await client.connect()
        try await daemon.accept()
        let request = Task { try await client.ping() }
        let lines = Array(
            String(repeating: #"{"type":"reply","id":99,"ok":true}\#n"#, count: 1_000).utf8)
        // More than 16 MiB, with the overhead of each line.
        for _ in 0..<500 { try? daemon.send(lines) }
        let error = await #expect(throws: GestureClientError.self) { try await request.value }
        #expect(error == .tooMuchUnread(path: daemon.path))
    }

    @Test func `too many short lines before a reply end the connection too`() async throws {
        let client = try await connected()
        let request = Task { try await client.ping() }
        _ = try await id()
        // Less than a megabyte: only the number of lines is too large.
        let line = Array(#"{"type":"x"}\#n"#.utf8)
        for _ in 0...1 << 14 { try? daemon.send(line) }
        let error = await #expect(throws: GestureClientError.self) { try await request.value }
        #expect(error == .tooMuchUnread(path: daemon.path))
    }

    @Test func `the maximum number of unread lines ends nothing`() async throws {
        let client = try await connected()
        let request = Task { try await client.ping() }
        let id = try await id()
        let line = Array(#"{"type":"x"}\#n"#.utf8)
        for _ in 0..<(1 << 14) - 2 { try daemon.send(line) }
        try daemon.sendLines(#"{"type":"reply","id":\#(id),"ok":true}"#)
        try await request.value
    }

    @Test func `without a connection a request throws`() async throws {
        let client = daemon.client()
        let error = await #expect(throws: GestureClientError.self) { try await client.ping() }
        #expect(error == .notConnected)
    }

    @Test func `a connection that ends fails its pending requests`() async throws {
        let client = try await connected()
        let request = Task { try await client.ping() }
        _ = try await id()
        daemon.hangUp()
        let error = await #expect(throws: GestureClientError.self) { try await request.value }
        #expect(error == .connectionLost(path: daemon.path))
    }

    @Test func `zones are added and removed`() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("s")
        let config = try directory.write("clients: { zones: true }\n".utf8, to: "config.yaml")
        let recording = try directory.write(BuiltDaemon.heldDrag.utf8, to: "held.evemu")
        let program = try BuiltDaemon.serve(
            path, "--replay", recording, "--realtime", "--config", config)
        let client = GestureClient(.init(location: SocketLocation(path: path)))
        try await client.connect()
        var zone = ClientZone(
            "canvas", x: 0.25, y: 0, width: 0.75, height: 1,
            gestures: [.init(.drag, name: "stroke", ["fingers": 1, "minimum_distance": "2mm"])])
        zone.priority = .list
        try await client.add(zone)
        let again = await #expect(throws: GestureClientError.self) { try await client.add(zone) }
        guard case .refused(let refusal) = again else { throw MissingEvent() }
        #expect(refusal.code == .invalidValue)
        try await client.removeZone(named: "canvas")
        try await client.add(zone)
        program.signal(SIGTERM)
    }

    @Test func `the output of a touchscreen is reported and withdrawn`() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("s")
        let config = try directory.write(
            "clients: { outputs: [\(geteuid())] }\ndevices: [{ mapped: true }]\n".utf8,
            to: "config.yaml")
        let recording = try directory.write(BuiltDaemon.heldDrag.utf8, to: "held.evemu")
        let program = try BuiltDaemon.serve(
            path, "--replay", recording, "--realtime", "--config", config)
        let client = GestureClient(.init(location: SocketLocation(path: path)))
        try await client.connect()
        let output = DeviceOutput("DSI-1", .flipped90, size: .init(width: 345, height: 194))
        try await client.setOutput(output, of: 1)
        try await client.setOutput(nil, of: 1)
        let unknown = await #expect(throws: GestureClientError.self) {
            try await client.setOutput(output, of: 7)
        }
        guard case .refused(let refusal) = unknown else { throw MissingEvent() }
        #expect(refusal.code == .invalidValue && refusal.member == "device")
        program.signal(SIGTERM)
    }

    @Test func `the zones request has the rectangles and edges of configured zones`() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("s")
        let config = try directory.write(
            """
            zones:
              - name: bar
                rect: { x: 0.25, y: 0, width: 0.5, height: 1 }
                gestures:
                  - swipe: { edge: left }
            """.utf8, to: "config.yaml")
        let recording = try directory.write(BuiltDaemon.heldDrag.utf8, to: "held.evemu")
        let program = try BuiltDaemon.serve(
            path, "--replay", recording, "--realtime", "--config", config)
        let client = GestureClient(.init(location: SocketLocation(path: path)))
        try await client.connect()
        let zones = try await client.zones()
        #expect(zones.map(\.name) == ["screen", "bar"])
        let bar = try #require(zones.last)
        #expect((bar.device, bar.x, bar.y, bar.width, bar.height) == (1, 0.25, 0, 0.5, 1))
        #expect(bar.edges.keys.sorted() == ["left"] && (1...100).contains(bar.edges["left"] ?? 0))
        program.signal(SIGTERM)
    }

    @Test func `a reply without zones is an error, and so is a zone without a name`()
        async throws
    {
        let client = try await connected()
        let none = Task { try await client.zones() }
        try daemon.sendLines(#"{"type":"reply","id":\#(try await id()),"ok":true}"#)
        let error = await #expect(throws: GestureClientError.self) { try await none.value }
        guard case .notTheProtocol = error else { throw MissingEvent() }
        let nameless = Task { try await client.zones() }
        try daemon.sendLines(
            #"{"type":"reply","id":\#(try await id()),"ok":true,"zones":[{"device":1}]}"#)
        await #expect(throws: GestureClientError.self) { try await nameless.value }
    }

    @Test func `a daemon that allows no zones refuses them`() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("s")
        let recording = try directory.write(BuiltDaemon.heldDrag.utf8, to: "held.evemu")
        let program = try BuiltDaemon.serve(path, "--replay", recording, "--realtime")
        let client = GestureClient(.init(location: SocketLocation(path: path)))
        try await client.connect()
        let zone = ClientZone("a", x: 0, y: 0, width: 1, height: 1, gestures: [.init(.tap)])
        let error = await #expect(throws: GestureClientError.self) { try await client.add(zone) }
        guard case .refused(let refusal) = error else { throw MissingEvent() }
        #expect(refusal.code == .notPermitted)
        try await client.subscribe(to: .gestures(.tap))
        program.signal(SIGTERM)
    }
}
