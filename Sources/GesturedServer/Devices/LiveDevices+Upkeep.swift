import GestureSettings
import GestureWire
import LinuxIO
import Logging
import SystemPackage
import TouchCore
import TouchDevices

/// A new configuration, which takes over while devices are read.
extension LiveDevices {
    /// Applies `configuration` from here on, between two frames.
    ///
    /// Live gestures are cancelled (`reloaded`), and contacts on the glass count as no finger until
    /// they lift. Devices that are ignored from now on go, those that no longer are come.
    mutating func reconfigure(_ configuration: DaemonConfiguration, now: Int64) {
        forgetWakes()
        session.cancelAll(.reloaded)
        opener.policy = configuration.devicePolicy
        source.reportCandidates(configuration.namesTouchscreens)
        sink.adopt(configuration)
        // Backwards, as one that is ignored is taken out.
        for index in (0..<devices.count).reversed() {
            reconfigure(index)
        }
        admitAll(now: now)
        reportUnmatched()
    }

    /// Takes udev's matrix of the node at `path`; where that is another one, it holds from now on.
    mutating func calibrate(_ path: String, _ calibration: String?) {
        guard opener.calibrations.note(calibration, of: path, logger),
            let index = devices.firstIndex(where: { source.names(of: $0.path).contains(path) })
        else { return }
        session.cancel(.reloaded, of: index)
        reconfigure(index)
    }

    /// Applies what is configured to the device at `index`, on which no gesture is alive.
    private mutating func reconfigure(_ index: Int) {
        let configured = opener.configured(devices[index])
        guard !configured.isIgnored || !named.isEmpty else {
            let record = session.record(at: index)
            logger.info("\"\(escapedText(record.name))\" is ignored from now on, as configured")
            return remove(index)
        }
        if named.isEmpty,
            let reason = opener.exclusionReason(devices[index].description, configured)
        {
            let name = escapedText(session.record(at: index).name)
            logger.info("\"\(name)\" is left out from now on: \(reason)")
            return remove(index)
        }
        opener.grab(&devices[index], configured)
        session.reconfigure(index, configured, opener.policy.gestures)
    }

    /// Opens what is there and is not open: it may have been ignored, or have failed.
    private mutating func admitAll(now: Int64) {
        guard named.isEmpty else { return admit(named[0], now: now) }
        do throws(Errno) {
            for hotplugEvent in try source.present() {
                guard let (path, calibration) = opener.wanted(hotplugEvent) else { continue }
                opener.calibrations.note(calibration, of: path, logger)
                admit(path, now: now)
            }
        } catch {
            logger.warning("udev cannot be asked for touchscreens: \(error.sentence)")
        }
    }
}

/// What is configured for devices by their names, and is for none of those that are there.
///
/// A misspelt name is no error of the file, which may be that of many machines, and nothing is
/// recognised where its author touches.
extension LiveDevices {
    /// Logs each pattern that has matched nothing, once there is a device: once for a configuration,
    /// not for each device that comes or goes.
    func reportUnmatched() {
        let unmatched = opener.policy.unmatched
        // Who names nodes has left out the others, and one that cannot be opened yet may match.
        guard !unmatched.isReported, named.isEmpty, devices.count > 0, retries.nextWake == nil
        else { return }
        unmatched.isReported = true
        let records = (0..<devices.count).map { session.record(at: $0) }
        let name = escapedText(records[0].name, limit: 1024)
        for (_, pattern) in unmatched.patterns.sorted(by: { $0.key < $1.key }) {
            logger.warning(
                """
                no device matches match: \(pattern), and what it sets holds for none
                  match: { name: "\(name)" } matches the one that is there
                """)
        }
        let gestures = opener.policy.gestures
        let present = Set(records.flatMap { gestures.zones(named: $0.name, output: $0.output) })
        for (index, zone) in gestures.zones.enumerated() where !present.contains(index) {
            let devices = zone.devices.map { "\"\(escapedText($0, limit: 1024))\"" }
            logger.warning(
                """
                zone \(zone.name) is on no device: none is called \(devices.joined(separator: " or "))
                  devices: ["\(name)"] puts it on the one that is there
                """)
        }
    }
}

/// Fingers that rest, and contacts that went without a word (`LiveDevice`).
extension LiveDevices {
    /// When the first device has been silent for long enough; `nil` while every glass is empty.
    var nextVerification: Int64? {
        var earliest = EarliestTime()
        for index in 0..<devices.count {
            earliest.take(devices.read(index) { $0.verifiesAt })
            earliest.take(devices.read(index) { $0.sleepsAt })
        }
        return earliest.time
    }

    /// Asks of every device that has been silent until `now`.
    ///
    /// Read before: what it sent may still be waiting where the daemon was held up.
    mutating func verifySilent(_ now: Int64) {
        guard let time = nextVerification, time <= now else { return }
        readAll()
        // Backwards, as one that fails is taken out.
        for index in (0..<devices.count).reversed() {
            if let time = devices[index].takeVerification(now) {
                liftGone(of: index, at: time)
            }
        }
    }
}

/// Watching for devices that come and go, as long as the daemon runs.
///
/// A daemon that no longer notices them looks healthy and is not. So a watch that fails is opened
/// anew, later each time; where it cannot be had, the daemon has failed, and ends.
extension LiveDevices {
    /// What the poller calls the source of changes.
    static var changesToken: UInt64 { 3 }

    /// Has the poller wait for changes, where there are any to wait for.
    mutating func watchChanges() throws(Errno) {
        guard let descriptor = source.changesDescriptor else { return }
        try poller.add(number: descriptor, .readable, token: Self.changesToken)
    }

    /// Takes in what changed on the machine.
    ///
    /// - Parameter hasFailed: the descriptor is in error.
    mutating func takeChanges(hasFailed: Bool = false, now: Int64) {
        guard watch.isWatching else { return }
        do throws(Errno) {
            try takeHotplugEvents(hasFailed: hasFailed, now: now)
        } catch {
            logger.warning("udev cannot be listened to: \(error.sentence); it is opened anew")
            fail(error, now: now)
        }
    }

    /// Opens the watch anew, where it is time for it.
    mutating func reopenWatch(now: Int64) {
        guard watch.takeDue(now) else { return }
        do throws(Errno) {
            try source.reopen()
            try watchChanges()
            watch.succeed(now)
            try rescan(now: now)
            logger.notice("udev is listened to again")
        } catch {
            fail(error, now: now)
        }
    }

    private mutating func fail(_ error: Errno, now: Int64) {
        // Before it is closed: its number may be another's then.
        if let descriptor = source.changesDescriptor {
            try? poller.remove(number: descriptor)
        }
        guard !watch.postpone(now), failure == nil else { return }
        failure = CommandError(
            .software, "cannot listen to udev any more", error,
            advice: "Devices that come would go unnoticed: start it again once udev runs")
    }
}

/// When a loop has to act next, where that has been computed since something changed.
enum CachedWake {
    case unknown
    case known(Int64?)
}

/// Devices as the loop reads them.
extension LiveDevices: EventSource {
    static var drainUs: Int64 { 1_000_000 }
    static var yieldsToSignals: Bool { false }

    var isFinished: Bool { false }

    func stamp(at now: Int64) -> Int64 { now }

    func nextWake(at now: Int64) -> Int64? {
        if case .known(let wake) = cachedWake { wake } else { nextWake }
    }

    func owns(token: UInt64) -> Bool {
        token == Self.changesToken || token & Self.tokenMark != 0
    }

    mutating func handle(token: UInt64, _ readiness: Readiness) {
        cachedWake = .unknown
        if token == Self.changesToken {
            changesReadiness = readiness
        } else {
            read(token: token)
        }
    }

    mutating func apply(_ changes: [ZoneChange]) {
        cachedWake = .unknown
        session.apply(changes)
    }

    /// Nothing is known any more of when there is something to do.
    mutating func forgetWakes() {
        cachedWake = .unknown
        cachedUpkeep = .unknown
    }

    mutating func act(at now: Int64) {
        if let readiness = changesReadiness {
            changesReadiness = nil
            forgetWakes()
            takeChanges(hasFailed: !readiness.isDisjoint(with: .hangup), now: now)
        }
        // What was read in this turn has no time yet.
        if let recorder { recorder.advance(to: now) }
        if case .unknown = cachedUpkeep { cachedUpkeep = .known(nextUpkeep) }
        var wake = nextWake
        if let time = wake, time <= now {
            forgetWakes()
            advance(to: now)
            wake = nextWake
        }
        // Nothing else of a turn changes it, but what says so.
        cachedWake = .known(wake)
    }

    func refusal(of configuration: DaemonConfiguration?) -> String? { nil }

    mutating func finish() {}
}
