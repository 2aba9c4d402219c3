import Foundation
import TouchTestSupport

/// The command that was built together with the tests, and the daemon beside it.
enum GesturectlCommand {
    /// The root of the repository.
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path()

    /// The recording that comes with the daemon: one of each gesture.
    static let demo = root + "share/demo.evemu"

    /// Starts it.
    static func start(
        _ arguments: [String], environment: [String: String] = [:], output: FileHandle? = nil
    ) throws -> RunningProgram {
        try RunningProgram(
            BuiltFile(named: "gesturectl").path, arguments, environment: environment,
            output: output)
    }

    /// Runs it to its end.
    static func run(
        _ arguments: String..., environment: [String: String] = [:]
    ) throws -> RunningProgram.Result {
        try start(arguments, environment: environment).wait()
    }

    /// Starts the daemon on a socket, and waits until that is there.
    static func serve(_ path: String, _ arguments: String...) throws -> RunningProgram {
        let program = try RunningProgram(
            BuiltFile(named: "gestured").path, ["--socket", path] + arguments)
        try poll { program.errors.contains("serving") ? true : nil }
        return program
    }

    /// What the daemon prints of a recording.
    static func lines(of recording: String) throws -> [String] {
        let program = try RunningProgram(
            BuiltFile(named: "gestured").path, ["--replay", recording, "--json"])
        return try program.wait().output.split(separator: "\n").map(String.init)
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

    /// A finger that lands, drags, and lifts a quarter of an hour later.
    static var heldDrag: String {
        var text = head()
        func event(_ ms: Int, _ events: (code: String, value: Int)...) {
            let time = "\(1 + ms / 1000).\(String(1_000 + ms % 1000).dropFirst())000"
            for (code, value) in events { text += "E: \(time) 0003 \(code) \(value)\n" }
            text += "E: \(time) 0000 0000 0\n"
        }
        event(0, ("0039", 7), ("0035", 500), ("0036", 500))
        for step in 1...9 { event(step * 10, ("0035", 500 + step * 20)) }
        event(900_000, ("0039", -1))
        return text
    }
}
