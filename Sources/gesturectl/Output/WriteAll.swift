import GestureClient
import Glibc
import SystemPackage

/// Writes all of `text`, also where the descriptor does not block: then it waits for room.
///
/// Whoever started this program may have left it a pipe that does not block (`O_NONBLOCK` belongs to
/// what is open, not to a process), and what does not fit at once is no less wanted.
///
/// - Parameter patienceMs: how long to wait for room each time; -1: for ever.
/// - Throws: what errno says; `Errno.timedOut` where there was no room in time.
func writeAll(_ text: String, to descriptor: Int32, patienceMs: Int32 = -1) throws(Errno) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
        do throws(Errno) {
            let taken = try systemCall {
                bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            }
            bytes = bytes.dropFirst(taken)
        } catch {
            guard error == .wouldBlock else { throw error }
            var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            guard try systemCall({ poll(&request, 1, patienceMs) }) > 0 else { throw .timedOut }
        }
    }
}
