import GestureInspect
public import GestureSettings
import GestureWire
import Glibc
public import LinuxIO
public import Logging
import SystemPackage
import TouchCore
import TouchRecordings

/// What the command line asks for: the touchscreens of this machine, and where their gestures go.
public struct LiveRequest: Sendable {
    /// The nodes to read; empty: every touchscreen that udev knows, also those that come later.
    public var devices: [String] = []
    public var destination: GestureDestination
    /// What the configuration says of devices and gestures.
    public var configuration = DaemonConfiguration.standard
    /// Why it is that which holds where the file is wrong; `nil` where it is not.
    public var configurationProblem: String?
    /// Reads the configuration once more, at SIGHUP; throws everything that is wrong with it.
    public var rereadsConfiguration: @Sendable () throws(DaemonError) -> DaemonConfiguration = {
        .standard
    }
    /// With `--dump`: says why gestures did not come about.
    public var explains = false
    /// Where to write what is read, if anywhere.
    public var recordPath: String?

    public init(destination: GestureDestination) {
        self.destination = destination
    }

    /// Reads until SIGTERM or SIGINT, or until nobody reads standard output any more; at SIGHUP it
    /// reads the configuration again.
    ///
    /// - Throws: what there is to say, with the status to exit with.
    public func run(logger: Logger) throws(DaemonError) {
        ProcessSetup.prepare()
        let signals = try DaemonError.requiring(SignalDescriptor.stopping)
        let reload = ConfigurationReload(
            asking: try DaemonError.requiring(SignalDescriptor.reloading),
            read: rereadsConfiguration)
        try run(source(logger), reload: reload, stop: signals, logger: logger)
    }

    /// Reads the devices of `source` until `stop` is readable.
    func run<Source: DeviceSource>(
        _ source: Source, reload: consuming ConfigurationReload, stop: borrowing Descriptor,
        logger: Logger
    ) throws(DaemonError) {
        let poller = try DaemonError.requiring(EpollPoller.init)
        let opener = DeviceOpener(source: source, configuration: configuration, logger: logger)
        switch destination {
        case .socket(let path):
            let address = try SocketAddress.choose(
                option: path, environment: environmentVariable, isSuperuser: geteuid() == 0,
                processID: getpid())
            let server = try SocketServer(
                at: address, poller: poller, configuration: configuration, logger: logger)
            if let configurationProblem {
                let report = HealthReport.configurationError(excerpting: configurationProblem)
                server.tell(report, of: nil, at: server.now)
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
                configuration: configuration.gestures, explains: explains)
            try read(opener, into: sink, poller, reload: reload, stop: stop)
        }
    }

    private func source(_ logger: Logger) throws(DaemonError) -> EvdevSource {
        do throws(Errno) {
            return try EvdevSource()
        } catch {
            guard !devices.isEmpty else {
                throw DaemonError(
                    .noInput, "cannot listen to udev", error,
                    advice: "Name the devices to read with --device")
            }
            logger.warning("a device that goes is not taken again: udev: \(error.sentence)")
            return EvdevSource(withoutMonitor: ())
        }
    }

    private func read<Source: DeviceSource, Sink: GestureSink>(
        _ opener: DeviceOpener<Source>, into sink: Sink, _ poller: EpollPoller,
        reload: consuming ConfigurationReload, stop: borrowing Descriptor
    ) throws(DaemonError) {
        let logger = opener.logger
        let start = try LiveStart(opening: devices, with: opener, now: SystemClock.monotonicUs)
        if start.devices.isEmpty {
            logger.notice("no touchscreen can be read now; waiting for one")
        }
        // Last, so that no file is left behind by what is refused for another reason.
        let descriptions = start.descriptions
        let recorder = try recordPath.map { path throws(DaemonError) in
            try EventRecorder(path: path, devices: descriptions, logger: logger)
        }
        let manager = try DaemonError.requiring { () throws(Errno) in
            try ServiceManager(environment: environmentVariable, processID: getpid())
        }
        var live: LiveDevices<Source, Sink>
        do throws(Errno) {
            live = try LiveDevices(start, sink: sink, poller: poller, recorder: recorder)
        } catch {
            throw DaemonError(.software, "cannot wait for the devices", error)
        }
        do throws(Errno) {
            try live.watchChanges()
        } catch {
            throw DaemonError(.software, "cannot set up the event loop", error)
        }
        let loop = try EventLoop(
            live, poller: poller, serviceManager: manager, reload: reload, stop: stop,
            logger: logger)
        loop.watchOutput()
        try loop.announceStart()
        _ = try loop.run()
        if let failure = recorder?.failure { throw failure }
    }
}
