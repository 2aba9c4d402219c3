import InputDevices
import LinuxIO
import Logging
import SystemPackage
import TouchCore

/// Reads touchscreens for one loop: a `DeviceSet` reads them, and a `Touchscreen`
/// recognises the program's gestures.
final class TouchscreenReader {
    /// The panel that receives a device's frames.
    private struct Connection {
        let panel: Touchscreen
        let calibration: CalibrationMatrix
    }

    /// Waits for the poller on behalf of a task.
    let waiter: DescriptorWaiter
    private var isClosed = false
    private var set: DeviceSet
    /// In the order of the set.
    private var connections: [Connection] = []
    /// Panels that the loop has not returned yet.
    private var arrivals: [Touchscreen] = []
    /// When a panel or its receiver has to be called.
    private var panelTimer: LoopTimer
    /// Contains the descriptors and the timers of the set, and `panelTimer`.
    private let poller: EpollPoller

    /// The kernel's nodes and udev; `nil` if udev is not available.
    static func evdevSource(_ logger: Logger) -> (any DeviceSource)? {
        do throws(Errno) {
            return try EvdevSource()
        } catch {
            logger.error("udev cannot be listened to: \(error.sentence)")
            return nil
        }
    }

    /// Opens the present devices; `nil` if resources are lacking.
    init?(
        _ source: any DeviceSource,
        _ settings: @escaping (TouchscreenDescription) -> DeviceSettings?, logger: Logger
    ) {
        let opener = DeviceOpener(
            source: source, policy: Self.policy(settings), logger: logger)
        do throws(Errno) {
            poller = try EpollPoller()
            waiter = try DescriptorWaiter(for: poller.descriptor)
        } catch {
            logger.error("touchscreens cannot be waited for: \(error.sentence)")
            return nil
        }
        panelTimer = LoopTimer("panels", in: poller.timers)
        set = DeviceSet(
            of: [], with: opener, requiresList: false, poller: poller, now: SystemClock.monotonicUs)
        try? set.watchSource()
        set.rescan()
        handleChanges()
    }

    deinit {
        close()
    }

    /// The policy for the devices, from the program's settings.
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

    /// Whether reading has ended.
    var hasEnded: Bool { isClosed || set.failure != nil }

    /// A touchscreen that was added and has not been returned yet.
    func takeArrival() -> Touchscreen? { arrivals.isEmpty ? nil : arrivals.removeFirst() }

    /// Sets the timers that can end a wait.
    func prepareToWait() {
        setPanelTimer()
        do throws(Errno) {
            try poller.timers.arm()
        } catch {
            set.opener.logger.error("touchscreens cannot be waited for: \(error.sentence)")
            close()
        }
    }

    /// Recomputed for each wait, as programs also add gestures between turns.
    private func setPanelTimer() {
        var deadline = EarliestTime()
        for connection in connections { deadline.include(connection.panel.nextWake) }
        panelTimer.set(to: deadline.time)
    }

    /// Handles ready descriptors and due timers.
    func turn() {
        let now = SystemClock.monotonicUs
        let count = (try? poller.wait(timeoutMs: 0)) ?? 0
        for index in 0..<count {
            let (token, readiness) = poller[index]
            guard DeviceSet.owns(token: token) else { continue }
            if let index = set.handle(token: token, readiness, now: now) { read(index) }
            handleChanges()
        }
        set.takeChanges(now: now)
        handleChanges()
        advance(to: now)
        if let failure = set.failure {
            set.opener.logger.error("udev cannot be listened to any more: \(failure.sentence)")
        }
    }

    /// Stops reading: every device is removed.
    func close() {
        isClosed = true
        set.leaveAll()
        handleChanges()
        waiter.close()
    }

    /// Every device is read before a deadline fires: earlier events may still be unread.
    private func advance(to now: Int64) {
        setPanelTimer()
        if panelTimer.isDue(now) {
            set.readAll(now: now)
            handleChanges()
            for connection in connections {
                connection.panel.wake(at: Timestamp(microseconds: now))
            }
        }
        set.advance(to: now)
        handleChanges()
    }

    /// Handles every change of the set.
    private func handleChanges() {
        while let change = set.next() {
            switch change {
            case .opened: add()
            case .present(let index, let events): begin(events, of: index)
            case .readable(let index): read(index)
            case .silent(let index, let time): liftMissing(of: index, at: time)
            case .reconfigured(let index, let configured): reconfigure(index, configured)
            case .failed(let index, _): set.leave(index)
            case .leaving(let index, _): remove(index)
            }
        }
    }

    private func begin(_ events: InputEvents, of index: Int) {
        receive(events, of: index)
        set.trackContacts(of: index)
        arrivals.append(connections[index].panel)
    }

    /// Another calibration needs another surface: the panel is removed, and then added again by the
    /// event that brought the calibration.
    private func reconfigure(_ index: Int, _ configured: ConfiguredDevice) {
        guard connections[index].calibration != configured.settings.calibration else { return }
        set.leave(index)
    }

    private func remove(_ index: Int) {
        _ = set.devices.remove(at: index)
        let panel = connections.remove(at: index).panel
        arrivals.removeAll { $0 === panel }
        panel.disconnect()
    }

    private func add() {
        let index = set.devices.count - 1
        guard let configured = set.configured(index) else { return }
        let (summary, panel) = set.devices.read(index) { ($0.summary, $0.panel) }
        connections.append(
            Connection(
                panel: Touchscreen(summary, panel, configured.settings),
                calibration: configured.settings.calibration))
    }
}

/// Reading.
extension TouchscreenReader {
    private func read(_ index: Int) {
        var reading = set.read(index)
        while let read = reading {
            var events = read.events
            if read.isState {
                receive(events, of: index)
                reading = set.continueReading(index, leftCount: 0)
                continue
            }
            while events.count > 0, let frame = set.devices[index].feedLive(&events) {
                receive(frame, of: index)
            }
            reading = set.continueReading(index, leftCount: events.count)
        }
    }

    /// Lifts the contacts that the kernel no longer has.
    private func liftMissing(of index: Int, at time: Int64) {
        guard let events = set.liftMissing(index, at: time) else { return }
        receive(events, of: index, rejectsLifts: true)
        set.trackContacts(of: index)
    }

    private func receive(_ events: InputEvents, of index: Int, rejectsLifts: Bool = false) {
        var events = events
        while events.count > 0, let frame = set.devices[index].feed(&events) {
            receive(frame, of: index, rejectsLifts: rejectsLifts)
        }
    }

    private func receive(
        _ frame: Device.FinishedFrame, of index: Int, rejectsLifts: Bool = false
    ) {
        let panel = connections[index].panel
        set.devices[index].withReports(rejectsLifts: rejectsLifts || frame.isReleased) {
            panel.receive($0, $1)
        }
    }
}
