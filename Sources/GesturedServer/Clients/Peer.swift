import CLinux
import Glibc
import SystemPackage

/// Who is at the other end of a connection, as the kernel knows it (SO_PEERCRED).
struct Peer {
    /// The process that connected.
    var pid: pid_t
    /// The user that it ran as.
    var uid: uid_t

    /// - Throws: what getsockopt(2) says.
    init(of descriptor: borrowing Descriptor) throws(Errno) {
        var pid: pid_t = 0
        var uid: uid_t = 0
        let number = descriptor.number
        _ = try systemCall { clinux_peer_credentials(number, &pid, &uid) }
        self.pid = pid
        self.uid = uid
    }
}

extension Peer: CustomStringConvertible {
    var description: String { "pid \(pid), uid \(uid)" }
}
