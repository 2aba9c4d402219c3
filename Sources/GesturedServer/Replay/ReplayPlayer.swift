import GestureSettings
import LinuxIO
import TouchCore
import TouchDevices
import TouchRecordings

/// Plays a recording into a session, one step at a time; the caller has the clock.
struct ReplayPlayer: ~Copyable {
    /// After the last event, deadlines fire up to this time later, in microseconds.
    private static var timeoutUs: Int64 { 10_000_000 }

    private var devices: OwnedTable<Device>
    private var session: GestureSession
    private var source: ReplaySource
    private let recorder: EventRecorder?
    /// The descriptions of the recording's devices.
    private let descriptions: [InputDevice]
    /// For each device of the recording, its number in the `--record` file; `nil` if it is omitted.
    private let numbers: [Int?]
    /// For each device of the recording, its index in `devices`; `nil` if it is omitted or removed.
    private var indices: [Int?]
    /// The maximum timestamp that was played.
    private var played: Timestamp?

    /// The maximum timestamp so far.
    var latest: Timestamp { played ?? source.time ?? Timestamp(microseconds: 0) }

    /// Whether more of the recording has to be read, in a later turn, to know the next step.
    var isReading: Bool { source.isUnfinished }

    /// Publishes the devices.
    ///
    /// - Parameter indices: for each device of the recording, its index in `devices`; `nil` if it
    ///   is omitted.
    init(
        _ source: ReplaySource, _ descriptions: [InputDevice] = [], indices: [Int?],
        devices: consuming OwnedTable<Device>, plot: PlotObserver? = nil,
        trace: DeviceTrace? = nil, recorder: EventRecorder? = nil,
        into sink: inout some EventSink & ~Copyable
    ) {
        self.source = source
        session = GestureSession(of: &devices, plot: plot, trace: trace, into: &sink)
        self.devices = devices
        self.descriptions = descriptions
        self.indices = indices
        numbers = indices
        self.recorder = recorder
    }

    /// The timestamp of the next `step`: a frame, a deadline or the screens becoming idle; `nil` if
    /// the recording is over.
    func nextTime(for sink: borrowing some EventSink & ~Copyable) -> Timestamp? {
        guard let next = nextSessionTime else { return nil }
        return sink.idleStamp.map { min(Timestamp(microseconds: $0), next) } ?? next
    }

    /// The timestamp of the session's next step.
    private var nextSessionTime: Timestamp? {
        guard let deadline = devices.nextDeadline?.time else { return source.next?.time }
        if let frame = source.next?.time { return min(frame, deadline) }
        let end = latest.advanced(byMicroseconds: Self.timeoutUs)
        return deadline <= end ? deadline : nil
    }

    /// Reads up to the next step, at most as much as a turn may read.
    mutating func beginTurn() { source.beginTurn() }

    /// Performs the next step; does nothing once the recording is over.
    mutating func step(into sink: inout some EventSink & ~Copyable) {
        guard let time = nextTime(for: sink) else { return }
        if sink.idleStamp == time.microseconds { return sink.becomeIdle(at: time.microseconds) }
        guard let run = source.next, run.time == time, devices.nextDeadline?.time != time else {
            return session.fireNextDeadline(of: &devices, into: &sink)
        }
        played = max(latest, time)
        let events = source.popNext()
        guard let index = indices[run.device] else { return }
        if let number = numbers[run.device] { recorder?.receive(events, of: number) }
        session.receive(events, of: index, in: &devices, into: &sink)
    }

    /// Applies `configuration` from now on, between two frames.
    ///
    /// Live gestures are cancelled (`reloaded`), and contacts on the glass count as no finger until
    /// they lift. A device that is now ignored is removed. A device that was ignored before is not
    /// added, because its present contacts are unknown.
    mutating func reconfigure(
        _ configuration: DaemonConfiguration, into sink: inout some EventSink & ~Copyable
    ) {
        session.cancelAll(.reloaded, of: &devices, into: &sink)
        session.apply(configuration, into: &sink)
        for (number, device) in descriptions.enumerated() {
            guard let index = indices[number] else { continue }
            let configured = configuration.settings(for: device)
            if configured.isIgnored {
                remove(number, index, into: &sink)
            } else {
                session.reconfigure(
                    index, of: &devices, configured, configuration.gestures, into: &sink)
            }
        }
    }

    /// Removes a device of the recording; later ones move up.
    private mutating func remove(
        _ number: Int, _ index: Int, into sink: inout some EventSink & ~Copyable
    ) {
        session.remove(at: index, from: &devices, into: &sink)
        indices[number] = nil
        for other in indices.indices {
            if let moved = indices[other], moved > index { indices[other] = moved - 1 }
        }
    }

    /// Applies zones that clients added, moved or removed, and starts or stops explanations.
    mutating func applyClientChanges(into sink: inout some EventSink & ~Copyable) {
        session.applyClientChanges(on: &devices, into: &sink)
    }

    /// Removes the devices.
    mutating func finish(into sink: inout some EventSink & ~Copyable) {
        session.removeAll(from: &devices, into: &sink)
    }

    /// Cancels live gestures when the daemon ends early.
    mutating func stop(into sink: inout some EventSink & ~Copyable) {
        session.cancelAll(.shutdown, of: &devices, into: &sink)
    }

    /// Writes the rest of the `--record` file, and joins its parts.
    func finishRecording() {
        recorder?.finish()
    }
}

/// When the steps of a replay are due, in microseconds of the monotonic clock.
struct ReplayPace {
    /// Whether steps are played at the recording's own pace, or as fast as possible.
    let isRealtime: Bool
    private var origin: (clock: Int64, stamp: Timestamp)?

    /// A pace for a replay that has not begun.
    init(isRealtime: Bool) {
        self.isRealtime = isRealtime
    }

    /// When the step with timestamp `time` is due; the first one is due `now`.
    mutating func due(_ time: Timestamp, now: Int64) -> Int64 {
        guard isRealtime else { return now }
        guard let origin else {
            origin = (now, time)
            return now
        }
        let (due, overflow) = origin.clock.addingReportingOverflow(
            time.microseconds(since: origin.stamp))
        return overflow ? (time < origin.stamp ? now : .max) : due
    }
}

/// The events of a recording, divided into runs as a device would have sent them.
struct ReplaySource {
    /// The maximum number of events of a run: a recording without reports must not be read into
    /// memory as a whole.
    private static let maximumEvents = 65_536

    /// Consecutive events of one device, of which at most the last is a `SYN_REPORT`.
    struct Run {
        /// The index of the device in the recording.
        var device: Int
        /// The timestamp of the last event.
        var time: Timestamp
    }

    private var events: any RecordedEvents
    /// The event after `run`, if it was read to find the end of the run.
    private var lookahead: RecordedEvent?
    private var isAtEnd = false
    /// The events of `next`, and those returned last. Two arrays, so that their storage is reused.
    private var run: [RecordedEvent] = []
    private var returned: [RecordedEvent] = []
    /// The run that `popNext` returns; `nil` at the end, and while it is not read as a whole.
    private(set) var next: Run?
    /// Whether the next run is not known yet, because the next turn has to read more.
    private(set) var isUnfinished = true

    /// The timestamp of the next event, as far as it has been read.
    var time: Timestamp? {
        (run.last ?? lookahead).map { Timestamp(microseconds: $0.event.timeUs) }
    }

    /// The events of a recording, ordered by time.
    init(_ events: any RecordedEvents) {
        self.events = events
        findNext()
    }

    init(_ events: [RecordedEvent]) {
        self.init(EventList(remaining: events[...]))
    }

    /// Returns the events of `next`, and finds the run after it.
    mutating func popNext() -> ArraySlice<RecordedEvent> {
        swap(&run, &returned)
        run.removeAll(keepingCapacity: true)
        next = nil
        isUnfinished = true
        findNext()
        return returned[...]
    }

    /// Allows this turn to read, and finds the next run if it is not known yet.
    mutating func beginTurn() {
        events.beginTurn()
        if isUnfinished { findNext() }
    }

    /// Finds the next run, as far as this turn may read.
    private mutating func findNext() {
        while !isComplete {
            if lookahead == nil {
                switch events.read() {
                case .event(let event): lookahead = event
                case .nothingYet: return
                case .end: isAtEnd = true
                }
            }
            guard let event = lookahead, event.device == run.last?.device ?? event.device else {
                break
            }
            run.append(event)
            lookahead = nil
        }
        isUnfinished = false
        next = run.last.map {
            Run(device: $0.device, time: Timestamp(microseconds: $0.event.timeUs))
        }
    }

    private var isComplete: Bool {
        isAtEnd || run.last?.event.inputCode == .synReport || run.count == Self.maximumEvents
    }
}

/// Events in memory.
private struct EventList: RecordedEvents {
    var remaining: ArraySlice<RecordedEvent>

    mutating func read() -> ReadEvent { remaining.popFirst().map { .event($0) } ?? .end }

    mutating func beginTurn() {}
}
