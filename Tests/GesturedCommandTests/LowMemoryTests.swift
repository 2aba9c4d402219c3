import Foundation
import Testing
import TouchTestSupport

/// A machine that runs out of memory affects only clients that wait.
@Suite(.enabled(if: !isSanitized, "a sanitizer has an allocator of its own"), .serialized)
struct LowMemoryTests {
    private let directory: TemporaryDirectory
    private let faults: FaultControl
    private let panel: FaultPanel
    private let path: String

    init() throws {
        directory = try TemporaryDirectory()
        faults = try FaultControl(in: directory)
        panel = try faults.makePanel("event0")
        path = directory.file("s")
    }

    private func serve() throws -> RunningProgram {
        try GesturedCommand.serve(path, environment: faults.environment)
    }

    private func tap(_ position: (x: Int32, y: Int32) = (1_000, 1_000)) {
        panel.touch(position)
        // The minimum duration of a tap, and some more.
        usleep(30_000)
        panel.touch(nil)
    }

    @Test(arguments: [ENOBUFS, ENOMEM])
    func `lines that the kernel has no memory to send are sent later`(error: Int32) throws {
        let program = try serve()
        let client = try UnixClient(path)
        #expect(try client.read { $0.lines.last?.type == "snapshot_end" })
        faults.arm(.systemCalls, only: "send", failing: 1, count: .max, with: error)
        panel.touch((1_000, 1_000))
        for step in 1...20 as ClosedRange<Int32> {
            panel.touch((1_000 + step * 20, 1_000))
        }
        try poll { faults.failed >= 3 ? true : nil }
        panel.touch(nil)
        // The daemon pauses between attempts: about twenty a second, not one in each turn.
        let (start, before) = (Date(), faults.failed)
        try poll { Date().timeIntervalSince(start) > 1 ? true : nil }
        let tries = faults.failed - before
        #expect((1...60).contains(tries), "\(tries) tries in a second")
        faults.disarm()
        #expect(try client.read { $0.lines.contains { $0.phase == "ended" } })
        client.send(Array("{\"type\":\"ping\"}\n".utf8))
        #expect(try client.read { $0.lines.last?.type == "reply" })
        #expect(!client.isAtEnd)
        #expect(Promises.broken(by: client.lines) == [])
        #expect(!client.lines.contains { $0.type == "overflow" })
        program.signal(SIGTERM)
        #expect(try program.wait().status == 0)
        #expect(try client.read())
        #expect(client.lines.last?.string("reason") == "shutdown")
    }

    @Test(arguments: [ENOMEM, ENOSPC])
    func `a client that cannot be polled receives bye, and others wait to be accepted`(error: Int32)
        throws
    {
        let program = try serve()
        let first = try UnixClient(path)
        #expect(try first.read { $0.lines.last?.type == "snapshot_end" })
        faults.arm(.systemCalls, only: "epoll_ctl", failing: 1, with: error)
        let refused = try UnixClient(path)
        #expect(try refused.read())
        faults.disarm()
        #expect(refused.lines.map(\.type) == ["hello", "bye"])
        #expect(refused.lines.last?.string("reason") == "too_many_clients")
        let next = try UnixClient(path)
        #expect(try next.read { $0.lines.last?.type == "snapshot_end" })
        #expect(program.errors.contains("no client is accepted for a while"))
        #expect(try ping(first))
        program.signal(SIGTERM)
        #expect(try program.wait().status == 0)
    }

    /// A size from proc_pid_status(5), in KiB.
    private func size(_ name: String, of program: RunningProgram) throws -> Int {
        let status = try String(
            contentsOfFile: "/proc/\(program.processID)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix(name) })
        return try #require(Int(line.split(separator: " ").dropLast().last ?? ""))
    }

    /// Limits the address space of the process to `size` KiB; `nil` removes the limit.
    private func limit(_ program: RunningProgram, to size: Int?) throws {
        let bytes = size.map { "\($0 * 1_024)" } ?? "unlimited"
        let result = try RunningProgram(
            "/usr/bin/prlimit", ["--pid", "\(program.processID)", "--as=\(bytes):"]
        ).wait()
        try #require(result.status == 0, "\(result.errors)")
    }

    private func ping(_ client: UnixClient) throws -> Bool {
        let count = client.lines.count
        client.send(Array("{\"type\":\"ping\"}\n".utf8))
        return try client.read { $0.lines.dropFirst(count).contains { $0.type == "reply" } }
    }

    @Test func `clients without memory wait to be accepted, and affect no other`() throws {
        let text = "socket: { queue_kib: 1024, max_clients_per_uid: 64 }\n"
        let configuration = try directory.write(text.utf8, to: "c.yaml")
        let program = try GesturedCommand.serve(
            path, "--config", configuration, environment: faults.environment)
        let first = try UnixClient(path)
        #expect(try first.read { $0.lines.last?.type == "snapshot_end" })
        #expect(try ping(first))
        try limit(program, to: size("VmSize:", of: program) + 20 * 1_024)
        var clients = try (0..<40).map { _ in try UnixClient(path) }
        try poll { program.errors.contains("no client is accepted for a while") ? true : nil }
        // Some are accepted; the others wait, and have received nothing. In one turn, the daemon
        // logs the line before it writes to the clients that it has accepted.
        let accepted = try poll {
            for client in clients { try client.read() }
            let count = clients.filter { !$0.lines.isEmpty }.count
            return count > 0 ? count : nil
        }
        #expect(accepted < 40)
        #expect(clients.allSatisfy { !$0.isAtEnd })
        tap()
        #expect(try first.read { $0.lines.contains { $0.string("gesture") == "tap" } })
        #expect(try ping(first))
        // Clients that disconnect free their memory.
        clients.removeFirst(10)
        let waiting = clients.filter(\.lines.isEmpty)
        #expect(
            try poll {
                for client in waiting { try client.read() }
                return waiting.filter { !$0.lines.isEmpty }.count >= 5 ? true : nil
            })
        try limit(program, to: nil)
        for client in clients {
            #expect(try client.read { $0.lines.contains { $0.type == "snapshot_end" } })
        }
        #expect(try ping(first))
        #expect(Promises.broken(by: first.lines, isOver: false) == [])
        program.signal(SIGTERM)
        #expect(try program.wait().status == 0)
    }
}

/// A sample of the daemon's calls fails, one in each run (`make nightly-faults` fails all of them).
@Suite(.enabled(if: !isSanitized, "a sanitizer has an allocator of its own"), .serialized)
struct FailEachTests {
    @Test(arguments: [
        "start", "accept", "request", "touch", "hot-plug", "reload", "record", "stop", "relay",
    ])
    func `after a failed call gestured serves, or ends as documented`(scenario: String) throws {
        let build = URL(filePath: try BuiltFile(named: "gestured").path)
            .deletingLastPathComponent().path()
        let result = try RunningProgram(
            GesturedCommand.root + "Scripts/fail-each", ["--short", "--build", build, scenario]
        ).wait(seconds: 120)
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(result.output.hasPrefix("ok    fail-each \(scenario)"))
    }
}
