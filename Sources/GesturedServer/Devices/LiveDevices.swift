import GestureInspect
import GestureSettings
import GestureWire
import LinuxIO
import Logging
import SystemPackage
import TouchCore
import TouchDevices
import TouchRecordings

/// The devices of this machine and their gestures: a `DeviceSet` reads, a `GestureSession`
/// recognises.
struct LiveDevices: ~Copyable {
    var set: DeviceSet
    var session: GestureSession
    private var recorder: EventRecorder?

    /// Reads the devices that `set` opened, and publishes them.
    init(
        _ set: consuming DeviceSet, recorder: EventRecorder?, trace: DeviceTrace? = nil,
        into sink: inout some EventSink & ~Copyable
    ) throws(Errno) {
        var set = set
        try set.start()
        session = GestureSession(of: &set.devices, trace: trace, into: &sink)
        self.set = set
        self.recorder = recorder
        // In the order in which the set reads them.
        for index in (0..<self.set.devices.count).reversed() {
            if recorder != nil { self.set.devices[index].live?.recorded = index }
            logArrival(of: index)
        }
        applyChanges(into: &sink)
    }

    /// Advances to `now`: deadlines fire, and the set performs due work.
    ///
    /// Before a deadline fires every device is read: earlier events may still be unread, and a
    /// delayed daemon must not recognise a false long press.
    mutating func advance(to now: Int64, into sink: inout some EventSink & ~Copyable) {
        if let deadline = set.devices.nextDeadline?.time.microseconds, deadline <= now {
            set.readAll(now: now)
            applyChanges(into: &sink)
            session.advance(to: Timestamp(microseconds: now), of: &set.devices, into: &sink)
            session.applyOutputs(on: &set.devices, into: &sink)
        }
        set.advance(to: now)
        applyChanges(into: &sink)
        if let recorder { recorder.advance(to: now) }
    }

    /// Reads and applies changes of the machine's devices, if their source is ready.
    mutating func handleChanges(now: Int64, into sink: inout some EventSink & ~Copyable) {
        guard set.changesReadiness != nil else { return }
        set.takeChanges(now: now)
        applyChanges(into: &sink)
    }

    /// Applies every change of the set to the session.
    private mutating func applyChanges(into sink: inout some EventSink & ~Copyable) {
        while let change = set.next() {
            switch change {
            case .opened: add(into: &sink)
            case .present(let index, let events):
                session.begin(events, of: index, in: &set.devices, into: &sink)
                finish(events, of: index)
            case .readable(let index): read(index, into: &sink)
            case .silent(let index, let time): liftMissing(of: index, at: time, into: &sink)
            case .reconfigured(let index, let configured):
                session.cancel(.reloaded, of: index, in: &set.devices, into: &sink)
                session.reconfigure(
                    index, of: &set.devices, configured, set.opener.policy.gestures, into: &sink)
            case .failed(let index, let error):
                session.fail(
                    index, of: &set.devices, "cannot be read: \(error.sentence)", into: &sink)
            case .leaving(let index, let isExcluded):
                remove(index, isExcluded ? .reloaded : .deviceRemoved, into: &sink)
            }
        }
        reportUnmatched()
    }

    private mutating func add(into sink: inout some EventSink & ~Copyable) {
        let index = set.devices.count - 1
        if let recorder, let description = set.devices.read(index, { $0.description }) {
            let path = set.devices.read(index) { $0.summary.path ?? "" }
            set.devices[index].live?.recorded = recorder.add(description, node: path)
        }
        session.add(to: &set.devices, into: &sink)
        logArrival(of: index)
    }

    private mutating func remove(
        _ index: Int, _ reason: CancellationReason, into sink: inout some EventSink & ~Copyable
    ) {
        let (id, name) = set.devices.read(index) { ($0.summary.id, $0.summary.name) }
        let number = set.devices.read(index) { $0.recorded }
        session.remove(at: index, from: &set.devices, reason, into: &sink)
        if let number { recorder?.remove(number) }
        logger.notice("device \(id) disconnected: \"\(escapedText(name))\"")
    }

    private func logArrival(of index: Int) {
        let record = set.devices.read(index) { $0.record }
        let (name, path) = (escapedText(record.name), escapedText(record.path ?? ""))
        logger.notice(
            "device \(record.id) connected: \"\(name)\" (\(path)), \(DeviceWords(record).text)")
    }

    /// Lifts the contacts of the device at `index` that the kernel no longer has, at `time`.
    private mutating func liftMissing(
        of index: Int, at time: Int64, into sink: inout some EventSink & ~Copyable
    ) {
        guard let events = set.liftMissing(index, at: time) else { return }
        session.liftMissing(events, of: index, in: &set.devices, into: &sink)
        finish(events, of: index)
    }

    /// Records `events`, which the session has processed.
    private mutating func finish(_ events: InputEvents, of index: Int) {
        if let recorder { record(events, of: index, in: recorder) }
        set.trackContacts(of: index)
    }

    /// Reads the device at `index` until it has no more events.
    private mutating func read(_ index: Int, into sink: inout some EventSink & ~Copyable) {
        var reading = set.read(index)
        while let read = reading {
            var events = read.events
            if read.isState {
                session.receive(events, of: index, in: &set.devices, into: &sink)
            } else {
                session.receiveLive(&events, of: index, in: &set.devices, into: &sink)
            }
            let leftCount = read.isState ? 0 : events.count
            if let recorder {
                record(read.events.dropLast(leftCount), of: index, in: recorder)
            }
            reading = set.continueReading(index, leftCount: leftCount)
        }
    }

    private func record(_ events: InputEvents, of index: Int, in recorder: EventRecorder) {
        guard let number = set.devices.read(index, { $0.recorded }) else { return }
        events.forEach { recorder.receive($0, of: number) }
    }
}

/// Changing the configuration while devices are read.
extension LiveDevices {
    /// Applies `configuration` from now on, between two frames.
    ///
    /// Live gestures are cancelled (`reloaded`), and contacts on the glass count as no finger until
    /// they lift. Devices that are now ignored are removed; devices that are no longer ignored are
    /// added.
    mutating func reconfigure(
        _ configuration: DaemonConfiguration, now: Int64,
        into sink: inout some GestureSink & ~Copyable
    ) {
        session.cancelAll(.reloaded, of: &set.devices, into: &sink)
        set.apply(configuration.devicePolicy, now: now)
        session.apply(configuration, into: &sink)
        applyChanges(into: &sink)
    }

    /// Logs each pattern that has matched no device, as soon as a device is open: once for each
    /// configuration, not for each device that appears or disappears.
    ///
    /// A misspelt name is not an error of the file, because many machines may share it, but its
    /// author should learn that no gesture is recognised on the intended device.
    private func reportUnmatched() {
        let unmatched = set.opener.policy.unmatched
        // Not with `--device`, which omits devices that may match, and not while a device that may
        // match cannot be opened yet.
        guard !unmatched.isReported, set.named.isEmpty, set.devices.count > 0, !set.isRetrying
        else { return }
        unmatched.isReported = true
        let records = (0..<set.devices.count).map { set.devices.read($0) { $0.record } }
        let name = escapedText(records[0].name, limit: 1024)
        for (_, pattern) in unmatched.patterns.sorted(by: { $0.key < $1.key }) {
            logger.warning(
                """
                no device matches match: \(pattern), so its settings are not used
                  match: { name: "\(name)" } matches the connected one
                """)
        }
        let gestures = set.opener.policy.gestures
        let present = Set(records.flatMap { gestures.zones(named: $0.name, output: $0.output) })
        for (index, zone) in gestures.zones.enumerated() where !present.contains(index) {
            let devices = zone.devices.map { "\"\(escapedText($0, limit: 1024))\"" }
            logger.warning(
                """
                zone \(zone.name) is on no device: none is called \(devices.joined(separator: " or "))
                  devices: ["\(name)"] puts it on the connected one
                """)
        }
    }
}

/// Devices as a source of the loop.
extension LiveDevices: EventSource {
    static var drainUs: Int64 { 1_000_000 }
    static var yieldsToSignals: Bool { false }

    private var logger: Logger { self.set.opener.logger }

    var isFinished: Bool { false }

    /// The daemon ends if it can no longer learn of new devices, rather than only seem to work.
    var failure: CommandError? {
        guard let error = set.failure else { return nil }
        return CommandError(
            .software, "cannot listen to udev any more", error,
            advice: "New devices would go unnoticed: start gestured again once udev runs")
    }

    func stamp(at now: Int64) -> Int64 { now }

    func owns(token: UInt64) -> Bool { DeviceSet.owns(token: token) }

    mutating func handle(
        token: UInt64, _ readiness: Readiness, into sink: inout some GestureSink & ~Copyable
    ) {
        guard let index = set.handle(token: token, readiness, now: sink.now) else { return }
        read(index, into: &sink)
        if set.hasSteps { applyChanges(into: &sink) }
    }

    mutating func applyClientChanges(into sink: inout some GestureSink & ~Copyable) {
        session.applyClientChanges(on: &set.devices, into: &sink)
    }

    mutating func act(at now: Int64, into sink: inout some GestureSink & ~Copyable) {
        handleChanges(now: now, into: &sink)
        if set.poller.timers.isDue(now) { advance(to: now, into: &sink) }
    }

    mutating func setTimers(
        at now: Int64, isHeld: Bool, for sink: inout some GestureSink & ~Copyable
    ) {
        if let recorder { recorder.setTimer(at: now) }
    }

    mutating func stopReading() {
        set.stopReading()
        recorder?.cancelTimer()
    }

    func refusal(of configuration: DaemonConfiguration?) -> String? { nil }

    /// Cancels live gestures when the daemon ends.
    mutating func stop(into sink: inout some GestureSink & ~Copyable) {
        session.cancelAll(.shutdown, of: &set.devices, into: &sink)
    }

    mutating func finish(into sink: inout some GestureSink & ~Copyable) {}

    /// Writes the rest of the `--record` file, and joins its parts.
    func finishRecording() {
        recorder?.finish()
    }
}
