import Foundation
import GestureClient
import Testing
import TouchCore
import TouchTestSupport

@testable import gesturectl

/// `gesturectl bug-report`.
struct ReportTests {
    private let directory: TemporaryDirectory
    private let path: String

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.file("s")
    }

    /// The files of an archive, as tar(1) reads them.
    private func files(of archive: String) throws -> [String: String] {
        let names = try RunningProgram("/bin/tar", ["-tf", archive]).wait()
        #expect(names.status == 0 && names.errors.isEmpty)
        var files: [String: String] = [:]
        for name in names.output.split(separator: "\n").map(String.init) {
            let result = try RunningProgram("/bin/tar", ["-xOf", archive, name]).wait()
            #expect(result.status == 0)
            files[String(name.split(separator: "/").last ?? "")] = result.output
        }
        return files
    }

    private func serve(_ configuration: String) throws -> RunningProgram {
        let recording = try directory.write(BuiltDaemon.heldDrag.utf8, to: "held.evemu")
        let file = try directory.write(configuration.utf8, to: "gestured.yaml")
        return try BuiltDaemon.serve(path, "--replay", recording, "--realtime", "--config", file)
    }

    private func report(_ options: String..., socket: String? = nil) throws -> (
        result: RunningProgram.Result, files: [String: String]
    ) {
        let archive = directory.file("r.tar")
        let result = try GesturectlCommand.start(
            ["bug-report", "--socket", socket ?? path, "--output", archive] + options
        ).wait()
        guard FileManager.default.fileExists(atPath: archive), result.status != 73 else {
            return (result, [:])
        }
        let mode = try FileManager.default.attributesOfItem(atPath: archive)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        return (result, try files(of: archive))
    }

    @Test func `a report has everything that the daemon permits`() throws {
        let daemon = try serve("privacy: { contacts: true }\nclients: { explain: true }\n")
        let (result, files) = try report("--seconds", "1")
        #expect(result.status == 0)
        #expect(
            Set(files.keys).isSuperset(of: [
                "README.txt", "doctor.txt", "status.txt", "lines.ndjson", "gestured.yaml",
                "machine.txt", "panels.txt", "journal.txt",
            ]))
        #expect(files["machine.txt"]?.hasPrefix("kernel: Linux ") == true)
        #expect(files["README.txt"]?.contains("missing") == false)
        let file = directory.file("gestured.yaml")
        #expect(files["README.txt"]?.contains("- gestured.yaml is \(file)\n") == true)
        #expect(files["gestured.yaml"]?.hasPrefix("privacy: { contacts: true }") == true)
        #expect(files["doctor.txt"]?.contains("touchscreen 1: Sample Panel") == true)
        #expect(files["lines.ndjson"]?.contains(#""type":"hello""#) == true)
        daemon.signal(SIGTERM)
    }

    @Test func `a report has udev's record of each panel and of no other device`() throws {
        let inputs = try InputNode.machine(in: directory, [("Mouse", false), ("Panel", true)])
        #expect(
            MachineReport.panels(inputs)
                == "\"Panel\" (/dev/input/event1)\nE:ID_INPUT_TOUCHSCREEN=1\n")
        #expect(MachineReport.panels([]) == "no input node has touches\n")
    }

    @Test func `a report names everything that the daemon does not permit, and has the rest`()
        throws
    {
        let daemon = try serve("log_level: notice\n")
        let (result, files) = try report("--seconds", "0")
        #expect(result.status == 0)
        let list = files["README.txt"] ?? ""
        #expect(list.contains("- contacts, recording and picture: missing"))
        #expect(list.contains("- explanations: missing"))
        #expect(files["status.txt"] != nil && files["touches.svg"] == nil)
        daemon.signal(SIGTERM)
    }

    @Test func `with --no-positions no line has a position`() throws {
        let daemon = try serve("privacy: { contacts: true }\n")
        let (_, files) = try report("--seconds", "1", "--no-positions")
        #expect(files["README.txt"]?.contains("left out, as asked") == true)
        #expect(files["README.txt"]?.contains("- machine, panels and journal: left out") == true)
        #expect(!files.keys.contains { ["machine.txt", "panels.txt", "journal.txt"].contains($0) })
        #expect(files["lines.ndjson"]?.contains(#""x_mm""#) == false)
        daemon.signal(SIGTERM)
    }

    @Test func `with --no-positions no explanation has the distance of a finger from an edge`()
        throws
    {
        let file = try directory.write(
            """
            clients: { explain: true }
            gestures: [{ swipe: { edge: left }, name: menu }, { long_press: {} }]
            """.utf8, to: "gestured.yaml")
        let daemon = try BuiltDaemon.serve(
            path, "--replay", BuiltDaemon.demo, "--realtime", "--config", file)
        let (result, files) = try report("--seconds", "3", "--no-positions")
        #expect(result.status == 0 && !result.errors.contains("it shows where fingers were"))
        let lines = files["lines.ndjson"] ?? ""
        #expect(lines.contains("landed … mm from the left edge, at most 10.3 (edge_width)"))
        #expect(!lines.contains(#/[0-9] mm from/#))
        #expect(lines.contains("lasted 0.0"), "other values stay: \(lines)")
        daemon.signal(SIGTERM)
    }

    @Test func `the advice names withheld positions as the cause`() throws {
        let daemon = try serve("privacy: { positions: false }\nclients: { explain: true }\n")
        let (_, files) = try report("--seconds", "0")
        let causes = (files["README.txt"] ?? "").split(separator: "\n").filter {
            $0.contains("privacy: { positions: false } in gestured.yaml withholds them: remove it")
        }
        #expect(causes.count == 2, "of contacts and of explanations: \(files)")
        daemon.signal(SIGTERM)
    }

    @Test func `positions that a slow daemon sends before the subscription are omitted`() throws {
        let slow = try FakeDaemon()
        let (result, files) = try report("--seconds", "0s", "--no-positions", socket: slow.path)
        #expect(result.status == 0)
        #expect(files["lines.ndjson"]?.contains(#""phase": "began""#) == true)
        #expect(files["lines.ndjson"]?.contains(#""x_mm""#) == false)
    }

    @Test func `with --touches the report has a recording of the hardware, even without a daemon`()
        throws
    {
        let (result, files) = try reportBesideDaemon(
            recording: "ndevices: 1\ndevices:\n- node: /dev/input/event7\n")
        #expect(result.status == 69)
        #expect(result.errors.contains("show the fault on the screen now (1 s)"))
        #expect(result.errors.contains("it shows where fingers were"))
        #expect(!result.errors.contains("--touches recorded no touchscreen"))
        #expect(files["hardware.yml"]?.hasPrefix("# libinput record\n") == true)
        #expect(files["README.txt"]?.contains("hardware.yml: missing") == false)
    }

    @Test(arguments: [true, false])
    func `a recording without a touchscreen is missing, as the terminal and the list state`(
        hasDaemon: Bool
    ) throws {
        let daemon = try hasDaemon ? FakeDaemon() : nil
        let (result, files) = try reportBesideDaemon(
            recording: "ndevices: 0\ndevices:\n", socket: daemon?.path)
        #expect(result.status == 69)
        let reason = "no touchscreen could be read\n  event7 cannot be opened: permission denied\n"
        #expect(result.errors.contains("the report lacks hardware.yml: \(reason)"))
        #expect(result.errors.contains("--touches recorded no touchscreen") == hasDaemon)
        #expect(files["hardware.yml"] == nil)
        #expect(files["README.txt"]?.contains("- hardware.yml: missing, \(reason)") == true)
    }

    /// A report of `--touches 1s` by a gesturectl beside a gestured that writes `recording`.
    private func reportBesideDaemon(recording: String, socket: String? = nil) throws -> (
        result: RunningProgram.Result, files: [String: String]
    ) {
        try FileManager.default.createDirectory(
            atPath: directory.file("bin"), withIntermediateDirectories: false)
        let copy = try directory.install(
            BuiltFile(named: "gesturectl").path, as: "bin/gesturectl")
        let script = """
            printf '# libinput record\nversion: 1\n%s' '\(recording)' > "$2"
            echo 'event7 cannot be opened: permission denied' >&2
            """
        _ = try directory.install(script: script, as: "bin/gestured")
        let archive = directory.file("r.tar")
        let result = try RunningProgram(
            copy,
            ["bug-report", "--socket", socket ?? path, "--output", archive, "--touches", "1s"]
        ).wait()
        return (result, try files(of: archive))
    }

    @Test func `a recording that cannot be made is missing, with the reason`() throws {
        let recording = try HardwareRecording.start(seconds: 1, program: directory.file("none"))
        let (bytes, problem) = recording.finish()
        #expect(bytes.isEmpty)
        #expect(problem?.contains("No such file or directory") == true, "\(problem ?? "")")
    }

    @Test(arguments: [
        (["--touches", "0"], "takes a time from 1s to 120s"),
        (["--touches", "10ms"], "takes a time from 1s to 120s"),
        (["--seconds", "121s"], "--seconds takes 0 to 120"),
        (["--touches", "121s"], "takes a time from 1s to 120s"),
        (["--touches", "1s", "--no-positions"], "records positions"),
    ])
    func `a recording of the hardware needs a time within limits, and positions`(
        options: [String], message: String
    ) throws {
        let result = try GesturectlCommand.start(["bug-report"] + options).wait()
        #expect(result.status == 64 && result.errors.contains(message), "\(result.errors)")
    }

    @Test func `without a daemon the report has the reason, and nothing is overwritten`() throws {
        let (result, files) = try report()
        #expect(result.status == 69)
        #expect(result.errors.contains("r.tar is made. Look what it holds"), "\(result.errors)")
        #expect(
            files["README.txt"]?.contains(
                """
                - everything that the daemon knows: missing, cannot find gestured: there is no socket at \(path)
                  Start it: systemctl start gestured.socket gestured.service
                  or name the socket of another one with --socket PATH or GESTURED_SOCKET

                """) == true, "\(files["README.txt"] ?? "")")
        #expect(files["doctor.txt"]?.contains("FAIL") == true)
        let (again, _) = try report()
        #expect(again.status == 73 && again.errors.contains("Name a file that does not exist yet"))
    }

    @Test func `the file is created before the user is asked for touches`() throws {
        let daemon = try FakeDaemon()
        let file = directory.file("no-folder/r.tar")
        let result = try GesturectlCommand.run(
            "bug-report", "--socket", daemon.path, "--output", file, "--seconds", "60")
        #expect(result.status == 73 && !result.errors.contains("show the fault"))
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
    func `a signal leaves no file behind`(signal: Int32) throws {
        let daemon = try FakeDaemon()
        let file = directory.file("r.tar")
        let program = try GesturectlCommand.start(
            ["bug-report", "--socket", daemon.path, "--output", file, "--seconds", "120"])
        try poll { program.errors.contains("show the fault") ? true : nil }
        #expect(FileManager.default.fileExists(atPath: file))
        program.signal(signal)
        #expect(try program.wait().status == 128 + signal)
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test func `a signal removes nothing from a folder that has replaced its own`() throws {
        let daemon = try FakeDaemon()
        let (folder, moved) = (directory.file("folder"), directory.file("moved"))
        let files = FileManager.default
        try files.createDirectory(atPath: folder, withIntermediateDirectories: false)
        let program = try GesturectlCommand.start(
            ["bug-report", "--socket", daemon.path, "--output", folder + "/r.tar"]
                + ["--seconds", "120"])
        try poll { program.errors.contains("show the fault") ? true : nil }
        try files.moveItem(atPath: folder, toPath: moved)
        try files.createDirectory(atPath: folder, withIntermediateDirectories: false)
        let newFile = try directory.write("another's".utf8, to: "folder/r.tar")
        program.signal(SIGINT)
        #expect(try program.wait().status == 128 + SIGINT)
        #expect(files.fileExists(atPath: newFile))
        #expect(!files.fileExists(atPath: moved + "/r.tar"))
    }

    @Test(arguments: ["doctor", "bug-report"])
    func `a FIFO that the daemon names is not opened`(command: String) throws {
        let fifo = directory.file("fifo")
        #expect(mkfifo(fifo, 0o600) == 0)
        let daemon = try FakeDaemon(
            status: #""configuration":"file","configuration_path":"\#(fifo)","#
                + #""configuration_sha256":"\#(String(repeating: "0", count: 64))""#)
        let options =
            command == "doctor" ? [] : ["--output", directory.file("r.tar"), "--seconds", "0"]
        // Opening a FIFO for writing waits until a reader opens it.
        let writer = try RunningProgram("/bin/sh", ["-c", "echo 1 > \(fifo)"])
        let result = try GesturectlCommand.start([command, "--socket", daemon.path] + options)
            .wait()
        #expect(result.status != 74 && result.status < 128, "\(result)")
        #expect(throws: RunningProgram.TimedOut.self) { try writer.wait(seconds: 0.2) }
    }

    @Test(arguments: ["doctor", "bug-report"])
    func `a character device that the daemon names is not opened`(command: String) throws {
        // A terminal whose follower is not open. It reports a hangup once the follower has been
        // opened and closed.
        let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        defer { close(terminal) }
        // TIOCSPTLCK and TIOCGPTN, which are not constants in Swift.
        var (locked, number): (Int32, Int32) = (0, -1)
        #expect(ioctl(terminal, 0x4004_5431, &locked) == 0)
        #expect(ioctl(terminal, 0x8004_5430, &number) == 0)
        let device = "/dev/pts/\(number)"
        let daemon = try FakeDaemon(
            status: #""configuration":"file","configuration_path":"\#(device)","#
                + #""configuration_sha256":"\#(String(repeating: "0", count: 64))""#)
        let options =
            command == "doctor" ? [] : ["--output", directory.file("r.tar"), "--seconds", "0"]
        let result = try GesturectlCommand.start([command, "--socket", daemon.path] + options)
            .wait()
        #expect(result.status != 74 && result.status < 128, "\(result)")
        func hasHungUp() -> Bool {
            var request = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
            return poll(&request, 1, 0) == 1 && request.revents & Int16(POLLHUP) != 0
        }
        #expect(!hasHungUp())
        let opened = open(device, O_RDONLY | O_NOCTTY | O_CLOEXEC)
        #expect(opened >= 0)
        close(opened)
        #expect(hasHungUp())
    }

    @Test func `a file that the daemon names but has not read is omitted`() throws {
        let secret = try directory.write("root:secret\n".utf8, to: "shadow")
        let daemon = try FakeDaemon(
            status: #""configuration":"file","configuration_path":"\#(secret)","#
                + #""configuration_sha256":"\#(String(repeating: "0", count: 64))""#)
        let (result, files) = try report("--seconds", "0", socket: daemon.path)
        #expect(result.status == 0)
        #expect(files["gestured.yaml"] == nil)
        #expect(!files.values.contains { $0.contains("root:secret") })
        #expect(
            files["README.txt"]?.contains(
                "- gestured.yaml: missing, \(secret) is not what the daemon read") == true)
    }

    @Test func `bug-report accepts a touchscreen of any size`() throws {
        let daemon = try FakeDaemon(width: "1e300")
        let (result, files) = try report("--seconds", "0", socket: daemon.path)
        #expect(result.status == 0)
        #expect(files["doctor.txt"]?.contains("size_mm: [1e+300, 200]") == true)
        #expect(files["touches-1.evemu"]?.contains("A: 35 0 1000000 ") == true)
        #expect(files["touches.svg"] != nil)
    }

    @Test func `a report's recording replays to the same gestures`() async throws {
        let file = try directory.write(
            "privacy: { contacts: true }\n".utf8, to: "gestured.yaml")
        let daemon = try BuiltDaemon.serve(
            path, "--replay", BuiltDaemon.demo, "--await-subscription", "--config", file)
        var subscription = GestureSubscription()
        subscription.events = [.contact, .device]
        let client = GestureClient(
            GestureClientOptions(
                location: SocketLocation(path: path), subscription: subscription,
                reconnects: false))
        var recording: ContactRecording?
        var plot = ReportPlot(.standard)
        for try await event in client.events {
            switch event {
            case .device(let update):
                guard recording == nil else { break }
                recording = ContactRecording(update.device)
                plot.add(update.device)
            case .contact(let contact):
                recording?.receive(contact)
                plot.receive(contact)
            default: break
            }
        }
        #expect(try daemon.wait().status == 0)
        let picture = plot.picture(until: .max / 2, title: "report")
        #expect(["tap", "swipe", "magnify", "long_press"].allSatisfy { picture.contains($0) })
        let text = try #require(recording).text
        let copy = try directory.write(text.utf8, to: "touches.evemu")
        func gestures(_ recording: String) throws -> [String] {
            try WireLine.lines(
                of: RunningProgram(
                    BuiltFile(named: "gestured").path, ["--replay", recording, "--json"]
                ).wait().output
            ).filter { $0.type == "gesture" && $0.phase != "changed" }.map {
                "\($0.string("gesture") ?? "") \($0.phase ?? "")"
            }
        }
        let expected = try gestures(BuiltDaemon.demo)
        let replayed = try gestures(copy)
        #expect(expected.count > 15)
        #expect(replayed == expected)
    }
}
