import Foundation
import Testing
import TouchTestSupport

/// The `gesturectl` that was built together with the tests.
enum GesturectlCommand {
    /// Starts gesturectl.
    static func start(
        _ arguments: [String], environment: [String: String] = [:], output: FileHandle? = nil
    ) throws -> RunningProgram {
        try RunningProgram(
            BuiltFile(named: "gesturectl").path, arguments, environment: environment,
            output: output)
    }

    /// Runs gesturectl to its end.
    static func run(
        _ arguments: String..., environment: [String: String] = [:]
    ) throws -> RunningProgram.Result {
        try start(arguments, environment: environment).wait()
    }
}

/// Recordings that the tests write.
enum SampleText {
    /// A panel of 344 × 194 mm with ten slots.
    static func head(_ name: String = "Sample Panel") -> String {
        """
        N: \(name)
        I: 0003 04f3 0732 0110
        P: 02 00 00 00 00 00 00 00
        B: 00 0b 00 00 00 00 00 00 00
        B: 03 00 00 00 00 00 80 60 02
        A: 2f 0 9 0 0 0
        A: 35 0 3440 2 0 10
        A: 36 0 1940 2 0 10
        A: 39 0 65535 0 0 0

        """
    }
}

/// The command line.
struct UsageTests {
    @Test(arguments: [
        "", "watch", "devices", "status", "save", "on", "run", "feedback", "measure", "calibrate",
        "train",
        "perform", "play", "describe", "doctor", "explain", "bug-report", "view", "lock",
        "unlock", "init", "check",
    ])
    func `help is as it was reviewed`(command: String) throws {
        let result = try GesturectlCommand.start(
            (command.isEmpty ? [] : [command]) + ["--help"], environment: ["COLUMNS": "80"]
        ).wait()
        let name = command.isEmpty ? "gesturectl" : "gesturectl-\(command)"
        let fixture = BuiltDaemon.root + "Tests/Fixtures/help/\(name).txt"
        #expect(result.output == (try String(contentsOfFile: fixture, encoding: .utf8)))
        #expect(result.status == 0)
    }

    @Test func `--version prints the version of the package`() throws {
        let result = try GesturectlCommand.run("--version")
        #expect(result.status == 0)
        #expect(result.output == "gesturectl 0.1.0\n")
    }

    @Test(arguments: [
        (["wacth"], "there is no command wacth\n  Did you mean watch?"),
        (["--socket", "a file", "status"], "Did you mean gesturectl status --socket"),
        (["watch", "--gesture", "tap"], "Did you mean '--gestures'?"),
        (["watch", "--json", "--text"], "exclude each other"),
        (["status", "--json", "--text"], "exclude each other"),
        (["devices", "--json", "--text"], "exclude each other"),
        (["watch", "--count", "0"], "above 0"), (["record", "f", "--count", "-1"], "count"),
        (["watch", "--fingers", "two"], "as in 2-5"), (["watch", "--fingers", "3-2"], "as in 2-5"),
        (["watch", "--fingers", "1-2-3"], "as in 2-5"), (["watch", "--max-rate", "fast"], "fast"),
        (["watch", "--socket", ""], "--socket is empty"),
        (["watch", "--gestures", ""], "--gestures is empty"),
        (["record"], "Missing expected argument"),
        (["view", "--port", "0"], "1 to 65535"), (["view", "--port", "66000"], "66000"),
        (["describe", "swpe"], "Did you mean swipe?"), (["describe", "wave"], "There are: tap"),
        (["describe", "\u{1B}[2J"], #"no gesture is named \x1b[2J"#),
    ])
    func `an impossible command line exits 64, with the reason`(
        arguments: [String], message: String
    ) throws {
        let result = try GesturectlCommand.start(arguments).wait()
        #expect(result.status == 64, "\(result.errors)")
        #expect(result.errors.contains(message), "\(result.errors)")
        #expect(result.output == "")
    }
}
