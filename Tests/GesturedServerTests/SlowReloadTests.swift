import Dispatch
import GestureWire
import Synchronization
import Testing
import TouchCore
import TouchTestSupport

@testable import GestureSettings
@testable import GesturedServer
@testable import LinuxIO

/// A configuration whose reading takes as long as the test chooses, as with a directory service
/// that does not answer.
private final class SlowReading: Sendable {
    private let started = Atomic(0)
    private let answers = DispatchSemaphore(value: 0)

    /// The number of readings that have started.
    var count: Int { started.load(ordering: .acquiring) }

    /// Waits for `answer`. Returns a configuration with one tap, whose name has the number of the
    /// reading.
    func read() -> DaemonConfiguration {
        let number = started.add(1, ordering: .acquiringAndReleasing).newValue
        _ = answers.wait(timeout: .now() + 30)
        var configuration = DaemonConfiguration.standard
        configuration.gestures = GestureConfiguration(gestures: [
            ConfiguredGesture(.tap(.init()), name: "tap_\(number)")
        ])
        return configuration
    }

    func answer() { answers.signal() }
}

/// The loop while a configuration is read on another thread.
@Suite(.timeLimit(.minutes(2))) struct SlowReloadTests {
    private let reading = SlowReading()
    private let fixture: LiveServerFixture

    init() throws {
        let reading = reading
        fixture = try LiveServerFixture { reading.read() }
    }

    /// Taps at `ms`, and returns the name of the gesture that the client receives.
    private func tap(_ client: UnixClient, _ ms: Int64) throws -> String? {
        try fixture.node.send(.tap(ms))
        try fixture.turn(ms + 60)
        try client.read()
        return client.lines.last { $0.type == "gesture" }?.string("name")
    }

    private func waitForReadings(_ count: Int, _ ms: Int64) throws {
        try poll {
            try fixture.turn(ms)
            return reading.count >= count ? true : nil
        }
    }

    private func waitForApplied(_ count: Int, _ ms: Int64) throws {
        try poll {
            try fixture.turn(ms)
            let applied = fixture.log.lines.count { $0.contains("holds from now on") }
            return applied >= count ? true : nil
        }
    }

    @Test func `requests are answered and touches recognised until the new configuration applies`()
        throws
    {
        let client = try fixture.connect()
        try fixture.askToReload()
        try waitForReadings(1, 10)
        for number in 0..<20 as Range<Int64> {
            #expect(try fixture.ask(client, #"{"type":"ping"}"#, 20 + number) != nil)
        }
        #expect(try tap(client, 100) == "tap")
        reading.answer()
        try waitForApplied(1, 500)
        #expect(try tap(client, 1_000) == "tap_1")
        #expect(reading.count == 1)
        try fixture.end(client)
        #expect(Promises.broken(by: client.lines) == [])
    }

    @Test func `requests to reload during a reading cause one more reading together`() throws {
        let client = try fixture.connect()
        try fixture.askToReload()
        try waitForReadings(1, 10)
        for ms in 20..<25 as Range<Int64> {
            try fixture.askToReload()
            try fixture.turn(ms)
        }
        #expect(reading.count == 1)
        reading.answer()
        try waitForApplied(1, 30)
        try waitForReadings(2, 40)
        #expect(try tap(client, 100) == "tap_1")
        reading.answer()
        try waitForApplied(2, 500)
        #expect(try tap(client, 1_000) == "tap_2")
        try fixture.turn(2_000)
        #expect(reading.count == 2)
        try fixture.end(client)
    }

    @Test func `a reading that finishes after the end wakes the loop once`() throws {
        let client = try fixture.connect()
        try fixture.askToReload()
        try waitForReadings(1, 10)
        try fixture.end(client)
        #expect(try fixture.readyCount() == 0)
        reading.answer()
        try poll { try fixture.readyCount() > 0 ? true : nil }
        try fixture.turn(20)
        #expect(try fixture.readyCount() == 0)
        #expect(!fixture.log.lines.contains { $0.contains("holds from now on") })
    }
}
