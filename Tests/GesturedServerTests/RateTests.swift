import Testing
import TouchCore
import TouchTestSupport

@testable import GesturedServer

/// Clients that request a lower rate of `changed` lines.
struct RateTests {
    private let fixture: ServerFixture
    private let client: UnixClient

    init() throws {
        fixture = try ServerFixture(devices: [.sample(1), .sample(2)])
        client = try fixture.connect()
        let reply = try fixture.ask(client, #"{"type":"subscribe","max_rate_hz":10}"#)
        #expect(reply != nil)
    }

    /// Publishes an event when the server's clock is at `ms`.
    private func emit(_ id: UInt64, _ phase: GesturePhase, _ ms: Int64) throws {
        fixture.server.now = ms * 1_000
        try fixture.publish(.sample(id, phase, ms: ms))
    }

    /// Phase and time of each line of a gesture, in milliseconds.
    private func received(_ id: Int) throws -> [String] {
        try client.read()
        return client.lines.filter { $0.type == "gesture" && $0.id == id }.map {
            "\($0.phase ?? "") \(($0.integer("time_us") ?? 0) / 1_000)"
        }
    }

    @Test func `the first change is sent at once, and then the newest of each tenth of a second`()
        throws
    {
        try emit(1, .began, 1_000)
        for ms in stride(from: 1_010, through: 1_350, by: 20) { try emit(1, .changed, Int64(ms)) }
        #expect(
            try received(1) == [
                "began 1000", "changed 1010", "changed 1090", "changed 1190",
                "changed 1290",
            ])
    }

    @Test func `a held change is sent when it is due`() throws {
        try emit(1, .began, 1_000)
        try emit(1, .changed, 1_010)
        try emit(1, .changed, 1_020)
        #expect(fixture.nextWake == 1_110_000)
        fixture.server.now = 1_109_999
        try fixture.turn()
        #expect(try received(1).count == 2)
        fixture.server.now = 1_110_000
        try fixture.turn()
        #expect(try received(1).last == "changed 1020")
        #expect(fixture.nextWake == nil)
    }

    @Test func `an end is sent at once, and held changes are dropped`() throws {
        try emit(1, .began, 1_000)
        try emit(1, .changed, 1_010)
        try emit(1, .changed, 1_020)
        try emit(1, .ended, 1_030)
        fixture.server.now = 2_000_000
        try fixture.turn()
        #expect(try received(1) == ["began 1000", "changed 1010", "ended 1030"])
        #expect(fixture.nextWake == nil)
    }

    @Test func `time does not run back if another gesture was emitted meanwhile`() throws {
        try emit(1, .began, 1_000)
        try emit(3, .began, 1_000)
        try emit(1, .changed, 1_010)
        try emit(1, .changed, 1_020)
        try emit(3, .changed, 1_060)
        fixture.server.now = 1_110_000
        try fixture.turn()
        #expect(try received(1).last == "changed 1060")
        let last = try #require(client.lines.last)
        // The sample's duration at 1 020 ms is 1 ms; the line is stamped 40 ms later.
        #expect(last.integer("duration_us") == 41_000)
        #expect(Promises.broken(by: client.lines, isOver: false) == [])
    }

    @Test func `each gesture has its own rate`() throws {
        for id in 1...3 as ClosedRange<UInt64> { try emit(id, .began, 1_000) }
        for ms in 1_001...1_050 as ClosedRange<Int64> {
            for id in 1...3 as ClosedRange<UInt64> { try emit(id, .changed, ms) }
        }
        for id in 1...3 { #expect(try received(id) == ["began 1000", "changed 1001"]) }
    }

    @Test func `the rate of a recording is that of its timestamps, whatever the clock is`() throws {
        fixture.server.hasClock = false
        for (ms, phase) in [
            (1, GesturePhase.began), (2, .changed), (50, .changed), (90, .changed),
            (150, .changed), (900, .ended),
        ] as [(Int64, GesturePhase)] {
            try fixture.publish(.sample(1, phase, ms: ms))
            fixture.server.now += 60_000_000
            try fixture.turn()
            try client.read()
        }
        #expect(
            try received(1) == ["began 1", "changed 2", "changed 90", "changed 150", "ended 900"])
        #expect(fixture.nextWake == nil)
    }

    @Test func `a new subscription without a limit has the whole rate`() throws {
        try emit(1, .began, 1_000)
        try fixture.ask(client, #"{"type":"subscribe"}"#)
        try emit(2, .began, 1_001)
        for ms in 1_002...1_020 as ClosedRange<Int64> {
            try emit(1, .changed, ms)
            try emit(2, .changed, ms)
        }
        #expect(try received(1).count == 2)
        #expect(try received(2).count == 20)
    }

    @Test(arguments: 0..<6)
    func `promises hold for random gestures at a low rate`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var alive: [UInt64] = []
        for ms in 1_000..<4_000 as Range<Int64> {
            let id = UInt64(ms)
            if alive.count < 12, random.oneIn(20) {
                alive.append(id)
                try emit(id, .began, ms)
            } else if random.oneIn(60), let ended = alive.popLast() {
                try emit(ended, .ended, ms)
            } else if let changed = alive.randomElement(using: &random) {
                try emit(changed, .changed, ms)
            }
            if random.oneIn(100) { try client.read(limit: 1_000) }
        }
        for id in alive { try emit(id, .ended, 4_000) }
        while try client.read() > 0 { try fixture.turn() }
        #expect(Promises.broken(by: client.lines) == [])
    }
}
