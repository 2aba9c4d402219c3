import GestureSettings
import GestureWire
import LinuxIO
import Logging
import SystemPackage

/// The origin of a loop's gestures: the devices of this machine, or a recording.
///
/// Times are microseconds of CLOCK_MONOTONIC.
protocol EventSource: ~Copyable {
    /// How long readers may read the last lines, in microseconds.
    static var drainUs: Int64 { get }
    /// Whether no due work is performed in the turn of a signal, and while a configuration is read:
    /// a recording can wait.
    static var yieldsToSignals: Bool { get }

    /// Why the daemon cannot continue; `nil` if it can.
    var failure: CommandError? { get }
    /// Whether everything has been played; devices have no end.
    var isFinished: Bool { get }
    /// The time `now` on the clock of timestamps, in microseconds.
    func stamp(at now: Int64) -> Int64

    /// Sets the timers that depend on the turn as a whole, before the loop waits.
    ///
    /// - Parameter isHeld: whether `act` is not called until another configuration is applied.
    mutating func setTimers(
        at now: Int64, isHeld: Bool, for sink: inout some GestureSink & ~Copyable)
    /// Cancels every timer and stops polling descriptors: nothing is read or played from now on.
    /// Only `finishRecording` is called afterwards.
    mutating func stopReading()
    /// Whether `token` belongs to a descriptor of the source.
    func owns(token: UInt64) -> Bool
    /// Handles a descriptor of the source that is ready.
    mutating func handle(
        token: UInt64, _ readiness: Readiness, into sink: inout some GestureSink & ~Copyable)
    /// Applies zones that clients added, moved or removed to the devices, starts or stops
    /// explanations, and makes devices follow their outputs. Called between frames.
    mutating func applyClientChanges(into sink: inout some GestureSink & ~Copyable)
    /// Performs the work that is due at `now`.
    mutating func act(at now: Int64, into sink: inout some GestureSink & ~Copyable)
    /// Why `configuration` cannot be applied; if that is `nil`, why no configuration may be read
    /// now. `nil` if one can.
    func refusal(of configuration: DaemonConfiguration?) -> String?
    /// Applies another configuration.
    mutating func reconfigure(
        _ configuration: DaemonConfiguration, now: Int64,
        into sink: inout some GestureSink & ~Copyable)
    /// Cancels live gestures when the daemon ends.
    mutating func stop(into sink: inout some GestureSink & ~Copyable)
    /// Removes the devices after everything has been played.
    mutating func finish(into sink: inout some GestureSink & ~Copyable)
    /// Writes the rest of the `--record` file; called last, as that may take long.
    mutating func finishRecording()
}

/// Default for a source that sets all its timers during its turns.
extension EventSource where Self: ~Copyable {
    mutating func setTimers(
        at now: Int64, isHeld: Bool, for sink: inout some GestureSink & ~Copyable
    ) {}
}

/// Reads or plays one source into one sink until a signal, or until all is played: a loop of turns.
/// It owns both, and passes the sink to the source.
///
/// The loop waits for the first descriptor or timer, and then takes a turn: it reads ready
/// descriptors, performs due work and writes. ARCHITECTURE.md lists the timers, and the calls that
/// may delay a turn. Without touches and clients only the watchdog of a service manager wakes the
/// loop. `turn(now:)` reads no clock: the caller passes the time.
struct EventLoop<Source: EventSource & ~Copyable, Sink: GestureSink & ~Copyable>: ~Copyable {
    /// The descriptors of sink and source have other tokens: the poller has 1, `SocketServer` 0, 6
    /// and those from 16 on.
    private static var stopToken: UInt64 { 2 }
    private static var readConfigurationToken: UInt64 { 3 }
    private static var outputToken: UInt64 { 4 }
    private static var reloadToken: UInt64 { 5 }
    /// How long readers may read the last lines after a signal, in microseconds.
    private static var drainAfterSignalUs: Int64 { 1_000_000 }

    /// The devices that it reads or the recording that it plays.
    var source: Source
    var sink: Sink
    private let poller: EpollPoller
    private var serviceManager: ServiceManager
    /// Writes queued log lines.
    private var logRetry: LogRetry
    private var reload: ConfigurationReload
    private let stop: Int32
    private let logger: Logger
    private let log = NonBlockingLog.standardError
    /// The number of descriptors that the last wait found ready.
    private(set) var readyCount = 0
    private var isStopping = false
    /// Whether standard output is no longer read.
    private var hasNoReader = false
    /// Set once everything is published: readers may read it until this time.
    private var drain: LoopTimer

    /// - Parameters:
    ///   - poller: its set contains the descriptors of the sink and of the source, and all timers.
    ///   - serviceManager: is notified of the start, of reloads and of the end.
    ///   - reload: reports requests for another configuration, and reads it.
    ///   - stop: becomes readable when the daemon has to end, and outlives the loop.
    init(
        _ source: consuming Source, into sink: consuming Sink, poller: EpollPoller,
        serviceManager: consuming ServiceManager, reload: consuming ConfigurationReload,
        stop: borrowing Descriptor, logger: Logger
    ) throws(CommandError) {
        do throws(Errno) {
            try poller.add(stop, .readable, token: Self.stopToken)
            try poller.add(reload.requests, .readable, token: Self.reloadToken)
            try poller.add(
                number: reload.outcomes, .readable, token: Self.readConfigurationToken)
        } catch {
            throw CommandError(.software, "cannot set up the event loop", error)
        }
        self.source = source
        self.sink = sink
        self.poller = poller
        self.serviceManager = serviceManager
        logRetry = LogRetry(timers: poller.timers)
        drain = LoopTimer("drain", in: poller.timers)
        self.reload = reload
        self.stop = stop.number
        self.logger = logger
    }

    /// Registers standard output with the poller, to notice that its reader is gone.
    func watchOutput() {
        if let output = sink.outputDescriptor {
            // Some files cannot be polled. Pipes and sockets can, and report that their reader has
            // closed them.
            try? poller.add(number: output, [], token: Self.outputToken)
        }
    }

    /// Notifies the service manager that clients are served, and starts its watchdog.
    mutating func announceStart() throws(CommandError) {
        sink.now = SystemClock.monotonicUs
        notify(.ready)
        serviceManager.startWatchdog(now: sink.now)
        hasNoReader = try !write()
        ProcessSetup.releaseUnusedMemory()
    }

    /// Takes turns until a signal, until all is played, or until standard output is no longer read.
    ///
    /// Returns whether all was played.
    mutating func run() throws(CommandError) -> Bool {
        // Clients have received the end by then.
        defer { source.finishRecording() }
        sink.now = SystemClock.monotonicUs
        while !hasNoReader, !isOver {
            do throws(Errno) {
                try wait()
            } catch {
                throw CommandError(.software, "cannot wait for events", error)
            }
            try turn(now: SystemClock.monotonicUs)
            logRetry.turn(log, now: sink.now)
        }
        if !drain.isSet {
            source.stop(into: &sink)
        }
        if let failure = source.failure { throw failure }
        return source.isFinished && !hasNoReader
    }

    /// Takes one turn at `now`: handles ready descriptors, performs due work, and writes.
    mutating func turn(now: Int64) throws(CommandError) {
        sink.now = now
        // Zones of a client that disconnected are removed before the next finger lands.
        applyClientChanges()
        do throws(Errno) {
            try handleReady()
        } catch {
            throw CommandError(.software, "cannot wait for events", error)
        }
        act()
        if !hasNoReader { hasNoReader = try !write() }
    }

    private var isOver: Bool {
        drain.isSet && (sink.isDrained || drain.isDue(sink.now))
    }

    // MARK: Waiting

    /// Waits for the first descriptor or timer.
    private mutating func wait() throws(Errno) {
        setTimers()
        readyCount = try poller.wait(now: sink.now)
    }

    /// Finds the ready descriptors for the next turn.
    mutating func poll(timeoutMs: Int32 = 0) throws(Errno) {
        readyCount = try poller.wait(timeoutMs: timeoutMs)
    }

    /// Sets the timers of the source that depend on the turn as a whole.
    mutating func setTimers() {
        if !drain.isSet { source.setTimers(at: sink.now, isHeld: isHeld, for: &sink) }
    }

    private mutating func handleReady() throws(Errno) {
        let count = readyCount
        readyCount = 0
        for index in 0..<count {
            let (token, readiness) = poller[index]
            switch token {
            case EpollPoller.timerToken: break
            case Self.stopToken: handleStop()
            case Self.reloadToken: try reload.receiveRequests()
            case Self.readConfigurationToken: reload.acknowledgeOutcome()
            case Self.outputToken: hasNoReader = true
            case _ where source.owns(token: token):
                // The last wait may have found the descriptor ready before the drain began.
                if !drain.isSet { source.handle(token: token, readiness, into: &sink) }
            default: sink.handle(token: token, readiness)
            }
        }
    }

    private mutating func handleStop() {
        // The descriptor stays readable, as no signal is read from it. If `remove` fails, each turn
        // until the end handles it again.
        try? poller.remove(number: stop)
        isStopping = true
    }

    // MARK: Acting

    private mutating func act() {
        if poller.timers.isDue(sink.now) {
            if serviceManager.rearmKeepAlive(now: sink.now) { notify(.alive) }
            retryNotify()
        }
        guard !drain.isSet else { return shortenDrain() }
        if !isHeld {
            applyClientChanges()
            source.act(at: sink.now, into: &sink)
        }
        if reload.isPending { continueReload() }
        if isStopping || source.failure != nil {
            end()
        } else if source.isFinished {
            source.finish(into: &sink)
            drain(for: Source.drainUs)
        }
    }

    /// Makes the source apply changes of clients, and then the sink forget removed zones.
    private mutating func applyClientChanges() {
        guard sink.hasClientChanges else { return }
        if !drain.isSet { source.applyClientChanges(into: &sink) }
        sink.finishClientChanges()
    }

    /// Whether due work of the source waits for a configuration, or for the end.
    private var isHeld: Bool { Source.yieldsToSignals && (reload.isPending || isStopping) }

    /// Applies a configuration that was read, and starts to read one that was requested.
    private mutating func continueReload() {
        if let outcome = reload.takeOutcome() { finishReload(outcome) }
        if reload.isRequested, !reload.isReading, !isStopping { startReload() }
    }

    private mutating func startReload() {
        if let refusal = source.refusal(of: nil) {
            reload.refuse()
            return logger.notice("SIGHUP is ignored: \(refusal)")
        }
        notify(.reloading(since: sink.now))
        reload.start()
    }

    /// Applies the configuration that was read, or reports why it is invalid.
    private mutating func finishReload(_ outcome: ConfigurationReload.Outcome) {
        switch outcome {
        case .success(let configuration):
            if let refusal = source.refusal(of: configuration) {
                logger.notice("SIGHUP is ignored: \(refusal)")
            } else {
                source.reconfigure(configuration, now: sink.now, into: &sink)
                logger.notice(
                    "the configuration was read again, and holds from now on: \(configuration.identityText)"
                )
            }
        case .failure(let error):
            sink.publish(
                .configurationError(excerpting: error.description), of: nil,
                at: source.stamp(at: sink.now))
            logger.error(
                "the configuration stays as it was, because the new one cannot be used:\n\(error)")
        }
        notify(.ready)
        ProcessSetup.releaseUnusedMemory()
    }

    private mutating func end() {
        notify(.stopping)
        source.stop(into: &sink)
        drain(for: Self.drainAfterSignalUs)
    }

    private mutating func drain(for us: Int64) {
        source.stopReading()
        sink.end(isStopping && SignalDescriptor.isRestarting ? .restarting : .shutdown)
        drain.set(to: sink.now &+ us)
    }

    /// Shortens the time for readers if a signal arrives during it.
    private mutating func shortenDrain() {
        guard isStopping else { return }
        isStopping = false
        drain.set(to: min(drain.time ?? .max, sink.now &+ Self.drainAfterSignalUs))
    }

    private mutating func notify(_ message: ServiceManager.Message) {
        do throws(Errno) {
            try serviceManager.notify(message, now: sink.now)
        } catch {
            logger.warning(
                "cannot notify the service manager \(escapedText(message.text)): \(error.sentence)"
            )
        }
    }

    private mutating func retryNotify() {
        do throws(Errno) {
            try serviceManager.retry(now: sink.now)
        } catch {
            logger.warning("cannot notify the service manager: \(error.sentence)")
        }
    }

    /// Writes the output of the sink; returns false if it has no reader any more.
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
