import Foundation
import Testing
import TouchTestSupport

/// SIGHUP while a recording is played.
@Suite(.serialized) struct ReplayReloadTests {
    private static let renamedDrag = "gestures:\n  - drag: {}\n    name: stroke\n"

    private let directory: TemporaryDirectory
    private let path: String
    private let configuration: String

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.file("s")
        configuration = try directory.write("log_level: notice\n".utf8, to: "c.yaml")
    }

    /// A drag whose finger lifts after the given time.
    private func recording(lift seconds: Int = 1_000) throws -> String {
        let text = SampleText.head() + SampleText.drag(liftAfterSeconds: seconds)
        return try directory.write(text.utf8, to: "drag")
    }

    private func reload(_ program: RunningProgram, to text: String) throws {
        _ = try directory.write(text.utf8, to: "c.yaml")
        program.signal(SIGHUP)
    }

    @Test func `a new configuration applies while clients receive a replay`() throws {
        let program = try GesturedCommand.serve(
            path, "--replay", try recording(), "--realtime", "--config", configuration)
        let client = try UnixClient(path)
        #expect(try client.read { $0.lines.contains { $0.phase == "began" } })
        try reload(program, to: Self.renamedDrag)
        #expect(try client.read { $0.lines.contains { $0.phase == "cancelled" } })
        #expect(client.lines.last { $0.phase == "cancelled" }?.string("reason") == "reloaded")
        try poll { program.errors.contains("holds from now on") ? true : nil }
        program.signal(SIGTERM)
        #expect(try client.read())
        #expect(client.lines.last?.string("reason") == "shutdown")
        #expect(try program.wait().status == 0)
        #expect(Promises.broken(by: client.lines) == [])
    }

    @Test func `an invalid configuration changes nothing, and health reports it`() throws {
        let program = try GesturedCommand.serve(
            path, "--replay", try recording(), "--realtime", "--config", configuration)
        let client = try UnixClient(path)
        client.send(Array("{\"type\":\"subscribe\",\"events\":[\"health\",\"gesture\"]}\n".utf8))
        #expect(try client.read { $0.lines.contains { $0.phase == "began" } })
        try reload(program, to: "hands: 9\n")
        #expect(try client.read { $0.lines.contains { $0.type == "health" } })
        let report = client.lines.last { $0.type == "health" }
        #expect(report?.string("problem") == "configuration_error")
        #expect(report?.string("message")?.hasPrefix("\(configuration):1:8: hands is") == true)
        #expect(!client.lines.contains { $0.phase == "cancelled" })
        program.signal(SIGTERM)
        #expect(try client.read())
        #expect(try program.wait().status == 0)
    }

    @Test func `without a configuration SIGHUP is ignored and logged`() throws {
        let program = try GesturedCommand.serve(path, "--replay", try recording(), "--realtime")
        let client = try UnixClient(path)
        #expect(try client.read { $0.lines.contains { $0.phase == "began" } })
        program.signal(SIGHUP)
        try poll {
            program.errors.contains("notice: SIGHUP is ignored: there is no config") ? true : nil
        }
        program.signal(SIGTERM)
        #expect(try client.read())
        #expect(client.lines.suffix(2).map { $0.string("reason") } == ["shutdown", "shutdown"])
        #expect(try program.wait().status == 0)
    }

    @Test func `a fast replay starts with the configuration of its first connection`() throws {
        let program = try GesturedCommand.serve(
            path, "--replay", GesturedCommand.demo, "--config", configuration)
        try reload(program, to: Self.renamedDrag)
        try poll { program.errors.contains("holds from now on") ? true : nil }
        let client = try UnixClient(path)
        #expect(try client.read())
        let names = Set(client.lines.compactMap { $0.string("name") })
        #expect(names == ["stroke"])
        #expect(client.lines.last?.type == "bye")
        #expect(try program.wait().status == 0)
    }

    // Without --verbose frames are folded to a few lines, which fit into a pipe.
    @Test(arguments: [["--json"], ["--dump", "--verbose"]], [true, false])
    func `standard output continues under a new configuration, up to its end`(
        sink: [String], isFast: Bool
    ) throws {
        // More than standard output and the pipe buffer: even a fast replay has not ended yet.
        let recording =
            try isFast
            ? directory.write(SampleText.unendingDrag(frames: 5_000).utf8, to: "r")
            : recording(lift: 2)
        let output = Pipe()
        let pace = isFast ? [] : ["--realtime"]
        let program = try GesturedCommand.start(
            ["--replay", recording, "--config", configuration] + sink + pace,
            output: output.fileHandleForWriting)
        try output.fileHandleForWriting.close()
        let number = output.fileHandleForReading.fileDescriptor
        var text = Data()
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while !String(decoding: text, as: UTF8.self).contains("began") {
            let count = read(number, &chunk, chunk.count)
            try #require(count > 0)
            text += chunk[..<count]
        }
        try reload(program, to: Self.renamedDrag)
        text += output.fileHandleForReading.readDataToEndOfFile()
        #expect(try program.wait().status == 0)
        #expect(String(decoding: text, as: UTF8.self).contains("reloaded"))
        #expect(program.errors.contains("holds from now on"))
    }

    @Test(arguments: [true, false])
    func `a SIGHUP while the recording is read is handled before it is played`(
        isConfigured: Bool
    ) throws {
        let pipe = directory.file("pipe")
        try #require(mkfifo(pipe, 0o600) == 0)
        let options = isConfigured ? ["--config", configuration] : []
        let program = try GesturedCommand.start(["--replay", pipe, "--json"] + options)
        // A FIFO can be opened for writing once the program has opened it for reading.
        let descriptor: Int32 = try poll {
            let number = open(pipe, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
            return number < 0 ? nil : number
        }
        let text = Array((SampleText.head() + SampleText.drag(liftAfterSeconds: 1)).utf8)
        #expect(write(descriptor, text, text.count) == text.count)
        try reload(program, to: Self.renamedDrag)
        close(descriptor)
        let result = try program.wait()
        #expect(result.status == 0)
        #expect(result.errors.contains("holds from now on") == isConfigured)
        #expect(result.errors.contains("SIGHUP is ignored: there is no config") != isConfigured)
        #expect(result.output.contains(#""name":"stroke""#) == isConfigured)
    }

    @Test func `with a picture SIGHUP is ignored, and the picture is completed`() throws {
        let picture = directory.file("p.svg")
        let program = try GesturedCommand.start(
            ["--replay", try recording(lift: 1), "--realtime", "--plot", picture])
        // The draft exists once the recording is being played.
        let draft = picture + ".new-\(program.processID)"
        try poll { FileManager.default.fileExists(atPath: draft) ? true : nil }
        program.signal(SIGHUP)
        let result = try program.wait()
        #expect(result.status == 0)
        #expect(result.errors.contains("SIGHUP is ignored: a picture shows one configuration"))
        #expect(FileManager.default.fileExists(atPath: picture))
    }
}
