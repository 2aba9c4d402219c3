import Glibc
import SystemPackage

/// Wakes a thread out of poll(2); closed when it goes.
///
/// A pair of sockets: Swift sees no call that makes a pipe which is closed on exec at once.
final class WakePipe: Sendable {
    private let reading: Int32
    private let writing: Int32

    /// - Throws: what errno says.
    init() throws(Errno) {
        var ends: [Int32] = [-1, -1]
        let flags = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        _ = try systemCall { socketpair(AF_UNIX, Int32(flags), 0, &ends) }
        reading = ends[0]
        writing = ends[1]
    }

    deinit {
        close(reading)
        close(writing)
    }

    /// Wakes the thread, now or when it waits next.
    func signal() {
        var byte: UInt8 = 0
        // Full: it is going to wake anyway.
        _ = try? systemCallOrWouldBlock { send(writing, &byte, 1, Int32(MSG_NOSIGNAL)) }
    }

    /// Waits for a signal or for `events` of `socket`, -1: none; what the socket has.
    func poll(socket: Int32, events: Int16, timeoutMs: Int32) -> Int16 {
        var requests = [
            pollfd(fd: reading, events: Int16(POLLIN), revents: 0),
            pollfd(fd: socket, events: events, revents: 0),
        ]
        _ = try? systemCall { Glibc.poll(&requests, 2, timeoutMs) }
        if requests[0].revents != 0 { drain() }
        return requests[1].revents
    }

    private func drain() {
        var bytes = [UInt8](repeating: 0, count: 64)
        _ = try? systemCallOrWouldBlock { read(reading, &bytes, bytes.count) }
    }
}
