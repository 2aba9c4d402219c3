import Foundation
import Testing
import TouchTestSupport

/// gestured with clients, signals and closed pipes.
struct ServingTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func heldDrag() throws -> String {
        let text = SampleText.head() + SampleText.drag(liftAfterSeconds: 1_000)
        return try directory.write(text.utf8, to: "held.evemu")
    }

    @Test func `the socket sends what --json prints, between hello and bye`() throws {
        let path = directory.file("s")
        let program = try GesturedCommand.serve(path, "--replay", GesturedCommand.demo)
        let client = try UnixClient(path)
        client.shutDownWriting()
        #expect(try client.read())
        let printed = try GesturedCommand.run("--replay", GesturedCommand.demo, "--json")
        #expect(try program.wait().status == 0)
        #expect(client.lines.first?.type == "hello")
        #expect(client.lines.last?.string("reason") == "shutdown")
        let received = client.lines.dropFirst().dropLast().map(\.text)
        #expect(received == (try WireLine.lines(of: printed.output)).map(\.text))
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func `status has the path of the configuration for clients in other folders`() throws {
        _ = try directory.write("log_level: notice\n".utf8, to: "g.yaml")
        let program = try RunningProgram(
            "/usr/bin/env",
            [
                "-C", directory.path, BuiltFile(named: "gestured").path, "--socket", "s",
                "--replay", try heldDrag(), "--realtime", "--config", "g.yaml",
            ])
        try poll { program.errors.contains("serving") ? true : nil }
        let client = try UnixClient(directory.file("s"))
        client.send(Array(#"{"type":"status","id":1}"#.utf8) + [UInt8(ascii: "\n")])
        #expect(try client.read { $0.lines.contains { $0.type == "reply" } })
        let reply = client.lines.first { $0.type == "reply" }?.text ?? ""
        let folder = URL(filePath: directory.path).resolvingSymlinksInPath().path()
        #expect(reply.contains(#""configuration_path":"\#(folder)"#), "\(reply)")
        #expect(reply.contains(#"/g.yaml","configuration_sha256""#))
    }

    @Test func `a replay does not wait for a client that stopped reading`() throws {
        let path = directory.file("s")
        let program = try GesturedCommand.serve(path, "--replay", GesturedCommand.demo)
        let stopped = try UnixClient(path)
        let reader = try UnixClient(path)
        #expect(try reader.read())
        #expect(Promises.broken(by: reader.lines) == [])
        #expect(try program.wait().status == 0)
        #expect(stopped.lines.isEmpty)
    }

    @Test(arguments: [
        (SIGTERM, "shutdown"), (SIGINT, "shutdown"), (SIGUSR1, "restarting"),
    ])
    func `a signal cancels gestures, sends bye, and exits 0`(signal: Int32, reason: String) throws {
        let path = directory.file("s")
        let program = try GesturedCommand.serve(path, "--replay", try heldDrag(), "--realtime")
        let client = try UnixClient(path)
        #expect(try client.read { $0.lines.contains { $0.phase == "began" } })
        program.signal(signal)
        #expect(try client.read())
        #expect(client.isAtEnd)
        #expect(try program.wait().status == 0)
        #expect(client.lines.suffix(2).map { $0.string("reason") } == ["shutdown", reason])
        #expect(Promises.broken(by: client.lines) == [])
    }

    @Test func `SIGINT that is ignored at the start does not end gestured`() throws {
        let path = directory.file("s")
        let program = try RunningProgram(
            "/bin/sh",
            ["-c", #"trap '' INT; exec "$0" --realtime --replay "$1" --socket "$2""#]
                + [BuiltFile(named: "gestured").path, heldDrag(), path])
        try poll { program.errors.contains("serving") ? true : nil }
        let client = try UnixClient(path)
        program.signal(SIGINT)
        // From the second ping on, the daemon has read signals before it replies.
        for id in 1...3 {
            client.send(Array(#"{"type":"ping","id":\#(id)}"#.utf8) + [0x0A])
            #expect(try client.read { $0.lines.contains { $0.integer("id") == id } })
        }
        program.signal(SIGTERM)
        #expect(try program.wait().status == 0)
    }

    @Test(arguments: ["", "trap '' TERM;"])
    func `SIGTERM ends the wait for a recording from a pipe, with status 143`(
        trap: String
    ) throws {
        let path = directory.file("fifo")
        try #require(mkfifo(path, 0o600) == 0)
        // This handle is a writer, so the FIFO never ends.
        let writer = try #require(FileHandle(forUpdatingAtPath: path))
        try writer.write(contentsOf: Data(SampleText.head().utf8))
        let program = try RunningProgram(
            "/bin/sh",
            ["-c", #"\#(trap) exec "$0" --replay "$1" --json"#]
                + [BuiltFile(named: "gestured").path, path])
        try poll {
            var unread = Int32(0)
            return ioctl(writer.fileDescriptor, UInt(FIONREAD), &unread) == 0 && unread == 0
                ? true : nil
        }
        program.signal(SIGTERM)
        #expect(try program.wait().status == 128 + SIGTERM)
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `a signal ends --json with live gestures cancelled`(signal: Int32) throws {
        let output = directory.file("out")
        _ = try directory.write([], to: "out")
        let program = try GesturedCommand.start(
            ["--replay", heldDrag(), "--realtime", "--json"],
            output: FileHandle(forWritingAtPath: output))
        try poll {
            try String(contentsOfFile: output, encoding: .utf8).contains("began") ? true : nil
        }
        program.signal(signal)
        #expect(try program.wait().status == 0)
        let lines = try WireLine.lines(of: String(contentsOfFile: output, encoding: .utf8))
        #expect(lines.last?.string("reason") == "shutdown")
        #expect(Promises.broken(by: lines) == [])
    }

    @Test(arguments: ["--json", "--dump"])
    func `a closed pipe ends gestured with status 0, without a message`(sink: String) throws {
        let pipe = Pipe()
        try pipe.fileHandleForReading.close()
        let program = try GesturedCommand.start(
            ["--replay", GesturedCommand.demo, sink], output: pipe.fileHandleForWriting)
        let result = try program.wait()
        #expect(result.status == 0)
        #expect(result.errors == "")
    }

    @Test func `a full standard output exits 74`() throws {
        let full = FileHandle(forWritingAtPath: "/dev/full")
        let program = try GesturedCommand.start(
            ["--replay", GesturedCommand.demo, "--json"], output: full)
        let result = try program.wait()
        #expect(result.status == 74)
        #expect(result.errors.contains("no space left on device"))
    }

    @Test func `a file at the socket's path exits 73, and so does a second daemon`() throws {
        let file = try directory.write("mine".utf8, to: "file")
        let blocked = try GesturedCommand.run(
            "--replay", GesturedCommand.demo, "--socket", file)
        #expect(blocked.status == 73)
        #expect(blocked.errors.contains("it exists and is not a socket of ours"))
        let first = try GesturedCommand.serve(directory.file("s"), "--replay", heldDrag())
        let second = try GesturedCommand.run(
            "--replay", GesturedCommand.demo, "--socket", directory.file("s"))
        #expect(second.status == 73)
        #expect(second.errors.contains("another gestured does"))
        first.signal(SIGTERM)
        #expect(try first.wait().status == 0)
    }

    @Test(.enabled(if: geteuid() == 0, "needs the superuser, to become another user"))
    func `without permission gestured exits 77`() throws {
        let program = try BuiltFile(named: "gestured").path
        // The build may be in a folder that other users cannot reach: run a copy elsewhere.
        let copy = try directory.install(program, as: "gestured")
        let demo = try directory.write(
            Data(contentsOf: URL(filePath: GesturedCommand.demo)), to: "demo.evemu")
        let secret = try directory.write(Data(contentsOf: URL(filePath: demo)), to: "secret")
        // Another test may have changed the process's umask meanwhile.
        chmod(directory.path, 0o755)
        chmod(demo, 0o644)
        chmod(secret, 0o600)
        func run(_ arguments: String...) throws -> RunningProgram.Result {
            let nobody = ["--reuid=65534", "--regid=65534", "--clear-groups", copy]
            return try RunningProgram("/usr/bin/setpriv", nobody + arguments).wait()
        }
        let read = try run("--replay", secret, "--json")
        #expect(read.status == 77, "\(read.errors)")
        #expect(read.errors.contains("permission denied"))
        #expect(try run("--replay", demo, "--socket", directory.file("s")).status == 77)
        #expect(try run("--replay", demo, "--json", "--record", directory.file("r")).status == 77)
        #expect(try run("--config", secret, "--check").status == 77)
        #expect(try run("--replay", demo, "--json").status == 0)
    }

    @Test(.enabled(if: geteuid() == 0, "needs the superuser, to become another user"))
    func `a user who connects continually keeps no other user out`() throws {
        let path = directory.file("s")
        let program = try GesturedCommand.serve(path, "--realtime", "--replay", heldDrag())
        chmod(directory.path, 0o755)
        chmod(path, 0o666)
        let churn = """
            import socket, sys
            count = 0
            while True:
                with socket.socket(socket.AF_UNIX) as connection:
                    connection.connect(sys.argv[1])
                count += 1
                if count == 100:
                    print("connects", file=sys.stderr, flush=True)
            """
        let nobody = ["--reuid=65534", "--regid=65534", "--clear-groups", "/usr/bin/python3", "-c"]
        let churners = try (0..<2).map { _ in
            try RunningProgram("/usr/bin/setpriv", nobody + [churn, path])
        }
        for churner in churners {
            try poll { churner.errors.contains("connects") ? true : nil }
        }
        let gesturectl = try BuiltFile(named: "gesturectl").path
        for _ in 0..<20 {
            let status = try RunningProgram(gesturectl, ["status", "--socket", path]).wait()
            #expect(status.status == 0, "\(status.errors)")
        }
        for churner in churners { churner.signal(SIGKILL) }
        program.signal(SIGTERM)
        #expect(try program.wait().status == 0)
    }

    @Test func `with --realtime a replay takes as long as the recording`() throws {
        let text = SampleText.head() + SampleText.drag(liftAfterSeconds: 0)
        let start = Date()
        let result = try GesturedCommand.run(
            "--replay", directory.write(text.utf8, to: "short"), "--json", "--realtime")
        #expect(result.status == 0)
        #expect(Date().timeIntervalSince(start) >= 0.1)
    }

    @Test func `the log has connections at level debug`() throws {
        let path = directory.file("s")
        let program = try GesturedCommand.serve(
            path, "--replay", GesturedCommand.demo, "--log-level", "debug")
        let client = try UnixClient(path)
        #expect(try client.read())
        let result = try program.wait()
        #expect(result.errors.contains("gestured: debug: client 16 comes (pid "))
        #expect(result.errors.contains("gestured: debug: client 16 leaves (pid "))
    }
}
