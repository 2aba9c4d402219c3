import GestureWire
import Glibc
import Testing
import TouchCore
import TouchTestSupport

@testable import GestureSettings
@testable import GesturedServer

/// A client that sometimes reads a little, during random events.
struct SlowReaderTests {
    /// Makes events like those of engines: ids ascend, each begins and ends once, time ascends.
    private struct Player {
        var random: SeededGenerator
        var nextID: UInt64 = 1
        var alive: [UInt64] = []
        var ms: Int64 = 0

        mutating func makeEvent() -> GestureEvent {
            ms += .random(in: 0...3, using: &random)
            let device = Int.random(in: 1...2, using: &random)
            switch Int.random(in: 0..<20, using: &random) {
            case 0 where alive.count < 12:
                alive.append(nextID)
                return .sample(makeID(), .began, ms: ms, device: 2 - Int(nextID % 2))
            case 1 where !alive.isEmpty:
                let id = alive.remove(at: .random(in: 0..<alive.count, using: &random))
                return .sample(id, .ended, ms: ms, device: 2 - Int(id % 2))
            case 2, 3:
                return .tap(makeID(), ms: ms, device: device)
            default:
                guard let id = alive.randomElement(using: &random) else { return makeEvent() }
                return .sample(id, .changed, ms: ms, device: 2 - Int(id % 2))
            }
        }

        mutating func makeContact() -> ContactRecord {
            ContactRecord(
                time: Timestamp(microseconds: ms * 1_000),
                device: .random(in: 1...2, using: &random),
                slot: 3, trackingID: 4, phase: .changed, unitPosition: .zero, position: .zero)
        }

        private mutating func makeID() -> UInt64 {
            defer { nextID += 1 }
            return nextID
        }
    }

    /// A server, and a client that subscribes to contacts if `seed` is not a multiple of three.
    private func connected(_ seed: UInt64) throws -> (ServerFixture, UnixClient) {
        var limits = ClientLimits()
        limits.queueBytes = 64 * 1024
        limits.softLimit = seed % 2 == 0 ? 8 * 1024 : 1 << 30
        var configuration = DaemonConfiguration.standard
        configuration.privacy.contacts = true
        let fixture = try ServerFixture(
            limits: limits, devices: [.sample(1), .sample(2)], configuration: configuration)
        let client = try fixture.connect()
        fixture.shrinkSendBuffers()
        if seed % 3 != 0 {
            let rate = seed % 3 == 1 ? "" : #","max_rate_hz":20"#
            let events = #"["gesture","contact"]"#
            try fixture.ask(client, #"{"type":"subscribe","events":\#(events)\#(rate)}"#)
        }
        return (fixture, client)
    }

    @Test(arguments: 0..<12)
    func `every line is whole, and every promise kept`(seed: UInt64) throws {
        let (fixture, client) = try connected(seed)
        var player = Player(random: SeededGenerator(seed: seed))
        for _ in 0..<8_000 {
            if seed % 3 != 0 { fixture.server.publish(player.makeContact()) }
            try fixture.publish(player.makeEvent())
            if player.random.oneIn(seed % 2 == 0 ? 300 : 30) {
                try client.read(limit: .random(in: 1...6_000, using: &player.random))
            }
        }
        for id in player.alive {
            try fixture.publish(.sample(id, .ended, ms: player.ms, device: 2 - Int(id % 2)))
        }
        while try client.read() > 0 { try fixture.turn() }
        #expect(Promises.broken(by: client.lines) == [])
        #expect(client.lines.contains { $0.type == "overflow" })
        #expect(client.lines.contains { $0.type == "contact" } == (seed % 3 != 0))
    }
}
