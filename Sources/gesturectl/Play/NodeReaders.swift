import Glibc
import LinuxIO

/// The processes that have a node open. /proc lists those of all users only to the superuser.
enum NodeReaders {
    /// Whether a process of the program `name` has opened `path`.
    ///
    /// - Parameter root: the folder to read in place of /proc, for tests.
    static func has(_ path: String, program name: String, root: String = "/proc") -> Bool {
        entries(of: root).contains { process in
            guard process.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else {
                return false
            }
            let folder = "\(root)/\(process)"
            return self.name(of: folder) == name
                && entries(of: "\(folder)/fd").contains { target(of: "\(folder)/fd/\($0)") == path }
        }
    }

    private static func name(of process: String) -> String? {
        guard
            let file = try? Descriptor({
                open(FileName.cString("\(process)/comm"), O_RDONLY | O_CLOEXEC)
            }),
            let bytes = try? RegularFile.bytes(of: file, upTo: 64)
        else { return nil }
        return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    private static func target(of link: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        guard readlink(FileName.cString(link), &buffer, buffer.count - 1) > 0 else { return nil }
        return FileName.text(cString: buffer)
    }
}
