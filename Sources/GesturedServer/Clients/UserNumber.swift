import Glibc

/// The numbers of users.
enum UserNumber {
    /// The number of the user with the given name or number; `nil` if the system does not know the
    /// name, or the lookup fails.
    static func find(_ name: String) -> UInt32? {
        if let number = UInt32(name) { return number }
        var size = 1024
        while true {
            var entry = passwd()
            var found: UnsafeMutablePointer<passwd>?
            // The entry's strings are in the buffer and do not outlive it; its number does.
            let error = withUnsafeTemporaryAllocation(of: CChar.self, capacity: size) { buffer in
                buffer.baseAddress.map { getpwnam_r(name, &entry, $0, buffer.count, &found) }
                    ?? ENOMEM
            }
            switch error {
            case 0: return found == nil ? nil : entry.pw_uid
            case EINTR: continue
            case ERANGE where size < 1 << 20: size *= 4
            default: return nil
            }
        }
    }
}
