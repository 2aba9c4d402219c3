import Foundation
import Testing
import TouchTestSupport

/// A machine that runs out of memory: only clients that wait are affected.
@Suite(.enabled(if: !isSanitized, "a sanitizer has an allocator of its own"), .serialized)
struct WantOfMemoryTests {
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

    private func tap(_ place: (x: Int32, y: Int32) = (1_000, 1_000)) {
        panel.touch(place)
        // The minimum duration of a tap, and some more.
        usleep(30_000)
        panel.touch(nil)
    }

    @Test(arguments: [ENOBUFS, ENOMEM])
    func `what the kernel has no memory to send is sent once it has some`(error: Int32) throws {
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
        // It pauses in between: some twenty attempts in a second, not one in each turn.
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
    func `a client that cannot be polled gets bye, and others wait to be accepted`(error: Int32)
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

    /// A line of the kernel's report about the process, in KiB.
    private func size(_ name: String, of program: RunningProgram) throws -> Int {
        let status = try String(
            contentsOfFile: "/proc/\(program.processID)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix(name) })
        return try #require(Int(line.split(separator: " ").dropLast().last ?? ""))
    }

    /// Limits the process to the given size in KiB.
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

    @Test func `who finds no memory waits to be accepted, and nobody else loses by it`() throws {
        let text = "socket: { queue_kib: 1024, max_clients_per_uid: 64 }\n"
        let configuration = try directory.write(text.utf8, to: "c.yaml")
        let program = try GesturedCommand.serve(
            path, "--config", configuration, environment: faults.environment)
        let first = try UnixClient(path)
        #expect(try first.read { $0.lines.last?.type == "snapshot_end" })
        #expect(try ping(first))
        try limit(program, to: size("VmSize:", of: program) + 20 * 1_024)
        var others = try (0..<40).map { _ in try UnixClient(path) }
        try poll { program.errors.contains("no client is accepted for a while") ? true : nil }
        // Some found room; the others wait, and have received nothing. The turn that logs it writes
        // to those it accepted after that.
        let accepted = try poll {
            for other in others { try other.read() }
            let count = others.filter { !$0.lines.isEmpty }.count
            return count > 0 ? count : nil
        }
        #expect(accepted < 40)
        #expect(others.allSatisfy { !$0.isAtEnd })
        tap()
        #expect(try first.read { $0.lines.contains { $0.string("gesture") == "tap" } })
        #expect(try ping(first))
        // Those that disconnect make room.
        others.removeFirst(10)
        let waiting = others.filter(\.lines.isEmpty)
        #expect(
            try poll {
                for other in waiting { try other.read() }
                return waiting.filter { !$0.lines.isEmpty }.count >= 5 ? true : nil
            })
        try limit(program, to: nil)
        for other in others {
            #expect(try other.read { $0.lines.contains { $0.type == "snapshot_end" } })
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
    func `a call that fails costs no more than it must`(scenario: String) throws {
        let build = URL(filePath: try BuiltFile(named: "gestured").path)
            .deletingLastPathComponent().path()
        let result = try RunningProgram(
            GesturedCommand.root + "Scripts/fail-each", ["--short", "--build", build, scenario]
        ).wait(seconds: 120)
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(result.output.hasPrefix("ok    fail-each \(scenario)"))
    }
}
