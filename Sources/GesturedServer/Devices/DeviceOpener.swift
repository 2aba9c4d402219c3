import GestureSettings
import LinuxIO
import Logging
import SystemPackage
import TouchCore
import TouchRecordings

/// Opens nodes, judges what they are, and gives the devices their numbers.
struct DeviceOpener<Source: DeviceSource> {
    /// A device as it was opened, from its node to its engine.
    struct Opened: ~Copyable {
        var device: LiveDevice<Source.Reader>
        var pipeline: DevicePipeline
    }

    let source: Source
    let logger: Logger
    /// What holds for the devices that are opened from here on.
    var configuration: DaemonConfiguration
    /// What udev says of nodes.
    var calibrations = UdevCalibrations()
    /// The next device's number; never used again, also where the device goes.
    private var nextID = 1

    init(source: Source, configuration: DaemonConfiguration, logger: Logger) {
        self.source = source
        self.configuration = configuration
        self.logger = logger
    }

    /// Opens the node at `path`; `nil` where the configuration ignores what it is.
    ///
    /// - Parameter isNamed: it was asked for by name, and may be a touchpad too, or ignored.
    mutating func open(
        _ path: String, isNamed: Bool, now: Int64
    ) throws(DeviceOpenError) -> Opened? {
        let reader = try reader(of: path)
        // Its owner from here on: it is closed where it is refused.
        var device = LiveDevice(reader, id: nextID, path: path, now: now)
        do throws(DaemonError) {
            guard let configured = try configured(device, isNamed: isNamed) else { return nil }
            let pipeline = try DevicePipeline(
                device.description, id: nextID, path: path, configuration: configuration.gestures,
                configured)
            logger.noteTaking(device.description, pipeline.record)
            nextID += 1
            grab(&device, configured)
            return Opened(device: device, pipeline: pipeline)
        } catch {
            throw .refused(error)
        }
    }

    /// What holds for a device that is open: the configuration's word, after udev's calibration.
    func configured(_ device: borrowing LiveDevice<Source.Reader>) -> ConfiguredDevice {
        let names = source.names(of: device.path)
        var configured = configuration.settings(for: device.description, paths: names)
        configured.settings.calibration =
            calibrations.matrix(of: names).followed(by: configured.settings.calibration)
        return configured
    }

    /// Why a device that nobody named is not taken, though it is there; `nil` where it is.
    func whyLeftOut(_ device: InputDevice, _ configured: ConfiguredDevice) -> String? {
        device.contactsBesidePen != nil || configured.isTouchscreen
            ? nil : device.whyNoTouchscreen
    }

    /// The node of a notice, and udev's calibration, where it is there and may be taken.
    func wanted(_ notice: DeviceNotice) -> (path: String, calibration: String?)? {
        switch notice {
        case .added(let path, let calibration), .changed(let path, let calibration):
            (path, calibration)
        case .offered(let node): wants(node) ? (node.path, node.calibration) : nil
        case .removed, .rescan: nil
        }
    }

    /// Whether a node that udev does not call a touchscreen is one by the configuration's word.
    ///
    /// It is not opened for that, as it may be anything.
    func wants(_ node: OfferedNode) -> Bool {
        guard configuration.namesTouchscreens else { return false }
        let device = InputDevice(name: node.name, vendor: node.vendor, product: node.product)
        return configuration.settings(for: device, paths: source.names(of: node.path)).isTouchscreen
    }

    /// Has the device for this reader alone, or shares it, as is configured; a refusal is told.
    func grab(_ device: inout LiveDevice<Source.Reader>, _ configured: ConfiguredDevice) {
        do throws(Errno) {
            try device.grab(configured.isGrabbed)
        } catch {
            logger.warnOfGrab(device.description, at: device.path, error)
        }
    }

    /// What holds for a device that was just opened; `nil` where it is ignored.
    private func configured(
        _ device: borrowing LiveDevice<Source.Reader>, isNamed: Bool
    ) throws(DaemonError) -> ConfiguredDevice? {
        let name = escapedText(device.description.name)
        let configured = configured(device)
        if configured.isIgnored {
            guard isNamed else {
                logger.info("\"\(name)\" (\(escapedText(device.path))) is ignored, as configured")
                return nil
            }
            logger.notice(
                "\"\(name)\" is read, as it is named, though the configuration ignores it")
        }
        if !isNamed, let reason = whyLeftOut(device.description, configured) {
            throw DaemonError(.data, "\"\(name)\" is no touchscreen: \(reason)")
        }
        return configured
    }

    private func reader(of path: String) throws(DeviceOpenError) -> Source.Reader {
        // What its engine takes, Swift allocates, which ends the process where there is nothing.
        guard MemoryReserve.isThere else { throw .unopened(.noMemory) }
        do {
            return try source.open(path)
        } catch {
            throw .unopened(error)
        }
    }
}
