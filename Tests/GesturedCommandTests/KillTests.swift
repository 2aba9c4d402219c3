import Foundation
import Testing
import TouchTestSupport

/// Daemons and clients that are killed at random times.
@Suite(.serialized) struct KillTests {
    private let directory: TemporaryDirectory
    private let path: String

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.file("s")
    }

    /// Waits for a random time of at most `ms` milliseconds.
    private func wait(upTo ms: Int, _ random: inout SeededGenerator) throws {
        let end = Date(
            timeIntervalSinceNow: Double.random(in: 0...1, using: &random) * Double(ms) / 1_000)
        try poll { Date() >= end ? true : nil }
    }

    private func drag() throws -> String {
        let text = SampleText.head() + SampleText.drag(liftAfterSeconds: 1_000)
        return try directory.write(text.utf8, to: "drag")
    }

    @Test func `a killed daemon does not prevent the next one from serving`() throws {
        var random = SeededGenerator(seed: 1)
        let drag = try drag()
        for round in 0..<20 {
            let program = try GesturedCommand.start(
                ["--socket", path, "--replay", drag, "--realtime"])
            // Every other daemon serves before it is killed; the others may serve or not.
            let client: UnixClient?
            if round.isMultiple(of: 2) {
                try wait(upTo: 200, &random)
                client = try? UnixClient(path)
            } else {
                client = try poll { try? UnixClient(path) }
            }
            defer { withExtendedLifetime(client) {} }
            try wait(upTo: 40, &random)
            program.signal(SIGKILL)
            #expect(try program.wait().status == 128 + SIGKILL)
        }
        let last = try GesturedCommand.serve(path, "--replay", drag, "--realtime")
        let client = try UnixClient(path)
        #expect(try client.read { $0.lines.contains { $0.phase == "began" } })
        last.signal(SIGTERM)
        #expect(try last.wait().status == 0)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    /// Connects, sends half of a request, and reads until it is killed.
    private static let client = """
        import socket, sys
        s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1]); s.send(b'{"type":')
        while s.recv(100): pass
        """

    @Test func `killed clients do not affect others`() throws {
        var random = SeededGenerator(seed: 2)
        let text = SampleText.head() + SampleText.drag(liftAfterSeconds: 2)
        let recording = try directory.write(text.utf8, to: "short")
        let program = try GesturedCommand.serve(path, "--replay", recording, "--realtime")
        let client = try UnixClient(path)
        for _ in 0..<12 {
            let killed = try RunningProgram("/usr/bin/python3", ["-c", Self.client, path])
            try wait(upTo: 120, &random)
            killed.signal(SIGKILL)
            _ = try killed.wait()
        }
        #expect(try client.read(seconds: 20))
        #expect(try program.wait().status == 0)
        let printed = try GesturedCommand.run("--replay", recording, "--json")
        #expect(
            client.lines.dropFirst().dropLast().map(\.text)
                == (try WireLine.lines(of: printed.output)).map(\.text))
    }

    /// Makes a socket like systemd, and starts the daemon on it five times.
    private static let supervisor = """
        import os, socket, sys
        s = socket.socket(socket.AF_UNIX); s.bind(sys.argv[1] + "~"); s.listen(8)
        os.rename(sys.argv[1] + "~", sys.argv[1])
        for _ in range(5):
            child = os.fork()
            if child == 0:
                os.dup2(s.fileno(), 3)
                os.set_inheritable(3, True)
                os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))
                os.execv(sys.argv[2], sys.argv[2:])
            print(f"daemon {child}", file=sys.stderr, flush=True)
            os.waitpid(child, 0)
        """

    private func daemons(of supervisor: RunningProgram) -> [pid_t] {
        supervisor.errors.split(separator: "\n").compactMap { line in
            line.hasPrefix("daemon ") ? pid_t(line.dropFirst(7)) : nil
        }
    }

    @Test(arguments: [SIGKILL, SIGTERM])
    func `a socket of systemd remains after every daemon that used it`(signal: Int32) throws {
        let program = try BuiltFile(named: "gestured").path
        let supervisor = try RunningProgram(
            "/usr/bin/python3",
            ["-c", Self.supervisor, path, program, "--replay", drag(), "--realtime"])
        defer { daemons(of: supervisor).last.map { _ = kill($0, SIGKILL) } }
        for round in 1...5 {
            let daemon = try poll { daemons(of: supervisor).dropFirst(round - 1).first }
            let client = try poll { try? UnixClient(path) }
            #expect(try client.read { $0.lines.contains { $0.phase == "began" } })
            kill(daemon, signal)
            _ = try? client.read(seconds: 5)
            #expect(FileManager.default.fileExists(atPath: path))
        }
        #expect(try supervisor.wait().status == 0)
        #expect(!FileManager.default.fileExists(atPath: path + ".lock"))
    }
}
