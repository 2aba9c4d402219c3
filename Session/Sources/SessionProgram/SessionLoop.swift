import CSession
import Glibc
import LinuxIO

/// The only loop of the program: it serves the compositor, the daemon, its own socket (`Door`) and
/// the deadlines.
struct SessionLoop: ~Copyable {
    /// The pause between two messages to the watchdog while a shield is up, in microseconds: half of
    /// the unit's WatchdogSec.
    private static let watchdogUs: Int64 = 1_000_000

    private let options: SessionOptions
    private let log: NonBlockingLog
    private let compositor: Compositor
    private let signals: Int32
    private var daemon: DaemonLink
    private var door: Door
    private var shield: Shield
    private var layout = StripLayout()
    private var reports = OutputReports()
    private var shown = Cover.none
    private var problems: [String] = []
    /// The strips of each output, and the revision of this set.
    private var strips: [UInt32: [Rectangle]] = [:]
    private var stripRevision = 0
    /// The revision that the compositor has; `nil` if it has no strips.
    private var shownStrips: Int?
    /// When the daemon was last asked whether the glass is empty, and when to ask again.
    private var glassAsked: Int64 = 0
    private var nextGlass: Int64?
    private var glassPauses = Backoff(firstUs: 100_000, longestUs: 2_000_000)
    private var zonesAsked: Int64 = 0
    /// When to send the next message to the watchdog; `nil` while it does not run.
    private var nextWatchdogUs: Int64?
    private let hasWatchdog = environmentVariable("NOTIFY_SOCKET") ?? "" != ""
    /// Whether it was reported that there is no daemon.
    private var lacksDaemon = false
    /// When the present minute of the log began, its number of lines, and the last one.
    private var logged: (start: Int64, lines: Int, last: String) = (.min / 2, 0, "")
    /// The last touch since the last lock, if it was on a turned output, as a member of `status` in
    /// JSON; otherwise empty.
    private var touched = ""

    init(_ options: SessionOptions, _ log: NonBlockingLog, folder: String) throws(CommandError) {
        // Both may throw, so they are made before the first member is set.
        let compositor = try Compositor()
        let outputs = try compositor.takeEvents()
        // Until then a signal ends the program, which has no socket yet.
        let signals = csession_signals()
        let door = try Door(in: folder)
        let now = SystemClock.monotonicUs
        self.options = options
        self.log = log
        self.compositor = compositor
        self.signals = signals
        self.door = door
        let gestures = options.unlockGestures.union(options.lockGestures.keys)
        daemon = DaemonLink(options.socket, gestures: gestures, now: now)
        shield = Shield(options.policy)
        layout.keeps = options.keeps
        handle(outputs, now)
    }

    /// Runs until a signal ends it.
    ///
    /// - Throws: if the compositor ends.
    mutating func run() throws(CommandError) {
        csession_notify("READY=1\nWATCHDOG_USEC=0")
        while true {
            var isBlocked = try compositor.flush()
            // libwayland's queue is small: nothing is added while the compositor does not read.
            if !isBlocked {
                show(SystemClock.monotonicUs)
                isBlocked = try compositor.flush()
            }
            var requests = [
                pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
                pollfd(
                    fd: compositor.descriptor,
                    events: Int16(POLLIN) | (isBlocked ? Int16(POLLOUT) : 0), revents: 0),
                pollfd(fd: door.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: daemon.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
            ]
            _ = poll(&requests, nfds_t(requests.count), timeoutMs(SystemClock.monotonicUs))
            guard requests[0].revents == 0 else { return }
            let now = SystemClock.monotonicUs
            // Touches first, because the reports of the daemon are about them.
            if requests[1].revents & ~Int16(POLLOUT) != 0 { handle(try compositor.read(), now) }
            if requests[3].revents != 0 { handle(daemon.read(now: now), now) }
            if requests[2].revents != 0 { openDoor(now) }
            advance(now)
        }
    }

    private func timeoutMs(_ now: Int64) -> Int32 {
        let times = [
            shield.deadline(now: now), daemon.deadline, door.deadline, nextGlass, nextWatchdogUs,
            daemon.isConnected ? reports.deadline : nil,
        ]
        guard let time = times.compactMap({ $0 }).min() else { return -1 }
        return Int32(clamping: (max(time - now, 0) + 999) / 1_000)
    }

    // MARK: Input

    private mutating func handle(_ events: [csession_event], _ now: Int64) {
        for event in events {
            let touch = TouchID(seat: event.seat, id: event.touch)
            switch event.kind {
            case CSESSION_OUTPUT, CSESSION_OUTPUT_REMOVED:
                layout.outputs.removeAll { $0.id == event.output.id }
                if event.kind == CSESSION_OUTPUT { layout.outputs.append(Output(event.output)) }
                layoutChanged()
            case CSESSION_OUTPUT_IGNORED:
                report("touches of the ninth output and of further ones reach programs")
            case CSESSION_DOWN:
                touched = Output(event.output).touched(event) ?? touched
                shield.down(touch, x: event.x, y: event.y, now: now)
                askZones(now)
            case CSESSION_MOTION: shield.move(touch, x: event.x, y: event.y, now: now)
            case CSESSION_UP: shield.up(touch, now: now)
            case CSESSION_CANCEL: shield.cancel(seat: event.seat, now: now)
            case CSESSION_POINTER: shield.pointed(now: now)
            default: shield.synchronised(now: now)
            }
        }
    }

    private mutating func handle(_ turn: DaemonLink.Turn, _ now: Int64) {
        switch turn {
        case .ended(let reason):
            shield.lost()
            lacksDaemon = true
            report(reason)
            // Strips without gestures are dead parts of the screen.
            if daemon.isMissing, !layout.panels.isEmpty {
                (layout.panels, layout.zones) = ([], [])
                layoutChanged()
            }
        case .lines(let lines): for line in lines { handle(line, now) }
        }
    }

    private mutating func handle(_ line: DaemonLine, _ now: Int64) {
        switch line {
        case .hello:
            layout.panels = []
            reports.reset()
            askGlass(now)
            daemon.request("zones")
        case .activity(isIdle: true):
            shield.idle(now: now)
            askZones(now)
        case .wake: shield.wake(now: now)
        case .status(let isIdle, let lastTouchUs):
            if lacksDaemon { report("reached gestured") }
            lacksDaemon = false
            if lastTouchUs ?? .min < glassAsked { shield.glassIsEmpty(now: now) }
            if nextGlass == nil { shield.reported(isIdle: isIdle, now: now) }
        case .gesture(let name):
            if let duration = options.lockGestures[name] {
                prepareLock()
                shield.lockUnlessLocked(
                    LockRequest(durationUs: duration, message: options.message), now: now)
            } else if options.unlockGestures.contains(name) {
                shield.unlock(now: now)
            }
        case .device(let received):
            let known = layout.panels.first { $0.id == received.id }
            let panel = reports.received(received, known: known)
            layout.panels.removeAll { $0.id == panel.id }
            if layout.panels.count < 64 { layout.panels.append(panel) }
            daemon.request("zones")
        case .deviceRemoved(let id):
            layout.panels.removeAll { $0.id == id }
            layoutChanged()
        case .zones(let zones):
            layout.zones = zones
            layoutChanged()
        case .complaint(let text):
            report("gestured \(text)")
            reports.refused()
        case .activity(isIdle: false): shield.active()
        case .foreign, .overflow, .other: break
        }
    }

    private mutating func openDoor(_ now: Int64) {
        var request: DoorRequest?
        let turned = layout.outputs.contains { $0.isTurned }
        let shields = #""locked":\#(shield.isLocked),"shield":\#(shown.isShield)"#
        let state = #",\#(shields),"strips":\#(shownStrips != nil),"turned":\#(turned)\#(touched)"#
        let hasCross = shield.hasCross
        door.turn(now: now) { received in
            if case .lock(let lock) = received, lock.cross != nil, shield.isLocked, !hasCross {
                return #"{"ok":false,"error":"the screen is locked"}"#
            }
            request = received
            return #"{"ok":true\#(received == .status ? state : "")}"#
        }
        switch request {
        case .lock(var request):
            if request.message.isEmpty { request.message = options.message }
            touched = ""
            prepareLock()
            shield.lock(request, now: now)
            if request.cross == nil { log.write("locks for \(request.durationUs / 1_000_000) s") }
        case .unlock(let onlyCross): if hasCross || !onlyCross { shield.unlock(now: now) }
        case .status, nil: break
        }
    }

    /// Loads the fonts while no watchdog runs, because the first time may take seconds. The next
    /// turn asks again whether the glass is empty.
    private mutating func prepareLock() {
        if nextWatchdogUs != nil { csession_notify("WATCHDOG_USEC=0") }
        nextWatchdogUs = nil
        nextGlass = nil
        csession_load_fonts()
    }

    /// Asks for the zones, which a reload may have changed, at most once in two seconds.
    private mutating func askZones(_ now: Int64) {
        guard now - zonesAsked >= 2_000_000 else { return }
        zonesAsked = now
        daemon.request("zones")
    }

    // MARK: Times

    private mutating func advance(_ now: Int64) {
        if let turn = daemon.advance(now: now) { handle(turn, now) }
        door.advance(now: now)
        shield.advance(now: now)
        if daemon.isConnected {
            for report in reports.next(for: layout, now: now) {
                daemon.report(report.output, of: report.device)
            }
        }
        if shield.needsSync { compositor.sync() }
        if !shield.needsEmptyGlass {
            nextGlass = nil
            glassPauses.reset()
        } else if nextGlass ?? .min <= now {
            nextGlass = now + (glassPauses.fail() ?? 0)
            if daemon.isConnected { askGlass(now) } else { shield.glassIsEmpty(now: now) }
        }
        if !shield.cover(now: now).isShield {
            if nextWatchdogUs != nil { csession_notify("WATCHDOG_USEC=0") }
            nextWatchdogUs = nil
        } else if hasWatchdog, nextWatchdogUs ?? .min <= now {
            let start = nextWatchdogUs == nil ? "\nWATCHDOG_USEC=\(2 * Self.watchdogUs)" : ""
            csession_notify("WATCHDOG=1\(start)")
            nextWatchdogUs = now + Self.watchdogUs
        }
    }

    /// Asks the daemon when the last touch was: the glass is empty if that is before now.
    private mutating func askGlass(_ now: Int64) {
        glassAsked = now
        daemon.request("status")
    }

    // MARK: Output

    private mutating func layoutChanged() {
        reports.changed()
        let result = layout.result
        if result.strips != strips {
            strips = result.strips
            stripRevision += 1
            shield.setStrips(strips.contains { !$0.value.isEmpty } ? stripRevision : nil)
        }
        for problem in result.problems where !problems.contains(problem) { report(problem) }
        problems = result.problems
    }

    /// Writes a line of the log unless it is the last one again, at most 30 a minute: others choose
    /// the texts.
    private mutating func report(_ text: String) {
        let now = SystemClock.monotonicUs
        if now - logged.start >= 60_000_000 { logged = (now, 0, "") }
        guard logged.lines < 30, text != logged.last else { return }
        logged = (logged.start, logged.lines + 1, text)
        log.write(escapedText(text, limit: 300))
    }

    private mutating func show(_ now: Int64) {
        let cover = shield.cover(now: now)
        guard cover != shown || shield.strips != shownStrips else { return }
        if shield.strips != shownStrips {
            shownStrips = shield.strips
            for id in layout.outputs.map(\.id) { compositor.setStrips(strips[id] ?? [], of: id) }
        }
        shown = cover
        compositor.show(cover, isDark: options.isDark)
    }
}
