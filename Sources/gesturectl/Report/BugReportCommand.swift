import ArgumentParser
import GestureClient
import GestureSettings
import Glibc
import LinuxIO
import TouchCore

/// `gesturectl bug-report`
struct BugReportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bug-report",
        abstract: "Collect what a report of a fault needs, in one file.",
        discussion: """
            Asks for touches, and writes a tar archive for its owner alone: what doctor and status \
            have, the configuration, the daemon's lines of the next seconds, why gestures were not \
            recognised, the touches as a recording that gestured --replay plays, and a picture. It \
            shows where fingers were: of a PIN pad that is the PIN. What the daemon does not permit \
            is named in the archive, and left out.
            """)

    @OptionGroup var socket: SocketOption

    @Option(
        help: ArgumentHelp(
            "How many seconds of touches; 0 asks for none.", valueName: "seconds"))
    var seconds = 10

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The file to make.", discussion: "Defaults to gestured-report-TIME.tar, here.",
            valueName: "file"))
    var output: String?

    @Flag(
        help: ArgumentHelp(
            "Leave out where fingers were.",
            discussion: """
                No contacts, recording and picture, and lines without places. How far fingers went \
                stays.
                """))
    var noPositions = false

    func validate() throws {
        guard (0...120).contains(seconds) else {
            throw ValidationError("--seconds takes 0 to 120.")
        }
    }

    func run() async throws {
        try await CommandProcess.run {
            CommandProcess.endQuietlyOnInterrupt()
            let now = time(nil)
            let path = output ?? "gestured-report-\(Self.stamp(now)).tar"
            try Self.check(path)
            let observations = await DoctorCommand.observe(socket)
            let (collector, end) = try await collect()
            var content = ReportContent(collector, observations)
            content.addConfiguration()
            content.addTouches(until: end)
            let file = try OutputFile.make(path)
            try file.write(bytes: content.archive(at: Int64(now)))
            CommandProcess.report(
                "\(file.name) is made\(noPositions ? "" : "; it shows where fingers were"). Look what it holds: tar -xvf \(file.name)"
            )
        }
    }

    /// Whether the file can be made, before anybody is asked for touches.
    private static func check(_ path: String) throws(CommandError) {
        guard access(path, F_OK) != 0 else {
            throw CommandError(
                .cannotCreate,
                "\(ReadableName.of(path)) is there already\n  Name a file that is not (--output)")
        }
    }

    /// What the daemon sends, where there is one; and when that ended.
    private func collect() async throws -> (ReportCollector, Int64) {
        var collector = ReportCollector()
        let client = socket.client(
            ReportCollector.firstSubscription(includesPositions: !noPositions))
        do throws(GestureClientError) {
            try await collector.connect(client, includesPositions: !noPositions)
        } catch {
            collector.note("everything that the daemon knows: missing", error)
            return (collector, SystemClock.monotonicUs)
        }
        if seconds > 0 {
            CommandProcess.report("show the fault on the screen now (\(seconds) s)")
        }
        let end = SystemClock.monotonicUs &+ Int64(seconds) * 1_000_000
        do throws(GestureClientError) {
            try await collector.collect(client, until: end)
        } catch {
            collector.note("the daemon's lines: incomplete", error)
        }
        return (collector, end)
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
        if let status = collector.status { add("status.txt", StatusText.text(of: status)) }
        if !collector.lines.isEmpty {
            add("lines.ndjson", collector.lines.joined(separator: "\n") + "\n")
        }
    }

    private mutating func add(_ name: String, _ text: String) {
        files.append((name, Array(text.utf8)))
    }

    /// The daemon's configuration, as the file is now.
    mutating func addConfiguration() {
        let path = collector.status?.configurationPath ?? ConfigurationFile.defaultPath
        do throws(RegularFile.Failure) {
            files.append(("gestured.yaml", try RegularFile.read(path, upTo: 1 << 20)))
        } catch {
            notes.append("- gestured.yaml: missing, \(ReadableName.of(path)) cannot be read")
            return
        }
        guard let file = try? ConfigurationFile.read(path) else { return }
        gestures = file.configuration.gestures
    }

    /// The touches as recordings and as a picture.
    mutating func addTouches(until us: Int64) {
        let contacts = collector.contacts
        guard !contacts.isEmpty else { return }
        var plot = ReportPlot(gestures)
        for device in collector.devices {
            plot.add(device)
            var recording = ContactRecording(device)
            for contact in contacts where contact.device == device.id { recording.take(contact) }
            if !recording.isEmpty { add("touches-\(device.id).evemu", recording.text) }
        }
        for contact in contacts { plot.take(contact) }
        add("touches.svg", plot.picture(until: us, title: "report"))
    }

    /// The archive, with a list of what is in it.
    func archive(at time: Int64) -> [UInt8] {
        var archive = TarArchive(time: time)
        let list = files.map { "- \($0.name)" } + notes
        let text = "gesturectl \(gesturedVersionText)\n\n" + list.joined(separator: "\n") + "\n"
        archive.add("gestured-report/README.txt", Array(text.utf8))
        for file in files { archive.add("gestured-report/\(file.name)", file.bytes) }
        return archive.finished
    }
}
