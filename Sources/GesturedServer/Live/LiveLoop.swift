import GestureWire
import LinuxIO
import Logging
import SystemPackage
import TouchCore

/// Reads devices into one sink until it is told to end: a loop of turns.
///
/// A turn waits for what comes first (a descriptor, a deadline, a node to try again, an
/// impatience), reads what is ready, fires what is due and writes. What may hold it up beside the
/// wait ARCHITECTURE.md says. Without touches and clients nothing wakes it but the watchdog of a
/// service manager.
final class LiveLoop<Source: DeviceSource, Sink: GestureSink> {
    /// The sink's own descriptors have other tokens, as have devices.
    private static var timerToken: UInt64 { 1 }
    private static var stopToken: UInt64 { 2 }
    private static var outputToken: UInt64 { 4 }
    private static var reloadToken: UInt64 { 5 }
    /// How long the last lines may take to be read, in microseconds.
    private static var drainUs: Int64 { 1_000_000 }

    private let sink: Sink
    /// Changes with each frame.
    private let owned: Owned<LiveDevices<Source, Sink>>
    private let poller: EpollPoller
    /// Asked in each turn whether it goes off in time.
    private let timer: Owned<TimerDescriptor>
    private var serviceManager: ServiceManager
    private let reload: ConfigurationReload
    private let logger: Logger
    private let log = NonBlockingLog.standardError
    /// When log lines that wait are written again.
    private var logRetry = LogRetry()
    /// When the service manager is told again that the loop goes round.
    private var keepAliveAt: Int64?
    private var hasChanges = false
    private var changesFailed = false
    private var isReloading = false
    private var isStopping = false
    /// Nobody reads standard output any more.
    private var isUnread = false
    /// All is told; until this time it may be read.
    private var drainsUntil: Int64?

    /// - Parameters:
    ///   - poller: has the descriptors of the sink and of the devices in its set.
    ///   - stop: a descriptor that becomes readable when the daemon is to end.
    init(
        devices: consuming LiveDevices<Source, Sink>, poller: EpollPoller,
        serviceManager: consuming ServiceManager, reload: consuming ConfigurationReload,
        stop: borrowing Descriptor, logger: Logger
    ) throws(DaemonError) {
        sink = devices.sink
        owned = Owned(devices)
        self.poller = poller
        self.serviceManager = serviceManager
        self.reload = reload
        self.logger = logger
        let timer = try DaemonError.requiring(TimerDescriptor.init)
        do throws(Errno) {
            try poller.add(timer.descriptor, .readable, token: Self.timerToken)
            try poller.add(stop, .readable, token: Self.stopToken)
            try poller.add(self.reload.descriptor, .readable, token: Self.reloadToken)
            try owned.value.watchChanges()
        } catch {
            throw DaemonError(.software, "cannot set up the event loop", error)
        }
        self.timer = Owned(timer)
        if let output = sink.outputDescriptor {
            // Not every file can be waited for; those that can tell when their reader left.
            try? poller.add(number: output, [], token: Self.outputToken)
        }
    }

    /// Takes turns until a signal comes, or nobody reads standard output any more.
    func run(stop: borrowing Descriptor) throws(DaemonError) {
        // Last, as it takes as long as there are bytes: clients know of the end by then.
        defer { devices.finishRecording() }
        sink.now = SystemClock.monotonicUs
        tell(.ready)
        keepAliveAt = serviceManager.watchdogIntervalUs.map { sink.now &+ $0 }
        var goesOn = try write()
        ProcessSetup.releaseCode()
        while goesOn, !isOver {
            do throws(Errno) {
                try wait(stop)
            } catch {
                throw DaemonError(.software, "cannot wait for events", error)
            }
            act()
            goesOn = isUnread ? false : try write()
            logRetry.turn(log, now: sink.now)
        }
        if drainsUntil == nil {
            devices.stop()
        }
        if let failure = devices.failure { throw failure }
    }

    private var devices: LiveDevices<Source, Sink> {
        _read { yield owned.value }
        _modify { yield &owned.value }
    }

    private var isOver: Bool {
        guard let drainsUntil else { return false }
        return sink.isDrained || sink.now >= drainsUntil
    }

    // MARK: Waiting

    private func wait(_ stop: borrowing Descriptor) throws(Errno) {
        let wake = nextWake
        let isNow = wake.map { $0 <= sink.now } ?? false
        if !isNow {
            try timer.value.set(to: wake)
        }
        let count = try poller.wait(timeoutMs: isNow ? 0 : -1)
        sink.now = SystemClock.monotonicUs
        // A client that left takes its zones along before the next finger lands.
        devices.session.takeZoneChanges()
        for index in 0..<count {
            let (token, readiness) = poller[index]
            switch token {
            case Self.timerToken: try timer.value.acknowledge()
            case Self.stopToken: takeStop(stop)
            case Self.reloadToken: try takeReload()
            case LiveDevices<Source, Sink>.changesToken:
                hasChanges = true
                changesFailed = !readiness.isDisjoint(with: .hangup)
            case Self.outputToken: isUnread = true
            case _ where token & LiveDevices<Source, Sink>.tokenMark != 0: read(token)
            default: sink.handle(token: token, readiness)
            }
        }
    }

    private var nextWake: Int64? {
        let own = drainsUntil ?? devices.nextWake
        let retry = SystemClock.earlier(serviceManager.retryTime, logRetry.time)
        return SystemClock.earlier(
            SystemClock.earlier(own, keepAliveAt), SystemClock.earlier(sink.nextWake, retry))
    }

    private func takeStop(_ stop: borrowing Descriptor) {
        // It stays readable: one signal is enough. Where that fails, it is told of until the end.
        try? poller.remove(stop)
        isStopping = true
    }

    private func takeReload() throws(Errno) {
        try reload.acknowledge()
        isReloading = true
    }

    private func read(_ token: UInt64) {
        guard drainsUntil == nil else { return }
        devices.read(token: token)
    }

    // MARK: Acting

    private func act() {
        keepAlive()
        retryTelling()
        guard drainsUntil == nil else { return }
        if hasChanges {
            hasChanges = false
            devices.takeChanges(hasFailed: changesFailed, now: sink.now)
        }
        devices.session.takeZoneChanges()
        devices.advance(to: sink.now)
        if isReloading {
            reconfigure()
        }
        if isStopping || devices.failure != nil {
            end()
        }
    }

    private func reconfigure() {
        isReloading = false
        tell(.reloading(since: sink.now))
        do throws(DaemonError) {
            devices.reconfigure(try reload.read(), now: sink.now)
            logger.notice("the configuration was read again, and holds from now on")
        } catch {
            sink.tell(
                .configurationError(excerpting: error.description), of: nil, at: sink.now)
            logger.error("the configuration stays as it was, for what was read is wrong:\n\(error)")
        }
        tell(.ready)
    }

    private func end() {
        tell(.stopping)
        devices.stop()
        sink.end(.shutdown)
        drainsUntil = sink.now &+ Self.drainUs
    }

    private func keepAlive() {
        guard let time = keepAliveAt, time <= sink.now,
            let interval = serviceManager.watchdogIntervalUs
        else { return }
        tell(.alive)
        keepAliveAt = sink.now &+ interval
    }

    private func tell(_ message: ServiceManager.Message) {
        do throws(Errno) {
            try serviceManager.tell(message, now: sink.now)
        } catch {
            logger.warning(
                "the service manager cannot be told \(escapedText(message.text)): \(error.sentence)"
            )
        }
    }

    private func retryTelling() {
        do throws(Errno) {
            try serviceManager.retry(now: sink.now)
        } catch {
            logger.warning("the service manager cannot be told: \(error.sentence)")
        }
    }

    /// Writes; false where nobody reads any more.
    private func write() throws(DaemonError) -> Bool {
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
