import GestureWire
import LinuxIO
import Logging
import SystemPackage
import TouchCore
import TouchDevices
import TouchRecordings

/// The devices that are read as they come: opened, read, resynchronised and closed.
///
/// Each fails alone. The owner passes which of them are ready, and the time.
struct LiveDevices<Sink: GestureSink>: ~Copyable {
    /// What the poller calls devices: this and their number. Clients count from a small one.
    static var tokenMark: UInt64 { 1 << 63 }
    /// Reads of one device in a row; more is more than the kernel holds (evdev's buffer).
    private static var maximumReads: Int { 64 }

    let source: any DeviceSource
    var opener: DeviceOpener
    var session: GestureSession<Sink>
    /// In the session's order.
    var devices: OwnedTable<LiveDevice>
    var retries: OpenRetries
    /// The nodes whose reading failed since they came; each is logged once.
    var failing: Set<String> = []
    /// How devices that come and go are watched for.
    var watch = MonitorBackoff()
    /// Why the daemon cannot go on; `nil` while it can.
    var failure: CommandError?
    /// What the descriptor of changes was ready for, where it was.
    var changesReadiness: Readiness?
    /// `nextWake`, as it was when a turn last acted.
    var cachedWake = CachedWake.unknown
    /// What of it changes with devices and contacts that come and go, and not with frames.
    var cachedUpkeep = CachedWake.unknown
    /// The nodes asked for by name; empty: every touchscreen.
    let named: [String]
    let poller: EpollPoller
    let recorder: EventRecorder?
    let logger: Logger
    private let buffer = InputEventBuffer()

    /// Reads what `start` opened, and publishes it to `sink`.
    init(
        _ start: consuming LiveStart, sink: Sink, poller: EpollPoller,
        recorder: EventRecorder?
    ) throws(Errno) {
        self.init(unread: start, sink, poller, recorder)
        // Backwards, as one that fails is taken out.
        for index in (0..<devices.count).reversed() {
            devices[index].recorded = recorder == nil ? nil : index
            note(index)
            try watch(index)
            begin(index)
        }
        reportUnmatched()
    }

    /// Reads nothing yet: apart for Swift 6.2.3, as in `LiveStart`.
    private init(
        unread start: consuming LiveStart, _ sink: Sink, _ poller: EpollPoller,
        _ recorder: EventRecorder?
    ) {
        source = start.opener.source
        logger = start.opener.logger
        opener = start.opener
        retries = start.retries
        named = start.named
        devices = start.devices
        self.poller = poller
        self.recorder = recorder
        session = GestureSession(devices: start.pipelines, sink: sink)
    }

    /// Where the gestures go.
    var sink: Sink { session.sink }

    /// When there is something to do though no device is ready, in microseconds; `nil`: no such time.
    var nextWake: Int64? {
        var wake = EarliestTime()
        wake.take(session.nextDeadline?.microseconds)
        if case .known(let time) = cachedUpkeep { wake.take(time) } else { wake.take(nextUpkeep) }
        if let recorder { wake.take(recorder.nextWrite) }
        return wake.time
    }

    /// When a silent device is asked, a node is tried again, or udev is listened to anew.
    var nextUpkeep: Int64? {
        var wake = EarliestTime()
        wake.take(nextVerification)
        wake.take(retries.nextWake)
        wake.take(watch.nextWake)
        return wake.time
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
        if let time = retries.nextWake, time <= now { openDue(now) }
        reopenWatch(now: now)
        if let recorder { recorder.advance(to: now) }
    }

    private mutating func openDue(_ now: Int64) {
        for attempt in retries.takeDue(now) {
            open(attempt, now: now)
        }
        reportUnmatched()
    }

    /// Cancels what is live, for a daemon that ends.
    mutating func stop() {
        forgetWakes()
        session.cancelAll(.shutdown)
    }

    /// Writes the rest of the `--record` file, and joins its parts.
    func finishRecording() {
        recorder?.finish()
    }

    /// Has the poller wait for the device at `index`.
    mutating func watch(_ index: Int) throws(Errno) {
        let token = Self.tokenMark | UInt64(truncatingIfNeeded: devices[index].id)
        try poller.add(number: devices[index].descriptor, .readable, token: token)
    }

    /// Asks what is on the glass of the device at `index`, which was just opened.
    mutating func begin(_ index: Int) {
        guard let count = stateEvents(of: index) else { return }
        if let recorder { record(count, of: index, in: recorder) }
        session.begin(buffer.first(count), of: index)
        trackContacts(session.hasContacts(at: index), of: index)
    }

    /// Lifts the contacts of the device at `index` that the kernel has no more, at `time`.
    mutating func liftGone(of index: Int, at time: Int64) {
        guard let frame = session.lastFrame(of: index) else { return }
        do throws(Errno) {
            let count = try devices[index].liftGone(of: frame, at: time, into: buffer)
            guard count > 0 else { return }
            logger.debug("device \(devices[index].id): contacts went without an event")
            if let recorder { record(count, of: index, in: recorder) }
            session.liftGone(buffer.first(count), of: index)
            trackContacts(session.hasContacts(at: index), of: index)
        } catch {
            lose(index, error)
        }
    }

    // MARK: Reading

    private mutating func read(_ index: Int) {
        guard devices[index].isReadable else { return }
        for _ in 0..<Self.maximumReads {
            let read: LiveDevice.ReadResult
            do throws(Errno) {
                read = try devices[index].read(into: buffer)
            } catch {
                return lose(index, error)
            }
            let hasDropout = read.count > 0 && !take(read.count, of: index)
            if hasDropout, !takeState(of: index) { return }
            if read.changesRelease || hasDropout {
                devices[index].trackRelease(now: sink.now)
                cachedUpkeep = .unknown
            }
            guard read.mayHaveMore, !hasDropout else { return }
        }
    }

    /// Takes what was read; `false` where events were lost.
    @inline(__always)
    private mutating func take(_ count: Int, of index: Int) -> Bool {
        var events = buffer.first(count)
        if let hasContacts = session.takeLive(&events, of: index) {
            trackContacts(hasContacts, of: index)
        }
        if let recorder { record(count &- events.count, of: index, in: recorder) }
        return events.count == 0
    }

    /// Takes what is on the glass, where events were lost; `false` where the device is lost with them.
    @inline(never)
    private mutating func takeState(of index: Int) -> Bool {
        guard let count = stateEvents(of: index) else { return false }
        logger.debug("device \(devices[index].id): events were lost")
        if let recorder { record(count, of: index, in: recorder) }
        if let hasContacts = session.take(buffer.first(count), of: index) {
            trackContacts(hasContacts, of: index)
        }
        return true
    }

    private mutating func trackContacts(_ hasContacts: Bool, of index: Int) {
        if devices[index].trackContacts(hasContacts) { cachedUpkeep = .unknown }
    }

    private func record(_ count: Int, of index: Int, in recorder: EventRecorder) {
        guard let number = devices.read(index, { $0.recorded }) else { return }
        buffer.first(count).forEach { recorder.take($0, of: number) }
    }

    /// Fills the buffer with what is on the glass; `nil` where the device could not be asked.
    private mutating func stateEvents(of index: Int) -> Int? {
        do throws(Errno) {
            return try devices[index].resynchronise(into: buffer)
        } catch {
            lose(index, error)
            return nil
        }
    }
}
