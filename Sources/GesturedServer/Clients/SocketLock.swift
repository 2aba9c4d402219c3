import CLinux
import Glibc
import LinuxIO
import SystemPackage

/// The lock that decides which daemon serves a path: `PATH.lock`, held until this value ends.
///
/// The file is never removed: otherwise two daemons could hold the locks of two files of one name.
///
/// Only daemons of one user compete for a path, as no daemon removes the socket of another user. If
/// `PATH.lock` belongs to another user, who may have created it first in a directory such as
/// `/tmp`, it is ignored, and the lock is in a directory that only this user can write to. Because
/// the other user may remove `PATH.lock` later, and such a directory may not exist, the caller
/// tests the socket itself, too.
struct SocketLock: ~Copyable {
    /// Whether `PATH.lock` belongs to another user, so that this lock, if any, is elsewhere.
    let isBesideForeignLock: Bool
    private let descriptor: Descriptor?

    /// - Parameters:
    ///   - path: the path of the socket.
    ///   - user: the user of the daemon.
    ///   - directory: a directory that only the user can write to, if there is one.
    /// - Throws: exit status 73 if another daemon has the lock or the file cannot be created; 77
    ///   without permission.
    init(
        for path: String, user: uid_t = geteuid(), directory: String? = SocketLock.runtimeDirectory
    ) throws(CommandError) {
        let name = path + ".lock"
        do throws(Errno) {
            if let descriptor = try Self.locked(name, user) {
                self.init(descriptor: descriptor, isBesideForeignLock: false)
            } else if let name = directory.flatMap({ Self.name(for: path, in: $0, user) }),
                let descriptor = try Self.locked(name, user)
            {
                self.init(descriptor: descriptor, isBesideForeignLock: true)
            } else {
                self.init(descriptor: nil, isBesideForeignLock: true)
            }
        } catch {
            throw Self.refusal(path: path, lock: name, error)
        }
    }

    private init(descriptor: consuming Descriptor?, isBesideForeignLock: Bool) {
        self.descriptor = descriptor
        self.isBesideForeignLock = isBesideForeignLock
    }

    /// The user's runtime directory, created by the system and writable only for that user.
    static var runtimeDirectory: String? {
        geteuid() == 0 ? "/run" : environmentVariable("XDG_RUNTIME_DIR")
    }

    /// Opens or creates the file `name` and locks it; `nil` if it belongs to another user.
    private static func locked(_ name: String, _ user: uid_t) throws(Errno) -> Descriptor? {
        let descriptor: Descriptor
        do throws(Errno) {
            descriptor = try Descriptor {
                let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
                return open(FileName.cString(name), flags, 0o600)
            }
        } catch {
            // Not even root may open files of other users in a sticky directory
            // (fs.protected_regular). Links and sockets cannot be opened either.
            var file = clinux_file()
            guard clinux_identify(FileName.cString(name), &file) == 0, file.owner != user else {
                throw error
            }
            return nil
        }
        let number = descriptor.number
        var file = clinux_file()
        _ = try systemCall { clinux_identify_descriptor(number, &file) }
        guard file.owner == user else { return nil }
        guard try systemCallOrWouldBlock({ flock(number, LOCK_EX | LOCK_NB) }) != nil else {
            throw Errno.addressInUse
        }
        return descriptor
    }

    /// The path of the lock in `directory`; `nil` if other users than `user` can write to that.
    private static func name(
        for path: String, in directory: String, _ user: uid_t
    ) -> String? {
        var file = clinux_file()
        let exists = clinux_identify(FileName.cString(directory), &file) == 0
        guard exists, file.mode & S_IFMT == S_IFDIR, file.owner == user, file.mode & 0o022 == 0
        else { return nil }
        // A hash of the absolute path (64-bit FNV-1a), so that sockets of the same name in two
        // directories have two locks.
        let name = FileName.bytes(of: absolute(path))
        let hash = name.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01b3
        }
        return "\(directory)/gestured-\(String(hash, radix: 16)).lock"
    }

    private static func absolute(_ path: String) -> String {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let folder = parts.dropLast().joined(separator: "/")
        let start = folder.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : folder
        guard let found = resolvedPath(start) else { return path }
        return "\(found)/\(parts.last ?? "")"
    }

    private static func refusal(path: String, lock: String, _ error: Errno) -> CommandError {
        if error == .addressInUse { return ListeningSocket.alreadyServed(path) }
        return CommandError(
            .cannotCreate, "cannot lock \(escapedText(lock))", error,
            advice: "Check its directory, or choose another path with --socket")
    }
}

/// The group whose users may connect to a socket of our own, in addition to its owner.
struct SocketGroup {
    /// As configured.
    let name: String
    let number: AccountNumber

    /// Gives the socket at `path` to the group. If that fails, only its owner may connect.
    ///
    /// Returns why it failed; `nil` if it succeeded.
    func assign(to path: String) -> String? {
        do throws(Errno) {
            let id: gid_t
            switch number {
            case .found(let number): id = number
            // Some services report an unknown name by an error.
            case .unknown, .failed(.noSuchFileOrDirectory), .failed(.noSuchProcess):
                try? setMode(0o600, of: path)
                return "there is no such group"
            case .failed(let error): throw error
            }
            _ = try systemCall { lchown(FileName.cString(path), .max, id) }
            try setMode(0o660, of: path)
            return nil
        } catch {
            try? setMode(0o600, of: path)
            // glibc's fchmodat(3) uses /proc.
            return error.rawValue == EOPNOTSUPP
                ? "without /proc its mode cannot be changed" : error.sentence
        }
    }

    /// Sets the mode of `path`, never that of the target of a link.
    private func setMode(_ mode: mode_t, of path: String) throws(Errno) {
        let name = FileName.cString(path)
        _ = try systemCall { fchmodat(AT_FDCWD, name, mode, AT_SYMLINK_NOFOLLOW) }
    }
}
