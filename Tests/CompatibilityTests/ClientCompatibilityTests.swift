import Foundation
import Testing
import TouchTestSupport

@testable import FrozenGestureClient

/// The client library of commit 2fbed02 with the current daemon.
@Suite(.timeLimit(.minutes(2)))
struct ClientCompatibilityTests {
    private let directory: TemporaryDirectory
    private let path: String

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.file("s")
    }

    private func client(_ subscription: GestureSubscription? = nil) -> GestureClient {
        GestureClient(
            GestureClientOptions(
                location: SocketLocation(path: path), subscription: subscription, waits: false,
                reconnects: false))
    }

    /// Starts a daemon that plays a finger which drags and then stays, until the end of the test.
    private func serveHeldDrag(_ config: String) throws -> RunningProgram {
        let recording = try directory.write(BuiltDaemon.heldDrag.utf8, to: "held.evemu")
        let file = try directory.write(config.utf8, to: "config.yaml")
        return try BuiltDaemon.serve(path, "--replay", recording, "--realtime", "--config", file)
    }

    @Test func `reads the same gestures of the demo`() async throws {
        let program = try BuiltDaemon.serve(path, "--replay", BuiltDaemon.demo)
        var received: [GestureClientEvent] = []
        for try await event in client().events { received.append(event) }
        guard case .hello(let hello) = received.first else { throw UnexpectedKind() }
        #expect(hello.protocolVersion == 1)
        #expect(!hello.bootID.isEmpty && hello.monotonicUs > 0 && hello.realtimeUs > 0)
        #expect(received.last == .bye(.shutdown))
        let old = try FrozenFile.lines(FrozenFile.folder + "demo.jsonl").map { line in
            try Self.event(line.text)
        }
        let current = Array(received.dropFirst().dropLast())
        #expect(Self.outcomes(current) == Self.outcomes(old))
        #expect(Self.outcomes(current).count == 18)
        // Every current line is parsed.
        let lines = try BuiltDaemon.lines(of: BuiltDaemon.demo)
        #expect(current.count == lines.count)
        #expect(try current == lines.map(Self.event))
        #expect(try program.wait().status == 0)
    }

    private static func event(_ text: String) throws -> GestureClientEvent {
        let bytes = Array(text.utf8)
        guard case .event(let line) = try bytes.withUnsafeBytes({ try ReceivedLine($0) }) else {
            throw UnexpectedKind()
        }
        return line.event
    }

    /// The events of gestures, without `changed`.
    private static func outcomes(_ events: [GestureClientEvent]) -> [String] {
        events.compactMap { event in
            guard case .gesture(let update) = event, update.phase != .changed else { return nil }
            return "\(update.zone) \(update.name) \(update.kind) \(update.phase) \(update.fingers)"
        }
    }

    @Test func `filters, zones, status and ping have the same effects`() async throws {
        let program = try serveHeldDrag("clients: { zones: true }\n")
        let client = client()
        try await client.connect()
        try await client.subscribe(to: .gestures(.tap, .drag))
        try await client.ping()
        let report = try await client.status()
        #expect(report.clients == 1 && report.devices == 1)
        let zone = ClientZone(
            "canvas", x: 0.25, y: 0, width: 0.75, height: 1,
            gestures: [.init(.drag, name: "stroke", ["fingers": 1, "minimum_distance": "2mm"])])
        try await client.add(zone)
        let twice = await #expect(throws: GestureClientError.self) { try await client.add(zone) }
        guard case .refused(let refusal) = twice else { throw UnexpectedKind() }
        #expect(refusal.code == .invalidValue)
        try await client.removeZone(named: "canvas")
        let gone = await #expect(throws: GestureClientError.self) {
            try await client.removeZone(named: "canvas")
        }
        guard case .refused(let second) = gone else { throw UnexpectedKind() }
        #expect(second.code == .unknownZone)
        program.signal(SIGTERM)
        #expect(try program.wait().status == 0)
    }

    @Test func `receives gestures and contacts while they happen, and their end`() async throws {
        let program = try serveHeldDrag("privacy: { contacts: true }\n")
        var subscription = GestureSubscription()
        subscription.events = [.gesture, .device, .contact, .activity, .health]
        var (seen, contacts): ([String], Int) = ([], 0)
        for try await event in client(subscription).events {
            switch event {
            case .device(let update): seen.append("device \(update.device.name)")
            case .contact(let update):
                #expect(update.place != nil && update.slot == 0)
                contacts += 1
            case .gesture(let update):
                guard update.phase != .changed else { continue }
                seen.append("\(update.kind.rawValue) \(update.phase.rawValue)")
                #expect(update.place != nil && update.zone == "screen" && update.fingers == 1)
                if update.phase == .began { program.signal(SIGTERM) }
            default: break
            }
        }
        #expect(seen == ["device Sample Panel", "drag began", "drag cancelled"])
        #expect(contacts > 0)
        #expect(try program.wait().status == 0)
    }
}

/// An event, an error or a line is not of the kind that the test expects.
struct UnexpectedKind: Error {}
