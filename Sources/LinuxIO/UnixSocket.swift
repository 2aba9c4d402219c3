import CLinux
public import Glibc
public import SystemPackage

/// A non-blocking Unix stream socket; closed when this value is destroyed.
package struct UnixSocket: ~Copyable {
    /// The process that called listen(2) at the other end.
    package let peer: Peer
    private let descriptor: Descriptor

    /// The kernel's number; valid as long as this value lives.
    package var number: Int32 { descriptor.number }

    /// Connects to the socket at `path`.
    ///
    /// - Throws: the error in errno; `EAGAIN` if the daemon's queue of connections is full.
    package init(connectedTo path: String) throws(Errno) {
        var address = try FileName.socketAddress(path)
        let flags = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        let descriptor = try Descriptor { socket(AF_UNIX, Int32(flags), 0) }
        let number = descriptor.number
        _ = try systemCall {
            withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
        }
        descriptor.readUrgentInline()
        peer = try Peer(of: descriptor)
        self.descriptor = descriptor
    }

    /// Receives bytes, but none if the unread input contains descriptors.
    package func receive(
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(Errno) -> Descriptor.Reception {
        try descriptor.receive(into: buffer)
    }
}

extension FileName {
    /// The address of the socket at the path that `text` represents.
    ///
    /// - Throws: `ENAMETOOLONG` for a path that no socket can have, and `ENOENT` for an empty one
    ///   or one with a zero byte.
    public static func socketAddress(_ text: String) throws(Errno) -> sockaddr_un {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = bytes(of: text)
        // The last byte remains 0: unix(7) requires a terminated path.
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw .fileNameTooLong
        }
        guard !bytes.isEmpty, !bytes.contains(0) else { throw .noSuchFileOrDirectory }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return address
    }
}

/// Wakes a thread from poll(2), or an epoll instance; closed when this object is destroyed.
///
/// A pair of sockets, because Swift does not import a call that creates a pipe with close-on-exec.
package final class WakePipe: Sendable {
    private let reading: Int32
    private let writing: Int32

    /// - Throws: the error in errno.
    package init() throws(Errno) {
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

    /// Readable after a signal, until `drain`.
    package var descriptor: Int32 { reading }

    /// Wakes the thread, now or when it waits next.
    package func signal() {
        var byte: UInt8 = 0
        // If the socket is full, the thread wakes for earlier bytes.
        _ = try? systemCallOrWouldBlock { send(writing, &byte, 1, Int32(MSG_NOSIGNAL)) }
    }

    /// Waits for a signal or for `events` of `socket`, -1 for none; returns the events of the
    /// socket.
    package func poll(socket: Int32, events: Int16, timeoutMs: Int32) -> Int16 {
        var requests: [2 of pollfd] = [
            pollfd(fd: reading, events: Int16(POLLIN), revents: 0),
            pollfd(fd: socket, events: events, revents: 0),
        ]
        var span = requests.mutableSpan
        span.withUnsafeMutableBufferPointer { requests in
            _ = try? systemCall { Glibc.poll(requests.baseAddress, 2, timeoutMs) }
        }
        if requests[0].revents != 0 { drain() }
        return requests[1].revents
    }

    /// Consumes the signals.
    package func drain() {
        var bytes = [UInt8](repeating: 0, count: 64)
        _ = try? systemCallOrWouldBlock { read(reading, &bytes, bytes.count) }
    }
}

/// The process at the other end of a connection, as reported by the kernel (SO_PEERCRED).
package struct Peer {
    /// The id of the process that connected or, for a client, that called listen(2).
    package var pid: Int32
    /// The user of that process.
    package var uid: UInt32

    /// - Throws: the error of getsockopt(2).
    package init(of descriptor: borrowing Descriptor) throws(Errno) {
        var pid: pid_t = 0
        var uid: uid_t = 0
        let number = descriptor.number
        _ = try systemCall { clinux_peer_credentials(number, &pid, &uid) }
        self.pid = pid
        self.uid = uid
    }
}

extension Peer: CustomStringConvertible {
    package var description: String { "pid \(pid), uid \(uid)" }
}
