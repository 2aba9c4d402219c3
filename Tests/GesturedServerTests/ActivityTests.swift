import Testing
import TouchTestSupport

@testable import GestureSettings
@testable import GesturedServer

/// `activity` and `wake`: whether a user touches a device, for clients that subscribe.
struct ActivityTests {
    private let fixture: ServerFixture
    private let client: UnixClient

    init() throws {
        fixture = try ServerFixture()
        client = try fixture.connect()
        try fixture.ask(client, #"{"type":"subscribe","events":["activity"]}"#)
    }

    private func frame(_ seconds: Int64, isTouched: Bool) throws {
        fixture.server.now = seconds * 1_000_000
        fixture.server.finishFrame(of: 1, at: fixture.server.now, isTouched: isTouched)
        try fixture.turn()
    }

    private func activityLines() throws -> [String] {
        try client.read()
        return client.lines.filter { $0.type == "activity" }.map {
            "\($0.string("state") ?? "") \(($0.integer("time_us") ?? 0) / 1_000_000)"
        }
    }

    @Test func `a touch makes a user active, and a minute without a touch makes the user idle`()
        throws
    {
        try frame(10, isTouched: true)
        try frame(200, isTouched: true)
        try frame(210, isTouched: false)
        #expect(fixture.nextWake == 270_000_000)
        fixture.server.now = 269_999_999
        try fixture.turn()
        #expect(try activityLines() == ["active 10"])
        fixture.server.now = 270_000_500
        try fixture.turn()
        #expect(try activityLines() == ["active 10", "idle 270"])
        #expect(fixture.nextWake == nil)
        try frame(300, isTouched: true)
        #expect(try activityLines().last == "active 300")
    }

    @Test func `a touch while idle gives one wake line, when its last finger lifts`() throws {
        try fixture.ask(client, #"{"type":"subscribe","events":["wake"]}"#)
        // Fingers land and lift; the glass is never empty meanwhile.
        for second: Int64 in [10, 11, 12] { try frame(second, isTouched: true) }
        try frame(13, isTouched: false)
        try frame(20, isTouched: true)
        try frame(21, isTouched: false)
        #expect(fixture.nextWake == 81_000_000)
        fixture.server.now = 81_000_000
        try fixture.turn()
        try frame(90, isTouched: true)
        try frame(91, isTouched: false)
        try client.read()
        let lines = client.lines.filter { $0.type == "wake" || $0.type == "activity" }
        #expect(lines.map(\.type) == ["wake", "wake"])
        #expect(lines.map { $0.integer("began_us") } == [10_000_000, 90_000_000])
        #expect(lines.map { $0.integer("time_us") } == [13_000_000, 91_000_000])
    }

    @Test func `status has the activity that the lines report`() throws {
        func activity() throws -> String? {
            try fixture.ask(client, #"{"type":"status"}"#)
            try client.read()
            return client.lines.last { $0.type == "reply" }?.object("status")?.string("activity")
        }
        #expect(try activity() == "idle")
        try frame(10, isTouched: true)
        #expect(try activity() == "active")
        // In a replay, too.
        fixture.server.hasClock = false
        #expect(try activity() == "active")
    }

    @Test func `status becomes idle in time without a subscriber`() throws {
        try fixture.ask(client, #"{"type":"subscribe"}"#)
        try frame(10, isTouched: true)
        try frame(11, isTouched: false)
        fixture.server.now = 71_000_000
        let reply = try fixture.ask(client, #"{"type":"status"}"#)
        #expect(reply?.object("status")?.string("activity") == "idle")
    }

    @Test func `the time until idle is configured`() throws {
        var configuration = DaemonConfiguration.standard
        configuration.activity.idleAfter = .seconds(5)
        fixture.server.apply(configuration)
        try frame(10, isTouched: true)
        try frame(11, isTouched: false)
        #expect(fixture.nextWake == 16_000_000)
    }

    @Test func `without a subscriber the loop is not woken`() throws {
        try frame(10, isTouched: true)
        try frame(11, isTouched: false)
        try fixture.ask(client, #"{"type":"subscribe"}"#)
        #expect(fixture.nextWake == nil)
    }

    @Test func `in a replay the timestamps count, not the clock`() throws {
        fixture.server.hasClock = false
        try frame(10, isTouched: true)
        try frame(11, isTouched: false)
        #expect(fixture.nextWake == nil)
        #expect(fixture.server.idleStamp == 71_000_000)
        fixture.server.now = 500_000_000
        try fixture.turn()
        #expect(try activityLines() == ["active 10"])
        fixture.server.becomeIdle(at: 71_000_000)
        #expect(fixture.server.idleStamp == nil)
        try frame(300, isTouched: true)
        #expect(try activityLines() == ["active 10", "idle 71", "active 300"])
    }

    @Test func `only subscribers get activity`() throws {
        let other = try fixture.connect()
        try frame(10, isTouched: true)
        try other.read()
        #expect(other.lines.map(\.type) == ["hello", "device", "snapshot_end"])
        fixture.server.now = 100_000_000
        try frame(11, isTouched: false)
        fixture.server.now = 200_000_000
        try fixture.turn()
        #expect(try activityLines() == ["active 10", "idle 71"])
    }
}
