import LinuxIO
import Logging
import SystemPackage
import TouchCore
import TouchDevices

@testable import GestureSettings
@testable import GesturedServer

/// A source of the loop that reads nothing: the caller feeds the session between turns.
struct SteppedSession: ~Copyable, EventSource {
    static var drainUs: Int64 { 1_000_000 }
    static var yieldsToSignals: Bool { false }

    var devices: OwnedTable<Device>
    var session: GestureSession
    /// Whether deadlines fire by the time of a turn, as with hardware; otherwise only by the
    /// timestamps of frames, as in a replay.
    let hasClock: Bool
    /// The time at which the first deadline fires.
    var timer: LoopTimer

    var failure: CommandError? { nil }
    var isFinished: Bool { false }

    func stamp(at now: Int64) -> Int64 { now }
    func owns(token: UInt64) -> Bool { false }
    mutating func handle(
        token: UInt64, _ readiness: Readiness, into sink: inout some GestureSink & ~Copyable
    ) {}
    func refusal(of configuration: DaemonConfiguration?) -> String? { nil }
    mutating func finishRecording() {}

    mutating func setTimers(
        at now: Int64, isHeld: Bool, for sink: inout some GestureSink & ~Copyable
    ) {
        timer.set(to: hasClock ? devices.nextDeadline?.time.microseconds : nil)
    }

    mutating func stopReading() { timer.cancel() }

    mutating func applyClientChanges(into sink: inout some GestureSink & ~Copyable) {
        session.applyClientChanges(on: &devices, into: &sink)
    }

    mutating func act(at now: Int64, into sink: inout some GestureSink & ~Copyable) {
        if hasClock { session.advance(to: Timestamp(microseconds: now), of: &devices, into: &sink) }
    }

    /// Applies `configuration` to gestures; the settings of devices stay.
    mutating func reconfigure(
        _ configuration: DaemonConfiguration, now: Int64,
        into sink: inout some GestureSink & ~Copyable
    ) {
        session.cancelAll(.reloaded, of: &devices, into: &sink)
        sink.apply(configuration)
    }

    mutating func stop(into sink: inout some GestureSink & ~Copyable) {
        session.cancelAll(.shutdown, of: &devices, into: &sink)
    }

    mutating func finish(into sink: inout some GestureSink & ~Copyable) {
        session.removeAll(from: &devices, into: &sink)
    }
}

extension TimerList {
    /// The difference between `reasons` and the timers of `names` that are set; `nil` if each timer
    /// with a reason is set to its time, and no other is set.
    ///
    /// - Parameter reasons: the names and times of timers; a time that is `nil` is any time.
    func fault(_ reasons: [(name: String, time: Int64?)], of names: Set<String>) -> String? {
        let anyTime = Set(reasons.filter { $0.time == nil }.map(\.name))
        let needed = reasons.map { "\($0.name) \($0.time.map { "\($0)" } ?? "")" }.sorted()
        let set = pending.filter { names.contains($0.name) }
            .map { "\($0.name) \(anyTime.contains($0.name) ? "" : "\($0.time)")" }.sorted()
        return set == needed ? nil : "timers are set: \(set), but needed: \(needed)"
    }
}

extension LiveDevices {
    /// The timers for which `timerReasons` has reasons.
    static var timerNames: Set<String> { ["recognition", "verification"] }

    /// The timers that must be set, computed from the state of each device.
    var timerReasons: [(name: String, time: Int64?)] {
        var reasons: [(name: String, time: Int64?)] = []
        for index in 0..<set.devices.count {
            set.devices.read(index) { device in
                if let deadline = device.nextDeadline {
                    reasons.append(("recognition", deadline.microseconds))
                }
                if device.isReadable, device.hasContacts { reasons.append(("verification", nil)) }
            }
        }
        return reasons
    }
}

extension SocketServer {
    /// The timers for which `timerReasons` has reasons.
    static var timerNames: Set<String> {
        ["clients", "requests that wait", "idle", "zones to apply"]
    }

    /// The timers that must be set, computed from the state of each client and of the server.
    var timerReasons: [(name: String, time: Int64?)] {
        mutating get {
            let awaitsIdle = clients.firstIndex {
                $0.activeSubscription.includesActivity || $0.activeSubscription.includesWake
            }
            let idle = touches.idleTime(after: configuration.activity.idleAfterUs)
            let times = [
                ("clients", firstOfClients),
                ("requests that wait", budgets.hasWaiting ? nextTurn : nil),
                ("idle", hasClock && awaitsIdle != nil ? idle : nil),
                ("zones to apply", zones.hasChanges || outputs.needsTurn ? now : nil),
            ]
            return times.compactMap { name, time in time.map { (name, $0) } }
        }
    }

    private var firstOfClients: Int64? {
        mutating get {
            var times: [Int64] = []
            for index in 0..<clients.count {
                clients.read(index) { client in
                    if !client.hasWrittenAll {
                        times.append(client.lastProgress + limits.timeoutUs)
                    }
                    if hasClock, let held = client.nextHeldUs { times.append(held) }
                    if let time = client.writeRetry { times.append(time) }
                    if let began = client.input.began, !client.isEnding, !client.isWaiting {
                        times.append(began + limits.requestTimeoutUs)
                    }
                }
            }
            return times.min()
        }
    }
}

extension EventLoop where Source: ~Copyable, Sink: ~Copyable {
    /// A loop whose turns the caller runs: no signal ends it or reloads its configuration.
    ///
    /// - Parameter stop: a descriptor that is never readable and outlives the loop.
    static func stepped(
        _ source: consuming Source, into sink: consuming Sink, _ poller: EpollPoller,
        stop: borrowing Descriptor,
        _ logger: Logger
    ) throws(CommandError) -> EventLoop {
        let reload = try CommandError.requiring { () throws(Errno) in
            try ConfigurationReload(asking: Descriptor.neverReady()) { .standard }
        }
        return try stepped(source, into: sink, poller, reload: reload, stop: stop, logger)
    }

    /// A loop whose turns are run from outside, which reads its configuration again by `reload`.
    static func stepped(
        _ source: consuming Source, into sink: consuming Sink, _ poller: EpollPoller,
        reload: consuming ConfigurationReload, stop: borrowing Descriptor, _ logger: Logger
    ) throws(CommandError) -> EventLoop {
        let manager = try CommandError.requiring { () throws(Errno) in
            try ServiceManager(
                environment: { _ in nil }, processID: 1, timers: poller.timers)
        }
        return try EventLoop(
            source, into: sink, poller: poller, serviceManager: manager, reload: reload, stop: stop,
            logger: logger)
    }

    /// Calls `body` with the loop's source and sink.
    mutating func withSource<Result>(
        _ body: (inout Source, inout Sink) throws -> Result
    ) rethrows -> Result {
        try body(&source, &sink)
    }

    /// Runs a turn at `now`, with the descriptors that are ready.
    mutating func step(now: Int64) throws(CommandError) {
        do throws(Errno) {
            try poll()
        } catch {
            throw CommandError(.software, "cannot wait for events", error)
        }
        try turn(now: now)
        // As the loop does before it waits.
        setTimers()
    }
}
