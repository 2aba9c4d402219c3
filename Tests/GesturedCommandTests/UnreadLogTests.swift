import Foundation
import Testing
import TouchTestSupport

/// A daemon whose standard error has no reader.
@Suite(.serialized) struct UnreadLogTests {
    private static let violations = 1_000

    private let directory: TemporaryDirectory
    private let path: String
    private let errors = Pipe()

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.file("s")
    }

    /// Serves a drag that does not end, at the recording's own pace.
    private func serve(_ arguments: String...) throws -> RunningProgram {
        let text = SampleText.head() + SampleText.drag(liftAfterSeconds: 1_000)
        let drag = try directory.write(text.utf8, to: "drag")
        let program = try RunningProgram(
            BuiltFile(named: "gestured").path,
            ["--socket", path, "--replay", drag, "--realtime"] + arguments,
            errors: errors.fileHandleForWriting)
        try poll { (try? UnixClient(path)) != nil ? true : nil }
        return program
    }

    /// Connects, and reads until `isEnough`; connects again if the user has connected too often.
    private func connect(
        sending bytes: [UInt8] = [], until isEnough: (UnixClient) -> Bool
    ) throws -> UnixClient {
        try poll {
            let client = try UnixClient(path)
            client.send(bytes)
            let isRead = try client.read(seconds: 5, until: isEnough)
            let isRefused = client.lines.last?.string("reason") == "too_many_clients"
            return isRead && !isRefused ? client : nil
        }
    }

    /// Sends a request that is too long, and reads until the daemon disconnects. Returns whether
    /// the daemon has replied with that error.
    private func sendOverlongRequest() throws -> Bool {
        let request = [UInt8](repeating: UInt8(ascii: "x"), count: 5_000)
        let client = try connect(sending: request) { $0.isAtEnd }
        return client.lines.contains { $0.object("error")?.string("code") == "line_too_long" }
    }

    /// Reads the log until `isEnough`.
    private func read(until isEnough: (String) -> Bool) throws -> String {
        let number = errors.fileHandleForReading.fileDescriptor
        _ = fcntl(number, F_SETFL, O_NONBLOCK)
        var text: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        try poll {
            let count = Foundation.read(number, &chunk, chunk.count)
            if count > 0 { text += chunk[..<count] }
            return isEnough(String(decoding: text, as: UTF8.self)) ? true : nil
        }
        return String(decoding: text, as: UTF8.self)
    }

    // At level debug the log has lines for each client that connects and disconnects.
    @Test(arguments: ["notice", "debug"])
    func `a thousand overlong requests stop neither the daemon nor its end`(
        level: String
    ) throws {
        let program = try serve("--log-level", level)
        let flags = fcntl(errors.fileHandleForWriting.fileDescriptor, F_GETFL)
        let client = try UnixClient(path)
        #expect(try client.read { $0.lines.contains { $0.type == "snapshot_end" } })
        for index in 0..<Self.violations {
            guard try sendOverlongRequest() else {
                Issue.record("no answer to the request number \(index)")
                return
            }
        }
        client.send(Array("{\"type\":\"ping\",\"id\":1}\n".utf8))
        #expect(try client.read { $0.lines.contains { $0.type == "reply" } })
        #expect(fcntl(errors.fileHandleForWriting.fileDescriptor, F_GETFL) == flags)
        #expect(flags & O_NONBLOCK == 0)
        program.signal(SIGTERM)
        #expect(try client.read())
        #expect(client.lines.last?.string("reason") == "shutdown")
        #expect(try program.wait().status == 0)
    }

    @Test func `dropped log lines are counted in the log once it is read`() throws {
        // F_SETPIPE_SZ: a page, instead of 64 KiB.
        _ = fcntl(errors.fileHandleForWriting.fileDescriptor, 1_031, 4_096)
        let program = try serve("--log-level", "debug")
        // Two lines for each client: more than the pipe and the daemon buffer.
        for _ in 0..<Self.violations + 500 {
            _ = try connect { $0.lines.count > 1 }
        }
        let text = try read { $0.contains("dropped") }
        let count = text.firstMatch(of: /gestured: warning: (\d+) log lines were dropped/)
        #expect((count.flatMap { Int($0.1) } ?? 0) > 100)
        program.signal(SIGTERM)
        #expect(try program.wait().status == 0)
    }

    @Test func `a user's violations are logged once immediately, and then as a count`() throws {
        let program = try serve()
        for _ in 0..<Self.violations { #expect(try sendOverlongRequest()) }
        program.signal(SIGTERM)
        #expect(try program.wait().status == 0)
        let text = try read { $0.contains("within 60 s") }
        let lines = text.split(separator: "\n").filter { $0.contains("disconnected") }
        #expect(lines.count == 2)
        #expect(lines.first?.contains("a request has at most 4096 bytes (pid") == true)
        #expect(
            lines.last?.contains(": \(Self.violations - 1) more clients were disconnected") == true)
    }

    @Test func `a start that fails ends although its log is not read`() throws {
        // Fills the pipe, so that not even the first line fits.
        let number = errors.fileHandleForWriting.fileDescriptor
        _ = fcntl(number, F_SETFL, O_NONBLOCK)
        while Foundation.write(number, [UInt8](repeating: 10, count: 4_096), 4_096) > 0 {}
        _ = fcntl(number, F_SETFL, 0)
        let program = try RunningProgram(
            BuiltFile(named: "gestured").path, ["--replay", directory.file("none"), "--json"],
            errors: errors.fileHandleForWriting)
        #expect(try program.wait(seconds: 10).status == 66)
    }
}

/// The output of an option that prints and exits, into a full, non-blocking pipe.
struct FullPipeTests {
    @Test func `output waits for a full non-blocking pipe, and loses nothing`() throws {
        let pipe = Pipe()
        let writing = pipe.fileHandleForWriting.fileDescriptor
        try #require(fcntl(writing, F_SETFL, O_WRONLY | O_NONBLOCK) == 0)
        var filling = [UInt8](repeating: UInt8(ascii: "x"), count: 4_096)
        while write(writing, &filling, filling.count) > 0 {}
        let config = GesturedCommand.root + "packaging/gestured.yaml"
        let program = try GesturedCommand.start(
            ["--check", "--config", config], output: pipe.fileHandleForWriting)
        try pipe.fileHandleForWriting.close()
        // Wait until the program has found the pipe full: it waits in poll(2), or has failed.
        try poll {
            let waitChannel = try? String(
                contentsOfFile: "/proc/\(program.processID)/wchan", encoding: .utf8)
            let hasEnded = !program.errors.isEmpty || waitChannel == nil
            return hasEnded || waitChannel?.contains("poll") == true ? true : nil
        }
        let output = String(
            decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        #expect(output.drop { $0 == "x" } == "\(config): no problem found\n")
        let result = try program.wait()
        #expect(result.status == 0, "\(result.errors)")
    }
}
