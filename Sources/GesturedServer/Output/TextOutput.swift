import Glibc
import LinuxIO
import SystemPackage

/// Writes a short text to standard output, for an option that prints and exits.
///
/// - Throws: exit status 74 where that cannot be written; a closed pipe is quiet.
func writeToStandardOutput(_ text: String) throws(DaemonError) {
    do throws(Errno) {
        try writeAll(text, to: STDOUT_FILENO)
    } catch {
        guard error != .brokenPipe else { return }
        throw DaemonError(.inputOutput, "cannot write to standard output", error)
    }
}
