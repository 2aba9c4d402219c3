import GestureSettings
import LinuxIO
import Logging
import SystemPackage

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
            try takeNotices(hasFailed: hasFailed, now: now)
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
        failure = DaemonError(
            .software, "cannot listen to udev any more", error,
            advice: "Devices that come would go unnoticed: start it again once udev runs")
    }
}

/// Devices as the loop reads them.
extension LiveDevices: EventSource {
    static var drainUs: Int64 { 1_000_000 }
    static var yieldsToSignals: Bool { false }

    var isFinished: Bool { false }

    func stamp(at now: Int64) -> Int64 { now }

    func nextWake(at now: Int64) -> Int64? { nextWake }

    func owns(token: UInt64) -> Bool {
        token == Self.changesToken || token & Self.tokenMark != 0
    }

    mutating func handle(token: UInt64, _ readiness: Readiness) {
        if token == Self.changesToken {
            changesReadiness = readiness
        } else {
            read(token: token)
        }
    }

    mutating func takeZoneChanges() {
        session.takeZoneChanges()
    }

    mutating func act(at now: Int64) {
        if let readiness = changesReadiness {
            changesReadiness = nil
            takeChanges(hasFailed: !readiness.isDisjoint(with: .hangup), now: now)
        }
        session.takeZoneChanges()
        advance(to: now)
    }

    func refusal(of configuration: DaemonConfiguration?) -> String? { nil }

    mutating func finish() {}
}
