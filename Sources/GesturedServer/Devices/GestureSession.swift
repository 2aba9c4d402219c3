import GestureInspect
import GestureSettings
import GestureWire
import LinuxIO
import TouchCore
import TouchDevices
import TouchRecordings

/// Runs the gestures on all devices and publishes their events.
///
/// The devices belong to the source of events, which passes their table to each call.
/// Maintains the order of events: deadlines of every device before a later frame of any, a device's
/// `changed` before the gestures of its frame, the ends of its gestures before its `removed`.
struct GestureSession: ~Copyable {
    /// Records published events for a picture (`--plot`).
    private let plot: PlotObserver?
    /// Logs state changes of gestures (`--trace-device`).
    private var trace: DeviceTrace?
    private var ids = GestureIDs()
    private var events = GestureEventBuffer()
    /// Whether the devices explain gestures that were not recognised.
    private var explains: Bool

    /// Publishes the devices to `sink`, in their order.
    init(
        of devices: inout OwnedTable<Device>, plot: PlotObserver? = nil,
        trace: DeviceTrace? = nil, into sink: inout some EventSink & ~Copyable
    ) {
        self.plot = plot
        self.trace = trace
        if let trace { devices.forEach { trace.start(&$0) } }
        let explained = sink.explainedConfiguration ?? plot?.configuration
        explains = explained != nil
        if let explained { devices.forEach { $0.startExplaining(explained) } }
        let records = (0..<devices.count).map { index in devices.read(index) { $0.record } }
        sink.begin(with: records)
        if let plot { records.forEach { plot.record($0) } }
    }

    /// The configuration that explanations refer to; `nil` if none are wanted.
    private func explained(
        for sink: borrowing some EventSink & ~Copyable
    ) -> GestureConfiguration? { sink.explainedConfiguration ?? plot?.configuration }

    private func publish(
        _ change: DeviceChange, _ device: DeviceRecord, into sink: inout some EventSink & ~Copyable
    ) {
        plot?.record(device)
        sink.publish(change, device)
    }

    /// Processes the next events of the device at `index`: at most one frame, so none but the last
    /// event may be a `SYN_REPORT`.
    mutating func receive(
        _ run: ArraySlice<RecordedEvent>, of index: Int, in devices: inout OwnedTable<Device>,
        into sink: inout some EventSink & ~Copyable
    ) {
        guard let frame = devices[index].feed(run) else { return }
        while let (deadline, index) = devices.nextDeadline, deadline <= frame.time {
            fire(deadline, of: index, in: &devices, into: &sink)
        }
        if frame.isReleased { rejectLifted(of: index, in: &devices, into: &sink) }
        process(frame, of: index, in: &devices, into: &sink)
    }

    /// Processes events that were read from the device at `index`, up to a SYN_DROPPED. Leaves
    /// later events, which are outdated.
    ///
    /// Only deadlines of this device fire before its frames: earlier events of other devices may be
    /// unread.
    mutating func receiveLive(
        _ events: inout InputEvents, of index: Int, in devices: inout OwnedTable<Device>,
        into sink: inout some EventSink & ~Copyable
    ) {
        while events.count > 0, let frame = devices[index].feedLive(&events) {
            receive(frame, of: index, in: &devices, into: &sink)
        }
    }

    /// Processes all `events`. Those after a SYN_DROPPED describe the present state of the device.
    mutating func receive(
        _ events: InputEvents, of index: Int, in devices: inout OwnedTable<Device>,
        into sink: inout some EventSink & ~Copyable
    ) {
        var rest = events
        while rest.count > 0 {
            guard let frame = devices[index].feed(&rest) else { continue }
            receive(frame, of: index, in: &devices, into: &sink)
        }
    }

    private mutating func receive(
        _ frame: Device.FinishedFrame, of index: Int, in devices: inout OwnedTable<Device>,
        into sink: inout some EventSink & ~Copyable
    ) {
        if frame.isAfterDeadline {
            while let deadline = devices[index].nextDeadline, deadline <= frame.time {
                fire(deadline, of: index, in: &devices, into: &sink)
            }
        }
        if frame.isReleased { rejectLifted(of: index, in: &devices, into: &sink) }
        process(frame, of: index, in: &devices, into: &sink)
    }

    /// Processes the contacts that were on the glass of the device at `index` when it was opened.
    mutating func begin(
        _ events: InputEvents, of index: Int, in devices: inout OwnedTable<Device>,
        into sink: inout some EventSink & ~Copyable
    ) {
        var rest = events
        while rest.count > 0 {
            guard let frame = devices[index].feed(&rest) else { return }
            process(frame, of: index, isOpening: true, in: &devices, into: &sink)
        }
    }

    /// Processes events that lift contacts of the device at `index` whose lift was never reported.
    mutating func liftMissing(
        _ events: InputEvents, of index: Int, in devices: inout OwnedTable<Device>,
        into sink: inout some EventSink & ~Copyable
    ) {
        var events = events
        guard let frame = devices[index].feed(&events) else { return }
        rejectLifted(of: index, in: &devices, into: &sink)
        process(frame, of: index, isGone: true, in: &devices, into: &sink)
    }

    /// Rejects the contacts that the last frame lifts, because no finger was seen to lift.
    private mutating func rejectLifted(
        of index: Int, in devices: inout OwnedTable<Device>,
        into sink: inout some EventSink & ~Copyable
    ) {
        devices[index].rejectLifted(.stuck, ids: &ids, into: &events)
        publishEvents(of: index, in: &devices, into: &sink)
    }

    /// Advances to `time`: every deadline up to it fires, in order.
    ///
    /// The caller has read all events of that time from every device.
    mutating func advance(
        to time: Timestamp, of devices: inout OwnedTable<Device>,
        into sink: inout some EventSink & ~Copyable
    ) {
        while let (deadline, index) = devices.nextDeadline, deadline <= time {
            fire(deadline, of: index, in: &devices, into: &sink)
        }
    }

    /// Publishes the last device of the table, which the caller has added.
    mutating func add(
        to devices: inout OwnedTable<Device>, into sink: inout some EventSink & ~Copyable
    ) {
        let index = devices.count - 1
        if explains, let explained = explained(for: sink) {
            devices[index].startExplaining(explained)
        }
        trace?.start(&devices[index])
        publish(.added, devices.read(index) { $0.record }, into: &sink)
        for added in sink.addedZones { devices[index].addOrMoveZone(added) }
    }

    /// Removes the device at `index`, after its live gestures are cancelled. The devices
    /// after it move down by one index.
    mutating func remove(
        at index: Int, from devices: inout OwnedTable<Device>,
        _ reason: CancellationReason = .deviceRemoved, into sink: inout some EventSink & ~Copyable
    ) {
        cancel(reason, of: index, in: &devices, into: &sink)
        publishCounts(of: index, in: &devices, into: &sink)
        let device = devices.remove(at: index)
        publish(.removed, device.record, into: &sink)
    }

    /// Publishes that the device at `index` can no longer be read, for the reason `error`.
    mutating func fail(
        _ index: Int, of devices: inout OwnedTable<Device>, _ error: String,
        into sink: inout some EventSink & ~Copyable
    ) {
        cancel(.deviceRemoved, of: index, in: &devices, into: &sink)
        devices[index].fail(error)
        publish(.changed, devices.read(index) { $0.record }, into: &sink)
    }

    /// Cancels every live gesture of the device at `index`.
    mutating func cancel(
        _ reason: CancellationReason, of index: Int, in devices: inout OwnedTable<Device>,
        into sink: inout some EventSink & ~Copyable
    ) {
        devices[index].cancelAll(reason, ids: &ids, into: &events)
        publishEvents(of: index, in: &devices, into: &sink)
    }

    /// Applies `configured` and `gestures` to the device at `index`, on which no gesture is live.
    mutating func reconfigure(
        _ index: Int, of devices: inout OwnedTable<Device>, _ configured: ConfiguredDevice,
        _ gestures: GestureConfiguration, into sink: inout some EventSink & ~Copyable
    ) {
        publishCounts(of: index, in: &devices, into: &sink)
        let output = sink.output(of: devices[index].summary.id)
        let isChanged = devices[index].reconfigure(
            configured, output, gestures, ids: &ids, into: &events)
        publishEvents(of: index, in: &devices, into: &sink)
        for added in sink.addedZones { devices[index].addOrMoveZone(added) }
        let report = devices.read(index) { $0.adaptationReport }
        sink.setAdaptation(report, of: devices[index].summary.id, at: nil)
        if isChanged {
            publish(.changed, devices.read(index) { $0.record }, into: &sink)
        }
    }

    /// Applies changes of clients to the devices, between two frames: zones and explanations.
    mutating func applyClientChanges(
        on devices: inout OwnedTable<Device>, into sink: inout some EventSink & ~Copyable
    ) {
        for removed in sink.removedZones {
            for index in 0..<devices.count {
                devices[index].removeZone(
                    index: removed.handle.rawValue, ids: &ids, into: &events)
                publishEvents(of: index, in: &devices, into: &sink)
            }
        }
        for added in sink.addedZones where !added.isApplied {
            for index in 0..<devices.count { devices[index].addOrMoveZone(added) }
        }
        updateExplaining(of: &devices, into: &sink)
        applyOutputs(on: &devices, into: &sink)
    }

    /// Starts or stops explaining, as the sink wants. Starts only while nothing is on the glass,
    /// because the beginning of touches in progress was not observed.
    private mutating func updateExplaining(
        of devices: inout OwnedTable<Device>, into sink: inout some EventSink & ~Copyable
    ) {
        let explained = explained(for: sink)
        guard (explained != nil) != explains else {
            // A picture (`--plot`) wants explanations throughout; the sink may start or stop
            // wanting them meanwhile.
            return sink.setExplaining(sink.explainedConfiguration != nil)
        }
        guard explains || !devices.hasContacts else { return }
        for index in 0..<devices.count {
            if let explained {
                devices[index].startExplaining(explained)
            } else {
                devices[index].stopExplaining()
            }
        }
        explains.toggle()
        sink.setExplaining(sink.explainedConfiguration != nil)
    }

    /// Fires the first deadline of all devices, if there is one.
    mutating func fireNextDeadline(
        of devices: inout OwnedTable<Device>, into sink: inout some EventSink & ~Copyable
    ) {
        if let (deadline, index) = devices.nextDeadline {
            fire(deadline, of: index, in: &devices, into: &sink)
        }
    }

    /// Applies another configuration to `sink`, while no gesture is live. The caller reconfigures
    /// the devices afterwards.
    mutating func apply(
        _ configuration: DaemonConfiguration, into sink: inout some EventSink & ~Copyable
    ) {
        trace?.configuration = configuration.gestures
        sink.apply(configuration)
    }

    /// Cancels every live gesture.
    mutating func cancelAll(
        _ reason: CancellationReason, of devices: inout OwnedTable<Device>,
        into sink: inout some EventSink & ~Copyable
    ) {
        for index in 0..<devices.count {
            cancel(reason, of: index, in: &devices, into: &sink)
        }
    }

    /// Removes every device, after its live gestures are cancelled.
    mutating func removeAll(
        from devices: inout OwnedTable<Device>, into sink: inout some EventSink & ~Copyable
    ) {
        while !devices.isEmpty {
            remove(at: 0, from: &devices, into: &sink)
        }
    }

    /// - Parameters:
    ///   - isOpening: whether the frame is the state of a device that was just opened.
    ///   - isGone: whether the contacts that the frame ends disappeared without an event.
    private mutating func process(
        _ frame: Device.FinishedFrame, of index: Int, isOpening: Bool = false,
        isGone: Bool = false, in devices: inout OwnedTable<Device>,
        into sink: inout some EventSink & ~Copyable
    ) {
        if sink.wantsFrames || plot != nil {
            show(devices[index].snapshot(of: frame), isOpening: isOpening, into: &sink)
        }
        if sink.wantsContacts {
            devices[index].forEachContactRecord(
                of: frame, isReleased: isGone || frame.isReleased
            ) { sink.publish($0) }
        }
        let processed = devices[index].process(ids: &ids, into: &events)
        if processed.isDeviceChanged {
            publish(.changed, devices.read(index) { $0.record }, into: &sink)
        }
        publishEvents(of: index, in: &devices, into: &sink)
        if !isOpening {
            reportFrame(frame, processed, of: index, in: &devices, into: &sink)
        }
    }

    private func show(
        _ snapshot: FrameSnapshot, isOpening: Bool, into sink: inout some EventSink & ~Copyable
    ) {
        // A device that was just opened usually has no contacts.
        guard !isOpening || !snapshot.contacts.isEmpty else { return }
        plot?.record(snapshot)
        if sink.wantsFrames { sink.show(snapshot) }
    }

    /// Reports to the sink the health and the counters of a frame, and that it is finished.
    private mutating func reportFrame(
        _ frame: Device.FinishedFrame, _ processed: Device.ProcessedFrame,
        of index: Int, in devices: inout OwnedTable<Device>,
        into sink: inout some EventSink & ~Copyable
    ) {
        let (device, us) = (devices[index].summary.id, processed.time.microseconds)
        if frame.isResynchronised {
            sink.publish(.resynchronised, of: device, at: us)
        }
        // Checked first, because this check costs less than making an empty report.
        if processed.hasCounts {
            publishCounts(of: index, in: &devices, into: &sink)
            if let report = devices[index].takeRejectionReport() {
                sink.publish(report, of: device, at: us)
            }
            if let change = devices[index].takeAdaptationReport() {
                sink.setAdaptation(change.report, of: device, at: us)
                if change.isNew, let report = change.report {
                    sink.publish(report, of: device, at: us)
                }
            }
        }
        let isTouched = frame.hasContacts || devices.isTouched(besides: index)
        sink.finishFrame(of: device, at: us, isTouched: isTouched)
    }

    private mutating func fire(
        _ deadline: Timestamp, of index: Int, in devices: inout OwnedTable<Device>,
        into sink: inout some EventSink & ~Copyable
    ) {
        devices[index].advance(to: deadline, ids: &ids, into: &events)
        publishEvents(of: index, in: &devices, into: &sink)
        publishStuck(of: index, at: devices[index].engineTime, in: &devices, into: &sink)
    }

    /// Publishes the events of a step of the device at `index`.
    private mutating func publishEvents(
        of index: Int, in devices: inout OwnedTable<Device>,
        into sink: inout some EventSink & ~Copyable
    ) {
        for index in 0..<events.count {
            plot?.record(events[index])
            sink.publish(events[index], parts: events.parts)
        }
        events.removeAll()
        trace?.log(&devices[index], sink)
        guard explains else { return }
        let explanations = devices[index].takeExplanations()
        guard !explanations.isEmpty else { return }
        plot?.record(explanations)
        if sink.explainedConfiguration != nil { sink.explain(explanations) }
    }

    /// Publishes contacts that were found to be stuck.
    private mutating func publishStuck(
        of index: Int, at time: Timestamp, in devices: inout OwnedTable<Device>,
        into sink: inout some EventSink & ~Copyable
    ) {
        while let report = devices[index].takeStuckReport() {
            sink.publish(report, of: devices[index].summary.id, at: time.microseconds)
            publishCounts(of: index, in: &devices, into: &sink)
        }
    }

    /// Reports to the sink the contacts counted on the device at `index` since the last call.
    private mutating func publishCounts(
        of index: Int, in devices: inout OwnedTable<Device>,
        into sink: inout some EventSink & ~Copyable
    ) {
        if let delta = devices[index].takeStatistics() { sink.count(delta) }
    }
}
