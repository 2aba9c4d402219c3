import CLinux
import Glibc
import SystemPackage

/// A command in a process of its own.
enum ChildProcess {
    /// Starts a program, which is searched in `PATH` if its name contains no slash.
    ///
    /// It runs in its own process group, so that Ctrl-C does not reach it, with no input, with
    /// gesturectl's standard output and standard error, no other descriptors, and default signal
    /// handling.
    ///
    /// - Parameters:
    ///   - arguments: at least one.
    ///   - environment: `NAME=text`.
    ///   - directory: the working directory; `nil`: the current one.
    /// - Returns: its process id; the caller must wait for it.
    /// - Throws: why it cannot be started, for instance that there is no such program.
    static func start(
        _ arguments: [String], environment: [String], directory: String?
    ) throws(Errno) -> pid_t {
        var process: pid_t = 0
        let problem = withStrings(arguments) { arguments in
            withStrings(environment) { environment in
                clinux_spawn(&process, arguments, environment, directory)
            }
        }
        guard problem == 0 else { throw Errno(rawValue: problem) }
        return process
    }

    /// Waits for a process to end. Returns its failure as part of a sentence.
    static func waitForFailure(of process: pid_t) -> String? {
        var status: Int32 = 0
        while waitpid(process, &status, 0) == -1 {
            guard errno == EINTR else { return nil }
        }
        let signal = status & 0x7f
        if signal != 0 { return "ended by signal \(signal)" }
        return status == 0 ? nil : "ended with status \(status >> 8 & 0xff)"
    }

    /// Calls `body` with the texts as NULL-terminated C arrays; they contain no NUL.
    private static func withStrings(
        _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Int32
    ) -> Int32 {
        let pointers = texts.map { strdup($0) }
        defer { pointers.forEach { free($0) } }
        // If one could not be allocated the list would be truncated, and something else would run.
        return pointers.contains(nil) ? ENOMEM : body(pointers + [nil])
    }
}
