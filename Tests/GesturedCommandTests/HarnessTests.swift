import BenchHarness
import Foundation
import Testing
import TouchTestSupport

/// What is measured is what clients get: the harness puts the bytes of a replay into the queues.
struct HarnessTests {
    private static let workloads = ["one", "two", "ten", "many-64"]

    /// Writes short workloads, and returns where.
    private static func makeWorkloads() throws -> TemporaryDirectory {
        let directory = try TemporaryDirectory()
        let script = GesturedCommand.root + "Benchmarks/make-workloads"
        let made = try RunningProgram(
            "/usr/bin/env", ["python3", script, directory.path, "--scale", "0.05"]
        ).wait()
        try #require(made.status == 0, "\(made.errors)")
        return directory
    }

    private static func lines(of path: String, _ options: HarnessOptions) throws -> [UInt8] {
        let harness = try Harness(options)
        harness.startKeepingLines()
        let file = try #require(FileHandle(forReadingAtPath: path))
        try harness.play(file.fileDescriptor, restUs: 10_000_000)
        return try harness.finish()
    }

    private static func played(_ path: String, _ configuration: String...) throws -> [UInt8] {
        let arguments = ["--replay", path, "--json"] + configuration
        let played = try GesturedCommand.start(arguments).wait()
        try #require(played.status == 0, "\(played.errors)")
        return Array(played.output.utf8)
    }

    @Test(arguments: workloads)
    func `queues the bytes that a replay prints`(workload: String) throws {
        let directory = try Self.makeWorkloads()
        var options = HarnessOptions()
        options.slots = workload.hasPrefix("many") ? 64 : 10

        let queued = try Self.lines(of: directory.file("\(workload).evbin"), options)

        #expect(try queued == Self.played(directory.file("\(workload).evemu")))
        #expect(queued.count > 200)
    }

    @Test func `queues the bytes of a replay under a configuration`() throws {
        let directory = try Self.makeWorkloads()
        var options = HarnessOptions()
        options.configuration = """
            zones:
              - name: left
                rect: { x: 0, y: 0, width: 0.2, height: 1 }
                gestures: [{ drag: {} }, { magnify: {}, simultaneous: all }]
            """
        let file = try directory.write(options.configuration.utf8, to: "gestured.yaml")

        let queued = try Self.lines(of: directory.file("ten.evbin"), options)

        #expect(try queued == Self.played(directory.file("ten.evemu"), "--config", file))
        #expect(queued.contains("\"zone\":\"left\"".utf8))
    }

    @Test(arguments: [HarnessOptions.Stage.lines, .turn])
    func `counts the lines of one client`(stage: HarnessOptions.Stage) throws {
        let directory = try Self.makeWorkloads()
        var options = HarnessOptions()
        options.stage = stage
        options.clients = 3
        let harness = try Harness(options)
        let path = directory.file("two.evbin")
        let file = try #require(FileHandle(forReadingAtPath: path))
        try harness.play(file.fileDescriptor)

        let printed = try String(decoding: Self.played(directory.file("two.evemu")), as: UTF8.self)
        let lineCount = printed.split(separator: "\n").count { $0.contains("\"type\":\"gesture\"") }

        // On a device there is one more: that it measures force.
        #expect(harness.eventCount == lineCount + (stage == .turn ? 1 : 0))
        #expect(lineCount > 100)
    }
}
