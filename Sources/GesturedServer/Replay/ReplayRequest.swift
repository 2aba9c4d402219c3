import GestureInspect
public import GestureSettings
import GestureWire
import Glibc
public import LinuxIO
public import Logging
import SystemPackage
import TouchCore
import TouchDevices
import TouchRecordings

/// A request of the command line: a recording, and the destination of its gestures.
public struct ReplayRequest: Sendable {
    /// The recording's path; `-` is standard input.
    public var recording: String
    /// The destination of its gestures; `nil` for only the picture at `plotPath`.
    public var destination: GestureDestination?
    /// Whether to play at the recording's own pace, or as fast as possible.
    public var isRealtime = false
    /// Whether to begin again at the end of the recording, until a signal ends the replay.
    public var loops = false
    /// For a socket: whether to start when the first client has subscribed, not when it connects.
    public var awaitsSubscription = false
    /// The configuration of devices and gestures.
    public var configuration = DaemonConfiguration.standard
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
    /// The file of a picture to draw, if any.
    public var plotPath: String?
    /// The part of the recording in the picture, in microseconds from its first frame.
    public var plotWindow: ClosedRange<Int64> = 0...Int64.max

    /// A replay as fast as possible, with no output except to `destination`.
    public init(recording: String, destination: GestureDestination?) {
        self.recording = recording
        self.destination = destination
    }

    /// Plays the recording to its end, or until SIGTERM or SIGINT.
    ///
    /// A closed pipe on standard output ends it without an error. SIGHUP makes it read the
    /// configuration again, if there is a file.
    ///
    /// - Throws: the message, with the exit status.
    public func run(logger: Logger) throws(CommandError) {
        ProcessSetup.prepare()
        // From now on SIGHUP is blocked. It is read once the recording has been read, which may
        // take long from a pipe.
        let reload = try ConfigurationReload.bySignal(reading: rereadsConfiguration)
        let file = try RecordingFile.open(recording)
        // Only now are the other signals blocked for the loop: they could end the reading of the
        // recording, for example from a terminal.
        let stop = try CommandError.requiring(SignalDescriptor.stopping)
        try run(file, reload, stop: stop, logger)
    }

    /// Plays `file` to its end, or until `stop` is readable.
    private func run(
        _ file: RecordingStream, _ reload: consuming ConfigurationReload,
        stop: borrowing Descriptor,
        _ logger: Logger
    ) throws(CommandError) {
        let devices = try ReplayDevices(
            file.devices, named: recording, configuration: configuration, logger: logger)
        switch destination {
        case .socket(let path):
            try serve(file, devices, at: path, reload, stop: stop, logger)
        case .json:
            let sink = JSONSink(
                output: StandardOutput(stop: stop), configuration: configuration)
            try play(
                file, devices, into: sink, CommandError.requiring(EpollPoller.init), reload,
                stop: stop,
                logger)
        case nil:
            try play(
                file, devices, into: SilentSink(), CommandError.requiring(EpollPoller.init),
                reload, stop: stop, logger)
        case .dump:
            let style = DumpStyle(descriptor: STDOUT_FILENO, environment: environmentVariable)
            let sink = DumpSink(
                output: StandardOutput(stop: stop), style: style,
                configuration: configuration.gestures, explains: explains, isVerbose: isVerbose)
            try play(
                file, devices, into: sink, CommandError.requiring(EpollPoller.init), reload,
                stop: stop,
                logger)
        }
    }

    private func serve(
        _ file: RecordingStream, _ devices: consuming ReplayDevices, at path: String?,
        _ reload: consuming ConfigurationReload,
        stop: borrowing Descriptor, _ logger: Logger
    ) throws(CommandError) {
        let address = try SocketAddress.choose(
            option: path, environment: environmentVariable, isSuperuser: geteuid() == 0,
            processID: getpid())
        let poller = try CommandError.requiring(EpollPoller.init)
        var server = try SocketServer(
            at: address, poller: poller, configuration: configuration, logger: logger)
        server.hasClock = false
        server.awaitsSubscription = awaitsSubscription
        try play(file, devices, into: server, poller, reload, stop: stop, logger)
    }

    /// Plays into `sink`, and draws the picture if one is requested.
    private func play(
        _ file: RecordingStream, _ devices: consuming ReplayDevices,
        into sink: consuming some GestureSink & ~Copyable,
        _ poller: EpollPoller, _ reload: consuming ConfigurationReload,
        stop: borrowing Descriptor, _ logger: Logger
    ) throws(CommandError) {
        guard let plotPath else {
            return try playAll(file, devices, into: sink, nil, poller, reload, stop: stop, logger)
        }
        let isPrinted = plotPath == RecordingFile.standardInput
        let picture = isPrinted ? nil : try PlotFile(replacing: plotPath)
        let plot = PlotObserver(configuration: configuration.gestures, window: plotWindow)
        var failure: CommandError?
        do throws(CommandError) {
            try playAll(file, devices, into: sink, plot, poller, reload, stop: stop, logger)
        } catch {
            // If the recording breaks off, the part before that is drawn. After other errors no
            // file is replaced.
            guard error.status == .data || error.status == .inputOutput else { throw error }
            failure = error
        }
        try refuseEmptyWindow(of: plot.timeline, failure)
        let title = recording == RecordingFile.standardInput ? name : fileName
        let text = PlotPicture(timeline: plot.timeline, title: title).text
        if let picture {
            try picture.write(text)
        } else {
            try StandardOutput(stop: stop).print(text)
        }
        if let failure { throw failure }
    }

    /// Throws if the picture would begin after the end of the played part: `failure`, or exit
    /// status 64 without one.
    private func refuseEmptyWindow(
        of timeline: PlotTimeline, _ failure: CommandError?
    ) throws(CommandError) {
        guard plotWindow.lowerBound > timeline.durationUs else { return }
        func seconds(_ us: Int64) -> String {
            fixedDecimal(Double(us) / 1_000_000, places: 3)
        }
        throw failure
            ?? CommandError(
                .usage,
                """
                --from \(seconds(plotWindow.lowerBound))s is after the end of \(escapedText(name)): \
                \(seconds(timeline.durationUs))s were played
                """)
    }

    /// Throws exit status 64 if none of the recording's devices is traced.
    private func refuseTrace(of devices: [InputDevice]) throws(CommandError) {
        guard let trace, !devices.contains(where: { trace.name.matches($0.name) }) else { return }
        let names = devices.map { "\"\(escapedText($0.name))\"" }.joined(separator: ", ")
        throw CommandError(
            .usage,
            """
            --trace-device \(escapedText(trace.name.text)) names no device of \(escapedText(name))
              It has \(names)
            """)
    }

    /// The recording's name in messages.
    private var name: String {
        recording == RecordingFile.standardInput ? "standard input" : recording
    }

    /// The recording's name without its directories, which are private.
    private var fileName: String {
        recording.split(separator: "/").last.map(String.init) ?? recording
    }

    private func playAll(
        _ file: RecordingStream, _ devices: consuming ReplayDevices,
        into sink: consuming some GestureSink & ~Copyable,
        _ plot: PlotObserver?, _ poller: EpollPoller, _ reload: consuming ConfigurationReload,
        stop: borrowing Descriptor, _ logger: Logger
    ) throws(CommandError) {
        try refuseTrace(of: devices.descriptions)
        // Last, so that a request refused for another reason leaves no file.
        let recorder = try recordPath.map { path throws(CommandError) in
            try EventRecorder(
                path: path, devices: devices.descriptions, logger: logger, timers: poller.timers)
        }
        let events: any RecordedEvents = loops ? LoopedEvents(file) : file
        let player = ReplayPlayer(
            ReplaySource(events), file.devices, indices: devices.indices, devices: devices.table,
            plot: plot, trace: trace?.configured(by: configuration), recorder: recorder,
            into: &sink)
        let steps = ReplaySteps(
            player, pace: ReplayPace(isRealtime: isRealtime),
            // A picture shows one configuration.
            origin: plot == nil ? configuration.origin : nil, timers: poller.timers)
        let noManager = try CommandError.requiring { () throws(Errno) in
            try ServiceManager(
                environment: { _ in nil }, processID: getpid(), timers: poller.timers)
        }
        var loop = try EventLoop(
            steps, into: sink, poller: poller, serviceManager: noManager, reload: reload,
            stop: stop,
            logger: logger)
        // Rounds without a line would never notice that the reader is gone.
        if loops { loop.watchOutput() }
        let isComplete = try loop.run()
        if let failure = recorder?.failure { throw failure }
        if isComplete, let failure = file.source.failure {
            throw RecordingFile.unreadable(name, failure)
        }
        if isComplete, let failure = file.failure {
            throw CommandError(.data, failure.description)
        }
    }
}

/// The devices of a recording that are played.
struct ReplayDevices: ~Copyable {
    /// The devices, numbered from 1 in this order.
    var table = OwnedTable<Device>(capacity: 1)
    /// Their descriptions, in the order of `table`.
    var descriptions: [InputDevice] = []
    /// For each device of the recording, its index in `table`; `nil` if it is omitted.
    var indices: [Int?] = []

    /// Selects every touchscreen, or every touchpad if there is no touchscreen.
    ///
    /// A device that cannot be used is omitted, with a warning, as long as another can.
    ///
    /// - Throws: exit status 65 if none remains.
    init(
        _ devices: [InputDevice], named file: String, configuration: DaemonConfiguration,
        logger: Logger
    ) throws(CommandError) {
        var refusals: [String] = []
        let chosen = Self.choice(among: devices)
        for (index, device) in devices.enumerated() {
            guard chosen.contains(index) else {
                indices.append(nil)
                continue
            }
            do throws(CommandError) {
                try indices.append(receive(device, configuration, logger))
            } catch {
                indices.append(nil)
                refusals.append(error.description)
            }
        }
        guard !table.isEmpty else {
            let reason =
                refusals.isEmpty
                ? "the configuration ignores what was recorded" : refusals.joined(separator: "\n")
            throw CommandError(.data, "cannot replay \(escapedText(file)): \(reason)")
        }
        refusals.forEach { logger.warning("left out: \($0)") }
    }

    /// Adds a device; returns its index in `table`, or `nil` if the configuration ignores it.
    private mutating func receive(
        _ device: InputDevice, _ configuration: DaemonConfiguration, _ logger: Logger
    ) throws(CommandError) -> Int? {
        let configured = configuration.settings(for: device)
        guard !configured.isIgnored else {
            logger.info("\"\(escapedText(device.name))\" is ignored, as configured")
            return nil
        }
        let opened = try Device(
            device, id: table.count + 1, configuration: configuration.gestures, configured)
        logger.logOpened(device, opened.summary)
        descriptions.append(device)
        table.append(opened)
        return table.count - 1
    }

    /// The indices of the devices to play: touchscreens, otherwise touchpads. If there are neither,
    /// all devices, so that each is refused with its reason.
    private static func choice(among devices: [InputDevice]) -> [Int] {
        let touchscreens = devices.indices.filter { devices[$0].notTouchscreenReason == nil }
        guard touchscreens.isEmpty else { return touchscreens }
        let touchpads = devices.indices.filter { devices[$0].classification.isTouch }
        return touchpads.isEmpty ? Array(devices.indices) : touchpads
    }
}
