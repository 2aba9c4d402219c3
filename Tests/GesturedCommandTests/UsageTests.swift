import Foundation
import Testing
import TouchTestSupport

/// The command line.
struct UsageTests {
    @Test func `help is as it was reviewed`() throws {
        let result = try GesturedCommand.run("--help", environment: ["COLUMNS": "80"])
        let fixture = GesturedCommand.root + "Tests/Fixtures/help/gestured.txt"
        #expect(result.output == (try String(contentsOfFile: fixture, encoding: .utf8)))
        #expect(result.status == 0)
        #expect(result.errors == "")
    }

    @Test func `the version is printed`() throws {
        let result = try GesturedCommand.run("--version")
        #expect(result.output == "gestured 0.1.0\n")
        #expect(result.status == 0)
    }

    @Test(arguments: [
        (["--replay", "x", "--device", "y"], "--replay and --device exclude each other"),
        (["--list-devices", "--json"], "--list-devices takes no other option"),
        (["--list-devices", "--check"], "--list-devices takes no other option"),
        (["--check", "--json"], "--check goes with --config alone"),
        (["--check", "--socket", "y"], "--check goes with --config alone"),
        (["--replay", "x", "--dump", "--json"], "--dump and --json exclude each other"),
        (["--replay", "x", "--dump", "--socket", "y"], "open no socket"),
        (["--replay", "x", "--explain"], "--explain goes with --dump"),
        (["--replay", "x", "--explain", "--json"], "--explain goes with --dump"),
        (["--realtime", "--dump"], "--replay"), (["--nonsense"], "Unknown option '--nonsense'"),
        (["--replya", "x"], "--replay"), (["--replay"], "Missing value"),
        (["--replay", "x", "--log-level", "loud"], "loud"), (["stray"], "stray"),
        (["--check", "c.yml"], "Did you mean --config c.yml?"),
        (["g.yaml"], "Did you mean --config g.yaml?"),
        (["--dump", "t.evemu"], "Did you mean --replay t.evemu?"),
        (["--replay", GesturedCommand.demo, "--socket", ""], "--socket is empty"),
        (
            ["--replay", GesturedCommand.demo, "--json", "--record", "-"],
            "name a file with --record"
        ),
    ])
    func `an impossible command line exits 64, with the reason`(
        arguments: [String], message: String
    ) throws {
        let result = try GesturedCommand.start(arguments).wait()
        #expect(result.status == 64)
        #expect(result.errors.contains(message), "\(result.errors)")
        #expect(result.output == "")
    }
}

/// `--device` and `--list-devices` on the machine of the tests.
struct NodeTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test(arguments: [
        ("/dev/null", Int32(65), "it is not an event node"),
        ("/nowhere/event0", 66, "no such file or directory"),
    ])
    func `a node that cannot be read ends the start`(
        path: String, status: Int32, message: String
    ) throws {
        let recording = directory.file("touches.yml")
        let result = try GesturedCommand.start(
            ["--json", "--device", path, "--record", recording]
        ).wait()
        #expect(result.status == status)
        #expect(result.errors.contains(path))
        #expect(result.errors.contains(message), "\(result.errors)")
        #expect(result.output == "")
        // A refused command line leaves no file.
        #expect(!FileManager.default.fileExists(atPath: recording))
    }

    @Test func `--list-devices needs no permission`() throws {
        let result = try GesturedCommand.run("--list-devices")
        #expect(result.status == 0)
        #expect(result.errors == "")
        #expect(
            result.output.hasPrefix("NODE ")
                || result.output.hasPrefix("no touch device was found\n"))
    }
}
