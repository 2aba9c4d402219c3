import Glibc
import SystemPackage

/// The number of a user, as far as the system tells.
enum UserNumber: Equatable {
    case found(UInt32)
    /// The system does not know the name.
    case unknown
    /// The system cannot tell, for example because a directory service does not answer.
    case failed(Errno)

    /// The number of a user who is named or numbered.
    static func find(_ name: String) -> UserNumber {
        if let number = UInt32(name) { return .found(number) }
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
            case 0: return found == nil ? .unknown : .found(entry.pw_uid)
            case EINTR: continue
            case ERANGE where size < 1 << 20: size *= 4
            default: return .failed(Errno(rawValue: error))
            }
        }
    }
}
