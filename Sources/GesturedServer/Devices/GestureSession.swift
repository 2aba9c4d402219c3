import GestureWire
import TouchCore
import TouchRecordings

/// The devices of a daemon, and what becomes of the gestures on them.
///
/// Keeps the order of things: deadlines of every device before a later frame of any, a device's
/// `changed` before the gestures of its frame, the end of its gestures before its `removed`.
final class GestureSession<Sink: GestureSink> {
    let sink: Sink
    private let devices: ContiguousArray<DevicePipeline>
    private var ids = GestureIDs()
    private var events = GestureEventBuffer()

    init(devices: [DevicePipeline], sink: Sink) {
        self.devices = ContiguousArray(devices)
        self.sink = sink
        sink.begin(with: devices.map(\.record))
    }

    /// When the first of the engines wants to be woken; `nil` while none waits.
    var nextDeadline: Timestamp? { earliest?.deadline }

    /// Takes the next events of the device at `index`, of which at most the last is a `SYN_REPORT`.
    func take(_ run: ArraySlice<RecordedEvent>, of index: Int) {
        guard let time = devices[index].feed(run) else { return }
        while let (deadline, index) = earliest, deadline <= time {
            fire(deadline, of: index)
        }
        processFrame(of: devices[index])
    }

    /// Fires the first deadline of all, where there is one.
    func fireNextDeadline() {
        if let (deadline, index) = earliest {
            fire(deadline, of: index)
        }
    }

    /// Cancels every live gesture.
    func cancelAll(_ reason: CancellationReason) {
        for device in devices {
            device.cancelAll(reason, into: &events)
            tellEvents()
        }
    }

    /// Removes every device; its live gestures are cancelled before.
    func removeAll() {
        for device in devices {
            device.cancelAll(.deviceRemoved, into: &events)
            tellEvents()
            sink.tell(.removed, device.record)
        }
    }

    private func processFrame(of device: DevicePipeline) {
        if Sink.wantsFrames, let account = device.account() {
            sink.show(account)
        }
        if device.process(ids: &ids, into: &events) {
            sink.tell(.changed, device.record)
        }
        tellEvents()
    }

    private func fire(_ deadline: Timestamp, of index: Int) {
        devices[index].advance(to: deadline, ids: &ids, into: &events)
        tellEvents()
    }

    private func tellEvents() {
        for index in 0..<events.count {
            sink.tell(events[index])
        }
        events.removeAll()
    }

    /// The oldest deadline; of two at the same time that of the device that came first.
    private var earliest: (deadline: Timestamp, index: Int)? {
        var earliest: (deadline: Timestamp, index: Int)?
        for index in devices.indices {
            guard let deadline = devices[index].nextDeadline else { continue }
            if let found = earliest, found.deadline <= deadline { continue }
            earliest = (deadline, index)
        }
        return earliest
    }
}
