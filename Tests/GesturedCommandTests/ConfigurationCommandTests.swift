import Foundation
import Testing
import TouchTestSupport

/// `--config` and `--check` of the real command.
struct ConfigurationCommandTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test func `a good configuration is checked and exits 0`() throws {
        let path = try write("gestures: [{ tap: {} }]\n")
        let result = try GesturedCommand.run("--config", path, "--check")
        #expect(result.status == 0)
        #expect(result.output == "\(path): no problem found\n")
        #expect(result.errors == "")
    }

    @Test func `warnings are printed, and the command exits 0`() throws {
        let path = try write("gestures:\n  - press: {}\n    waits_for: [drag]\n  - drag: {}\n")
        let result = try GesturedCommand.run("--config", path, "--check")
        #expect(result.status == 0)
        #expect(result.output == "\(path): no error found, 2 to think about\n")
        #expect(result.errors.contains("\(path):3:17: warning: press waits for drag"))
    }

    @Test func `the log has the file with its digest once, and a warning once`() throws {
        let path = try write("gestures:\n  - press: {}\n    waits_for: [drag]\n  - drag: {}\n")
        let result = try GesturedCommand.run(
            "--config", path, "--log-level", "info", "--replay", GesturedCommand.demo, "--json")
        let lines = result.errors.split(separator: "\n")
        let digests = lines.filter { $0.contains("configured by \(path) (SHA-256 ") }
        #expect(digests.count == 1)
        #expect(digests.first?.wholeMatch(of: /.* \(SHA-256 [0-9a-f]{64}\)/) != nil)
        let warnings = lines.filter { $0.contains("warning") }
        #expect(warnings.count == 1)
        let start = "gestured: warning: \(path):3:17: press waits for"
        #expect(warnings.first?.hasPrefix(start) == true)
    }

    @Test(arguments: [["--check"], ["--replay", GesturedCommand.demo, "--json"], ["--json"]])
    func `every error is reported with its location, and exits 78`(arguments: [String]) throws {
        let path = try write("hands: 9\ngestures:\n  - tap: { maximum_gap: 12 }\n")
        let result = try GesturedCommand.start(["--config", path] + arguments).wait()
        #expect(result.status == 78)
        #expect(result.output == "")
        let lines = result.errors.split(separator: "\n")
        #expect(lines.count == 4)
        #expect(lines.first == "\(path):1:8: hands is \"9\", which is out of range")
        #expect(lines.dropFirst(2).first?.hasPrefix("\(path):3:25: maximum_gap takes") == true)
    }

    @Test(arguments: [["--check"], ["--replay", GesturedCommand.demo, "--json"]])
    func `a configuration that does not exist exits 66`(arguments: [String]) throws {
        let path = directory.file("none.yaml")
        let result = try GesturedCommand.start(["--config", path] + arguments).wait()
        #expect(result.status == 66)
        #expect(
            result.errors.hasPrefix(
                "gestured: cannot read the configuration \(path): no such file"))
    }

    @Test func `a directory exits 66`() throws {
        let result = try GesturedCommand.run("--config", directory.path, "--check")
        #expect(result.status == 66)
        #expect(result.errors.contains("is a directory"))
    }

    @Test func `with private positions no line has a position`() throws {
        let path = try write("privacy: { positions: false }\n")
        let replay = ["--config", path, "--replay", GesturedCommand.demo, "--json"]
        let lines = try GesturedCommand.start(replay).wait().output
        #expect(lines.contains(#""gesture":"tap""#))
        #expect(lines.firstMatch(of: /"(x|y|x_mm|y_mm|contacts)":/) == nil)
    }

    @Test func `a file that is endless or too long is refused`() throws {
        let result = try GesturedCommand.run("--config", "/dev/zero", "--check")
        #expect(result.status == 66)
        #expect(result.errors.contains("/dev/zero: it is a device\n"))
        let long = try write(String(repeating: "#", count: 1_048_577))
        let refused = try GesturedCommand.run("--config", long, "--check")
        #expect(refused.status == 78)
        #expect(refused.errors.hasPrefix("\(long):1:1: the file is longer than 1048576 bytes"))
    }

    @Test func `a replay recognises the configured gestures, under the given names`() throws {
        let path = try write("gestures:\n  - tap: { count: 2 }\n    name: twice\n")
        let result = try GesturedCommand.run(
            "--config", path, "--replay", GesturedCommand.demo, "--json")
        #expect(result.status == 0)
        let gestures = result.output.split(separator: "\n").filter {
            $0.contains("\"type\":\"gesture\"")
        }
        #expect(gestures.count == 1)
        #expect(gestures.first?.contains("\"gesture\":\"tap\",\"name\":\"twice\"") == true)
    }

    @Test func `a recorded device has the properties of the configuration`() throws {
        let path = try write(
            """
            devices:
              - match: { name: "Demo*" }
                size_mm: [200, 100]
                output: HDMI-1
            """)
        let result = try GesturedCommand.run(
            "--config", path, "--replay", GesturedCommand.demo, "--json")
        let device = try #require(result.output.split(separator: "\n").first)
        #expect(device.contains("\"output\":\"HDMI-1\""))
        #expect(device.contains("\"width_mm\":200,\"height_mm\":100"))
        #expect(device.contains("\"size\":\"configured\""))
    }

    @Test func `the log level of the command line overrides that of the file`() throws {
        let path = try write("log_level: error\ngestures:\n  - tap: { maximum_gap: 1s }\n")
        let replay = ["--config", path, "--replay", GesturedCommand.demo, "--json"]
        #expect(try GesturedCommand.start(replay).wait().errors == "")
        let trace = try write("log_level: trace\ndevices: [{ match: { name: x }, ignore: true }]\n")
        let quiet = ["--config", trace, "--log-level", "error"] + replay.dropFirst(2)
        #expect(try GesturedCommand.start(quiet).wait().errors == "")
    }

    @Test func `at SIGHUP the file is read again, and a wrong one changes nothing`() throws {
        let path = try directory.write(Array("log_level: notice\n".utf8), to: "c.yaml")
        let program = try GesturedCommand.serve(directory.file("s"), "--config", path)
        _ = try directory.write(Array("log_level: debug\nhands: 9\n".utf8), to: "c.yaml")
        program.signal(SIGHUP)
        try poll { program.errors.contains("\(path):2:8: hands is") ? true : nil }
        _ = try directory.write(Array("log_level: debug\n".utf8), to: "c.yaml")
        program.signal(SIGHUP)
        try poll { program.errors.contains("holds from now on") ? true : nil }
        // The level of the good file applies from now on. That of the wrong one never applied.
        #expect(!program.errors.contains("debug: "))
        let client = try UnixClient(directory.file("s"))
        try poll { program.errors.contains("debug: client") ? true : nil }
        withExtendedLifetime(client) { program.signal(SIGTERM) }
        #expect(try program.wait().status == 0)
    }

    @Test func `gestured does not wait for a FIFO, at the start or at SIGHUP`() throws {
        let path = directory.file("c.yaml")
        #expect(mkfifo(path, 0o600) == 0)
        let message = "\(path): it is a FIFO (a named pipe)\n"
        for arguments in [["--check"], ["--json"], []] {
            let program = try GesturedCommand.start(["--config", path] + arguments)
            let result = try program.wait(seconds: 10)
            #expect(result.status == 66)
            #expect(result.errors.contains(message))
        }
        unlink(path)
        _ = try directory.write(Array("log_level: notice\n".utf8), to: "c.yaml")
        let program = try GesturedCommand.serve(directory.file("s"), "--config", path)
        unlink(path)
        #expect(mkfifo(path, 0o600) == 0)
        program.signal(SIGHUP)
        try poll(seconds: 10) { program.errors.contains(message) ? true : nil }
        let client = try UnixClient(directory.file("s"))
        client.send(Array("{\"type\":\"status\"}\n".utf8))
        #expect(try client.read { $0.lines.contains { $0.type == "reply" } })
        #expect(client.lines.last?.object("status")?.string("configuration") == "file")
        program.signal(SIGTERM)
        #expect(try program.wait(seconds: 10).status == 0)
    }

    private func write(_ text: String) throws -> String {
        try directory.write(Array(text.utf8), to: "\(UInt32.random(in: 0...UInt32.max)).yaml")
    }
}
