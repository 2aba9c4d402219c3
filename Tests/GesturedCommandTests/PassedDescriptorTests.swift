import Foundation
import Testing
import TouchTestSupport

/// The command, where clients pass descriptors whose close lingers.
@Suite(.serialized) struct PassedDescriptorTests {
    private static let ping = Array("{\"type\":\"ping\"}\n".utf8)
    private let directory: TemporaryDirectory
    private let path: String

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.file("s")
    }

    /// Serves a drag that stays, to more clients of one user than usual.
    private func serve(takingDescriptors: Bool = true) throws -> RunningProgram {
        let settings = "socket: { max_clients_per_uid: 64 }\n"
        let program = try RunningProgram(
            BuiltFile(named: "gestured").path,
            [
                "--socket", path, "--realtime",
                "--replay", directory.write(BuiltDaemon.heldDrag.utf8, to: "held.evemu"),
                "--config", directory.write(settings.utf8, to: "g.yaml"),
            ], environment: takingDescriptors ? ["GESTURED_TEST_DESCRIPTORS": "1"] : [:])
        try poll { program.errors.contains("serving") ? true : nil }
        return program
    }

    /// Has each client pass a descriptor before the daemon reads, which is then the last to close it.
    private func pass(
        by clients: [UnixClient], seconds: Int32, to program: RunningProgram
    ) throws {
        program.signal(SIGSTOP)
        defer { program.signal(SIGCONT) }
        for client in clients {
            #expect(client.send(Self.ping, passing: try LingeringSocket(seconds: seconds)))
        }
    }

    /// How long a ping takes to be answered.
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

    @Test func `sixteen clients that pass descriptors hold up no other, and not the end`() throws {
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
        // These are not closed yet.
        let late = try (0..<4).map { _ in try UnixClient(path) }
        try pass(by: late, seconds: 60, to: program)
        program.signal(SIGTERM)
        _ = try reader.read { $0.isAtEnd }
        #expect(reader.lines.last?.string("reason") == "shutdown")
        #expect(try program.wait(seconds: 5).status == 0)
    }

    @Test func `a kernel that can refuses descriptors at their sender`() throws {
        let program = try serve(takingDescriptors: false)
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
}
