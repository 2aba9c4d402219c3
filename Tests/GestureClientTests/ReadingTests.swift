import Foundation
import GestureClient
import Testing
import TouchTestSupport

/// A client on the real daemon.
@Suite(.timeLimit(.minutes(2)))
struct ReadingTests {
    private let directory: TemporaryDirectory
    private let path: String

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.file("s")
    }

    private func client(
        _ subscription: GestureSubscription? = nil, reconnects: Bool = false
    ) -> GestureClient {
        GestureClient(
            GestureClientOptions(
                location: SocketLocation(path: path), subscription: subscription, waits: false,
                reconnects: reconnects))
    }

    private func heldDrag() throws -> String {
        try directory.write(BuiltDaemon.heldDrag.utf8, to: "held.evemu")
    }

    @Test func `delivers the lines of the daemon between hello and bye`() async throws {
        let program = try BuiltDaemon.serve(path, "--replay", BuiltDaemon.demo)
        var lines: [GestureClientLine] = []
        for try await line in client().lines { lines.append(line) }
        #expect(
            try lines.dropFirst().dropLast().map(\.text) == BuiltDaemon.lines(of: BuiltDaemon.demo))
        guard case .hello(let hello) = lines.first?.event else { throw MissingEvent() }
        #expect(hello.protocolVersion == 1)
        #expect(hello.server.hasPrefix("gestured/"))
        #expect(lines.last?.event == .bye(.shutdown))
        #expect(try program.wait().status == 0)
    }

    @Test func `every kind is read with the values of its kind`() async throws {
        let program = try BuiltDaemon.serve(path, "--replay", BuiltDaemon.demo)
        var kinds: [GestureUpdate.Kind: GestureUpdate] = [:]
        for try await event in client().events {
            if case .gesture(let update) = event, update.phase == .ended {
                kinds[update.kind] = update
            }
        }
        #expect((kinds[.tap]?.count ?? 0) > 0)
        #expect(kinds[.drag]?.predictedDxMm != nil)
        #expect(kinds[.swipe]?.direction != nil)
        #expect((kinds[.magnify]?.scale ?? 0) > 0)
        #expect(kinds[.rotate]?.rotationDegrees != nil)
        #expect(kinds.values.allSatisfy { $0.place != nil && $0.fingers > 0 })
        #expect(try program.wait().status == 0)
    }

    @Test func `delivers only what was subscribed, even of a replay that does not wait`()
        async throws
    {
        let program = try BuiltDaemon.serve(path, "--replay", BuiltDaemon.demo)
        var received: [GestureUpdate] = []
        for try await event in client(.gestures(.tap, .swipe)).events {
            if case .gesture(let update) = event { received.append(update) }
        }
        let expected = try BuiltDaemon.lines(of: BuiltDaemon.demo).filter {
            $0.contains(#""gesture":"tap""#) || $0.contains(#""gesture":"swipe""#)
        }
        #expect(!received.isEmpty)
        #expect(received.count == expected.count)
        #expect(received.allSatisfy { $0.kind == .tap || $0.kind == .swipe })
        #expect(try program.wait().status == 0)
    }

    @Test func `requests are answered while no task reads`() async throws {
        let program = try BuiltDaemon.serve(path, "--replay", heldDrag(), "--realtime")
        let client = client()
        try await client.connect()
        try await client.ping()
        let status = try await client.status()
        #expect(status.clients == 1)
        #expect(status.devices == 1)
        #expect(status.latency == nil)
        var events = client.events.makeAsyncIterator()
        guard case .hello = try await events.next() else { throw MissingEvent() }
        client.close()
        #expect(try await events.next() == nil)
        program.signal(SIGTERM)
        #expect(try program.wait().status == 0)
    }

    @Test func `a rejected subscription has the daemon's reason`() async throws {
        let program = try BuiltDaemon.serve(path, "--replay", heldDrag(), "--realtime")
        let events = client(.gestures(.init(rawValue: "swip"))).events
        let error = await #expect(throws: GestureClientError.self) { for try await _ in events {} }
        guard case .refused(let refusal) = error else { throw MissingEvent() }
        #expect(refusal.code == .unknownGesture)
        #expect(refusal.message.contains(#"did you mean "swipe""#))
        #expect(refusal.member == "gestures[0]")
        program.signal(SIGTERM)
    }

    @Test func `a cancelled task ends at once`() async throws {
        let program = try BuiltDaemon.serve(path, "--replay", heldDrag(), "--realtime")
        let client = client()
        let reader = Task {
            var count = 0
            for try await _ in client.events { count += 1 }
            return count
        }
        try await client.connect()
        reader.cancel()
        _ = try await reader.value
        program.signal(SIGTERM)
    }

    @Test func `live gestures are cancelled when the daemon is killed`() async throws {
        let program = try BuiltDaemon.serve(path, "--replay", heldDrag(), "--realtime")
        var lines: [GestureClientLine] = []
        let error = await #expect(throws: GestureClientError.self) {
            for try await line in client().lines {
                lines.append(line)
                if line.text.contains(#""phase":"changed""#) { program.signal(SIGKILL) }
            }
        }
        #expect(error == .connectionLost(path: path))
        let wireLines = try lines.map { try WireLine($0.text) }
        #expect(Promises.broken(by: wireLines) == [])
        #expect(wireLines.last?.string("reason") == "connection_lost")
        #expect(wireLines.last?.seq == nil)
    }

    @Test func `reconnects after a kill, although the old socket still exists`() async throws {
        let recording = try heldDrag()
        let first = try BuiltDaemon.serve(path, "--replay", recording, "--realtime")
        var events = client(reconnects: true).events.makeAsyncIterator()
        while case let event? = try await events.next() {
            if case .gesture = event { break }
        }
        first.signal(SIGKILL)
        _ = try first.wait()
        #expect(FileManager.default.fileExists(atPath: path))
        let second = try BuiltDaemon.serve(path, "--replay", recording, "--realtime")
        var later: [GestureClientEvent] = []
        while case let event? = try await events.next() {
            later.append(event)
            if case .gesture(let update) = event, update.phase == .began, later.count > 3 { break }
        }
        let hellos = later.filter { if case .hello = $0 { true } else { false } }
        #expect(hellos.count == 1)
        second.signal(SIGTERM)
    }
}
