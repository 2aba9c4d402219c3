import Glibc

/// Programs with an empty /proc, as in a chroot in which an image is built.
public enum EmptyProc {
    /// Whether such programs can be started: a kernel may refuse mount namespaces, and sanitizers
    /// read /proc themselves.
    public static let isPossible =
        !isSanitized && (try? start("/bin/true", []).wait().status) == 0

    /// Runs a program with an empty /proc, to its end.
    public static func run(_ path: String, _ arguments: String...) throws -> RunningProgram.Result {
        try start(path, arguments).wait()
    }

    private static func start(_ path: String, _ arguments: [String]) throws -> RunningProgram {
        let script = "mount -t tmpfs none /proc && exec \"$@\""
        let namespace = geteuid() == 0 ? ["-m"] : ["-r", "-m"]
        return try RunningProgram(
            "/usr/bin/unshare", namespace + ["/bin/sh", "-c", script, "sh", path] + arguments)
    }
}

/// A program whose files may not grow beyond a size (RLIMIT_FSIZE).
public enum LimitedFiles {
    /// Starts a program whose files may have at most `blocks` times 512 bytes.
    public static func start(
        blocks: Int, _ path: String, _ arguments: [String]
    ) throws -> RunningProgram {
        try RunningProgram(
            "/bin/sh", ["-c", "ulimit -f \(blocks); exec \"$@\"", "sh", path] + arguments)
    }
}
