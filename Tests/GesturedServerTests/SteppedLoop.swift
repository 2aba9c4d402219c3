import LinuxIO
import Logging
import SystemPackage
import TouchCore
import TouchDevices

@testable import GestureSettings
@testable import GesturedServer

/// A source of the loop that reads nothing: whoever takes the turns feeds the session in between.
struct SteppedSession<Sink: GestureSink>: ~Copyable, EventSource {
    static var drainUs: Int64 { 1_000_000 }
    static var yieldsToSignals: Bool { false }

    var session: GestureSession<Sink>
    /// Whether deadlines fire by the time of a turn, as they do on hardware; else as in a replay, by
    /// the stamps of frames alone.
    let hasClock: Bool

    var sink: Sink { session.sink }
    var failure: CommandError? { nil }
    var isFinished: Bool { false }

    func stamp(at now: Int64) -> Int64 { now }
    func owns(token: UInt64) -> Bool { false }
    mutating func handle(token: UInt64, _ readiness: Readiness) {}
    func refusal(of configuration: DaemonConfiguration?) -> String? { nil }
    mutating func finishRecording() {}

    func nextWake(at now: Int64) -> Int64? {
        hasClock ? session.nextDeadline?.microseconds : nil
    }

    mutating func apply(_ changes: [ZoneChange]) {
        session.apply(changes)
    }

    mutating func act(at now: Int64) {
        if hasClock { session.advance(to: Timestamp(microseconds: now)) }
    }

    /// Applies `configuration` to gestures; what devices are set to stays.
    mutating func reconfigure(_ configuration: DaemonConfiguration, now: Int64) {
        session.cancelAll(.reloaded)
        sink.adopt(configuration)
    }

    mutating func stop() {
        session.cancelAll(.shutdown)
    }

    mutating func finish() {
        session.removeAll()
    }
}

extension EventLoop where Source: ~Copyable {
    /// A loop whose turns are taken from outside: nobody stops it, or has it read its configuration.
    ///
    /// - Parameter stop: never readable; outlives the loop.
    static func stepped(
        _ source: consuming Source, _ poller: EpollPoller, stop: borrowing Descriptor,
        _ logger: Logger
    ) throws(CommandError) -> EventLoop {
        let manager = try CommandError.requiring { () throws(Errno) in
            try ServiceManager(environment: { _ in nil }, processID: 1)
        }
        let asking = try CommandError.requiring(Descriptor.neverReady)
        return try EventLoop(
            source, poller: poller, serviceManager: manager,
            reload: ConfigurationReload(asking: asking) { .standard }, stop: stop, logger: logger)
    }

    /// Takes a turn at `now`, with what is ready by now.
    func step(now: Int64) throws(CommandError) {
        do throws(Errno) {
            try poll()
        } catch {
            throw CommandError(.software, "cannot wait for events", error)
        }
        try turn(now: now)
        // What the loop asks before it waits.
        _ = nextWake
    }
}
