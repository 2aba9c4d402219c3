import LinuxIO
import Testing
import TouchCore
import TouchTestSupport

@testable import GesturedServer

/// Clients that do not read, or not fast enough.
struct FlowControlTests {
    /// Publishes `count` events: drags of 49 events, each followed by a tap.
    private func play(_ count: Int, from first: UInt64 = 1, to fixture: ServerFixture) throws {
        for index in 0..<count {
            let id = first + UInt64(index / 50) * 2
            let ms = Int64(first) * 1_000 + Int64(index)
            switch index % 50 {
            case 0: try fixture.publish(.sample(id, .began, ms: ms))
            case 48: try fixture.publish(.sample(id, .ended, ms: ms))
            case 49: try fixture.publish(.tap(id + 1, ms: ms))
            default: try fixture.publish(.sample(id, .changed, ms: ms))
            }
        }
    }

    @Test func `a client loses nothing while another one has stopped`() throws {
        let fixture = try ServerFixture()
        let stopped = try fixture.connect()
        let reader = try fixture.connect()
        for round in 0..<200 {
            try play(100, from: UInt64(round) * 100 + 1, to: fixture)
            try reader.read()
        }
        #expect(reader.lines.count == 3 + 20_000)
        #expect(Promises.broken(by: reader.lines) == [])
        #expect(stopped.lines.isEmpty)
    }

    @Test func `lines queued for one of two clients outlive the turn of their shared buffer`()
        throws
    {
        let fixture = try ServerFixture()
        let (late, reader) = try (fixture.connect(), fixture.connect())
        fixture.shrinkSendBuffers()
        var ms: Int64 = 0
        try fixture.publish(.sample(1, .began))
        while fixture.server.clients[0].queuedBytes < 20_000 {
            // Less than a queue holds without loss, and several lines a turn.
            for _ in 0..<3 {
                ms += 1
                fixture.server.publish(.sample(1, .changed, ms: ms), parts: [])
            }
            try fixture.turn()
            try reader.read()
        }
        try fixture.publish(.sample(1, .ended, ms: ms))
        try reader.read()
        while try late.read() > 0 { try fixture.turn() }
        #expect(reader.lines.count == 3 + 2 + Int(ms))
        // Except `hello`, which contains its time.
        #expect(late.lines.dropFirst().map(\.text) == reader.lines.dropFirst().map(\.text))
    }

    @Test func `a client that stops reading gets an overflow, and every began has its end`() throws
    {
        let fixture = try ServerFixture()
        let client = try fixture.connect()
        try play(20_025, to: fixture)
        while try client.read() > 0 { try fixture.turn() }
        try fixture.publish(.tap(90_000, ms: 90_000))
        try client.read()
        #expect(Promises.broken(by: client.lines, isOver: false) == [])
        let dropped = client.lines.compactMap { $0.integer("dropped") }.reduce(0, +)
        #expect(dropped > 100)
        #expect(client.lines.last?.id == 90_000)
    }

    @Test func `a gesture alive when the queue is cleared is cancelled once`() throws {
        let fixture = try ServerFixture()
        let client = try fixture.connect()
        try fixture.publish(.sample(1, .began, ms: 1))
        // Taps cannot be superseded or dropped one by one: the queue has to be cleared.
        for id in 2..<4_000 { try fixture.publish(.tap(UInt64(id), ms: Int64(id))) }
        try fixture.publish(.sample(1, .changed, ms: 5_000), .sample(1, .ended, ms: 5_001))
        while try client.read() > 0 { try fixture.turn() }
        let ends = client.lines.filter { $0.id == 1 && $0.phase != "began" }
        #expect(ends.map { $0.string("reason") } == ["overflow"])
        #expect(Promises.broken(by: client.lines) == [])
        let gestures = client.lines.filter { $0.type == "gesture" && $0.id != 1 }.count
        let dropped = client.lines.compactMap { $0.integer("dropped") }.reduce(0, +)
        #expect(gestures + dropped == 3_998)
    }

    @Test func `above the soft limit a newer changed replaces the older one`() throws {
        let fixture = try ServerFixture()
        let client = try fixture.connect()
        try fixture.publish(.sample(1, .began), .sample(2, .began))
        for ms in 0..<20_000 {
            try fixture.publish(.sample(UInt64(1 + ms % 2), .changed, ms: Int64(ms)))
        }
        try fixture.publish(.sample(1, .ended, ms: 20_000), .sample(2, .ended, ms: 20_001))
        while try client.read() > 0 { try fixture.turn() }
        #expect(client.lines.allSatisfy { $0.type != "overflow" }, "nothing was lost")
        #expect(client.lines.count < 5_000)
        #expect(Promises.broken(by: client.lines) == [])
        let last = client.lines.suffix(4).map { $0.integer("time_us") }
        #expect(last == [19_998_000, 19_999_000, 20_000_000, 20_001_000])
    }

    @Test func `a client that reads nothing for 5 s is disconnected, with one line in the log`()
        throws
    {
        let fixture = try ServerFixture()
        let client = try fixture.connect()
        try play(2_000, to: fixture)
        fixture.server.now += 4_999_999
        try fixture.turn()
        #expect(fixture.clientCount == 1)
        #expect(fixture.nextWake == fixture.server.now + 1)
        fixture.server.now += 1
        try fixture.turn()
        #expect(fixture.clientCount == 0)
        let notices = fixture.log.lines.filter { $0.hasPrefix("notice") && $0.contains("pid ") }
        #expect(notices.count == 1)
        _ = try client.read(until: { _ in false })
        #expect(client.isAtEnd)
    }

    @Test func `reading a little keeps a slow client`() throws {
        let fixture = try ServerFixture()
        let client = try fixture.connect()
        try play(5_000, to: fixture)
        for _ in 0..<5 {
            fixture.server.now += 4_000_000
            try client.read(limit: 100_000)
            try fixture.turn()
        }
        #expect(fixture.clientCount == 1)
    }

    @Test func `a fast replay waits for a client that reads, and 2 s for one that does not`() throws
    {
        let fixture = try ServerFixture()
        let client = try fixture.connect()
        #expect(fixture.server.holdsReplayUntil == nil)
        try play(2_000, to: fixture)
        #expect(fixture.server.holdsReplayUntil == 3_000_000)
        fixture.server.now += 2_000_000
        #expect(fixture.server.holdsReplayUntil == nil)
        try client.read()
        try fixture.turn()
        #expect(client.lines.isEmpty == false)
    }

    @Test func `a fast replay waits for a client that reads a little each second`() throws {
        let fixture = try ServerFixture()
        let client = try fixture.connect()
        try play(2_000, to: fixture)
        #expect(fixture.server.holdsReplayUntil == 3_000_000)
        for _ in 0..<5 {
            fixture.server.now += 1_000_000
            // Too little to make its socket writable.
            try client.read(limit: 4_000)
            #expect(fixture.server.holdsReplayUntil == fixture.server.now + 2_000_000)
        }
        fixture.server.now += 1_999_999
        #expect(fixture.server.holdsReplayUntil == fixture.server.now + 1)
        fixture.server.now += 1
        #expect(fixture.server.holdsReplayUntil == nil)
    }

    @Test func `a stopped client costs no more than its queue`() throws {
        var queue = try makeQueue(byteCapacity: 1_000, lineCapacity: 10, numbersLines: false)
        let body = [UInt8](repeating: 1, count: 100)
        let accepted = body.withUnsafeBytes { bytes in
            (0..<100).filter { _ in queue.append(.ended, id: 1, bytes) }.count
        }
        #expect(accepted == 10)
        let byteCount = queue.byteCount
        #expect(byteCount == 1_000)
    }
}
