import Glibc
package import SystemPackage

/// The number of a user or a group, if the system reports it.
///
/// The look-ups wait for the services that nsswitch.conf(5) names, which may take seconds.
package enum AccountNumber: Sendable, Hashable {
    case found(UInt32)
    /// The system does not know the name.
    case unknown
    /// The system cannot determine it, for example because a directory service does not answer.
    case failed(Errno)

    /// The number of a user who is named or numbered: getpwnam(3).
    package static func ofUser(_ name: String) -> AccountNumber {
        if let number = UInt32(name) { return .found(number) }
        return find { buffer, size in
            var entry = passwd()
            var found: UnsafeMutablePointer<passwd>?
            let error = getpwnam_r(name, &entry, buffer, size, &found)
            return (error, found == nil ? nil : entry.pw_uid)
        }
    }

    /// The number of a group: getgrnam(3).
    package static func ofGroup(_ name: String) -> AccountNumber {
        find { buffer, size in
            var entry = group()
            var found: UnsafeMutablePointer<group>?
            let error = getgrnam_r(name, &entry, buffer, size, &found)
            return (error, found == nil ? nil : entry.gr_gid)
        }
    }

    /// Calls `lookUp` with a buffer for the strings of an entry, which need not outlive it. Enlarges
    /// the buffer while it is too small: a group may have any number of members.
    private static func find(
        _ lookUp: (UnsafeMutablePointer<CChar>, Int) -> (error: Int32, number: UInt32?)
    ) -> AccountNumber {
        var size = 1024
        while true {
            let (error, number) = withUnsafeTemporaryAllocation(of: CChar.self, capacity: size) {
                $0.baseAddress.map { lookUp($0, size) } ?? (ENOMEM, nil)
            }
            switch error {
            case 0: return number.map { .found($0) } ?? .unknown
            case EINTR: continue
            case ERANGE where size < 1 << 24: size *= 4
            default: return .failed(Errno(rawValue: error))
            }
        }
    }
}
