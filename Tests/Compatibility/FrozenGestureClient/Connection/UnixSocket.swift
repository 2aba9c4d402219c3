import Glibc
import SystemPackage

/// A Unix stream socket that does not block; closed when it goes.
struct UnixSocket: ~Copyable {
    /// The descriptor.
    let number: Int32

    /// socket(2).
    private init() throws(Errno) {
        let flags = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        number = try systemCall { socket(AF_UNIX, Int32(flags), 0) }
    }

    deinit {
        close(number)
    }

    /// connect(2) to `path`.
    ///
    /// - Throws: what errno says; `EAGAIN` where the daemon has too many to accept just now.
    static func connected(to path: String) throws(Errno) -> UnixSocket {
        var address = try Self.address(of: path)
        let socket = try UnixSocket()
        let number = socket.number
        _ = try systemCall {
            withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
        }
        return socket
    }

    private static func address(of path: String) throws(Errno) -> sockaddr_un {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        // One byte stays 0: unix(7) asks for a terminated path.
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw .fileNameTooLong
        }
        guard !bytes.isEmpty, !bytes.contains(0) else { throw .noSuchFileOrDirectory }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return address
    }
}
