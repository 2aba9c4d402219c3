import GestureSettings
import LinuxIO
import Testing
import TouchCore
import TouchTestSupport

@testable import GesturedServer

/// The lines of clients when a configuration is applied.
struct ReloadServingTests {
    private let fixture: LiveServerFixture

    init() throws {
        fixture = try LiveServerFixture()
    }

    private static func gestures(_ kinds: ConfiguredGesture...) -> GestureConfiguration {
        GestureConfiguration(gestures: kinds)
    }

    private static let strokes = gestures(
        ConfiguredGesture(.drag(.init()), name: "stroke"), ConfiguredGesture(.tap(.init())))

    @Test func `a reload cancels a drag, and the next drag has its new name`() throws {
        let client = try fixture.connect()
        let node = try fixture.node
        try node.send(.drag(0))
        try fixture.turn(41)
        fixture.reconfigure(50) { $0.gestures = Self.strokes }
        try node.send(.frames { $0.frame(60, .up(0)) })
        try node.send(.drag(500))
        try fixture.turn(541)
        try fixture.end(client)
        let gestureLines = client.lines.filter { $0.type == "gesture" && $0.phase != "changed" }
        #expect(gestureLines.map { $0.string("name") } == ["drag", "drag", "stroke", "stroke"])
        #expect(gestureLines.map { $0.phase } == ["began", "cancelled", "began", "cancelled"])
        #expect(gestureLines.compactMap { $0.string("reason") } == ["reloaded", "shutdown"])
        #expect(Promises.broken(by: client.lines) == [])
    }

    @Test func `nothing is lost across fifty reloads during touches`() throws {
        let client = try fixture.connect()
        let node = try fixture.node
        for round in 0..<50 as Range<Int64> {
            let ms = round * 1_000
            // The reload is in the middle of a drag, whose finger continues to move and lifts.
            try node.send(.drag(ms))
            try fixture.turn(ms + 41)
            fixture.reconfigure(ms + 45) { $0.gestures = round % 2 == 0 ? Self.strokes : .standard }
            try node.send(.frames { $0.frame(ms + 50, .move(0, 80, 80)) })
            try node.send(.frames { $0.frame(ms + 60, .up(0)) })
            try node.send(.tap(ms + 500))
            try fixture.turn(ms + 560)
            try client.read()
        }
        try fixture.end(client)
        let gestureLines = client.lines.filter { $0.type == "gesture" }
        #expect(gestureLines.count { $0.string("reason") == "reloaded" } == 50)
        #expect(gestureLines.count { $0.string("gesture") == "tap" && $0.phase == "ended" } == 50)
        #expect(gestureLines.count { $0.string("name") == "stroke" && $0.phase == "began" } == 25)
        #expect(!client.lines.contains { $0.type == "overflow" })
        #expect(Promises.broken(by: client.lines) == [])
    }

    @Test func `queued lines keep their names, and a cancelled gesture has its old one`() throws {
        let client = try fixture.connect()
        try client.read()
        let node = try fixture.node
        try node.send(.drag(0))
        try fixture.turn(41)
        // All further lines stay in the queue.
        fillSocket()
        fixture.reconfigure(50) {
            $0.gestures = Self.gestures(ConfiguredGesture(.tap(.init()), name: "poke"))
        }
        for index in 0..<4_000 as Range<Int64> {
            fixture.server.publish(.tap(UInt64(1_000 + index), ms: 100 + index), parts: [])
        }
        for _ in 0..<100 {
            try fixture.turn(4_200)
            try client.read()
        }
        try fixture.end(client)
        let drag = client.lines.filter { $0.string("name") == "drag" }
        #expect(drag.last?.phase == "cancelled")
        #expect(drag.last?.string("gesture") == "drag")
        #expect(client.lines.contains { $0.type == "overflow" })
        #expect(client.lines.contains { $0.string("name") == "poke" })
        #expect(Promises.broken(by: client.lines) == [])
    }

    @Test func `a new limit applies only to clients that connect later`() throws {
        let first = try fixture.connect()
        let second = try fixture.connect()
        fixture.reconfigure(10) { $0.socket.maxClients = 2 }
        let third = try fixture.connect(20)
        try third.read()
        #expect(third.lines.last?.string("reason") == "too_many_clients")
        try fixture.end(first, second)
        #expect(first.lines.last?.string("reason") == "shutdown")
        #expect(second.lines.last?.string("reason") == "shutdown")
    }

    /// Marks every client's socket as full, as if no client read.
    private func fillSocket() {
        for index in 0..<fixture.server.clients.count {
            fixture.server.clients[index].isBlocked = true
        }
    }
}
