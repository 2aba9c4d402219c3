import GestureSettings
import GestureWire
import LinuxIO
import Logging
import SystemPackage

/// What the loop takes gestures from: the devices of this machine, or a recording.
///
/// Times are microseconds of CLOCK_MONOTONIC.
protocol EventSource: ~Copyable {
    /// How long the last lines may take to be read.
    static var drainUs: Int64 { get }
    /// Whether what is due waits where a signal has come: a recording has time.
    static var yieldsToSignals: Bool { get }

    /// Why the daemon cannot go on; `nil` while it can.
    var failure: CommandError? { get }
    /// Whether all that there is has been played; devices have no end.
    var isFinished: Bool { get }
    /// The stamp of what happens at `now`.
    func stamp(at now: Int64) -> Int64

    /// When there is something to do though no descriptor is ready; `nil`: no such time.
    mutating func nextWake(
        at now: Int64, for sink: inout some GestureSink & ~Copyable
    ) -> Int64?
    /// Whether the poller knows a descriptor of the source's own by `token`.
    func owns(token: UInt64) -> Bool
    /// A descriptor of the source's own is ready.
    mutating func handle(
        token: UInt64, _ readiness: Readiness, into sink: inout some GestureSink & ~Copyable)
    /// Has the devices adopt the zones of clients as they are now. Called between frames.
    mutating func adoptZones(into sink: inout some GestureSink & ~Copyable)
    /// Does what is due at `now`.
    mutating func act(at now: Int64, into sink: inout some GestureSink & ~Copyable)
    /// Why no configuration can be read again now, and none that is read can be adopted; `nil`: it can.
    func refusal(of configuration: DaemonConfiguration?) -> String?
    /// Adopts another configuration.
    mutating func reconfigure(
        _ configuration: DaemonConfiguration, now: Int64,
        into sink: inout some GestureSink & ~Copyable)
    /// Cancels what is live, for a daemon that ends.
    mutating func stop(into sink: inout some GestureSink & ~Copyable)
    /// Removes the devices of what was played to its end.
    mutating func finish(into sink: inout some GestureSink & ~Copyable)
    /// Writes the rest of the `--record` file: last, as it takes as long as there are bytes.
    mutating func finishRecording()
}

/// Reads or plays one source into one sink until a signal ends it, or all is played: a loop of turns.
/// It owns both, and passes the sink to the source.
///
/// It waits for what comes first (a descriptor, a deadline, an impatience), and then takes a turn:
/// takes in what is ready, does what is due and writes. ARCHITECTURE.md lists
/// what may hold it up beside the wait. Without touches and clients nothing wakes it but the
/// watchdog of a service manager. `turn(now:)` knows no clock: whoever steps the loop passes the
/// time.
struct EventLoop<Source: EventSource & ~Copyable, Sink: GestureSink & ~Copyable>: ~Copyable {
    /// The sink's own descriptors have other tokens, as have those of the source.
    private static var timerToken: UInt64 { 1 }
    private static var stopToken: UInt64 { 2 }
    private static var outputToken: UInt64 { 4 }
    private static var reloadToken: UInt64 { 5 }
    /// How long the last lines may take to be read after a signal, in microseconds.
    private static var drainAfterSignalUs: Int64 { 1_000_000 }

    /// What it reads or plays.
    var source: Source
    var sink: Sink
    private let poller: EpollPoller
    private var timer: TimerDescriptor
    private var upkeep: LoopUpkeep
    private let reload: ConfigurationReload
    private let stop: Int32
    private let logger: Logger
    private let log = NonBlockingLog.standardError
    /// Descriptors that the last wait found ready.
    private(set) var readyCount = 0
    private var isReloading = false
    private var isStopping = false
    /// Nobody reads standard output any more.
    private var isUnread = false
    /// All is published; until this time it may be read.
    private var drainsUntil: Int64?

    /// - Parameters:
    ///   - poller: has the descriptors of the sink and of the source in its set.
    ///   - serviceManager: is notified of the start, of reloads and of the end.
    ///   - reload: what asks for another configuration.
    ///   - stop: becomes readable when the daemon is to end, and outlives the loop.
    init(
        _ source: consuming Source, into sink: consuming Sink, poller: EpollPoller,
        serviceManager: consuming ServiceManager, reload: consuming ConfigurationReload,
        stop: borrowing Descriptor, logger: Logger
    ) throws(CommandError) {
        let timer = try CommandError.requiring(TimerDescriptor.init)
        do throws(Errno) {
            try poller.add(timer.descriptor, .readable, token: Self.timerToken)
            try poller.add(stop, .readable, token: Self.stopToken)
            try poller.add(reload.descriptor, .readable, token: Self.reloadToken)
        } catch {
            throw CommandError(.software, "cannot set up the event loop", error)
        }
        self.source = source
        self.sink = sink
        self.poller = poller
        self.timer = timer
        upkeep = LoopUpkeep(serviceManager: serviceManager)
        self.reload = reload
        self.stop = stop.number
        self.logger = logger
    }

    /// Has the poller wait for whoever reads standard output to leave.
    func watchOutput() {
        if let output = sink.outputDescriptor {
            // Not every file can be waited for; those that can report when their reader left.
            try? poller.add(number: output, [], token: Self.outputToken)
        }
    }

    /// Notifies the service manager that clients are served, and has that repeated.
    mutating func announceStart() throws(CommandError) {
        sink.now = SystemClock.monotonicUs
        notify(.ready)
        upkeep.startWatchdog(now: sink.now)
        isUnread = try !write()
        ProcessSetup.releaseCode()
    }

    /// Takes turns until a signal comes, all is played, or nobody reads standard output any more.
    ///
    /// Returns whether all was played.
    mutating func run() throws(CommandError) -> Bool {
        // Clients know of the end by then.
        defer { source.finishRecording() }
        sink.now = SystemClock.monotonicUs
        while !isUnread, !isOver {
            do throws(Errno) {
                try wait()
            } catch {
                throw CommandError(.software, "cannot wait for events", error)
            }
            try turn(now: SystemClock.monotonicUs)
            upkeep.retryLog(log, now: sink.now)
        }
        if drainsUntil == nil {
            source.stop(into: &sink)
        }
        if let failure = source.failure { throw failure }
        return source.isFinished && !isUnread
    }

    /// One turn at `now`: takes in what the last wait found, does what is due, and writes.
    mutating func turn(now: Int64) throws(CommandError) {
        sink.now = now
        // A client that left takes its zones along before the next finger lands.
        adoptZones()
        do throws(Errno) {
            try takeReady()
        } catch {
            throw CommandError(.software, "cannot wait for events", error)
        }
        act()
        if !isUnread { isUnread = try !write() }
    }

    private var isOver: Bool {
        guard let drainsUntil else { return false }
        return sink.isDrained || sink.now >= drainsUntil
    }

    // MARK: Waiting

    /// Waits for the first descriptor, or for the time when there is something to do.
    private mutating func wait() throws(Errno) {
        let wake = nextWake
        let isNow = wake.map { $0 <= sink.now } ?? false
        if !isNow {
            try timer.set(to: wake)
        }
        try poll(timeoutMs: isNow ? 0 : -1)
    }

    /// Finds what is ready, for the next turn.
    mutating func poll(timeoutMs: Int32 = 0) throws(Errno) {
        readyCount = try poller.wait(timeoutMs: timeoutMs)
    }

    /// When there is something to do though no descriptor is ready; `nil`: no such time.
    var nextWake: Int64? {
        mutating get {
            var wake = EarliestTime()
            wake.take(drainsUntil ?? source.nextWake(at: sink.now, for: &sink))
            wake.take(upkeep.nextWake)
            wake.take(sink.nextWake)
            return wake.time
        }
    }

    private mutating func takeReady() throws(Errno) {
        let count = readyCount
        readyCount = 0
        for index in 0..<count {
            let (token, readiness) = poller[index]
            switch token {
            case Self.timerToken: try timer.acknowledge()
            case Self.stopToken: takeStop()
            case Self.reloadToken: try takeReload()
            case Self.outputToken: isUnread = true
            case _ where source.owns(token: token):
                if drainsUntil == nil { source.handle(token: token, readiness, into: &sink) }
            default: sink.handle(token: token, readiness)
            }
        }
    }

    private mutating func takeStop() {
        // It stays readable: one signal is enough. Where that fails, it is reported until the end.
        try? poller.remove(number: stop)
        isStopping = true
    }

    private mutating func takeReload() throws(Errno) {
        try reload.acknowledge()
        isReloading = true
    }

    // MARK: Acting

    private mutating func act() {
        if upkeep.nextNotification <= sink.now {
            if upkeep.takeKeepAlive(now: sink.now) { notify(.alive) }
            retryNotify()
        }
        guard drainsUntil == nil else { return shortenDrain() }
        if !(Source.yieldsToSignals && (isReloading || isStopping)) {
            adoptZones()
            source.act(at: sink.now, into: &sink)
        }
        if isReloading {
            reconfigure()
        }
        if isStopping || source.failure != nil {
            end()
        } else if source.isFinished {
            source.finish(into: &sink)
            drain(for: Source.drainUs)
        }
    }

    /// Has the source adopt the zones of clients; only then does the sink forget those that were removed.
    private mutating func adoptZones() {
        guard sink.areZonesChanged else { return }
        source.adoptZones(into: &sink)
        sink.finishZoneAdoption()
    }

    private mutating func reconfigure() {
        isReloading = false
        if let refusal = source.refusal(of: nil) {
            return logger.notice("SIGHUP is ignored: \(refusal)")
        }
        notify(.reloading(since: sink.now))
        do throws(CommandError) {
            let configuration = try reload.read()
            if let refusal = source.refusal(of: configuration) {
                logger.notice("SIGHUP is ignored: \(refusal)")
            } else {
                source.reconfigure(configuration, now: sink.now, into: &sink)
                logger.notice(
                    "the configuration was read again, and holds from now on: \(configuration.identityText)"
                )
            }
        } catch {
            sink.publish(
                .configurationError(excerpting: error.description), of: nil,
                at: source.stamp(at: sink.now))
            logger.error("the configuration stays as it was, for what was read is wrong:\n\(error)")
        }
        notify(.ready)
    }

    private mutating func end() {
        notify(.stopping)
        source.stop(into: &sink)
        drain(for: Self.drainAfterSignalUs)
    }

    private mutating func drain(for us: Int64) {
        sink.end(isStopping && SignalDescriptor.isRestarting ? .restarting : .shutdown)
        drainsUntil = sink.now &+ us
    }

    /// Nobody waits as long for readers once a signal has come.
    private mutating func shortenDrain() {
        guard isStopping, let time = drainsUntil else { return }
        isStopping = false
        drainsUntil = min(time, sink.now &+ Self.drainAfterSignalUs)
    }

    private mutating func notify(_ message: ServiceManager.Message) {
        do throws(Errno) {
            try upkeep.notify(message, now: sink.now)
        } catch {
            logger.warning(
                "cannot notify the service manager \(escapedText(message.text)): \(error.sentence)"
            )
        }
    }

    private mutating func retryNotify() {
        do throws(Errno) {
            try upkeep.retryNotify(now: sink.now)
        } catch {
            logger.warning("cannot notify the service manager: \(error.sentence)")
        }
    }

    /// Writes; false where nobody reads any more.
    private mutating func write() throws(CommandError) -> Bool {
        do throws(OutputError) {
            try sink.flush()
            return true
        } catch {
            switch error {
            case .closed: return false
            case .failed(let error): throw error
            }
        }
    }
}

/// What the loop does beside its source and its sink: word to the service manager, and log lines that
/// wait. Asked in each turn, so when something is due is worked out when that changes.
private struct LoopUpkeep: ~Copyable {
    private var serviceManager: ServiceManager
    /// When log lines that wait are written again.
    private var logRetry = LogRetry()
    /// When the service manager is notified again that the loop goes round.
    private var keepAliveAt: Int64?
    /// When the service manager is sent something again; the end of time: it is not.
    private(set) var nextNotification = Int64.max
    /// When there is something to do; the end of time: nothing waits.
    private(set) var nextWake = Int64.max

    init(serviceManager: consuming ServiceManager) {
        self.serviceManager = serviceManager
    }

    private mutating func update() {
        nextNotification = min(keepAliveAt ?? .max, serviceManager.retryTime ?? .max)
        nextWake = min(nextNotification, logRetry.time ?? .max)
    }

    /// Has the service manager notified from here on, where it asks for that.
    mutating func startWatchdog(now: Int64) {
        keepAliveAt = serviceManager.watchdogIntervalUs.map { now &+ $0 }
        update()
    }

    /// Whether it is time to notify that the loop goes round, which is put off to the next time.
    mutating func takeKeepAlive(now: Int64) -> Bool {
        guard let time = keepAliveAt, time <= now,
            let interval = serviceManager.watchdogIntervalUs
        else { return false }
        keepAliveAt = now &+ interval
        update()
        return true
    }

    /// Sends the service manager a message, now or as soon as it takes one.
    mutating func notify(_ message: ServiceManager.Message, now: Int64) throws(Errno) {
        defer { update() }
        try serviceManager.notify(message, now: now)
    }

    /// Sends what the service manager has not taken yet.
    mutating func retryNotify(now: Int64) throws(Errno) {
        defer { update() }
        try serviceManager.retry(now: now)
    }

    /// Writes log lines that wait, where it is time.
    mutating func retryLog(_ log: NonBlockingLog, now: Int64) {
        if log.isWaiting || logRetry.time != nil { turn(log, now: now) }
    }

    @inline(never)
    private mutating func turn(_ log: NonBlockingLog, now: Int64) {
        logRetry.turn(log, now: now)
        update()
    }
}
