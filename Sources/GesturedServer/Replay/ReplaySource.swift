import TouchCore
import TouchRecordings

/// The events of a recording, cut into the runs that a device would have sent in one go.
struct ReplaySource {
    /// Events of one device that follow each other; at most the last is a `SYN_REPORT`.
    struct Run {
        /// The index of the device in the recording.
        var device: Int
        /// The stamp of the last event.
        var time: Timestamp
        fileprivate var end: Int
    }

    private let events: [RecordedEvent]
    private var position = 0
    /// What `takeNext` hands out; `nil` at the end.
    private(set) var next: Run?

    /// The events as the recording has them, by time.
    init(_ events: [RecordedEvent]) {
        self.events = events
        next = run(from: 0)
    }

    /// Hands out the events of `next`, and finds the run after it.
    mutating func takeNext() -> ArraySlice<RecordedEvent> {
        guard let run = next else { return [] }
        let taken = events[position..<run.end]
        position = run.end
        next = self.run(from: position)
        return taken
    }

    private func run(from start: Int) -> Run? {
        guard start < events.count else { return nil }
        let device = events[start].device
        var end = start
        while end < events.count, events[end].device == device {
            end += 1
            if events[end - 1].event.inputCode == .synReport { break }
        }
        let time = Timestamp(microseconds: events[end - 1].event.timeUs)
        return Run(device: device, time: time, end: end)
    }
}
