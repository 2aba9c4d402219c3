import CLinux
import Glibc
import SystemPackage

/// The lock that decides which daemon serves a path: `PATH.lock`, held until this value goes.
///
/// The file stays behind on purpose: removing it would let two daemons hold two locks of one name.
struct SocketLock: ~Copyable {
    private let descriptor: Descriptor

    /// - Throws: exit status 73 where another daemon has it, or it cannot be; 77 without permission.
    init(for path: String) throws(DaemonError) {
        let name = path + ".lock"
        do throws(Errno) {
            self.init(descriptor: try Self.locked(name))
        } catch {
            throw Self.refusal(path: path, lock: name, error)
        }
    }

    private init(descriptor: consuming Descriptor) {
        self.descriptor = descriptor
    }

    private static func locked(_ name: String) throws(Errno) -> Descriptor {
        let descriptor = try Descriptor {
            open(name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
        }
        let number = descriptor.number
        guard try systemCallOrWouldBlock({ flock(number, LOCK_EX | LOCK_NB) }) != nil else {
            throw Errno.addressInUse
        }
        return descriptor
    }

    private static func refusal(path: String, lock: String, _ error: Errno) -> DaemonError {
        if error == .addressInUse {
            return DaemonError(
                .cannotCreate,
                """
                cannot serve \(escapedText(path)): another gestured does
                  End it first, or choose another path with --socket
                """)
        }
        return DaemonError(
            .cannotCreate, "cannot lock \(escapedText(lock))", error,
            advice: "Check its directory, or choose another path with --socket")
    }
}
