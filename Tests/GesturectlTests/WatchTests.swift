import Foundation
import Testing
import TouchTestSupport

/// `gesturectl watch` on the real daemon.
struct WatchTests {
    private let directory: TemporaryDirectory
    private let path: String

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.file("s")
    }

    private func heldDrag() throws -> String {
        try directory.write(BuiltDaemon.heldDrag.utf8, to: "held.evemu")
    }

    /// Starts `watch` with a file as its output. `text` reads the output so far.
    private func startWatch(
        _ arguments: String...
    ) throws -> (program: RunningProgram, text: () throws -> String) {
        let output = try directory.write([], to: "out")
        let program = try GesturectlCommand.start(
            ["watch", "--socket", path] + arguments, output: FileHandle(forWritingAtPath: output))
        return (program, { try String(contentsOfFile: output, encoding: .utf8) })
    }

    @Test func `into a pipe watch writes the daemon's lines, and exits 0 at bye`() throws {
        let daemon = try BuiltDaemon.serve(path, "--replay", BuiltDaemon.demo)
        let result = try GesturectlCommand.run("watch", environment: ["GESTURED_SOCKET": path])
        let lines = result.output.split(separator: "\n").map(String.init)
        #expect(
            try Array(lines.dropFirst().dropLast())
                == BuiltDaemon.lines(of: BuiltDaemon.demo))
        #expect(lines.first?.hasPrefix(#"{"type":"hello""#) == true)
        #expect(lines.last == #"{"type":"bye","reason":"shutdown"}"#)
        #expect(result.status == 0)
        #expect(result.errors == "")
        #expect(try daemon.wait().status == 0)
    }

    @Test func `filters reach the daemon`() throws {
        let daemon = try BuiltDaemon.serve(path, "--replay", BuiltDaemon.demo)
        let result = try GesturectlCommand.run(
            "watch", "--socket", path, "--gestures", "tap,drag", "--phases", "ended", "--names",
            "tap,drag,swipe", "--zones", "screen", "--fingers", "1", "--devices", "Demo*",
            "--events", "gesture")
        let gestures = try WireLine.lines(of: result.output).filter { $0.type == "gesture" }
        #expect(Set(gestures.map { $0.string("gesture") }) == ["tap", "drag"])
        #expect(gestures.allSatisfy { $0.phase == "ended" && $0.integer("fingers") == 1 })
        #expect(result.status == 0)
        #expect(try daemon.wait().status == 0)
    }

    @Test(arguments: ["--json", "--text"])
    func `a zone that does not exist is warned of on standard error`(form: String) throws {
        let daemon = try BuiltDaemon.serve(path, "--replay", BuiltDaemon.demo)
        let result = try GesturectlCommand.run("watch", "--socket", path, "--zones", "scren", form)
        #expect(
            result.errors == """
                gesturectl: warning: no zone is named "scren" now; the configuration has screen

                """)
        #expect(!result.output.contains("scren"))
        #expect(result.status == 0)
        #expect(try daemon.wait().status == 0)
    }

    @Test func `a warning is printed whole, however many zones it names`() throws {
        let daemon = try BuiltDaemon.serve(path, "--replay", BuiltDaemon.demo)
        let zones = (1...16).map { "zone_with_a_long_name_and_number_\($0)" }
        let result = try GesturectlCommand.run(
            "watch", "--socket", path, "--zones", zones.joined(separator: ","))
        #expect(result.errors.hasSuffix("now; the configuration has screen\n"), "\(result.errors)")
        #expect(try daemon.wait().status == 0)
    }

    @Test func `--count ends watch after the given number of gesture lines`() throws {
        let daemon = try BuiltDaemon.serve(path, "--replay", BuiltDaemon.demo)
        let result = try GesturectlCommand.run(
            "watch", "--socket", path, "--gestures", "tap", "--count", "2")
        let types = try WireLine.lines(of: result.output).map(\.type)
        #expect(types.filter { $0 == "gesture" }.count == 2)
        #expect(types.last == "gesture")
        #expect(result.status == 0)
        #expect(try daemon.wait().status == 0)
    }

    @Test(arguments: ["watch", "record"])
    func `a daemon that ends before --count is reached exits 69`(command: String) throws {
        let daemon = try BuiltDaemon.serve(path, "--replay", BuiltDaemon.demo)
        let file = command == "record" ? [directory.file("new")] : []
        let result = try GesturectlCommand.start(
            [command] + file + ["--socket", path, "--gestures", "swipe", "--count", "2"]
        ).wait()
        #expect(result.status == 69)
        #expect(result.errors.contains("the daemon ended before --count was reached: 1 more"))
        #expect(try daemon.wait().status == 0)
    }

    @Test func `--text prints kinds, values and positions in words`() throws {
        let daemon = try BuiltDaemon.serve(path, "--replay", BuiltDaemon.demo)
        let result = try GesturectlCommand.run("watch", "--socket", path, "--text")
        for text in [
            "touchscreen 1: Demo Panel, 344 × 194 mm, 10 fingers", "tap           ended",
            "× 2", "swipe", "right  ", "mm right", "+0.000 s  tap", "scale ", "°", "2 fingers",
            "bye: shutdown",
        ] {
            #expect(result.output.contains(text), "\(text)")
        }
        #expect(!result.output.contains("\u{1B}"))
        #expect(try daemon.wait().status == 0)
    }

    @Test func `a device name cannot control a terminal`() throws {
        let text = SampleText.head("Pa\u{1B}]0;owned\u{7}nel") + "E: 1.000000 0000 0000 0\n"
        let recording = try directory.write(text.utf8, to: "named.evemu")
        let daemon = try BuiltDaemon.serve(path, "--replay", recording)
        let result = try GesturectlCommand.run("watch", "--socket", path, "--text")
        #expect(result.output.contains(#"Pa\x1b]0;owned\x07nel"#), "\(result.output)")
        #expect(!result.output.contains("\u{1B}"))
        #expect(try daemon.wait().status == 0)
    }

    @Test func `a keyword that the daemon does not know exits 64`() throws {
        let daemon = try BuiltDaemon.serve(path, "--replay", heldDrag(), "--realtime")
        let result = try GesturectlCommand.run("watch", "--socket", path, "--gestures", "swip")
        #expect(result.status == 64)
        #expect(result.errors.contains(#"did you mean "swipe""#), "\(result.errors)")
        daemon.signal(SIGTERM)
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `a signal ends watch with status 0, without a message`(signal: Int32) throws {
        let daemon = try BuiltDaemon.serve(path, "--replay", heldDrag(), "--realtime")
        let (program, text) = try startWatch()
        try poll { try text().contains("began") ? true : nil }
        program.signal(signal)
        let result = try program.wait()
        #expect(result.status == 0)
        #expect(result.errors == "")
        daemon.signal(SIGTERM)
    }

    @Test(arguments: [("HUP", SIGHUP), ("INT", SIGINT)])
    func `a signal that is ignored at the start, as by nohup, does not end watch`(
        name: String, signal: Int32
    ) throws {
        let daemon = try BuiltDaemon.serve(path, "--replay", heldDrag(), "--realtime")
        let program = try RunningProgram(
            "/bin/sh",
            ["-c", "trap '' \(name); exec \"$0\" watch --socket \"$1\""]
                + [BuiltFile(named: "gesturectl").path, path])
        try poll { program.output.contains("began") ? true : nil }
        program.signal(signal)
        daemon.signal(SIGTERM)
        #expect(try program.wait().output.contains(#"{"type":"bye""#))
    }

    @Test(arguments: [["watch"], ["run", "bindings.yaml"], ["save", "lines.jsonl"]])
    func `SIGTERM ends a command although ignored at its start, SIGHUP does not`(
        command: [String]
    ) throws {
        let bindings = "bindings: [{ gesture: tap, run: [ls] }]\n"
        _ = try directory.write(bindings.utf8, to: "bindings.yaml")
        let program = try RunningProgram(
            "/bin/sh",
            ["-c", #"trap '' TERM HUP; cd "$1" && shift && exec "$0" "$@" --wait --socket none"#]
                + [BuiltFile(named: "gesturectl").path, directory.path] + command)
        try poll { try signals(of: program, "SigCgt").contains(SIGTERM) ? true : nil }
        #expect(try signals(of: program, "SigIgn").contains(SIGHUP))
        program.signal(SIGHUP)
        #expect(program.isRunning)
        program.signal(SIGTERM)
        #expect(try program.wait(seconds: 10).status == 0)
    }

    /// The signals in the mask of a field of proc_pid_status(5).
    private func signals(of program: RunningProgram, _ field: String) throws -> [Int32] {
        let status = try String(
            contentsOfFile: "/proc/\(program.processID)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("\(field):") })
        let mask = try #require(UInt64(line.dropFirst(field.count + 2), radix: 16))
        return (1...64).filter { mask >> UInt64($0 - 1) & 1 > 0 }
    }

    @Test func `a closed pipe ends watch with status 0, without a message`() throws {
        let daemon = try BuiltDaemon.serve(path, "--replay", BuiltDaemon.demo)
        let pipe = Pipe()
        try pipe.fileHandleForReading.close()
        let program = try GesturectlCommand.start(
            ["watch", "--socket", path], output: pipe.fileHandleForWriting)
        let result = try program.wait()
        #expect(result.status == 0)
        #expect(result.errors == "")
        daemon.signal(SIGTERM)
    }

    @Test func `a pipe that closes while no line arrives ends watch, too`() throws {
        let daemon = try BuiltDaemon.serve(path, "--replay", heldDrag(), "--realtime")
        let pipe = Pipe()
        let program = try GesturectlCommand.start(
            ["watch", "--socket", path, "--gestures", "tap"], output: pipe.fileHandleForWriting)
        try pipe.fileHandleForWriting.close()
        #expect(pipe.fileHandleForReading.availableData.count > 0)
        try pipe.fileHandleForReading.close()
        let result = try program.wait()
        #expect(result.status == 0)
        #expect(result.errors == "")
        daemon.signal(SIGTERM)
    }

    @Test func `a socket that closes while no line arrives ends watch, too`() throws {
        let daemon = try BuiltDaemon.serve(path, "--replay", heldDrag(), "--realtime")
        var ends: [Int32] = [0, 0]
        try #require(
            socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
        let output = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
        let program = try GesturectlCommand.start(
            ["watch", "--socket", path, "--gestures", "tap"], output: output)
        try output.close()
        // Reads everything: unread bytes would be an error of the socket.
        var (received, buffer) = ("", [UInt8](repeating: 0, count: 4_096))
        while !received.contains("snapshot_end") {
            let count = read(ends[0], &buffer, buffer.count)
            try #require(count > 0)
            received += String(decoding: buffer.prefix(count), as: UTF8.self)
        }
        close(ends[0])
        let result = try program.wait()
        #expect(result.status == 0)
        #expect(result.errors == "")
        daemon.signal(SIGTERM)
    }

    @Test func `a full standard output exits 74`() throws {
        let daemon = try BuiltDaemon.serve(path, "--replay", BuiltDaemon.demo)
        let program = try GesturectlCommand.start(
            ["watch", "--socket", path], output: FileHandle(forWritingAtPath: "/dev/full"))
        let result = try program.wait()
        #expect(result.status == 74)
        #expect(result.errors.contains("cannot write to standard output: no space left on device"))
        daemon.signal(SIGTERM)
    }
}
