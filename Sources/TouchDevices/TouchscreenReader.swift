import InputDevices
import LinuxIO
import Logging
import SystemPackage
import TouchCore

/// Reads touchscreens for one loop: what comes and goes, events, deadlines, silence.
///
/// Each fails alone. What it is made of is the daemon's: nodes are opened, read, resynchronised and
/// tried again by the same code.
final class TouchscreenReader {
    /// What the poller calls changes; devices have their number, 1 for the first.
    private static let changesToken: UInt64 = 0
    /// Reads of one device in a row; more is more than the kernel holds (evdev's buffer).
    private static let maximumReads = 64

    /// An open device.
    private final class Connection {
        var device: LiveDevice
        var pipeline: DevicePipeline
        let panel: Touchscreen

        init(
            _ device: consuming LiveDevice, _ pipeline: consuming DevicePipeline,
            _ panel: Touchscreen
        ) {
            self.device = device
            self.pipeline = pipeline
            self.panel = panel
        }
    }

    /// What a task waits with.
    let waiter: DescriptorWaiter
    /// Whether it reads nothing any more.
    private(set) var isOver = false
    private let source: any DeviceSource
    private var opener: DeviceOpener
    private var retries = OpenRetries()
    private var watch = MonitorBackoff()
    private var connections: [Connection] = []
    private var arrivals: [Touchscreen] = []
    private let poller: EpollPoller
    private let buffer = InputEventBuffer()
    private let logger: Logger

    /// The kernel's nodes and udev; `nil` where udev cannot be listened to.
    static func evdevSource(_ logger: Logger) -> (any DeviceSource)? {
        do throws(Errno) {
            return try EvdevSource()
        } catch {
            logger.error("udev cannot be listened to: \(error.sentence)")
            return nil
        }
    }

    /// Reads what is there; `nil` where it lacks what it needs.
    init?(
        _ source: any DeviceSource,
        _ settings: @escaping (TouchscreenDescription) -> DeviceSettings?, logger: Logger
    ) {
        self.source = source
        self.logger = logger
        opener = DeviceOpener(
            source: source, policy: Self.policy(settings), logger: logger)
        do throws(Errno) {
            poller = try EpollPoller()
            waiter = try DescriptorWaiter(for: poller.descriptor)
        } catch {
            logger.error("touchscreens cannot be waited for: \(error.sentence)")
            return nil
        }
        watchChanges()
        rescan()
    }

    deinit {
        close()
    }

    /// What a program wants of the devices.
    private static func policy(
        _ settings: @escaping (TouchscreenDescription) -> DeviceSettings?
    ) -> DevicePolicy {
        DevicePolicy(
            gestures: GestureConfiguration(gestures: []), namesTouchscreens: false,
            unmatched: UnmatchedPatterns([:])
        ) { device, paths in
            let wanted = settings(
                TouchscreenDescription(
                    name: device.name, paths: paths, vendor: device.vendor,
                    product: device.product))
            return ConfiguredDevice(
                settings: wanted ?? DeviceSettings(), isIgnored: wanted == nil)
        }
    }

    /// A touchscreen that came and that nobody has got.
    func takeArrival() -> Touchscreen? { arrivals.isEmpty ? nil : arrivals.removeFirst() }

    /// When there is something to do though nothing is ready, in microseconds; `nil`: no such time.
    var nextWake: Int64? {
        var wake = EarliestTime()
        wake.take(retries.nextWake)
        wake.take(watch.nextWake)
        for connection in connections {
            wake.take(connection.panel.nextWake)
            wake.take(connection.device.verifiesAt)
            wake.take(connection.device.sleepsAt)
        }
        return wake.time
    }

    /// Takes what is ready and what is due.
    func turn() {
        let now = SystemClock.monotonicUs
        let count = (try? poller.wait(timeoutMs: 0)) ?? 0
        var changes: Readiness = []
        for index in 0..<count {
            let event = poller[index]
            if event.token == Self.changesToken {
                changes = event.readiness
            } else if let connection = connection(event.token) {
                read(connection)
            }
        }
        if !changes.isEmpty { takeChanges(hasFailed: !changes.isDisjoint(with: .hangup), now) }
        advance(to: now)
    }

    /// Reads nothing any more: every device goes.
    func close() {
        isOver = true
        for connection in connections { remove(connection) }
        arrivals = []
        waiter.close()
    }

    private func connection(_ token: UInt64) -> Connection? {
        connections.first { UInt64(truncatingIfNeeded: $0.device.id) == token }
    }

    /// Before a deadline fires every device is read: its earlier events may still be waiting.
    private func advance(to now: Int64) {
        if connections.contains(where: { $0.panel.nextWake.map { $0 <= now } ?? false }) {
            for connection in connections { read(connection) }
            for connection in connections {
                connection.panel.wake(at: Timestamp(microseconds: now))
            }
        }
        for connection in connections { verify(connection, now) }
        for attempt in retries.takeDue(now) { open(attempt, now) }
        if watch.takeDue(now) { reopen(now) }
    }
}

/// Reading.
extension TouchscreenReader {
    private func read(_ connection: Connection) {
        guard connection.device.isReadable else { return }
        for _ in 0..<Self.maximumReads {
            do throws(Errno) {
                let read = try connection.device.read(into: buffer)
                let hasDropout = !takeLive(read.count, connection)
                if hasDropout {
                    take(try connection.device.resynchronise(into: buffer), connection)
                }
                if read.changesRelease || hasDropout {
                    connection.device.trackRelease(now: SystemClock.monotonicUs)
                }
                guard read.mayHaveMore, !hasDropout else { return }
            } catch {
                return lose(connection, error)
            }
        }
    }

    /// Takes what was read; `false` where events were lost.
    private func takeLive(_ count: Int, _ connection: Connection) -> Bool {
        var rest = buffer.first(count)
        while rest.count > 0, let frame = connection.pipeline.feedLive(&rest) {
            take(frame, connection)
        }
        return rest.count == 0
    }

    private func take(_ count: Int, _ connection: Connection, isGone: Bool = false) {
        var rest = buffer.first(count)
        while rest.count > 0, let frame = connection.pipeline.feed(&rest) {
            take(frame, connection, isGone: isGone)
        }
    }

    private func take(
        _ frame: DevicePipeline.FinishedFrame, _ connection: Connection, isGone: Bool = false
    ) {
        connection.pipeline.withReports(isGone: isGone || frame.isReleased) {
            connection.panel.take($0, $1)
        }
        connection.device.trackContacts(frame.hasContacts)
    }

    /// Asks a device that has long been silent which contacts it still has.
    private func verify(_ connection: Connection, _ now: Int64) {
        guard let time = connection.device.takeVerification(now),
            let frame = connection.pipeline.lastFrame
        else { return }
        do throws(Errno) {
            let count = try connection.device.liftGone(of: frame, at: time, into: buffer)
            if count > 0 { take(count, connection, isGone: true) }
        } catch {
            lose(connection, error)
        }
    }

    private func lose(_ connection: Connection, _ error: Errno) {
        if error != .deviceIsGone {
            logger.warning(
                "\"\(escapedText(connection.panel.name))\" can no longer be read: \(error.sentence)"
            )
        }
        remove(connection)
    }

    private func remove(_ connection: Connection) {
        connections.removeAll { $0 === connection }
        if connection.device.isReadable {
            try? poller.remove(number: connection.device.descriptor)
            connection.device.close()
        }
        arrivals.removeAll { $0 === connection.panel }
        connection.panel.disconnect()
    }
}

/// Devices that come and go.
extension TouchscreenReader {
    private func watchChanges() {
        guard let descriptor = source.changesDescriptor else { return }
        try? poller.add(number: descriptor, .readable, token: Self.changesToken)
    }

    private func takeChanges(hasFailed: Bool, _ now: Int64) {
        guard watch.isWatching else { return }
        do throws(Errno) {
            let events = try source.changes()
            // Ready for ever, with nothing to report.
            if events.isEmpty, hasFailed { throw .ioError }
            for event in events { take(event, now) }
        } catch {
            logger.warning("udev cannot be listened to: \(error.sentence); it is opened anew")
            fail(error, now)
        }
    }

    private func reopen(_ now: Int64) {
        do throws(Errno) {
            try source.reopen()
            watchChanges()
            watch.succeed(now)
            rescan()
        } catch {
            fail(error, now)
        }
    }

    private func fail(_ error: Errno, _ now: Int64) {
        if let descriptor = source.changesDescriptor { try? poller.remove(number: descriptor) }
        guard !watch.postpone(now) else { return }
        logger.error("udev cannot be listened to any more: \(error.sentence)")
        isOver = true
    }

    /// Opens what is there and not open.
    private func rescan() {
        let now = SystemClock.monotonicUs
        do throws(Errno) {
            for event in try source.present() where event != .rescan { take(event, now) }
        } catch {
            logger.warning("udev cannot be asked for touchscreens: \(error.sentence)")
        }
    }

    private func take(_ event: HotplugEvent, _ now: Int64) {
        switch event {
        case .added, .changed, .candidate:
            guard let (path, calibration) = opener.wanted(event) else { return }
            let before = opener.calibrations.matrix(of: [path])
            opener.calibrations.note(calibration, of: path, logger)
            // Another calibration is another surface: the panel goes, and comes back with it.
            if opener.calibrations.matrix(of: [path]) != before,
                let connection = connections.first(where: { $0.device.path == path })
            {
                remove(connection)
            }
            admit(path, now)
        case .removed(let path):
            opener.calibrations.forget(path)
            retries.cancel(path)
            if let connection = connections.first(where: { $0.device.path == path }) {
                remove(connection)
            }
        case .rescan:
            for connection in connections { read(connection) }
            rescan()
        }
    }

    /// Opens the node at `path`, where what is open is not it.
    private func admit(_ path: String, _ now: Int64) {
        if let connection = connections.first(where: { $0.device.path == path }) {
            if connection.device.isAlive { return }
            remove(connection)
        }
        open(OpenRetries.Attempt(path: path, failures: 0), now)
    }

    private func open(_ attempt: OpenRetries.Attempt, _ now: Int64) {
        do throws(DeviceOpenError) {
            let opened = try opener.open(attempt.path, isNamed: false, now: now)
            retries.cancel(attempt.path)
            if let opened { register(opened) }
        } catch {
            switch error {
            case .unopened(let reason): postpone(attempt, reason, now)
            case .refused(let reason):
                retries.cancel(attempt.path)
                logger.warning("\(escapedText(attempt.path)) is left out: \(reason)")
            }
        }
    }

    private func postpone(_ attempt: OpenRetries.Attempt, _ reason: Errno, _ now: Int64) {
        guard !retries.postpone(attempt, now: now) else { return }
        let advice = reason == .permissionDenied ? "\n  \(DeviceOpenError.groupAdvice)" : ""
        logger.warning(
            """
            \(escapedText(attempt.path)) is left out: it cannot be opened: \(reason.sentence)\
            \(advice)
            """)
    }

    private func register(_ opened: consuming DeviceOpener.OpenedDevice) {
        opened.takeApart { device, pipeline in
            let configured = opener.configured(device)
            let panel = Touchscreen(pipeline.summary, pipeline.panel, configured.settings)
            let connection = Connection(device, pipeline, panel)
            connections.append(connection)
            do throws(Errno) {
                try poller.add(
                    number: connection.device.descriptor, .readable,
                    token: UInt64(truncatingIfNeeded: connection.device.id))
                take(try connection.device.resynchronise(into: buffer), connection)
                arrivals.append(panel)
            } catch {
                lose(connection, error)
            }
        }
    }
}
