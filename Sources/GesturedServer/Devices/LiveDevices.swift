import CEvdev
import GestureWire
import LinuxIO
import Logging
import SystemPackage
import TouchCore
import TouchRecordings

/// The devices that are read as they come: opened, read, resynchronised and closed.
///
/// Each fails for itself. The owner passes which of them are ready, and what time it is.
struct LiveDevices<Source: DeviceSource, Sink: GestureSink>: ~Copyable {
    /// What the poller calls devices: this and their number. Clients count from a small one.
    static var tokenMark: UInt64 { 1 << 63 }
    /// Reads of one device in a row; more is more than the kernel holds (evdev's buffer).
    private static var maximumReads: Int { 64 }

    let source: Source
    var opener: DeviceOpener<Source>
    var session: GestureSession<Sink>
    /// In the session's order.
    var devices: OwnedTable<LiveDevice<Source.Reader>>
    var retries: OpenRetries
    /// The nodes whose reading failed since they came; each is logged once.
    var failing: Set<String> = []
    /// How devices that come and go are watched for.
    var watch = MonitorBackoff()
    /// Why the daemon cannot go on; `nil` while it can.
    var failure: DaemonError?
    /// What the descriptor of changes was ready for, where it was.
    var changesReadiness: Readiness?
    /// The nodes asked for by name; empty: every touchscreen.
    let named: [String]
    let poller: EpollPoller
    let recorder: EventRecorder?
    let logger: Logger
    private let buffer = InputEventBuffer()

    /// Reads what `start` opened, and publishes it to `sink`.
    init(
        _ start: consuming LiveStart<Source>, sink: Sink, poller: EpollPoller,
        recorder: EventRecorder?
    ) throws(Errno) {
        source = start.opener.source
        logger = start.opener.logger
        opener = start.opener
        retries = start.retries
        named = start.named
        devices = start.devices
        self.poller = poller
        self.recorder = recorder
        session = GestureSession(devices: start.pipelines, sink: sink)
        // Backwards, as one that fails is taken out.
        for index in (0..<devices.count).reversed() {
            devices[index].recorded = recorder == nil ? nil : index
            note(index)
            try watch(index)
            begin(index)
        }
    }

    /// Where the gestures go.
    var sink: Sink { session.sink }

    /// When there is something to do though no device is ready, in microseconds; `nil`: no such time.
    var nextWake: Int64? {
        let session = SystemClock.earlier(session.nextDeadline?.microseconds, nextVerification)
        let nodes = SystemClock.earlier(retries.nextWake, watch.nextWake)
        return SystemClock.earlier(SystemClock.earlier(session, nodes), recorder?.nextWrite)
    }

    /// Reads the device that the poller calls `token`, until it has nothing more.
    mutating func read(token: UInt64) {
        let id = Int(truncatingIfNeeded: token & ~Self.tokenMark)
        guard let index = devices.firstIndex(where: { $0.id == id }) else { return }
        read(index)
    }

    /// Reads every device until it has nothing more.
    mutating func readAll() {
        for index in (0..<devices.count).reversed() {
            read(index)
        }
    }

    /// Lets time go on to `now`: deadlines fire, silent devices are asked, nodes are tried again.
    ///
    /// Before a deadline fires every device is read: its earlier events may still be waiting, and
    /// a daemon that was held up must not invent a long press.
    mutating func advance(to now: Int64) {
        if let deadline = session.nextDeadline?.microseconds, deadline <= now {
            readAll()
            session.advance(to: Timestamp(microseconds: now))
        }
        verifySilent(now)
        for attempt in retries.takeDue(now) {
            open(attempt, now: now)
        }
        reopenWatch(now: now)
        recorder?.advance(to: now)
    }

    /// Cancels what is live, for a daemon that ends.
    mutating func stop() {
        session.cancelAll(.shutdown)
    }

    /// Writes the rest of the `--record` file, and joins its parts.
    func finishRecording() {
        recorder?.finish()
    }

    /// Has the poller wait for the device at `index`.
    mutating func watch(_ index: Int) throws(Errno) {
        let token = Self.tokenMark | UInt64(truncatingIfNeeded: devices[index].id)
        try poller.add(number: devices[index].reader.descriptor, .readable, token: token)
    }

    /// Asks what is on the glass of the device at `index`, which was just opened.
    mutating func begin(_ index: Int) {
        guard let count = stateEvents(of: index) else { return }
        record(count, of: index)
        session.begin(buffer.first(count), of: index)
        trackContacts(of: index)
    }

    /// Lifts the contacts of the device at `index` that the kernel has no more, at `time`.
    mutating func liftGone(of index: Int, at time: Int64) {
        guard let frame = session.lastFrame(of: index) else { return }
        do throws(Errno) {
            let count = try devices[index].reader.liftGone(of: frame, at: time, buffer.all)
            guard count > 0 else { return }
            logger.debug("device \(devices[index].id): contacts went without an event")
            record(count, of: index)
            session.liftGone(buffer.first(count), of: index)
            trackContacts(of: index)
        } catch {
            lose(index, error)
        }
    }

    // MARK: Reading

    private mutating func read(_ index: Int) {
        guard devices[index].isReadable else { return }
        let id = devices[index].id
        for _ in 0..<Self.maximumReads {
            let count: Int
            do throws(Errno) {
                count = try devices[index].reader.read(buffer.all)
            } catch {
                return lose(index, error)
            }
            // The kernel gives all that it has, as far as there is room; what it lets go of itself
            // may be held back.
            guard take(count, of: index), count >= InputEventBuffer.capacity / 2 else {
                // To ask for what was lost may have lost the device.
                guard index < devices.count, devices[index].id == id, devices[index].isReadable
                else { return }
                return trackRelease(of: index)
            }
        }
    }

    /// Takes what was read; false where that was all that there is.
    private mutating func take(_ count: Int, of index: Int) -> Bool {
        guard count > 0 else { return false }
        if !devices[index].reader.isMonotonic {
            buffer.stamp(count, with: SystemClock.monotonicUs)
        }
        devices[index].lastUs = buffer.lastStamp(count) ?? devices[index].lastUs
        guard let dropout = buffer.firstDropout(count) else {
            pass(count, of: index)
            return true
        }
        // What follows is the past of a present that the kernel is asked for.
        pass(dropout, of: index)
        if let count = stateEvents(of: index) {
            logger.debug("device \(devices[index].id): events were lost")
            pass(count, of: index)
        }
        return false
    }

    private mutating func pass(_ count: Int, of index: Int) {
        record(count, of: index)
        session.take(buffer.first(count), of: index)
        trackContacts(of: index)
    }

    private func record(_ count: Int, of index: Int) {
        guard let recorder, let number = devices[index].recorded else { return }
        for event in buffer.first(count) {
            recorder.take(InputEvent(event), of: number)
        }
    }

    /// Fills the buffer with what is on the glass; `nil` where the device could not be asked.
    private mutating func stateEvents(of index: Int) -> Int? {
        do throws(Errno) {
            let count = try devices[index].reader.resynchronise(
                &devices[index].lastUs, buffer.all)
            if !devices[index].reader.isMonotonic {
                buffer.stamp(count, with: SystemClock.monotonicUs)
            }
            return count
        } catch {
            lose(index, error)
            return nil
        }
    }
}

extension InputEvent {
    /// The event as the kernel handed it out.
    fileprivate init(_ event: input_event) {
        let timeUs = withUnsafePointer(to: event) { cevdev_event_time_us($0) }
        self.init(timeUs: timeUs, type: event.type, code: event.code, value: event.value)
    }
}
