import Foundation
import Testing
import TouchTestSupport

/// The daemon with clients that pass descriptors whose close lingers.
@Suite(.serialized) struct PassedDescriptorTests {
    private static let ping = Array("{\"type\":\"ping\"}\n".utf8)
    private let directory: TemporaryDirectory
    private let path: String

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.file("s")
    }

    /// Serves a drag that does not end, to at most `clientsPerUser` clients of one user.
    ///
    /// - Parameter acceptsDescriptors: whether the kernel accepts descriptors on the socket.
    private func serve(
        acceptsDescriptors: Bool = true, clientsPerUser: Int = 64
    ) throws -> RunningProgram {
        let settings = "socket: { max_clients_per_uid: \(clientsPerUser) }\n"
        let command = [
            try BuiltFile(named: "gestured").path, "--realtime",
            "--replay", try directory.write(BuiltDaemon.heldDrag.utf8, to: "held.evemu"),
            "--config", try directory.write(settings.utf8, to: "g.yaml"),
        ]
        let program =
            if acceptsDescriptors {
                try RunningProgram("/usr/bin/python3", ["-c", Self.activate, path] + command)
            } else {
                try RunningProgram(command[0], Array(command.dropFirst()) + ["--socket", path])
            }
        let permission = path + ".permits"
        try poll {
            program.errors.contains("serving")
                && (!acceptsDescriptors || access(permission, F_OK) == 0) ? true : nil
        }
        return program
    }

    /// Passes a listener to a program like systemd, and makes the kernel accept descriptors there
    /// again (SO_PASSRIGHTS) after the program has disabled that.
    private static let activate = """
        import os, socket, sys, time
        path, PASS_RIGHTS = sys.argv[1], 83
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(path)
        listener.listen(64)
        def permits():
            try:
                return listener.getsockopt(socket.SOL_SOCKET, PASS_RIGHTS) != 0
            except OSError:  # An older kernel always does.
                return False
        if (child := os.fork()) == 0:
            if os.fork() == 0:
                end = time.monotonic() + 60
                while permits() and time.monotonic() < end:
                    time.sleep(0.001)
                try:
                    listener.setsockopt(socket.SOL_SOCKET, PASS_RIGHTS, 1)
                except OSError:
                    pass
                open(path + ".permits", "x").close()
            os._exit(0)
        os.waitpid(child, 0)
        os.dup2(listener.fileno(), 3)
        os.set_inheritable(3, True)
        os.execve(sys.argv[2], sys.argv[2:], {**os.environ, "LISTEN_PID": str(os.getpid()), "LISTEN_FDS": "1"})
        """

    /// Makes each client pass a descriptor before the daemon reads. The daemon then closes it last.
    private func pass(
        by clients: [UnixClient], seconds: Int32, to program: RunningProgram
    ) throws {
        program.signal(SIGSTOP)
        defer { program.signal(SIGCONT) }
        for client in clients {
            #expect(client.send(Self.ping, passing: try LingeringSocket(seconds: seconds)))
        }
    }

    /// The time until a ping is answered.
    private func roundTrip(_ client: UnixClient) throws -> Duration {
        let start = ContinuousClock.now
        let count = client.lines.count
        client.send(Self.ping)
        let isAnswered = try client.read { client in
            client.lines.dropFirst(count).contains { $0.type == "reply" }
        }
        #expect(isAnswered)
        return start.duration(to: .now)
    }

    @Test func `sixteen clients that pass descriptors delay neither others nor the end`() throws {
        let program = try serve()
        let reader = try UnixClient(path)
        var longest = Duration.zero
        let clients = try (0..<16).map { _ in try UnixClient(path) }
        try pass(by: clients, seconds: 60, to: program)
        for client in clients {
            _ = try client.read { $0.isAtEnd }
            #expect(client.lines.last?.string("reason") == "descriptors")
            longest = max(longest, try roundTrip(reader))
        }
        #expect(longest < .seconds(20))
        // The connections of these clients are not closed yet.
        let late = try (0..<4).map { _ in try UnixClient(path) }
        try pass(by: late, seconds: 60, to: program)
        program.signal(SIGTERM)
        _ = try reader.read { $0.isAtEnd }
        #expect(reader.lines.last?.string("reason") == "shutdown")
        #expect(try program.wait(seconds: 5).status == 0)
    }

    @Test func `a kernel with SO_PASSRIGHTS refuses descriptors at their sender`() throws {
        let program = try serve(acceptsDescriptors: false)
        let client = try UnixClient(path)
        let isSent = client.send(Self.ping, passing: try LingeringSocket(seconds: 7))
        var release = utsname()
        uname(&release)
        let version = withUnsafeBytes(of: &release.release) { String(decoding: $0, as: UTF8.self) }
            .split(separator: ".").prefix(2).compactMap { Int($0) }
        #expect(isSent == version.lexicographicallyPrecedes([6, 16]))
        program.signal(SIGTERM)
        #expect(try program.wait(seconds: 10).status == 0)
    }

    private static let strace = "/usr/bin/strace"

    @Test(
        .enabled(
            if: access(strace, X_OK) == 0 && geteuid() == 0,
            "needs strace, and the superuser, to trace a program that runs"))
    func `the loop's thread neither reads nor closes a client with descriptors`() throws {
        let program = try serve()
        let trace = try directory.write([], to: "trace")
        let calls = "trace=accept4,close,read,readv,recvfrom,recvmsg,recvmmsg"
        let tracer = try RunningProgram(
            Self.strace, ["-f", "-o", trace, "-e", calls, "-p", "\(program.processID)"])
        try poll { tracer.errors.contains("attached") ? true : nil }
        let client = try UnixClient(path)
        _ = try client.read { !$0.lines.isEmpty }
        try pass(by: [client], seconds: 60, to: program)
        _ = try client.read { $0.isAtEnd }
        #expect(client.lines.last?.string("reason") == "descriptors")
        let lines = try poll { () -> [String]? in
            let text = try String(contentsOfFile: trace, encoding: .utf8)
            let lines = text.split(separator: "\n").map(String.init)
            let numbers = Self.accepted(in: lines, by: program.processID)
            return lines.contains { line in numbers.contains { Self.closes($0, line) } }
                ? lines : nil
        }
        let accepted = Self.accepted(in: lines, by: program.processID)
        #expect(accepted.count == 1)
        let loopCalls = lines.filter { $0.hasPrefix("\(program.processID) ") }
        for number in accepted {
            #expect(!loopCalls.contains { Self.closes(number, $0) })
            for call in ["read(\(number),", "recvfrom(\(number),"] {
                #expect(!loopCalls.contains { $0.contains(call) }, "\(call)")
            }
            // If a signal of another thread interrupts a call, strace writes two halves.
            let peeks = loopCalls.filter {
                $0.contains("recvmsg(\(number),") && !$0.contains("<unfinished")
            }
            #expect(peeks.allSatisfy { $0.contains("MSG_PEEK") && $0.contains("controllen=0") })
        }
        program.signal(SIGTERM)
        #expect(try program.wait(seconds: 10).status == 0)
        #expect(try tracer.wait(seconds: 10).status == 0)
    }

    /// The number of threads of a process that wait for a file, which no signal interrupts.
    private static func waiting(in process: Int32) throws -> Int {
        let threads = "/proc/\(process)/task"
        return try FileManager.default.contentsOfDirectory(atPath: threads).count { thread in
            // A thread may have ended meanwhile.
            let stat = try? String(contentsOfFile: "\(threads)/\(thread)/stat", encoding: .utf8)
            return stat?.split(separator: ")").last?.hasPrefix(" D") == true
        }
    }

    @Test(
        .enabled(
            if: access("/dev/fuse", R_OK | W_OK) == 0 && geteuid() == 0 && !isSanitized,
            "needs /dev/fuse, and the superuser: closes that never end are NOT tried"))
    func `closes that never end block four threads, neither other users nor the end`() throws {
        let program = try serve(clientsPerUser: 16)
        let reader = try UnixClient(path)
        _ = try reader.read { !$0.lines.isEmpty }
        program.signal(SIGSTOP)
        defer { program.signal(SIGCONT) }
        let folder = directory.file("files")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        // As many connections as a user may have, and one for each of four more users.
        let users = [40_001, 16, 40_002, 1, 40_003, 1, 40_004, 1, 40_005, 1].map(String.init)
        let script = GesturedCommand.root + "Tests/UnansweredFiles/unanswered_files.py"
        let files = try RunningProgram("/usr/bin/python3", [script, path, folder] + users)
        // The death of the file system ends all waits for its files.
        defer { files.signal(SIGKILL) }
        try poll { files.output.contains("passed\n") ? true : nil }
        program.signal(SIGCONT)
        try poll { files.output.split(separator: "\n").count == 6 ? true : nil }
        let output = files.output
        #expect(output.ranges(of: #""late": "too_many_clients""#).count == 1)
        #expect(output.ranges(of: #""late": null"#).count == 4)
        #expect(output.ranges(of: #""descriptors""#).count == 16 + 4)
        // The fifth user's connection waits for one of the four threads.
        try poll { try Self.waiting(in: program.processID) == 4 ? true : nil }
        _ = try roundTrip(reader)
        #expect(try Self.waiting(in: program.processID) == 4)
        program.signal(SIGTERM)
        _ = try reader.read { $0.isAtEnd }
        #expect(reader.lines.last?.string("reason") == "shutdown")
        // A process exits only after its threads, whatever ends it.
        #expect(program.isRunning)
        files.signal(SIGKILL)
        #expect(try program.wait(seconds: 10).status == 0)
        #expect(try files.wait(seconds: 10).status == 128 + SIGKILL)
    }

    /// Whether a line has a close of a descriptor, or the beginning of one.
    private static func closes(_ number: Int, _ line: String) -> Bool {
        line.contains("close(\(number))") || line.contains("close(\(number) ")
    }

    /// The descriptors of the connections that a thread accepted.
    private static func accepted(in lines: [String], by thread: Int32) -> [Int] {
        lines.filter { $0.hasPrefix("\(thread) ") && $0.contains("accept4") }
            .compactMap { line in line.split(separator: " ").last.flatMap { Int($0) } }
            .filter { $0 >= 0 }
    }
}
