import Glibc
import Logging
import Testing
import TouchDevices

@testable import GesturedServer
@testable import LinuxIO

/// The log lines about clients that exceed limits.
struct ViolationLogTests {
    private static let minute = ViolationLog.periodUs
    private let log = CollectedLog()
    private let timers: TimerList

    init() throws {
        timers = try TimerList()
    }

    @Test func `the first violation is logged at once, further ones once a minute with a count`() {
        var violations = ViolationLog(to: log.logger, timers: timers)
        for index in 0..<1_000 as Range<Int64> {
            violations.record(.disconnected, of: 7, now: index, "client \(index)")
        }
        #expect(log.lines == ["notice: client 0"])
        #expect(timers.earliest == Self.minute)
        violations.flush(now: Self.minute - 1)
        #expect(log.lines.count == 1)
        violations.flush(now: Self.minute)
        #expect(
            log.lines.dropFirst() == [
                """
                notice: user 7: 999 more clients were disconnected within 60 s; \
                the last: client 999
                """
            ])
        #expect(timers.earliest == nil)
        violations.record(.disconnected, of: 7, now: Self.minute + 1, "once more")
        violations.flush(now: 2 * Self.minute)
        #expect(log.lines.last?.hasPrefix("notice: user 7: 1 more client was disconnected") == true)
    }

    @Test func `a violation after a minute without one is logged at once again`() {
        var violations = ViolationLog(to: log.logger, timers: timers)
        violations.record(.disconnected, of: 7, now: 0, "first")
        violations.record(.disconnected, of: 7, now: Self.minute, "second")
        #expect(log.lines == ["notice: first", "notice: second"])
    }

    @Test func `each user and each kind of violation is counted separately, at its own level`() {
        var violations = ViolationLog(to: log.logger, timers: timers)
        for _ in 0..<2 {
            violations.record(.disconnected, of: 7, now: 0, "a")
            violations.record(.disconnected, of: 8, now: 0, "b")
            violations.record(.refused, of: 7, now: 0, "c")
            violations.record(.acceptFailed, of: nil, now: 0, "d")
        }
        #expect(log.lines == ["notice: a", "notice: b", "info: c", "warning: d"])
        violations.finish()
        #expect(log.lines.count == 8)
        #expect(timers.earliest == nil)
    }

    @Test func `ten thousand users need no more memory than sixty-four`() {
        var violations = ViolationLog(to: log.logger, timers: timers)
        for user in 0..<10_000 as Range<uid_t> {
            violations.record(.disconnected, of: user, now: 0, "user \(user)")
        }
        #expect(log.lines.count == ViolationLog.maximumUsers + 1)
        violations.finish()
        let uncounted = 10_000 - ViolationLog.maximumUsers - 1
        let expected = "notice: \(uncounted) more clients were disconnected"
        #expect(log.lines.last?.hasPrefix(expected) == true)
        #expect(log.lines.count == ViolationLog.maximumUsers + 2)
    }
}

/// The additional lines of `log_level: trace`.
struct TraceLogTests {
    @Test func `each request is logged, and why it is refused, without control characters`()
        throws
    {
        let fixture = try ServerFixture(logLevel: .trace)
        let client = try fixture.connect()
        try fixture.ask(client, #"{"type":"ping"}"#)
        let hostile = #"{"type":"remove_zone","name":"none"}"# + "\t"
        try fixture.ask(client, hostile)
        let lines = fixture.log.lines.filter { $0.hasPrefix("trace: ") }
        #expect(lines.count == 3)
        #expect(lines.first?.hasSuffix(#": {"type":"ping"}"#) == true)
        #expect(lines.last?.contains(" is refused: this connection has no zone") == true)
        let text = lines.joined()
        #expect(!text.unicodeScalars.contains { $0.value < 32 })
    }

    @Test func `reports of udev are logged`() throws {
        let source = PipeSource()
        try source.plugIn("/event1")
        let live = try LiveFixture(source, logLevel: .trace)
        source.unplug("/event1")
        try live.turn(10)
        #expect(live.log.lines.contains("trace: udev: /event1 is gone"))
        let untraced = try LiveFixture(source)
        source.pending = [.rescan]
        try untraced.turn(10)
        #expect(!untraced.log.lines.contains { $0.hasPrefix("trace") })
    }
}
