/// The events of several devices in one stream.
///
/// Each device keeps its order. Events are merged by timestamp, at equal timestamps in the order of
/// devices. A timestamp that goes backwards counts as the maximum before it.
struct EventMerge {
    private var streams: [Stream]

    /// - Parameter devices: the indices in `events` of the devices to merge.
    init(_ events: [[InputEvent]], of devices: [Int]) {
        streams = devices.map { Stream(device: $0, events: events[$0][...]) }
    }

    var merged: [RecordedEvent] {
        var streams = self.streams.filter { !$0.events.isEmpty }
        var result: [RecordedEvent] = []
        result.reserveCapacity(streams.reduce(0) { $0 + $1.events.count })
        while let next = streams.indices.min(by: { streams[$0].time < streams[$1].time }) {
            result.append(streams[next].takeFirst())
            if streams[next].events.isEmpty { streams.remove(at: next) }
        }
        return result
    }

    /// The remaining events of one device; never empty while it is in the list.
    private struct Stream {
        var device: Int
        var events: ArraySlice<InputEvent>
        var time: Int64

        init(device: Int, events: ArraySlice<InputEvent>) {
            self.device = device
            self.events = events
            time = events.first?.timeUs ?? 0
        }

        mutating func takeFirst() -> RecordedEvent {
            let event = events.removeFirst()
            time = max(time, events.first?.timeUs ?? time)
            return RecordedEvent(device: device, event: event)
        }
    }
}
