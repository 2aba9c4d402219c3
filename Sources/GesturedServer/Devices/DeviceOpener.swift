import GestureSettings
import LinuxIO
import Logging
import SystemPackage
import TouchCore
import TouchRecordings

/// Opens nodes, judges what they are, and gives the devices their numbers.
struct DeviceOpener<Source: DeviceSource> {
    /// A device as it was opened, from its node to its engine.
    struct OpenedDevice: ~Copyable {
        var device: LiveDevice<Source.Reader>
        var pipeline: DevicePipeline
    }

    let source: Source
    let logger: Logger
    /// What holds for the devices that are opened from here on.
    var configuration: DaemonConfiguration
    /// The calibrations that udev has of nodes.
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
    ) throws(DeviceOpenError) -> OpenedDevice? {
        let reader = try reader(of: path)
        // Its owner from here on: it is closed where it is refused.
        var device = LiveDevice(reader, id: nextID, path: path, now: now)
        do throws(DaemonError) {
            guard let configured = try configured(device, isNamed: isNamed) else { return nil }
            let pipeline = try DevicePipeline(
                device.description, id: nextID, path: path, configuration: configuration.gestures,
                configured)
            logger.logOpened(device.description, pipeline.record)
            nextID += 1
            grab(&device, configured)
            return OpenedDevice(device: device, pipeline: pipeline)
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
    func exclusionReason(_ device: InputDevice, _ configured: ConfiguredDevice) -> String? {
        device.contactsBesidePen != nil || configured.isTouchscreen
            ? nil : device.notTouchscreenReason
    }

    /// The node of a notice, and udev's calibration, where it is there and may be taken.
    func wanted(_ hotplugEvent: HotplugEvent) -> (path: String, calibration: String?)? {
        switch hotplugEvent {
        case .added(let path, let calibration), .changed(let path, let calibration):
            (path, calibration)
        case .candidate(let node): wants(node) ? (node.path, node.calibration) : nil
        case .removed, .rescan: nil
        }
    }

    /// Whether a node that udev does not call a touchscreen is one by the configuration.
    ///
    /// It is not opened for that, as it may be anything.
    func wants(_ node: CandidateNode) -> Bool {
        guard configuration.namesTouchscreens else { return false }
        let device = InputDevice(name: node.name, vendor: node.vendor, product: node.product)
        return configuration.settings(for: device, paths: source.names(of: node.path)).isTouchscreen
    }

    /// Has the device for this reader alone, or shares it, as is configured; a refusal is logged.
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
        if !isNamed, let reason = exclusionReason(device.description, configured) {
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

/// Why a node is not read.
enum DeviceOpenError: Error {
    /// It cannot be opened, which may be otherwise in a moment: udev sets owner and mode after the
    /// node is there.
    case unopened(Errno)
    /// It is none that can be taken.
    case refused(DaemonError)
}

extension DeviceOpenError {
    /// What to do where a node may not be opened.
    static let groupAdvice =
        "Whoever runs gestured must be in the group that owns the node (input, mostly)"

    /// The error for the node at `path` where it was asked for by name.
    func explained(_ path: String) -> DaemonError {
        switch self {
        case .unopened(.inappropriateIOCTLForDevice), .unopened(.invalidArgument):
            DaemonError(
                .data,
                """
                cannot read \(escapedText(path)): it is no event node of a device
                  gestured --list-devices shows those that can be read
                """)
        case .unopened(let error):
            DaemonError(
                .noInput, "cannot open \(escapedText(path))", error,
                advice: error == .permissionDenied
                    ? Self.groupAdvice
                    : "gestured --list-devices shows the nodes that can be read")
        case .refused(let error):
            DaemonError(error.status, "cannot read \(escapedText(path)): \(error.description)")
        }
    }
}

/// Where touch devices come from: the kernel and udev, or a test.
protocol DeviceSource {
    associatedtype Reader: DeviceReader

    /// Readable when `changes` has something to report; `nil` where devices never come or go.
    var changesDescriptor: Int32? { get }

    /// Opens the node at `path`, whatever it is.
    func open(_ path: String) throws(Errno) -> Reader

    /// What the node at `path` goes by: `path` first, the node, and the links to it.
    func names(of path: String) -> [String]

    /// Whether nodes that udev does not call touchscreens are reported too, as `candidate`.
    func reportCandidates(_ wanted: Bool)

    /// Begins anew to watch for changes, where that failed; the descriptor is another then.
    func reopen() throws(Errno)

    /// The touchscreens that are there now.
    func present() throws(Errno) -> [HotplugEvent]

    /// What changed since it was asked last; empty where nothing did.
    ///
    /// - Throws: where it cannot be watched for any more, until `reopen`.
    func changes() throws(Errno) -> [HotplugEvent]
}
