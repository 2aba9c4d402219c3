import Glibc
import SystemPackage

/// Writes a short text to standard output, for an option that prints and exits.
///
/// - Throws: exit status 74 where that cannot be written; a closed pipe is quiet.
func writeToStandardOutput(_ text: String) throws(DaemonError) {
    var bytes = Array(text.utf8)[...]
    do throws(Errno) {
        while !bytes.isEmpty {
            let taken = try systemCall {
                bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            }
            bytes = bytes.dropFirst(taken)
        }
    } catch {
        guard error != .brokenPipe else { return }
        throw DaemonError(.inputOutput, "cannot write to standard output", error)
    }
}
