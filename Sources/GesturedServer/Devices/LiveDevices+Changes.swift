import GestureInspect
import GestureWire
import LinuxIO
import Logging
import SystemPackage
import TouchDevices

/// Devices that come and go.
extension LiveDevices {
    /// Takes in what changed on the machine.
    ///
    /// - Parameter hasFailed: the descriptor is in error, which has to show in the source's events.
    /// - Throws: the source's error; it is to be opened anew then.
    mutating func takeHotplugEvents(hasFailed: Bool, now: Int64) throws(Errno) {
        let hotplugEvents = try source.changes()
        // Ready for ever, with nothing to report.
        if hotplugEvents.isEmpty, hasFailed { throw .ioError }
        for hotplugEvent in hotplugEvents {
            try take(hotplugEvent, now: now)
        }
        reportUnmatched()
    }

    /// Opens what is there and not open, where it may have come unnoticed.
    mutating func rescan(now: Int64) throws(Errno) {
        // A device that went meanwhile reports that itself, and then its node may be another's.
        readAll()
        for hotplugEvent in try source.present() where hotplugEvent != .rescan {
            try take(hotplugEvent, now: now)
        }
    }

    /// Tries a node, and tries it again where it cannot be opened yet.
    mutating func open(_ attempt: OpenRetries.Attempt, now: Int64) {
        guard devices.makeRoom(), session.makeRoom() else {
            return postpone(attempt, .noMemory, now: now)
        }
        do throws(DeviceOpenError) {
            let opened = try opener.open(attempt.path, isNamed: !named.isEmpty, now: now)
            retries.cancel(attempt.path)
            if let opened {
                register(opened)
            }
        } catch {
            switch error {
            case .unopened(let reason): postpone(attempt, reason, now: now)
            case .refused(let reason):
                retries.cancel(attempt.path)
                logger.warning("\(escapedText(attempt.path)) is left out: \(reason)")
            }
        }
    }

    /// Logs that the device at `index` is there.
    func note(_ index: Int) {
        let record = session.record(at: index)
        let (name, path) = (escapedText(record.name), escapedText(devices.read(index) { $0.path }))
        logger.notice(
            "device \(record.id) is there: \"\(name)\" (\(path)), \(DeviceWords(record).text)")
    }

    /// Parts with the device at `index`, which went away or cannot be read.
    mutating func lose(_ index: Int, _ error: Errno) {
        forgetWakes()
        guard error != .deviceIsGone else { return remove(index) }
        let record = session.record(at: index)
        // It may be tried often, and fail for ever.
        logger.log(
            level: failing.insert(devices[index].path).inserted ? .warning : .debug,
            """
            device \(record.id), "\(escapedText(record.name))", can no longer be read: \
            \(error.sentence)
              It is tried again when udev reports it, or the configuration is read again
            """)
        try? poller.remove(number: devices[index].descriptor)
        devices[index].close()
        session.fail(index, "cannot be read: \(error.sentence)")
    }

    private mutating func take(_ hotplugEvent: HotplugEvent, now: Int64) throws(Errno) {
        logger.trace("udev: \(hotplugEvent.text)")
        switch hotplugEvent {
        case .added, .changed, .candidate:
            guard let (path, calibration) = opener.wanted(hotplugEvent) else { return }
            calibrate(path, calibration)
            admit(path, now: now)
        case .removed(let path):
            opener.calibrations.forget(path)
            failing.remove(path)
            retries.cancel(path)
            if let index = devices.firstIndex(where: { $0.path == path }) {
                remove(index)
            }
        case .rescan: try rescan(now: now)
        }
    }

    /// Opens what is not open: the node at `path`, or those of the named ones that are missing.
    ///
    /// What is open is known here alone: udev repeats itself, and may not have reported that a
    /// device went whose node is another's by now.
    mutating func admit(_ path: String, now: Int64) {
        let wanted = named.isEmpty ? [path] : named
        for path in wanted {
            if let index = devices.firstIndex(where: { $0.path == path }) {
                if devices[index].isAlive { continue }
                remove(index)
            }
            open(OpenRetries.Attempt(path: path, failures: 0), now: now)
        }
    }

    private mutating func register(_ opened: consuming DeviceOpener.OpenedDevice) {
        opened.takeApart { device, pipeline in
            var device = device
            device.recorded = recorder?.add(device.description, node: device.path)
            session.add(pipeline)
            devices.append(device)
        }
        let index = devices.count - 1
        note(index)
        do throws(Errno) {
            try watch(index)
        } catch {
            return lose(index, error)
        }
        begin(index)
    }

    private mutating func postpone(
        _ attempt: OpenRetries.Attempt, _ reason: Errno, now: Int64
    ) {
        let path = escapedText(attempt.path)
        if !retries.postpone(attempt, now: now) {
            let advice = reason == .permissionDenied ? "\n  \(DeviceOpenError.groupAdvice)" : ""
            logger.warning(
                "\(path) is left out: it cannot be opened: \(reason.sentence)\(advice)")
        } else if attempt.failures == 0 {
            logger.info("\(path) cannot be opened yet: \(reason.sentence)")
        }
    }

    /// Parts with the device at `index`: its gestures are cancelled, and it is closed.
    mutating func remove(_ index: Int) {
        let record = session.record(at: index)
        if devices[index].isReadable {
            try? poller.remove(number: devices[index].descriptor)
        }
        session.remove(at: index)
        if let number = devices[index].recorded { recorder?.remove(number) }
        // Closes it.
        _ = devices.remove(at: index)
        logger.notice("device \(record.id) went: \"\(escapedText(record.name))\"")
    }
}
