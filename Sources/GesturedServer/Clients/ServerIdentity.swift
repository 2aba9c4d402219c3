import Glibc
import SystemPackage

/// What `hello` says of the daemon.
struct ServerIdentity {
    /// Name and version.
    var server = "gestured/\(gesturedVersion)"
    /// The kernel's id of this boot; what tells stamps of one boot from those of another.
    var bootID: String

    /// Says that this is the boot named `bootID`.
    init(bootID: String) {
        self.bootID = bootID
    }

    /// Takes `$GESTURED_BOOT_ID`, for units that cannot see `/proc/sys`, else asks the kernel.
    init(environment: (String) -> String?) {
        if let id = environment("GESTURED_BOOT_ID"), !id.isEmpty {
            bootID = id
        } else {
            bootID = Self.kernelBootID() ?? ""
        }
    }

    private static func kernelBootID() -> String? {
        let path = "/proc/sys/kernel/random/boot_id"
        guard let descriptor = try? Descriptor({ open(path, O_RDONLY | O_CLOEXEC) })
        else { return nil }
        let text = withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
            let count = (try? descriptor.read(into: buffer)) ?? 0
            return String(decoding: buffer.prefix(count), as: UTF8.self)
        }
        return text.split(separator: "\n").first.map(String.init)
    }
}
