import Foundation
import Testing
import TouchTestSupport

/// gesturectl without a daemon, before one starts and after one has ended.
struct ReconnectionTests {
    private let directory: TemporaryDirectory
    private let path: String

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.file("s")
    }

    private func heldDrag() throws -> String {
        try directory.write(BuiltDaemon.heldDrag.utf8, to: "held.evemu")
    }

    private func lines() throws -> [WireLine] {
        let text = try String(contentsOfFile: directory.file("out"), encoding: .utf8)
        // The last line may be incomplete.
        return try WireLine.lines(of: text[..<(text.lastIndex(of: "\n") ?? text.startIndex)] + "\n")
    }

    private func startWatch(_ arguments: String...) throws -> RunningProgram {
        try GesturectlCommand.start(
            ["watch", "--socket", path] + arguments,
            output: FileHandle(forWritingAtPath: directory.write([], to: "out")))
    }

    @Test(arguments: [["watch"], ["devices"], ["status"], ["record", "out"]])
    func `without a daemon commands exit 69, with advice to start one`(arguments: [String]) throws {
        let result = try GesturectlCommand.start(arguments + ["--socket", path]).wait()
        #expect(result.status == 69)
        #expect(result.errors.contains("there is no socket at \(path)"))
        #expect(result.errors.contains("systemctl start gestured.socket"))
        #expect(result.output == "")
    }

    @Test func `the socket of a killed daemon exits 69, and is named`() throws {
        let daemon = try BuiltDaemon.serve(path, "--replay", heldDrag(), "--realtime")
        daemon.signal(SIGKILL)
        _ = try daemon.wait()
        let result = try GesturectlCommand.run("status", "--socket", path)
        #expect(result.status == 69)
        #expect(result.errors.contains("cannot connect to \(path): no process serves it"))
    }

    @Test func `a path that is too long for a socket exits 66, without waiting`() throws {
        let long = "/tmp/" + String(repeating: "x", count: 200)
        let result = try GesturectlCommand.run("watch", "--wait", "--socket", long)
        #expect(result.status == 66)
        #expect(
            result.errors.contains(
                "file name too long\n  The path of a socket may have 107 bytes\n"))
    }

    @Test func `--wait waits for a socket that does not exist yet`() throws {
        let program = try startWatch("--wait", "--count", "1")
        let daemon = try BuiltDaemon.serve(path, "--replay", heldDrag(), "--realtime")
        let result = try program.wait()
        #expect(result.status == 0, "\(result.errors)")
        #expect(try lines().last?.phase == "began")
        daemon.signal(SIGTERM)
    }

    @Test func `a killed daemon's gestures are cancelled, and watch exits 69`() throws {
        let daemon = try BuiltDaemon.serve(path, "--replay", heldDrag(), "--realtime")
        let program = try startWatch()
        try poll { try lines().contains { $0.phase == "changed" } ? true : nil }
        daemon.signal(SIGKILL)
        let result = try program.wait()
        #expect(result.status == 69)
        #expect(result.errors.contains("lost the connection"))
        #expect(try Promises.broken(by: lines()) == [])
        #expect(try lines().last?.string("reason") == "connection_lost")
    }

    @Test func `--reconnect continues after each SIGKILL of a daemon`() throws {
        let recording = try heldDrag()
        var daemon = try BuiltDaemon.serve(path, "--replay", recording, "--realtime")
        let program = try startWatch("--reconnect")
        for round in 1...3 {
            try poll { try lines().filter { $0.phase == "began" }.count == round ? true : nil }
            daemon.signal(SIGKILL)
            _ = try daemon.wait()
            daemon = try BuiltDaemon.serve(path, "--replay", recording, "--realtime")
        }
        try poll { try lines().filter { $0.type == "hello" }.count == 4 ? true : nil }
        for connection in try lines().split(whereSeparator: { $0.type == "hello" }).dropLast() {
            #expect(Promises.broken(by: Array(connection)) == [])
            #expect(connection.last?.string("reason") == "connection_lost")
        }
        program.signal(SIGINT)
        #expect(try program.wait().status == 0)
        daemon.signal(SIGTERM)
    }

    @Test func `--reconnect continues after a daemon that sends bye`() throws {
        let recording = try heldDrag()
        let first = try BuiltDaemon.serve(path, "--replay", recording, "--realtime")
        let program = try startWatch("--reconnect")
        try poll { try lines().contains { $0.phase == "began" } ? true : nil }
        first.signal(SIGTERM)
        #expect(try first.wait().status == 0)
        let second = try BuiltDaemon.serve(path, "--replay", recording, "--realtime")
        try poll { try lines().filter { $0.phase == "began" }.count == 2 ? true : nil }
        #expect(try lines().contains { $0.string("reason") == "shutdown" })
        program.signal(SIGINT)
        #expect(try program.wait().status == 0)
        second.signal(SIGTERM)
    }

    @Test(.enabled(if: geteuid() == 0, "needs the superuser, to become another user"))
    func `without permission commands exit 77, with the group to join`() throws {
        let daemon = try BuiltDaemon.serve(path, "--replay", heldDrag(), "--realtime")
        // The build may be in a folder that other users cannot reach. Another program writes the
        // copy: a child that another test starts meanwhile would inherit a file open for writing,
        // which cannot be executed.
        let copy = directory.file("gesturectl")
        let built = try BuiltFile(named: "gesturectl").path
        // Tests that run in parallel may change the umask temporarily: `install` sets the mode.
        #expect(
            try RunningProgram("/usr/bin/install", ["-m", "755", built, copy]).wait().status == 0)
        chmod(directory.path, 0o755)
        let nobody = ["--reuid=65534", "--regid=65534", "--clear-groups", copy]
        for arguments in [["watch"], ["watch", "--wait", "--reconnect"], ["status"]] {
            let result = try RunningProgram(
                "/usr/bin/setpriv", nobody + arguments + ["--socket", path]
            ).wait()
            #expect(result.status == 77, "\(result.errors)")
            #expect(result.errors.contains("cannot connect to \(path): permission denied"))
            #expect(result.errors.contains(#"sudo adduser "$USER" gestured-clients"#))
        }
        daemon.signal(SIGTERM)
    }
}
