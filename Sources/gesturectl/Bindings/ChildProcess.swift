import CLinux
import Glibc
import SystemPackage

/// A command as a process of its own.
enum ChildProcess {
    /// Starts a program, which is searched for in `PATH` where its name has no slash.
    ///
    /// It has a process group of its own, so that Ctrl-C does not reach it, nothing on standard
    /// input, gesturectl's standard output and standard error, no other descriptor, and every signal
    /// as it comes by default.
    ///
    /// - Parameters:
    ///   - arguments: at least one.
    ///   - environment: `NAME=text`.
    ///   - directory: where it starts; `nil`: here.
    /// - Returns: its process id; whoever starts it has to wait for it.
    /// - Throws: why it cannot be started, as that there is no such program.
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

    /// Waits for the end of a process; what was wrong with it, as a part of a sentence.
    static func waitForFailure(of process: pid_t) -> String? {
        var status: Int32 = 0
        while waitpid(process, &status, 0) == -1 {
            guard errno == EINTR else { return nil }
        }
        let signal = status & 0x7f
        if signal != 0 { return "ended by signal \(signal)" }
        return status == 0 ? nil : "ended with status \(status >> 8 & 0xff)"
    }

    /// Calls with the texts as C has lists of them; they hold no NUL.
    private static func withStrings(
        _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Int32
    ) -> Int32 {
        let pointers = texts.map { strdup($0) }
        defer { pointers.forEach { free($0) } }
        // Without memory for one the list would end there, and something else would run.
        return pointers.contains(nil) ? ENOMEM : body(pointers + [nil])
    }
}
