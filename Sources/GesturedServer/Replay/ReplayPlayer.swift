import GestureSettings
import LinuxIO
import TouchCore
import TouchDevices
import TouchRecordings

/// Plays a recording into a session, one step at a time; whoever steps it owns the clock.
struct ReplayPlayer: ~Copyable {
    /// After the last event time goes on until no gesture waits, but no longer than this.
    private static var timeoutUs: Int64 { 10_000_000 }

    private var devices: OwnedTable<Device>
    private var session: GestureSession
    private var source: ReplaySource
    private let recorder: EventRecorder?
    /// What the devices of the recording are.
    private let descriptions: [InputDevice]
    /// Which device of the `--record` file a device of the recording is; `nil`: it is left out.
    private let numbers: [Int?]
    /// The same of `devices`, from which some may go.
    private var indices: [Int?]
    /// The greatest stamp that was played.
    private var played: Timestamp?

    /// The greatest stamp so far.
    var latest: Timestamp { played ?? source.time ?? Timestamp(microseconds: 0) }

    /// Whether more of the recording has to be read to know what is next, in a later turn.
    var isReading: Bool { source.isUnfinished }

    /// Publishes the devices.
    ///
    /// - Parameter indices: which of `devices` each device of the recording is.
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

    /// The stamp of what the next `step` does, a frame, a deadline or that nobody has been there for
    /// long; `nil`: the recording is over.
    func nextTime(for sink: borrowing some EventSink & ~Copyable) -> Timestamp? {
        guard let next = nextSessionTime else { return nil }
        return sink.idleStamp.map { min(Timestamp(microseconds: $0), next) } ?? next
    }

    /// The stamp of what the session does next.
    private var nextSessionTime: Timestamp? {
        guard let deadline = devices.nextDeadline else { return source.next?.time }
        if let frame = source.next?.time { return min(frame, deadline) }
        let end = latest.advanced(byMicroseconds: Self.timeoutUs)
        return deadline <= end ? deadline : nil
    }

    /// Reads on to what is next, as far as may be in a turn.
    mutating func beginTurn() { source.beginTurn() }

    /// Does what is next; nothing once the recording is over.
    mutating func step(into sink: inout some EventSink & ~Copyable) {
        guard let time = nextTime(for: sink) else { return }
        if sink.idleStamp == time.microseconds { return sink.becomeIdle(at: time.microseconds) }
        guard let run = source.next, run.time == time, devices.nextDeadline != time else {
            return session.fireNextDeadline(of: &devices, into: &sink)
        }
        played = max(latest, time)
        let events = source.takeNext()
        guard let index = indices[run.device] else { return }
        if let number = numbers[run.device] { recorder?.take(events, of: number) }
        session.take(events, of: index, in: &devices, into: &sink)
    }

    /// Applies `configuration` from here on, between two frames.
    ///
    /// Live gestures are cancelled (`reloaded`), and contacts on the glass count as no finger until
    /// they lift. A device that is ignored from now on goes; one that was ignored from the start
    /// stays away, for nobody knows what is on its glass by now.
    mutating func reconfigure(
        _ configuration: DaemonConfiguration, into sink: inout some EventSink & ~Copyable
    ) {
        session.cancelAll(.reloaded, of: &devices, into: &sink)
        session.adopt(configuration, into: &sink)
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

    /// Lets a device of the recording go; those after it move up.
    private mutating func remove(
        _ number: Int, _ index: Int, into sink: inout some EventSink & ~Copyable
    ) {
        session.remove(at: index, from: &devices, into: &sink)
        indices[number] = nil
        for other in indices.indices {
            if let moved = indices[other], moved > index { indices[other] = moved - 1 }
        }
    }

    /// Has the devices adopt the zones of clients as they are now.
    mutating func adoptZones(into sink: inout some EventSink & ~Copyable) {
        session.adoptZones(on: &devices, into: &sink)
    }

    /// Removes the devices.
    mutating func finish(into sink: inout some EventSink & ~Copyable) {
        session.removeAll(from: &devices, into: &sink)
    }

    /// Cancels what is live, for a daemon that ends early.
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
    /// As in the recording, or as fast as it can be.
    let isRealtime: Bool
    private var origin: (clock: Int64, stamp: Timestamp)?

    /// A pace for a replay that has not begun.
    init(isRealtime: Bool) {
        self.isRealtime = isRealtime
    }

    /// When what the recording stamps `time` is due; what is first is due `now`.
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

/// The events of a recording, cut into the runs that a device would have sent in one go.
struct ReplaySource {
    /// More events are cut, so that a recording without reports is not held whole.
    private static let maximumEvents = 65_536

    /// Events of one device that follow each other; at most the last is a `SYN_REPORT`.
    struct Run {
        /// The index of the device in the recording.
        var device: Int
        /// The stamp of the last event.
        var time: Timestamp
    }

    private var events: any RecordedEvents
    /// The event after `run`, where it had to be found to know that the run ends.
    private var ahead: RecordedEvent?
    private var isAtEnd = false
    /// The events of `next`, and those that were handed out: the room of either is used again.
    private var run: [RecordedEvent] = []
    private var taken: [RecordedEvent] = []
    /// What `takeNext` hands out; `nil` at the end, and where more has to be read to know.
    private(set) var next: Run?
    /// Whether what is next is not known yet: the next turn looks further.
    private(set) var isUnfinished = true

    /// The stamp of what is next, as far as it has been read.
    var time: Timestamp? {
        (run.last ?? ahead).map { Timestamp(microseconds: $0.event.timeUs) }
    }

    /// The events as the recording has them, by time.
    init(_ events: any RecordedEvents) {
        self.events = events
        readOn()
    }

    init(_ events: [RecordedEvent]) {
        self.init(EventList(rest: events[...]))
    }

    /// Hands out the events of `next`, and looks for the run after it.
    mutating func takeNext() -> ArraySlice<RecordedEvent> {
        swap(&run, &taken)
        run.removeAll(keepingCapacity: true)
        next = nil
        isUnfinished = true
        readOn()
        return taken[...]
    }

    /// Lets as much be read as a turn may, and looks for what is next where that is not known yet.
    mutating func beginTurn() {
        events.beginTurn()
        if isUnfinished { readOn() }
    }

    /// Looks for what is next, as far as may be read in this turn.
    private mutating func readOn() {
        while !isComplete {
            if ahead == nil {
                switch events.read() {
                case .event(let event): ahead = event
                case .nothingYet: return
                case .end: isAtEnd = true
                }
            }
            guard let event = ahead, event.device == run.last?.device ?? event.device else { break }
            run.append(event)
            ahead = nil
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

/// Events that are held.
private struct EventList: RecordedEvents {
    var rest: ArraySlice<RecordedEvent>

    mutating func read() -> ReadEvent { rest.popFirst().map { .event($0) } ?? .end }

    mutating func beginTurn() {}
}
