import GestureSettings
import GesturedServer
import LinuxIO
import Logging

/// What the command is asked to do, as values; without an option, to serve every touchscreen.
struct Invocation {
    enum Action {
        case serve, listDevices, check
    }

    var action = Action.serve
    /// Where gestures go.
    var destination = GestureDestination.socket(path: nil)
    /// The nodes to read; empty: every touchscreen.
    var devices: [String] = []
    /// What is read in place of devices.
    var recording: String?
    var isRealtime = false
    /// Whether a recording starts only when a client has subscribed.
    var awaitsSubscription = false
    var explains = false
    /// With `--dump`: whether every frame is printed.
    var isVerbose = false
    var recordPath: String?
    /// The devices whose gestures are traced.
    var tracedDevice: NamePattern?
    var plotPath: String?
    /// What of a recording is drawn, in microseconds from its first frame.
    var plotWindow: ClosedRange<Int64> = 0...Int64.max
    var configurationPath: String?
    /// In place of the configuration's.
    var logLevel: Logger.Level?

    /// Does it, and reports what went wrong; with which status to exit.
    func run() -> ExitStatus {
        do throws(CommandError) {
            switch action {
            case .listDevices: try DeviceList.print()
            case .check: try ConfigurationCheck.print(configurationPath)
            case .serve: try serve()
            }
        } catch {
            switch action {
            case .listDevices, .check: writeWholeFailure(error)
            // Logged by then.
            case .serve where error.description.isEmpty: NonBlockingLog.standardError.finish()
            case .serve: writeFailure(error)
            }
            return error.status
        }
        NonBlockingLog.standardError.finish()
        return .success
    }

    private func serve() throws(CommandError) {
        let file =
            try isService
            ? ConfigurationFile.readForServing(configurationPath)
            : ConfigurationFile.read(configurationPath)
        let threshold = LogThreshold(logLevel ?? Logger.Level(file.configuration.logLevel))
        let logger = Logger(label: "gestured") { _ in StandardErrorLog(threshold: threshold) }
        logger.info("gestured \(gesturedVersionText)")
        // Who plays a recording named the file, or knows that there is none.
        logger.log(
            level: recording == nil ? .notice : .info,
            "configured by \(file.configuration.identityText)")
        file.warnings(naming: false).forEach { logger.warning("\($0)") }
        let reread = { @Sendable [configurationPath, logLevel] () throws(CommandError) in
            let file = try ConfigurationFile.read(configurationPath)
            threshold.level = logLevel ?? Logger.Level(file.configuration.logLevel)
            file.warnings(naming: false).forEach { logger.warning("\($0)") }
            return file.configuration
        }
        if let recording {
            return try request(recording, file.configuration, reread).run(logger: logger)
        }
        if let problem = file.problem {
            logger.error(
                """
                the configuration is wrong; until it is mended and read again the built-in one \
                holds, and no position is published:
                \(problem)
                """)
        }
        try liveRequest(file, reread).run(logger: logger)
    }

    /// Only a daemon that serves clients goes on without its file; else the error ends it.
    private var isService: Bool {
        guard recording == nil, case .socket = destination else { return false }
        return true
    }

    private func request(
        _ recording: String, _ configuration: DaemonConfiguration,
        _ reread: @escaping @Sendable () throws(CommandError) -> DaemonConfiguration
    ) -> ReplayRequest {
        var request = ReplayRequest(recording: recording, destination: destination)
        // A picture alone opens no socket.
        if plotPath != nil, case .socket = destination { request.destination = nil }
        request.configuration = configuration
        request.rereadsConfiguration = reread
        request.isRealtime = isRealtime
        request.awaitsSubscription = awaitsSubscription
        request.recordPath = recordPath
        request.trace = trace
        request.plotPath = plotPath
        request.plotWindow = plotWindow
        request.explains = explains
        request.isVerbose = isVerbose
        return request
    }

    private func liveRequest(
        _ file: ConfigurationFile,
        _ reread: @escaping @Sendable () throws(CommandError) -> DaemonConfiguration
    ) -> LiveRequest {
        var request = LiveRequest(destination: destination)
        request.configuration = file.configuration
        request.configurationProblem = file.problem
        request.rereadsConfiguration = reread
        request.devices = devices
        request.explains = explains
        request.isVerbose = isVerbose
        request.recordPath = recordPath
        request.trace = trace
        return request
    }

    /// Logs at the level `trace`, whichever lines are logged beside.
    private var trace: DeviceTrace? {
        tracedDevice.map { name in
            DeviceTrace(
                name,
                to: Logger(label: "gestured") { _ in
                    StandardErrorLog(threshold: LogThreshold(.trace))
                })
        }
    }
}
