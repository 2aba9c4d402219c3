import Glibc
import SystemPackage

/// The daemon's program, for what it alone can do.
struct DaemonProgram {
    /// Where it is.
    let path: String

    /// Looks beside this program, and then in the folders of $PATH.
    ///
    /// - Throws: 66 where it is in neither.
    static func find() throws(CommandFailure) -> DaemonProgram {
        let folders = getenv("PATH").map { String(cString: $0) } ?? ""
        // An empty folder in PATH is the current one, where anybody may have put a program.
        let listed = folders.split(separator: ":").map(String.init)
        for folder in ownFolder.map({ [$0] + listed }) ?? listed {
            let path = "\(folder)/gestured"
            if access(path, X_OK) == 0 { return DaemonProgram(path: path) }
        }
        throw CommandFailure(
            .noInput,
            """
            cannot find the program gestured, which checks its configuration
              Install it beside gesturectl, or add its folder to PATH
            """)
    }

    /// Becomes the daemon's program: its output and its exit status are this one's.
    ///
    /// - Throws: 66 where it cannot be started, 77 without permission.
    func replaceThisProcess(_ arguments: [String]) throws(CommandFailure) -> Never {
        // What a program inherits should be what the user's shell gave this one.
        _ = signal(SIGPIPE, SIG_DFL)
        // A thread of tasks blocks all signals, and a program that is started keeps that: Ctrl-C
        // would not end it.
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
        var words = ([path] + arguments).map { strdup($0) } + [nil]
        execv(path, &words)
        throw CommandFailure(
            .noInput, "cannot start \(ReadableName.of(path))", Errno(rawValue: errno))
    }

    private static var ownFolder: String? {
        guard let program = realpath("/proc/self/exe", nil) else { return nil }
        defer { free(program) }
        return String(cString: program).split(separator: "/", omittingEmptySubsequences: false)
            .dropLast().joined(separator: "/")
    }
}
