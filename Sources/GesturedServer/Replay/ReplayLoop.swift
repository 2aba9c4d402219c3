import GestureSettings
import GestureWire
import LinuxIO
import Logging
import SystemPackage
import TouchCore

/// Plays one recording into one sink, from the first client to the last byte: a loop of turns.
///
/// A turn waits for what comes first (a descriptor, the next frame, a deadline, an impatience),
/// takes in what is ready, plays what is due and writes. What may hold it up beside the wait
/// ARCHITECTURE.md says.
final class ReplayLoop<Sink: GestureSink> {
    /// The sink's own descriptors have other tokens.
    private static var timerToken: UInt64 { 1 }
    private static var stopToken: UInt64 { 2 }
    private static var reloadToken: UInt64 { 3 }
    /// Steps played in one turn at most, so that clients are served in between.
    private static var stepsInTurn: Int { 256 }
    /// How long the last lines may take to be read, in microseconds.
    private static var drainUs: Int64 { 5_000_000 }
    private static var drainAfterSignalUs: Int64 { 1_000_000 }

    private enum State {
        /// Nobody is there to play to.
        case waiting
        case playing
        /// All is told; until this time it may be read.
        case ending(deadline: Int64)
    }

    private let sink: Sink
    /// Changes with each frame.
    private let owned: Owned<ReplayPlayer<Sink>>
    private let poller: EpollPoller
    private var timer: TimerDescriptor
    private var pace: ReplayPace
    private var state = State.waiting
    /// Whether a signal ended the replay before the recording did.
    private var wasStopped = false
    /// A signal came, and has not been heeded yet.
    private var isStopping = false
    private var isReloading = false
    /// Where the configuration came from; `nil`: it may not change.
    private var origin: ConfigurationOrigin?
    private let logger: Logger
    private let log = NonBlockingLog.standardError
    /// When log lines that wait are written again.
    private var logRetry = LogRetry()

    /// - Parameters:
    ///   - poller: has the sink's descriptors in its set.
    ///   - origin: of the configuration that holds; `nil`: no other may.
    init(
        player: consuming ReplayPlayer<Sink>, poller: EpollPoller, pace: ReplayPace,
        _ signals: borrowing ReplaySignals, origin: ConfigurationOrigin?,
        logger: Logger
    ) throws(DaemonError) {
        sink = player.sink
        owned = Owned(player)
        self.poller = poller
        self.pace = pace
        self.origin = origin
        self.logger = logger
        timer = try DaemonError.requiring(TimerDescriptor.init)
        do throws(Errno) {
            try poller.add(timer.descriptor, .readable, token: Self.timerToken)
            try poller.add(signals.stop, .readable, token: Self.stopToken)
            try poller.add(signals.reload.descriptor, .readable, token: Self.reloadToken)
        } catch {
            throw DaemonError(.software, "cannot set up the event loop", error)
        }
    }

    /// Takes turns until everything is told and taken.
    ///
    /// Returns whether the recording was played to its end: not where a signal came, or where
    /// nobody reads standard output any more.
    func run(_ signals: borrowing ReplaySignals) throws(DaemonError) -> Bool {
        // Last, as it takes as long as there are bytes: clients know of the end by then.
        defer { player.finishRecording() }
        sink.now = SystemClock.monotonicUs
        while !isOver {
            do throws(Errno) {
                try wait(signals)
            } catch {
                throw DaemonError(.software, "cannot wait for events", error)
            }
            if isReloading { reconfigure(signals.reload) }
            play()
            guard try write() else {
                player.stop()
                return false
            }
            logRetry.turn(log, now: sink.now)
        }
        return !wasStopped
    }

    private var player: ReplayPlayer<Sink> {
        _read { yield owned.value }
        _modify { yield &owned.value }
    }

    private var isOver: Bool {
        guard case .ending(let deadline) = state else { return false }
        return sink.isDrained || sink.now >= deadline
    }

    // MARK: Waiting

    private func wait(_ signals: borrowing ReplaySignals) throws(Errno) {
        let wake = nextWake
        let isNow = wake.map { $0 <= sink.now } ?? false
        if !isNow {
            try timer.set(to: wake)
        }
        let count = try poller.wait(timeoutMs: isNow ? 0 : -1)
        sink.now = SystemClock.monotonicUs
        for index in 0..<count {
            let (token, readiness) = poller[index]
            switch token {
            case Self.timerToken: try timer.acknowledge()
            case Self.stopToken: try takeStop(signals.stop)
            case Self.reloadToken:
                try signals.reload.acknowledge()
                isReloading = true
            default: sink.handle(token: token, readiness)
            }
        }
    }

    private var nextWake: Int64? {
        let own: Int64? =
            switch state {
            case .waiting: sink.hasAudience ? sink.now : nil
            case .playing: sink.holdsReplay(pace) ?? nextDue
            case .ending(let deadline): deadline
            }
        return SystemClock.earlier(SystemClock.earlier(own, logRetry.time), sink.nextWake)
    }

    private var nextDue: Int64 {
        player.nextTime.map { pace.due($0, now: sink.now) } ?? sink.now
    }

    private func takeStop(_ stop: borrowing Descriptor) throws(Errno) {
        // It stays readable: one signal is enough.
        try poller.remove(stop)
        isStopping = true
    }

    // MARK: Another configuration

    /// Has the configuration hold that is there now, where there is one.
    private func reconfigure(_ reload: borrowing ConfigurationReload) {
        isReloading = false
        guard let origin else {
            return logger.notice("SIGHUP is ignored: a picture shows one configuration")
        }
        do throws(DaemonError) {
            let configuration = try reload.read()
            guard origin == .file || configuration.origin == .file else {
                return logger.notice("SIGHUP is ignored: there is no configuration to read again")
            }
            self.origin = configuration.origin
            // What has been told to its end is told.
            if case .ending = state { return }
            player.reconfigure(configuration)
            logger.notice("the configuration was read again, and holds from now on")
        } catch {
            sink.tell(
                .configurationError(excerpting: error.description), of: nil,
                at: player.latest.microseconds)
            logger.error("the configuration stays as it was, for what was read is wrong:\n\(error)")
        }
    }

    // MARK: Playing

    private func play() {
        if isStopping {
            endEarly()
        } else if case .waiting = state, sink.hasAudience {
            state = .playing
        }
        player.takeZoneChanges()
        guard case .playing = state else { return }
        for _ in 0..<Self.stepsInTurn {
            guard let time = player.nextTime else { return end() }
            guard pace.due(time, now: sink.now) <= sink.now, sink.holdsReplay(pace) == nil
            else { return }
            player.step()
        }
    }

    private func end() {
        player.finish()
        sink.end(.shutdown)
        state = .ending(deadline: sink.now &+ Self.drainUs)
    }

    private func endEarly() {
        isStopping = false
        let deadline = sink.now &+ Self.drainAfterSignalUs
        if case .ending(let later) = state {
            state = .ending(deadline: min(later, deadline))
            return
        }
        state = .ending(deadline: deadline)
        wasStopped = true
        player.stop()
        sink.end(.shutdown)
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

extension GestureSink {
    /// Until when a replay of this pace has to wait; the recording's own pace waits for nobody.
    fileprivate func holdsReplay(_ pace: ReplayPace) -> Int64? {
        pace.isRealtime ? nil : holdsReplayUntil
    }
}
