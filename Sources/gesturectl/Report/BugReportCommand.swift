import ArgumentParser
import GestureClient
import GestureSettings
import Glibc
import LinuxIO
import SystemPackage
import TouchCore

/// `gesturectl bug-report`
struct BugReportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration.subcommand(
        "bug-report",
        abstract: "Collect what a report of a fault needs, in one file.",
        discussion: """
            Asks for touches, and writes a tar archive for its owner alone: what doctor and status \
            have, the configuration, the daemon's lines of the next seconds, why gestures were not \
            recognised, the touches as a recording that gestured --replay plays, and a picture; and \
            the kernel, the release, udev's records of panels, and gestured's last log lines. The \
            archive shows where fingers were, so on a PIN pad it holds the PIN. It names what \
            the daemon does not permit, and leaves that out.
            """)

    @OptionGroup var socket: SocketOption

    @Option(
        help: ArgumentHelp(
            "How many seconds of touches; 0 asks for none.", valueName: "seconds"))
    var seconds = "10"

    @Option(
        help: ArgumentHelp(
            "Record what the hardware reports, for this long, such as 10s.",
            discussion: """
                For a bad panel: the report then has the events of the kernel, before the daemon's \
                filter, of every touchscreen. Needs the rights of the daemon: run it as root. \
                Replaces --seconds.
                """,
            valueName: "time"))
    var touches: String?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The file to make.", discussion: "Defaults to gestured-report-TIME.tar, here.",
            valueName: "file"),
        completion: .file())
    var output: String?

    @Flag(
        help: ArgumentHelp(
            "Leave out positions.",
            discussion: """
                Leaves out contacts, recording and picture, the positions in lines, how far from \
                an edge fingers landed, the machine and the log. Other distances stay. Excludes \
                --touches.
                """))
    var noPositions = false

    func validate() throws {
        guard let time = WholeSeconds(seconds), time.count <= 120 else {
            throw ValidationError("--seconds takes 0 to 120.")
        }
        guard let touches else { return }
        guard let time = WholeSeconds(touches), (1...120).contains(time.count) else {
            throw ValidationError("--touches takes a time from 1s to 120s, such as 10s.")
        }
        guard !noPositions else {
            throw ValidationError("--touches records positions: leave out --no-positions.")
        }
    }

    /// The time for which the user is asked to touch, in seconds.
    private var duration: Int { WholeSeconds(touches ?? seconds)?.count ?? 0 }

    func run() async throws {
        try await CommandProcess.run {
            let now = time(nil)
            let path = output ?? "gestured-report-\(Self.stamp(now)).tar"
            // Created before the user is asked for touches, in case that fails.
            let file = try OutputFile.make(path)
            file.setRemovedOnSignal(true)
            var collector = ReportCollector(includesPositions: !noPositions)
            do {
                try file.write(bytes: await archive(at: Int64(now), &collector))
            } catch {
                file.remove()
                throw error
            }
            file.setRemovedOnSignal(false)
            CommandProcess.report(
                "\(file.name) is made\(collector.hasPositions ? "; it shows where fingers were" : ""). Look what it holds: tar -xvf \(file.name)"
            )
            try Self.checkComplete(collector)
        }
    }

    /// - Throws: what the report lacks although it was asked for.
    private static func checkComplete(_ collector: ReportCollector) throws(CommandError) {
        if let reason = collector.missingRecording {
            CommandProcess.report("the report lacks hardware.yml: \(reason)")
        }
        if let error = collector.failure {
            let error = CommandError(error)
            throw CommandError(
                error.status, "the report lacks what the daemon knows: \(error.description)")
        }
        if collector.missingRecording != nil {
            throw CommandError(
                .unavailable,
                """
                --touches recorded no touchscreen
                  Run it as root: sudo gesturectl bug-report --touches TIME
                  gestured --list-devices lists the touch devices of this machine
                """)
        }
    }

    /// The whole report.
    private func archive(at time: Int64, _ collector: inout ReportCollector) async -> [UInt8] {
        let client = socket.client(collector.firstSubscription)
        let observations = await observe(client, &collector)
        let recording = startRecording(&collector)
        if case .served = observations.connection {
            await collect(client, &collector)
        } else if recording != nil {
            askForTouches()
        }
        let recorded = recording.flatMap { collector.finish($0) }
        var content = ReportContent(collector, observations)
        if let recorded { content.add("hardware.yml", recorded) }
        content.addConfiguration(observations.configuration)
        content.addTouches(until: SystemClock.monotonicUs)
        content.addMachine(noPositions ? nil : observations.inputs)
        return content.archive(at: time)
    }

    /// The observations of `doctor`, with the same connection: the daemon may not permit another.
    private func observe(
        _ client: GestureClient, _ collector: inout ReportCollector
    ) async -> Observations {
        var observations: Observations
        do throws(GestureClientError) {
            try await collector.connect(client)
            observations = Observations(
                connection: collector.connection ?? .failed(.notConnected),
                report: collector.status, devices: collector.devices)
            observations.configurationError = collector.configurationError
        } catch {
            collector.fail(error)
            observations = Observations(connection: .failed(error), report: collector.status)
        }
        observations.readInputs()
        return observations
    }

    /// Collects the lines that the daemon sends while the user reproduces the fault.
    private func collect(_ client: GestureClient, _ collector: inout ReportCollector) async {
        if duration > 0 { askForTouches() }
        do throws(GestureClientError) {
            try await collector.collect(
                client, until: SystemClock.monotonicUs &+ Int64(duration) * 1_000_000)
        } catch {
            collector.addNote("the daemon's lines: incomplete", error)
        }
    }

    private func askForTouches() {
        CommandProcess.report("show the fault on the screen now (\(duration) s)")
    }

    /// Starts to record the hardware, if `--touches` asks for it.
    private func startRecording(_ collector: inout ReportCollector) -> HardwareRecording? {
        guard touches != nil else { return nil }
        do throws(Errno) {
            return try HardwareRecording.start(seconds: duration)
        } catch {
            collector.missRecording("gestured cannot be run: \(error.sentence)")
            return nil
        }
    }

    /// `20261124-021900`, in the time zone of this machine.
    private static func stamp(_ seconds: time_t) -> String {
        var (seconds, parts) = (seconds, tm())
        localtime_r(&seconds, &parts)
        var text = [CChar](repeating: 0, count: 32)
        let count = strftime(&text, text.count, "%Y%m%d-%H%M%S", &parts)
        return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// A time in whole seconds, as `10` or `10s`.
private struct WholeSeconds {
    /// At least 0.
    let count: Int

    init?(_ text: String) {
        guard let count = Int(text.hasSuffix("s") ? String(text.dropLast()) : text), count >= 0
        else { return nil }
        self.count = count
    }
}

/// The files of a report.
struct ReportContent {
    private let collector: ReportCollector
    private var notes: [String]
    private var files: [(name: String, bytes: [UInt8])] = []
    private var gestures = GestureConfiguration.standard

    init(_ collector: ReportCollector, _ observations: Observations) {
        self.collector = collector
        notes = collector.notes
        add("doctor.txt", observations.findings.map(\.line).joined())
        if let status = collector.status {
            add("status.txt", StatusText.text(of: status, collector.configurationError))
        }
        if !collector.lines.isEmpty {
            add("lines.ndjson", collector.lines.joined(separator: "\n") + "\n")
        }
    }

    private mutating func add(_ name: String, _ text: String) {
        add(name, Array(text.utf8))
    }

    /// Adds a file.
    mutating func add(_ name: String, _ bytes: [UInt8]) {
        files.append((name, bytes))
    }

    /// Adds the daemon's configuration, as the file is now, unless the file must not be shown.
    mutating func addConfiguration(_ configuration: ReportedConfiguration) {
        let path = ReadableName.of(configuration.path)
        guard let bytes = configuration.bytes else {
            let reason =
                switch configuration.state {
                case .same, .changed: "is not what the daemon read"
                case .gone: "does not exist"
                case .unreadable: "cannot be read"
                }
            notes.append("- gestured.yaml: missing, \(path) \(reason)")
            return
        }
        notes.append("- gestured.yaml is \(path)")
        files.append(("gestured.yaml", bytes))
        let settings =
            configuration.settings
            ?? (try? ConfigurationFile.read(configuration.path))?.configuration
        gestures = settings?.gestures ?? gestures
    }

    /// Adds the report about the machine with these input nodes; `nil` omits it.
    mutating func addMachine(_ inputs: [InputNode]?) {
        guard let inputs else {
            notes.append("- machine, panels and journal: left out, as asked (--no-positions)")
            return
        }
        add("machine.txt", MachineReport.machine)
        add("panels.txt", MachineReport.panels(inputs))
        add("journal.txt", MachineReport.journal)
    }

    /// Adds the touches as recordings and as a picture.
    mutating func addTouches(until us: Int64) {
        let contacts = collector.contacts
        guard !contacts.isEmpty else { return }
        var plot = ReportPlot(gestures)
        for device in collector.devices {
            plot.add(device)
            var recording = ContactRecording(device)
            for contact in contacts where contact.device == device.id { recording.receive(contact) }
            if !recording.isEmpty { add("touches-\(device.id).evemu", recording.text) }
        }
        for contact in contacts { plot.receive(contact) }
        add("touches.svg", plot.picture(until: us, title: "report"))
    }

    /// The archive, with a list of its contents.
    func archive(at time: Int64) -> [UInt8] {
        var archive = TarArchive(time: time)
        let list = files.map { "- \($0.name)" } + notes
        let text = "gesturectl \(gesturedVersionText)\n\n" + list.joined(separator: "\n") + "\n"
        archive.add("gestured-report/README.txt", Array(text.utf8))
        for file in files { archive.add("gestured-report/\(file.name)", file.bytes) }
        return archive.finished
    }
}
