import Glibc
import LinuxIO
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
            bootID = Self.hyphenated(id)
        } else {
            bootID = Self.kernelBootID() ?? ""
        }
    }

    /// The kernel's spelling of what units write as `%b`, which has no hyphens: clients compare it
    /// with what the kernel says.
    private static func hyphenated(_ id: String) -> String {
        guard id.utf8.count == 32, id.allSatisfy(\.isHexDigit) else { return id }
        var rest = id[...]
        return [8, 4, 4, 4, 12].map { length in
            defer { rest = rest.dropFirst(length) }
            return rest.prefix(length)
        }.joined(separator: "-")
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
