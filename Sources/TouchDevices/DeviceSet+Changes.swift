import InputDevices
import LinuxIO
import Logging
import SystemPackage

/// Adding and removing devices, step by step.
extension DeviceSet {
    /// The next change, for the owner; `nil` if no step is left.
    package mutating func next() -> Change? {
        while let step = steps.popLast() {
            if let change = perform(step) { return change }
        }
        return nil
    }

    /// Applies `policy` to the open devices, and opens those that it no longer excludes: `next`
    /// returns the changes.
    package mutating func apply(_ policy: DevicePolicy, now: Int64) {
        self.now = now
        opener.policy = policy
        source.reportCandidates(policy.namesTouchscreens)
        steps.append(named.isEmpty ? .enumerate(isRequired: false) : .admit(named[0]))
        pushAll(.reconfigure)
        applyPolicyToPens()
    }

    /// Makes the device at `index` leave the set, as soon as `next` is called.
    package mutating func leave(_ index: Int) { push(.remove, of: index) }

    /// Makes every device leave the set.
    mutating func leaveAll() {
        steps = []
        for index in (0..<devices.count).reversed() { leave(index) }
    }

    /// The settings of the device at `index`.
    func configured(_ index: Int) -> ConfiguredDevice? {
        guard let description = devices.read(index, { $0.description }) else { return nil }
        let path = devices.read(index) { $0.summary.path ?? "" }
        return opener.configured(description, at: path)
    }

    /// The index of the device with a number; `nil` if it is no longer in the set.
    func index(of id: Int) -> Int? { devices.firstIndex { $0.summary.id == id } }

    private func index(at path: String) -> Int? { devices.firstIndex { $0.summary.path == path } }

    private mutating func perform(_ step: Step) -> Change? {
        switch step {
        case .hotplug(let event): apply(event)
        case .admit(let path): admit(path)
        case .open(let attempt): return open(attempt)
        case .openPen(let attempt): openPen(attempt)
        case .enumerate(let isRequired): enumerate(isRequired: isRequired)
        case .reopenSource: reopenSource()
        case .reportReopened:
            if watch.isWatching { logger.notice("udev's changes are received again") }
        case .device(let id, let step):
            guard let index = index(of: id) else { return nil }
            return perform(step, of: index)
        }
        return nil
    }

    private mutating func perform(_ step: DeviceStep, of index: Int) -> Change? {
        switch step {
        case .watch:
            do throws(Errno) { try watch(index) } catch { push(.fail(error), of: index) }
            return nil
        case .begin:
            guard devices.read(index, { $0.isReadable }), let events = state(of: index) else {
                return nil
            }
            return .present(index, events)
        case .openPens:
            openPens(of: index)
            return nil
        case .read: return .readable(index)
        case .verify:
            guard let time = devices[index].live?.takeVerification(now) else { return nil }
            return .silent(index, liftTime: time)
        case .reconfigure: return reconfigure(index)
        case .fail(let error): return fail(index, error)
        case .remove: return remove(index)
        }
    }

    /// Makes `step` of the device at `index` the next.
    mutating func push(_ step: DeviceStep, of index: Int) {
        steps.append(.device(devices[index].summary.id, step))
    }

    /// Makes `step` the next one of every device, from the last device to the first.
    mutating func pushAll(_ step: DeviceStep) {
        for index in 0..<devices.count { push(step, of: index) }
    }

    // MARK: The source of changes

    /// Adds the source of changes to the poller, if it has a descriptor.
    mutating func watchSource() throws(Errno) {
        guard let descriptor = source.changesDescriptor else { return }
        try poller.add(number: descriptor, .readable, token: Self.changesToken)
    }

    /// Queries the source if it was ready since the last call: `next` returns the changes.
    package mutating func takeChanges(now: Int64) {
        guard let readiness = changesReadiness else { return }
        self.now = now
        changesReadiness = nil
        guard watch.isWatching else { return }
        do throws(Errno) {
            let events = try source.changes()
            // A source that has hung up is always ready, and never has events again.
            if events.isEmpty, !readiness.isDisjoint(with: .hangup) { throw .ioError }
            steps += events.reversed().map { .hotplug($0) }
        } catch {
            logger.warning("udev cannot be listened to: \(error.sentence); it is opened again")
            failSource(error)
        }
    }

    /// Opens every touchscreen of the source that is not open.
    mutating func rescan() {
        steps.append(.enumerate(isRequired: requiresList))
        // Devices are read first: reading one that was removed fails, and so it leaves the set
        // before another device with the same node is opened.
        pushAll(.read)
    }

    private mutating func enumerate(isRequired: Bool) {
        do throws(Errno) {
            let events = try source.present()
            knownPens = []
            steps += events.filter { $0 != .rescan }.reversed().map { .hotplug($0) }
        } catch {
            logger.warning("udev cannot be asked for touchscreens: \(error.sentence)")
            // The source fails once, although several rescans may follow each other.
            if isRequired, watch.isWatching { failSource(error) }
        }
    }

    private mutating func reopenSource() {
        do throws(Errno) {
            try source.reopen()
            try watchSource()
            watch.succeed(now)
            // Performed after the rescan, which fails the source if it cannot list the devices.
            steps.append(.reportReopened)
            rescan()
        } catch {
            failSource(error)
        }
    }

    private mutating func failSource(_ error: Errno) {
        // Removed before the source closes it: afterwards another descriptor may have its number.
        if let descriptor = source.changesDescriptor {
            try? poller.remove(number: descriptor)
        }
        if !watch.postpone(now), failure == nil { failure = error }
    }

    private mutating func apply(_ event: HotplugEvent) {
        logger.trace("udev: \(event.text)")
        switch event {
        case .added, .changed, .candidate:
            guard let (path, calibration) = opener.wanted(event) else { return }
            steps.append(.admit(path))
            if opener.calibrations.record(calibration, of: path, logger),
                let index = devices.firstIndex(where: {
                    source.names(of: $0.summary.path ?? "").contains(path)
                })
            {
                push(.reconfigure, of: index)
            }
        case .pen(let pen): apply(pen)
        case .removed(let path):
            forgetPen(at: path)
            opener.calibrations.forget(path)
            failing.remove(path)
            retries.cancel(path)
            if let index = index(at: path) { leave(index) }
        case .rescan: rescan()
        }
    }

    // MARK: Opening

    /// Opens the node at `path`, or all named nodes, unless open.
    ///
    /// Only the set knows which nodes are open: udev repeats events, and may not yet have reported
    /// the removal of a device whose node now belongs to another.
    private mutating func admit(_ path: String) {
        for path in named.isEmpty ? [path] : named.reversed() {
            if let index = index(at: path), devices[index].live?.isAlive == true { continue }
            steps.append(.open(OpenRetries.Attempt(path: path)))
            if let index = index(at: path) { leave(index) }
        }
    }

    private mutating func open(_ attempt: OpenRetries.Attempt) -> Change? {
        guard devices.makeRoom() else {
            postpone(attempt, .noMemory)
            return nil
        }
        do throws(DeviceOpenError) {
            let opened = try opener.open(
                attempt.path, isNamedByUser: !named.isEmpty, now: now, timers: poller.timers)
            retries.cancel(attempt.path)
            guard let opened else { return nil }
            devices.append(opened)
            push(.openPens, of: devices.count - 1)
            push(.begin, of: devices.count - 1)
            push(.watch, of: devices.count - 1)
            return .opened
        } catch {
            skip(attempt, error)
            return nil
        }
    }

    /// - Parameter level: the level of the log line about the first failure, which is usual: udev
    ///   sets a node's owner after the node appears.
    private mutating func skip(
        _ attempt: OpenRetries.Attempt, _ error: DeviceOpenError, level: Logger.Level = .info
    ) {
        switch error {
        case .unopened(let reason): postpone(attempt, reason, level: level)
        case .refused(let reason):
            retries.cancel(attempt.path)
            logger.warning("\(escapedText(attempt.path)) is left out: \(reason)")
        }
    }

    private mutating func postpone(
        _ attempt: OpenRetries.Attempt, _ reason: Errno, level: Logger.Level = .info
    ) {
        let path = escapedText(attempt.path)
        if !retries.postpone(attempt, now: now) {
            let advice = reason == .permissionDenied ? "\n  \(DeviceOpenError.groupAdvice)" : ""
            logger.warning(
                "\(path) is left out: it cannot be opened: \(reason.sentence)\(advice)")
        } else if attempt.isFirst {
            logger.log(level: level, "\(path) cannot be opened yet: \(reason.sentence)")
        }
    }

    // MARK: One device

    /// Adds the device at `index` to the poller.
    func watch(_ index: Int) throws(Errno) {
        guard let descriptor = devices.read(index, { $0.readLive { $0.descriptor } }) else {
            return
        }
        try poller.add(
            number: descriptor, .readable,
            token: Self.token(of: devices.read(index) { $0.summary.id })
        )
    }

    /// Removes the device at `index` and its pens from the poller, if they are in it.
    func unwatch(_ index: Int) {
        guard let descriptor = devices.read(index, { $0.readLive { $0.descriptor } }) else {
            return
        }
        try? poller.remove(number: descriptor)
        for pen in devices.read(index, { $0.readLive { $0.pens.pens } ?? [] }) {
            try? poller.remove(number: pen.reader.descriptor)
        }
    }

    private mutating func reconfigure(_ index: Int) -> Change? {
        guard let configured = configured(index),
            let description = devices.read(index, { $0.description })
        else { return nil }
        let name = escapedText(description.name)
        guard !configured.isIgnored || !named.isEmpty else {
            logger.info("\"\(name)\" is ignored from now on, as configured")
            return remove(index, isExcluded: true)
        }
        if named.isEmpty, let reason = opener.exclusionReason(description, configured) {
            logger.info("\"\(name)\" is left out from now on: \(reason)")
            return remove(index, isExcluded: true)
        }
        opener.grab(&devices[index], configured)
        return .reconfigured(index, configured)
    }

    private mutating func fail(_ index: Int, _ error: Errno) -> Change {
        guard error != .deviceIsGone else { return remove(index) }
        let (id, name, path) = devices.read(index) {
            ($0.summary.id, $0.summary.name, $0.summary.path ?? "")
        }
        // The node may be opened repeatedly, and fail each time: only the first is a warning.
        logger.log(
            level: failing.insert(path).inserted ? .warning : .debug,
            """
            device \(id), "\(escapedText(name))", can no longer be read: \(error.sentence)
              It is tried again when udev reports it, or the configuration is read again
            """)
        unwatch(index)
        devices[index].live?.close()
        return .failed(index, error)
    }

    private func remove(_ index: Int, isExcluded: Bool = false) -> Change {
        if devices.read(index, { $0.isReadable }) { unwatch(index) }
        return .leaving(index, isExcluded: isExcluded)
    }
}

/// The devices at the start of a program. Named nodes are opened even if udev cannot be queried.
extension DeviceSet {
    mutating func openInitial() throws(CommandError) {
        var paths: [String] = []
        do throws(Errno) {
            for event in try source.present() {
                if case .pen(let pen) = event { record(pen) }
                if let path = path(of: event), !paths.contains(path) { paths.append(path) }
            }
        } catch {
            guard !named.isEmpty else {
                throw CommandError(.noInput, "cannot ask udev for touchscreens", error)
            }
        }
        for path in named.isEmpty ? paths : named {
            do throws(DeviceOpenError) {
                let opened = try opener.open(
                    path, isNamedByUser: !named.isEmpty, now: now, timers: poller.timers)
                guard let opened else { continue }
                devices.append(opened)
            } catch {
                guard named.isEmpty else { throw error.explained(path) }
                skip(OpenRetries.Attempt(path: path), error, level: .notice)
            }
        }
    }

    /// The node of `event`, after its calibration is recorded; `nil` if it is not a touchscreen.
    private mutating func path(of event: HotplugEvent) -> String? {
        guard let (path, calibration) = opener.wanted(event) else { return nil }
        opener.calibrations.record(calibration, of: path, logger)
        return path
    }
}
