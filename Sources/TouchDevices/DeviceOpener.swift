package import InputDevices
package import LinuxIO
package import Logging
package import SystemPackage
import TouchCore

/// Opens nodes, classifies them, and assigns numbers to the devices.
package struct DeviceOpener {
    package let source: any DeviceSource
    package let logger: Logger
    /// The rules for devices that are opened from now on.
    package var policy: DevicePolicy
    /// The calibrations of nodes from udev.
    package var calibrations = UdevCalibrations()
    /// The next device's number; never reused, even after the device is removed.
    private var nextID = 1

    package init(source: any DeviceSource, policy: DevicePolicy, logger: Logger) {
        self.source = source
        self.policy = policy
        self.logger = logger
    }

    /// Opens the node at `path`; `nil` if the configuration ignores the device.
    ///
    /// - Parameters:
    ///   - isNamedByUser: whether the user named the node; if so, it is opened even if it is a touchpad,
    ///     or the configuration ignores it.
    ///   - timers: the timers of the loop that reads it.
    package mutating func open(
        _ path: String, isNamedByUser: Bool, now: Int64, timers: TimerList
    ) throws(DeviceOpenError) -> Device? {
        let reader = try reader(of: path)
        // Owns the reader from here on, and closes it if the device is refused.
        let live = LiveDevice(reader, path: path, now: now, timers: timers)
        do throws(CommandError) {
            guard
                let configured = try configured(
                    live.description, at: path, isNamedByUser: isNamedByUser)
            else { return nil }
            var device = try Device(
                live.description, id: nextID, path: path, configuration: policy.gestures,
                configured)
            logger.logOpened(live.description, device.summary)
            nextID += 1
            device.live = .some(consume live)
            grab(&device, configured)
            return device
        } catch {
            throw .refused(error)
        }
    }

    /// The configured settings of an open device. The configured calibration is applied after that
    /// of udev.
    package func configured(_ device: InputDevice, at path: String) -> ConfiguredDevice {
        let names = source.names(of: path)
        var configured = policy.configured(device, names)
        configured.settings.calibration =
            calibrations.matrix(of: names).followed(by: configured.settings.calibration)
        return configured
    }

    /// Why a device that the user did not name is not used; `nil` if it is.
    package func exclusionReason(_ device: InputDevice, _ configured: ConfiguredDevice) -> String? {
        device.contactsBesidePen != nil || configured.isTouchscreen
            ? nil : device.notTouchscreenReason
    }

    /// The node of an event, and udev's calibration; `nil` if the node was removed or must not be
    /// opened.
    package func wanted(_ hotplugEvent: HotplugEvent) -> (path: String, calibration: String?)? {
        switch hotplugEvent {
        case .added(let path, let calibration), .changed(let path, let calibration):
            (path, calibration)
        case .candidate(let node): wants(node) ? (node.path, node.calibration) : nil
        case .pen, .removed, .rescan: nil
        }
    }

    /// Whether the configuration makes a touchscreen of a node that udev does not report as one.
    ///
    /// The node is not opened to find out, as it may be any device.
    package func wants(_ node: CandidateNode) -> Bool {
        guard policy.namesTouchscreens else { return false }
        let device = InputDevice(name: node.name, vendor: node.vendor, product: node.product)
        return policy.configured(device, source.names(of: node.path)).isTouchscreen
    }

    /// Grabs the device, or shares it, as configured; a refusal is logged.
    package func grab(_ device: inout Device, _ configured: ConfiguredDevice) {
        do throws(Errno) {
            try device.live?.grab(configured.isGrabbed)
        } catch {
            logger.warnOfGrab(device.summary, error)
        }
    }

    /// The settings of a device that was just opened; `nil` if it is ignored.
    private func configured(
        _ device: InputDevice, at path: String, isNamedByUser: Bool
    ) throws(CommandError) -> ConfiguredDevice? {
        let name = escapedText(device.name)
        let configured = configured(device, at: path)
        if configured.isIgnored {
            guard isNamedByUser else {
                logger.info("\"\(name)\" (\(escapedText(path))) is ignored, as configured")
                return nil
            }
            logger.notice(
                "\"\(name)\" is read, as it is named, though the configuration ignores it")
        }
        if !isNamedByUser, let reason = exclusionReason(device, configured) {
            throw CommandError(.data, "\"\(name)\" is not a touchscreen: \(reason)")
        }
        return configured
    }

    private func reader(of path: String) throws(DeviceOpenError) -> any DeviceReader {
        // Checked first, because Swift ends the process if it cannot allocate the device's engine.
        guard MemoryReserve.isAvailable else { throw .unopened(.noMemory) }
        do {
            return try source.open(path)
        } catch {
            throw .unopened(error)
        }
    }
}

/// Why a node is not read.
package enum DeviceOpenError: Error {
    /// The node cannot be opened. This may succeed shortly: udev sets owner and mode after the node
    /// has appeared.
    case unopened(Errno)
    /// The device cannot be used.
    case refused(CommandError)
}

extension DeviceOpenError {
    /// Advice if a node may not be opened.
    package static let groupAdvice =
        "Whoever runs gestured must be in the group that owns the node (input, mostly)"

    /// The error that ends the program if the node at `path` was named by the user.
    package func explained(_ path: String) -> CommandError {
        switch self {
        case .unopened(.inappropriateIOCTLForDevice), .unopened(.invalidArgument):
            CommandError(
                .data,
                """
                cannot read \(escapedText(path)): it is not an event node of a device
                  gestured --list-devices shows those that can be read
                """)
        case .unopened(let error):
            CommandError(
                .noInput, "cannot open \(escapedText(path))", error,
                advice: error == .permissionDenied
                    ? Self.groupAdvice
                    : "gestured --list-devices shows the nodes that can be read")
        case .refused(let error):
            CommandError(error.status, "cannot read \(escapedText(path)): \(error.description)")
        }
    }
}
