import GestureSettings
import GesturedServer
import LinuxIO
import Logging

/// The requested action and its options, as values. By default, serves every touchscreen.
struct Invocation {
    enum Action {
        case serve, listDevices, check
    }

    var action = Action.serve
    /// The destination of gestures.
    var destination = GestureDestination.socket(path: nil)
    /// The nodes to read; if empty, every touchscreen.
    var devices: [String] = []
    /// The file to read instead of devices.
    var recording: String?
    var isRealtime = false
    /// Whether a recording begins again at its end.
    var loops = false
    /// Whether a recording starts only when a client has subscribed.
    var awaitsSubscription = false
    var explains = false
    /// With `--dump`: whether every frame is printed.
    var isVerbose = false
    var recordPath: String?
    /// The devices whose gestures are traced.
    var tracedDevice: NamePattern?
    var plotPath: String?
    /// The part of a recording to draw, in microseconds from its first frame.
    var plotWindow: ClosedRange<Int64> = 0...Int64.max
    var configurationPath: String?
    /// The log level; `nil` for that of the configuration.
    var logLevel: Logger.Level?

    /// Performs the action and reports errors. Returns the exit status.
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
            // An error without a message has been logged already.
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
        // At a lower level for a recording, whose user has named the file or knows that there is
        // none.
        logger.log(
            level: recording == nil ? .notice : .info,
            "configured by \(file.configuration.identityText)")
        file.warnings(naming: false).forEach { logger.warning("\($0)") }
        let reread = { @Sendable [configurationPath, logLevel, isServing] () throws(CommandError) in
            let file = try ConfigurationFile.read(configurationPath)
            var configuration = file.configuration
            if isServing { configuration.lookUpAccounts() }
            threshold.level = logLevel ?? Logger.Level(configuration.logLevel)
            file.warnings(naming: false).forEach { logger.warning("\($0)") }
            return configuration
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

    /// Whether it is a daemon that serves clients. Only such a daemon starts with an invalid file;
    /// the error ends all others.
    private var isService: Bool {
        recording == nil && isServing
    }

    /// Whether clients are served.
    private var isServing: Bool {
        if case .socket = destination { true } else { false }
    }

    private func request(
        _ recording: String, _ configuration: DaemonConfiguration,
        _ reread: @escaping @Sendable () throws(CommandError) -> DaemonConfiguration
    ) -> ReplayRequest {
        var request = ReplayRequest(recording: recording, destination: destination)
        // A picture alone needs no socket.
        if plotPath != nil, case .socket = destination { request.destination = nil }
        request.configuration = configuration
        request.rereadsConfiguration = reread
        request.isRealtime = isRealtime
        request.loops = loops
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

    /// The trace of `--trace-device`. Its lines are logged whatever `logLevel` is.
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
