import InputDevices
import LinuxIO
import Logging
import SystemPackage

/// The pens beside touchscreens: each touchscreen has its own descriptors of the pens of its
/// hardware. They have the token of the touchscreen, which is read together with its pens.
extension DeviceSet {
    /// Records that the node of a pen exists, and opens it beside each touchscreen of its hardware.
    mutating func apply(_ pen: PenNode) {
        record(pen)
        steps.append(.openPen(OpenRetries.Attempt(path: pen.path)))
    }

    /// Records that the node of a pen exists.
    mutating func record(_ pen: PenNode) {
        knownPens.removeAll { $0.path == pen.path }
        knownPens.append(pen)
    }

    /// Opens or closes every known pen, as the policy requires.
    mutating func applyPolicyToPens() {
        steps += knownPens.map { .openPen(OpenRetries.Attempt(path: $0.path)) }
    }

    /// Opens the known pens beside the device at `index`.
    mutating func openPens(of index: Int) {
        let hardware = devices.read(index) { $0.readLive { $0.hardware } ?? nil }
        for pen in knownPens where pen.hardware == hardware {
            steps.append(.openPen(OpenRetries.Attempt(path: pen.path)))
        }
    }

    /// Opens a known pen beside each touchscreen that lacks it.
    mutating func openPen(_ attempt: OpenRetries.Attempt) {
        guard let pen = knownPens.first(where: { $0.path == attempt.path }) else { return }
        guard !isIgnored(pen) else { return closePen(at: pen.path) }
        for index in 0..<devices.count where lacks(pen, index) {
            do throws(Errno) {
                try open(pen, attempt, beside: index)
            } catch {
                return postpone(pen, attempt, error)
            }
        }
        penRetries.cancel(pen.path)
    }

    private func isIgnored(_ pen: PenNode) -> Bool {
        let device = InputDevice(
            name: pen.name, vendor: pen.hardware.vendor, product: pen.hardware.product)
        return opener.policy.ignoresPen(device, source.names(of: pen.path))
    }

    private func lacks(_ pen: PenNode, _ index: Int) -> Bool {
        let lacks = devices.read(index) { device in
            device.readLive {
                $0.isReadable && $0.hardware == pen.hardware && !$0.pens.contains(pen.path)
            }
        }
        guard lacks == true else { return false }
        // The events of a touchscreen include those of a pen on the same node.
        let path = devices.read(index) { $0.summary.path ?? "" }
        return !source.names(of: path).contains(pen.path)
    }

    private mutating func open(
        _ pen: PenNode, _ attempt: OpenRetries.Attempt, beside index: Int
    ) throws(Errno) {
        guard MemoryReserve.isAvailable else { throw .noMemory }
        let reader = try source.openPen(pen.path)
        let id = devices[index].summary.id
        do throws(Errno) {
            let tools = try reader.tools()
            try poller.add(number: reader.descriptor, .readable, token: Self.token(of: id))
            let opened = DevicePens.Pen(
                path: pen.path, reader: reader, attempt: attempt, tools: tools)
            devices[index].live?.pens.add(opened, at: now)
        } catch {
            reader.close()
            throw error
        }
        logger.notice(
            "device \(id): the pen \(quoted(pen)) is beside it; hands are ignored while the pen is near"
        )
        // A pen may be near already.
        push(.read, of: index)
    }

    private mutating func postpone(
        _ pen: PenNode, _ attempt: OpenRetries.Attempt, _ error: Errno
    ) {
        guard error != .invalidArgument else {
            penRetries.cancel(pen.path)
            logger.debug("\(quoted(pen)) reports no tool of a pen")
            return
        }
        if error == .notSupported || !penRetries.postpone(attempt, now: now) {
            let advice = error == .permissionDenied ? "\n  \(DeviceOpenError.groupAdvice)" : ""
            logger.warning(
                "the pen \(quoted(pen)) is not read, so hands beside it count: \(error.sentence)\(advice)"
            )
        } else if attempt.isFirst {
            logger.info("the pen \(quoted(pen)) cannot be opened yet: \(error.sentence)")
        }
    }

    private func quoted(_ pen: PenNode) -> String {
        "\"\(escapedText(pen.name))\" (\(escapedText(pen.path)))"
    }

    // MARK: Reading and closing

    /// Reads the pens of the device at `index`: its next read inserts their changes.
    mutating func readPens(of index: Int) {
        while let (pen, error) = devices[index].live?.pens.read(by: buffer, now: now) {
            close(pen, beside: index)
            guard error != .deviceIsGone,
                let known = knownPens.first(where: { $0.path == pen.path })
            else { continue }
            postpone(known, pen.attempt, error)
        }
    }

    /// Forgets the pen at `path`, which was removed.
    mutating func forgetPen(at path: String) {
        knownPens.removeAll { $0.path == path }
        penRetries.cancel(path)
        closePen(at: path)
    }

    /// Closes the pen at `path` beside every touchscreen.
    private mutating func closePen(at path: String) {
        for index in 0..<devices.count {
            guard let pen = devices[index].live?.pens.remove(path, at: now) else { continue }
            close(pen, beside: index)
            push(.read, of: index)
        }
    }

    /// Closes a pen that no longer belongs to the device at `index`.
    private mutating func close(_ pen: DevicePens.Pen, beside index: Int) {
        try? poller.remove(number: pen.reader.descriptor)
        pen.reader.close()
        let id = devices[index].summary.id
        logger.notice("device \(id): the pen \(escapedText(pen.path)) is no longer read")
    }
}
