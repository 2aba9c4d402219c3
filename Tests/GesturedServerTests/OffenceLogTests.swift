import Glibc
import Logging
import Testing

@testable import GesturedServer

/// What the log says of clients that do what they should not.
struct OffenceLogTests {
    private static let minute = OffenceLog.periodUs
    private let log = CollectedLog()

    @Test func `the first is told at once, and what follows once a minute with a count`() {
        var offences = OffenceLog(to: log.logger)
        for index in 0..<1_000 as Range<Int64> {
            offences.note(.sentAway, of: 7, now: index, "client \(index)")
        }
        #expect(log.lines == ["notice: client 0"])
        #expect(offences.nextWake == Self.minute)
        offences.flush(now: Self.minute - 1)
        #expect(log.lines.count == 1)
        offences.flush(now: Self.minute)
        #expect(
            log.lines.dropFirst() == [
                "notice: user 7: 999 more clients were sent away within 60 s; the last: client 999"
            ])
        #expect(offences.nextWake == nil)
        offences.note(.sentAway, of: 7, now: Self.minute + 1, "once more")
        offences.flush(now: 2 * Self.minute)
        #expect(log.lines.last?.hasPrefix("notice: user 7: 1 more client was sent away") == true)
    }

    @Test func `who was quiet for a minute is told of at once again`() {
        var offences = OffenceLog(to: log.logger)
        offences.note(.sentAway, of: 7, now: 0, "first")
        offences.note(.sentAway, of: 7, now: Self.minute, "second")
        #expect(log.lines == ["notice: first", "notice: second"])
    }

    @Test func `each user and each kind is counted for itself, at its own level`() {
        var offences = OffenceLog(to: log.logger)
        for _ in 0..<2 {
            offences.note(.sentAway, of: 7, now: 0, "a")
            offences.note(.sentAway, of: 8, now: 0, "b")
            offences.note(.refused, of: 7, now: 0, "c")
            offences.note(.unaccepted, of: nil, now: 0, "d")
        }
        #expect(log.lines == ["notice: a", "notice: b", "info: c", "warning: d"])
        offences.finish()
        #expect(log.lines.count == 8)
        #expect(offences.nextWake == nil)
    }

    @Test func `ten thousand users cost no more than sixty-four`() {
        var offences = OffenceLog(to: log.logger)
        for user in 0..<10_000 as Range<uid_t> {
            offences.note(.sentAway, of: user, now: 0, "user \(user)")
        }
        #expect(log.lines.count == OffenceLog.mostUsers + 1)
        offences.finish()
        let rest = 10_000 - OffenceLog.mostUsers - 1
        #expect(log.lines.last?.hasPrefix("notice: \(rest) more clients were sent away") == true)
        #expect(log.lines.count == OffenceLog.mostUsers + 2)
    }
}
