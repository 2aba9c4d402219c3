import Foundation
import TouchTestSupport

/// The command that was built together with the tests.
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
