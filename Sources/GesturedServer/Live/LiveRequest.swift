import GestureInspect
public import GestureSettings
import GestureWire
import Glibc
public import LinuxIO
public import Logging
import SystemPackage
import TouchCore
package import TouchDevices
import TouchRecordings

/// A request of the command line: the touchscreens of this machine, and the destination of
/// gestures.
public struct LiveRequest: Sendable {
    /// The nodes to read; if empty, every touchscreen that udev knows, including later ones.
    public var devices: [String] = []
    public var destination: GestureDestination
    /// The configuration of devices and gestures.
    public var configuration = DaemonConfiguration.standard
    /// Why `configuration` is the fallback for an invalid file; `nil` if it is not.
    public var configurationProblem: String?
    /// Reads the configuration again, at SIGHUP, on a thread of its own; throws all of its problems.
    public var rereadsConfiguration: @Sendable () throws(CommandError) -> DaemonConfiguration = {
        .standard
    }
    /// With `--dump`: whether to print why gestures did not begin.
    public var explains = false
    /// With `--dump`: whether to print every frame, and every change of a gesture.
    public var isVerbose = false
    /// The file in which to record the events, if any.
    public var recordPath: String?
    /// Logs state changes of gestures, if set.
    public var trace: DeviceTrace?

    public init(destination: GestureDestination) {
        self.destination = destination
    }

    /// Reads until SIGTERM or SIGINT, or until standard output has no reader. SIGHUP makes it read
    /// the configuration again.
    ///
    /// - Throws: the message, with the exit status.
    public func run(logger: Logger) throws(CommandError) {
        try run(on: source(logger), logger: logger)
    }

    /// Runs as `run(logger:)` does, on the devices of `source`.
    package func run(on source: any DeviceSource, logger: Logger) throws(CommandError) {
        ProcessSetup.prepare()
        let signals = try CommandError.requiring(SignalDescriptor.stopping)
        let reload = try ConfigurationReload.bySignal(reading: rereadsConfiguration)
        try run(source, reload: reload, stop: signals, logger: logger)
    }

    /// Reads the devices of `source` until `stop` is readable.
    func run(
        _ source: any DeviceSource, reload: consuming ConfigurationReload,
        stop: borrowing Descriptor,
        logger: Logger
    ) throws(CommandError) {
        let poller = try CommandError.requiring(EpollPoller.init)
        let opener = DeviceOpener(source: source, configuration: configuration, logger: logger)
        switch destination {
        case .socket(let path):
            let address = try SocketAddress.choose(
                option: path, environment: environmentVariable, isSuperuser: geteuid() == 0,
                processID: getpid())
            var server = try SocketServer(
                at: address, poller: poller, configuration: configuration, logger: logger)
            if let configurationProblem {
                let report = HealthReport.configurationError(excerpting: configurationProblem)
                server.publish(report, of: nil, at: server.now)
            }
            try read(opener, into: server, poller, reload: reload, stop: stop)
        case .json:
            let sink = JSONSink(
                output: StandardOutput(stop: stop), configuration: configuration)
            try read(opener, into: sink, poller, reload: reload, stop: stop)
        case .dump:
            let style = DumpStyle(descriptor: STDOUT_FILENO, environment: environmentVariable)
            let sink = DumpSink(
                output: StandardOutput(stop: stop), style: style,
                configuration: configuration.gestures, explains: explains, isVerbose: isVerbose)
            try read(opener, into: sink, poller, reload: reload, stop: stop)
        }
    }

    private func source(_ logger: Logger) throws(CommandError) -> EvdevSource {
        do throws(Errno) {
            return try EvdevSource()
        } catch {
            guard !devices.isEmpty else {
                throw CommandError(
                    .noInput, "cannot listen to udev", error,
                    advice: "Name the devices to read with --device")
            }
            logger.warning("a device that goes is not taken again: udev: \(error.sentence)")
            return EvdevSource(withoutMonitor: ())
        }
    }

    private func read(
        _ opener: DeviceOpener, into sink: consuming some GestureSink & ~Copyable,
        _ poller: EpollPoller,
        reload: consuming ConfigurationReload, stop: borrowing Descriptor
    ) throws(CommandError) {
        let logger = opener.logger
        let set = try DeviceSet(
            opening: devices, with: opener, poller: poller, now: SystemClock.monotonicUs)
        let descriptions = set.descriptions
        if descriptions.isEmpty {
            logger.notice("no touchscreen can be read now; waiting for one")
        }
        // Last, so that a request refused for another reason leaves no file.
        let recorder = try recordPath.map { path throws(CommandError) in
            try EventRecorder(
                path: path, devices: descriptions, logger: logger, timers: poller.timers)
        }
        let manager = try CommandError.requiring { () throws(Errno) in
            try ServiceManager(
                environment: environmentVariable, processID: getpid(), timers: poller.timers)
        }
        let live: LiveDevices
        do throws(Errno) {
            live = try LiveDevices(
                set, recorder: recorder, trace: trace?.configured(by: configuration), into: &sink)
        } catch {
            throw CommandError(.software, "cannot wait for the devices", error)
        }
        var loop = try EventLoop(
            live, into: sink, poller: poller, serviceManager: manager, reload: reload, stop: stop,
            logger: logger)
        loop.watchOutput()
        try loop.announceStart()
        _ = try loop.run()
        if let failure = recorder?.failure { throw failure }
    }
}

/// A table of the touch devices of this machine (`--list-devices`).
///
/// Every event node is classified as udev would classify it. The table includes touchpads, which
/// `--device` can select.
public enum DeviceList {
    /// The directory of the kernel's event nodes.
    private static let directory = "/dev/input"

    /// Prints the table to standard output.
    ///
    /// - Throws: exit status 74 if standard output cannot be written; a closed pipe is not an
    ///   error.
    public static func print() throws(CommandError) {
        let source = EvdevSource(withoutMonitor: ())
        try writeToStandardOutput(table(of: source, paths: eventNodes(in: directory)))
    }

    /// The table of the devices at `paths`, with its line feeds.
    static func table(of source: any DeviceSource, paths: [String]) -> String {
        var found: [(path: String, device: InputDevice, hardware: HardwareIdentity?)] = []
        var refused: [String] = []
        for path in paths {
            do throws(Errno) {
                let reader = try source.open(path)
                defer { reader.close() }
                found.append((path, reader.describe(), reader.hardware))
            } catch {
                refused.append("\(escapedText(path)) cannot be opened: \(error.sentence)")
            }
        }
        let screens = found.filter { $0.device.notTouchscreenReason == nil }
        let hardware = Set(screens.compactMap(\.hardware))
        let rows = found.compactMap { path, device, of in
            kind(of: device, isBesideScreen: of.map(hardware.contains) ?? false)
                .map { row(path, device, $0) }
        }
        let head = ["NODE", "IDS", "SIZE", "SLOTS", "KIND", "NAME"]
        let table = rows.isEmpty ? ["no touch device was found"] : lines([head] + rows)
        return (table + refused).map { $0 + "\n" }.joined()
    }

    /// The event nodes in `directory`, ordered by number.
    static func eventNodes(in directory: String) -> [String] {
        let numbers = entries(of: directory).compactMap { name in
            name.hasPrefix("event") ? Int(name.dropFirst(5)) : nil
        }
        return numbers.sorted().map { "\(directory)/event\($0)" }
    }

    /// The kind of a touch device; `nil` for others.
    private static func kind(of device: InputDevice, isBesideScreen: Bool) -> String? {
        switch device.classification {
        case .touchscreen where device.name == DeviceRule.performerName:
            "touchscreen (ignored: of gesturectl, without --for-daemon)"
        case .touchscreen: "touchscreen"
        case .touchpad: "touchpad (only with --device)"
        case .pen where device.contactsBesidePen != nil: "pen and touchscreen (if udev tags it so)"
        case .pen where isBesideScreen: "pen beside a touchscreen (only whether it is near is read)"
        case .pen where device.panel != nil: "pen (never taken)"
        default: nil
        }
    }

    private static func row(_ path: String, _ device: InputDevice, _ kind: String) -> [String] {
        let ids = [device.bus, device.vendor, device.product].map { hexadecimal($0) }
        let surface = device.panel.map { Surface(panel: $0) }
        let size = surface.map { surface in
            let sides = [surface.width, surface.height].map { fixedDecimal($0, places: 0) }
            let mark = surface.sizeSource == .assumed ? " (assumed)" : ""
            return "\(sides[0]) x \(sides[1]) mm\(mark)"
        }
        return [
            escapedText(path), ids.joined(separator: ":"), size ?? "-",
            "\(max(device.slotCount, 1))", kind, escapedText(device.name),
        ]
    }

    /// The rows with aligned columns; the last column is not padded.
    private static func lines(_ rows: [[String]]) -> [String] {
        let columns = rows.first?.count ?? 0
        let widths = (0..<columns).map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            zip(row, widths).enumerated().map { column, cell in
                let padding = column == columns - 1 ? 0 : cell.1 - cell.0.count
                return cell.0 + String(repeating: " ", count: padding)
            }.joined(separator: "  ")
        }
    }
}

extension ConfigurationCheck {
    /// Checks the file at `path`, or the default one, and prints its problems (`--check`).
    ///
    /// - Throws: as `ConfigurationFile.read`; 74 if standard output cannot be written.
    package static func print(_ path: String?) throws(CommandError) {
        let check = try ConfigurationCheck(path)
        for warning in check.warnings {
            writeToStandardError(LogLineStyle.ofStandardError.problems(warning))
        }
        try writeToStandardOutput(check.conclusion + "\n")
    }
}
