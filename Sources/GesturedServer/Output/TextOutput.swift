import Glibc
import SystemPackage

/// Writes a short text to standard output, for an option that prints and exits.
///
/// - Throws: exit status 74 where that cannot be written; a closed pipe is quiet.
func writeToStandardOutput(_ text: String) throws(DaemonError) {
    var bytes = Array(text.utf8)[...]
    do throws(Errno) {
        while !bytes.isEmpty {
            let taken = try systemCallOrWouldBlock {
                bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            }
            bytes = bytes.dropFirst(taken ?? 0)
            // A pipe that somebody left non-blocking is waited for, and nothing is lost.
            guard taken == nil else { continue }
            var request = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
            _ = try systemCall { poll(&request, 1, -1) }
        }
    } catch {
        guard error != .brokenPipe else { return }
        throw DaemonError(.inputOutput, "cannot write to standard output", error)
    }
}
