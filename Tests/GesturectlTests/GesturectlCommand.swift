import Foundation
import TouchTestSupport

/// The command that was built together with the tests, and the daemon beside it.
enum GesturectlCommand {
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
