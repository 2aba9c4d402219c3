import LinuxIO
import TouchRecordings

/// The events of a recording again and again, with timestamps that continue.
///
/// Contacts that a round leaves on the glass are released at its end, as the kernel does when it
/// releases a panel: their gestures are cancelled, because no finger lifted.
struct LoopedEvents: RecordedEvents {
    /// The time from the last event of a round to the first of the next, in microseconds: long
    /// enough that two taps do not become a double tap.
    private static let pause: Int64 = 1_000_000

    private let recording: RecordingStream
    /// The contacts and pressed buttons of each device of the recording.
    private var held: [HeldTouches]
    /// Events at the end of a round.
    private var releases: [RecordedEvent] = []
    /// The offset that is added to timestamps of the file.
    private var offset: Int64 = 0
    /// The first timestamp in the file; `nil` before it is read.
    private var first: Int64?
    /// The maximum timestamp so far.
    private var latest = Int64.min
    private var isOver = false

    init(_ recording: RecordingStream) {
        self.recording = recording
        held = recording.devices.map(HeldTouches.init)
    }

    mutating func read() -> ReadEvent {
        while !isOver {
            if let release = releases.popLast() { return .event(release) }
            switch recording.read() {
            case .event(let recorded): if let event = shifted(recorded) { return .event(event) }
            case .nothingYet: return .nothingYet
            case .end: finishRound()
            }
        }
        return .end
    }

    func beginTurn() { recording.beginTurn() }

    /// The event in this round; `nil` if its timestamp is beyond the range, which ends the replay.
    private mutating func shifted(_ recorded: RecordedEvent) -> RecordedEvent? {
        var recorded = recorded
        first = first ?? recorded.event.timeUs
        let (time, overflow) = recorded.event.timeUs.addingReportingOverflow(offset)
        guard !overflow, time <= .max - Self.pause else {
            isOver = true
            return nil
        }
        recorded.event.timeUs = time
        latest = max(latest, time)
        held[recorded.device].receive(recorded.event)
        return recorded
    }

    /// Releases contacts and buttons, and begins again, unless the file has no event or an error.
    private mutating func finishRound() {
        guard let first, recording.failure == nil, recording.source.failure == nil else {
            isOver = true
            return
        }
        for (device, held) in held.enumerated().reversed() {
            releases += held.lifts(at: latest, report: 1).reversed().map {
                RecordedEvent(device: device, event: $0)
            }
        }
        held = recording.devices.map(HeldTouches.init)
        offset = latest &+ Self.pause &- first
        recording.restart()
    }
}
