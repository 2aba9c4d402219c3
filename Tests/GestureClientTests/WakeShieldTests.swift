import Foundation
import Testing
import TouchTestSupport

@testable import GestureClient

/// The times at which the shield covers the buttons, so that the touch that wakes a screen presses
/// none.
struct WakeShieldTests {
    private static let idle = #"{"type":"activity","seq":1,"time_us":5,"state":"idle"}"#
    private static let active = #"{"type":"activity","seq":2,"time_us":6,"state":"active"}"#
    private static let wake = #"{"type":"wake","seq":3,"time_us":7,"began_us":6}"#
    private static let overflow = #"{"type":"overflow","seq":3,"dropped":2}"#
    private static let bye = #"{"type":"bye","reason":"shutdown"}"#
    private static let hello =
        #"{"type":"hello","protocol":1,"server":"gestured","boot_id":"b","monotonic_us":1,"realtime_us":2}"#

    private static func received(_ text: String) throws -> ReceivedLine {
        try Array(text.utf8).withUnsafeBytes { try ReceivedLine($0) }
    }

    /// Whether the shield is shown after each line.
    private static func states(after lines: [String]) throws -> [Bool] {
        var shield = WakeShield()
        return try lines.map { text in
            guard case .event(let line) = try received(text) else { throw MissingEvent() }
            let before = shield.isUp
            let isChanged = shield.apply(line)
            #expect(isChanged == (shield.isUp != before))
            return shield.isUp
        }
    }

    @Test func `the shield is up from idle until the touch that wakes has lifted`() throws {
        #expect(
            try Self.states(after: [Self.active, Self.wake, Self.idle, Self.active, Self.wake])
                == [false, false, true, true, false])
    }

    @Test(arguments: [overflow, bye, hello])
    func `the shield is lowered if the end of the touch may be lost`(line: String) throws {
        #expect(try Self.states(after: [Self.idle, line]) == [true, false])
    }

    @Test(arguments: [("idle", true), ("active", false)])
    func `a daemon that is idle when the connection begins raises the shield`(
        state: String, isUp: Bool
    ) throws {
        let text = #"{"type":"reply","ok":true,"status":{"uptime_us":1,"activity":"\#(state)"}}"#
        guard case .reply(let reply) = try Self.received(text) else { throw MissingEvent() }
        var shield = WakeShield()
        let isChanged = shield.apply(try #require(try reply.result.get().status))
        #expect(isChanged == isUp)
        #expect(shield.isUp == isUp)
    }
}
