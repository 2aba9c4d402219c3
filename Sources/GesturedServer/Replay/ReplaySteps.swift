import GestureSettings
import LinuxIO
import TouchCore

/// A recording as a source of the loop: once a client is ready, each step is played when it is due.
struct ReplaySteps: ~Copyable, EventSource {
    static var drainUs: Int64 { 5_000_000 }
    static var yieldsToSignals: Bool { true }
    /// The maximum number of steps in one turn, so that clients are served between turns.
    private static var stepsInTurn: Int { 256 }

    private var player: ReplayPlayer
    private var pace: ReplayPace
    /// Whether a client was ready to receive.
    private var isPlaying = false
    private(set) var isFinished = false
    /// The origin of the configuration; `nil` if it may not change.
    private var origin: ConfigurationOrigin?
    /// When the next step is due.
    private var timer: LoopTimer

    /// - Parameters:
    ///   - origin: the origin of the present configuration; `nil` if it may not change.
    ///   - timers: the timers of the loop that plays it.
    init(
        _ player: consuming ReplayPlayer, pace: ReplayPace, origin: ConfigurationOrigin?,
        timers: TimerList
    ) {
        timer = LoopTimer("replay", in: timers)
        self.player = player
        self.pace = pace
        self.origin = origin
    }

    var failure: CommandError? { nil }

    func stamp(at now: Int64) -> Int64 { player.latest.microseconds }

    func owns(token: UInt64) -> Bool { false }

    mutating func handle(
        token: UInt64, _ readiness: Readiness, into sink: inout some GestureSink & ~Copyable
    ) {}

    mutating func setTimers(
        at now: Int64, isHeld: Bool, for sink: inout some GestureSink & ~Copyable
    ) {
        timer.set(to: isHeld ? nil : nextStep(at: now, for: &sink))
    }

    mutating func stopReading() { timer.cancel() }

    private mutating func nextStep(
        at now: Int64, for sink: inout some GestureSink & ~Copyable
    ) -> Int64? {
        guard isPlaying else { return sink.hasConsumer ? now : nil }
        if player.isReading { return now }
        if let held = heldUntil(&sink) { return held }
        guard let time = player.nextTime(for: sink) else { return now }
        return pace.due(time, now: now)
    }

    mutating func applyClientChanges(into sink: inout some GestureSink & ~Copyable) {
        player.applyClientChanges(into: &sink)
    }

    mutating func act(at now: Int64, into sink: inout some GestureSink & ~Copyable) {
        isPlaying = isPlaying || sink.hasConsumer
        guard isPlaying else { return }
        player.beginTurn()
        for _ in 0..<Self.stepsInTurn {
            // The next turn reads more, after clients and signals are handled.
            if player.isReading { return }
            guard let time = player.nextTime(for: sink) else {
                isFinished = true
                return
            }
            guard pace.due(time, now: now) <= now, heldUntil(&sink) == nil else { return }
            player.step(into: &sink)
        }
    }

    func refusal(of configuration: DaemonConfiguration?) -> String? {
        guard let origin else { return "a picture shows one configuration" }
        guard let configuration else { return nil }
        let isFile = origin == .file || configuration.origin == .file
        return isFile ? nil : "there is no configuration to read again"
    }

    mutating func reconfigure(
        _ configuration: DaemonConfiguration, now: Int64,
        into sink: inout some GestureSink & ~Copyable
    ) {
        origin = configuration.origin
        player.reconfigure(configuration, into: &sink)
    }

    mutating func stop(into sink: inout some GestureSink & ~Copyable) {
        player.stop(into: &sink)
    }

    mutating func finish(into sink: inout some GestureSink & ~Copyable) {
        player.finish(into: &sink)
    }

    mutating func finishRecording() {
        player.finishRecording()
    }

    /// Until when the replay waits for readers; `nil` at the recording's own pace, which never
    /// waits.
    private func heldUntil(_ sink: inout some GestureSink & ~Copyable) -> Int64? {
        pace.isRealtime ? nil : sink.holdsReplayUntil
    }
}
