import Glibc
import LinuxIO
import SystemPackage

/// The group whose users may connect to a socket of our own, beside its owner.
struct SocketGroup {
    /// As configured.
    let name: String

    /// Gives the socket at `path` to the group; where that fails its owner alone may connect.
    ///
    /// Returns why it failed; `nil` where it did not.
    func own(_ path: String) -> String? {
        do throws(Errno) {
            guard let id = try id() else {
                try setMode(0o600, of: path)
                return "there is no such group"
            }
            _ = try systemCall { lchown(path, .max, id) }
            try setMode(0o660, of: path)
            return nil
        } catch {
            try? setMode(0o600, of: path)
            return error.sentence
        }
    }

    /// Never of what a link at `path` leads to.
    private func setMode(_ mode: mode_t, of path: String) throws(Errno) {
        _ = try systemCall { fchmodat(AT_FDCWD, path, mode, AT_SYMLINK_NOFOLLOW) }
    }

    /// The group's number; `nil` where the system knows no such name.
    private func id() throws(Errno) -> gid_t? {
        var size = 1024
        while true {
            var entry = group()
            var found: UnsafeMutablePointer<group>?
            // The strings of the entry go with the buffer; the number is all that is wanted.
            let error = withUnsafeTemporaryAllocation(of: CChar.self, capacity: size) { buffer in
                getgrnam_r(name, &entry, buffer.baseAddress, buffer.count, &found)
            }
            switch error {
            case 0: return found == nil ? nil : entry.gr_gid
            case ENOENT, ESRCH: return nil
            case EINTR: continue
            // As many members as there may be.
            case ERANGE where size < 1 << 24: size *= 4
            default: throw Errno(rawValue: error)
            }
        }
    }
}
