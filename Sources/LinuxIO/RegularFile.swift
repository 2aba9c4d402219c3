import CLinux
import Glibc
public import SystemPackage

/// A file that somebody has named, read whole.
///
/// A regular one alone: a pipe, a terminal or a device has no end, or none until somebody else acts,
/// and whoever reads it waits as long. Opening it waits for nobody either.
public enum RegularFile {
    /// Why a file is not read.
    public enum Failure: Error {
        /// The error of open(2), fstat(2) or read(2).
        case system(Errno)
        /// It is no regular file but, for example, "a directory".
        case irregular(String)
    }

    /// The bytes of the file at `path`; where those are more than `most`, some more than that.
    public static func read(_ path: String, upTo most: Int) throws(Failure) -> [UInt8] {
        let found: (bytes: [UInt8], kind: String?)
        do throws(Errno) {
            let file = try Descriptor {
                open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
            }
            let kind = try irregularity(of: file)
            found = (kind == nil ? try bytes(of: file, upTo: most) : [], kind)
        } catch {
            // A socket cannot be opened, nor a device that nobody drives.
            guard error == .noSuchAddressOrDevice else { throw .system(error) }
            throw .irregular("a socket or a device")
        }
        if let kind = found.kind { throw .irregular(kind) }
        return found.bytes
    }

    /// What `file` is, where that is no regular file.
    private static func irregularity(of file: borrowing Descriptor) throws(Errno) -> String? {
        var found = clinux_file()
        let number = file.number
        _ = try systemCall { clinux_identify_descriptor(number, &found) }
        switch found.mode & S_IFMT {
        case S_IFREG: return nil
        case S_IFDIR: return "a directory"
        case S_IFIFO: return "a FIFO (a named pipe)"
        case S_IFCHR, S_IFBLK: return "a device"
        default: return "no regular file"
        }
    }

    /// What is read of an open file; where that is more than `most` bytes, some more than that.
    package static func bytes(
        of file: borrowing Descriptor, upTo most: Int
    ) throws(Errno) -> [UInt8] {
        var bytes: [UInt8] = []
        let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { chunk.deallocate() }
        while bytes.count <= most, let count = try file.read(into: chunk), count > 0 {
            bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: chunk[..<count]))
        }
        return bytes
    }
}

/// The names in `directory`, in no order that means anything; none where it cannot be read.
public func entries(of directory: String) -> [String] {
    guard let stream = opendir(directory) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
            name.withMemoryRebound(
                to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee)
            ) { String(cString: $0) }
        }
        names.append(name)
    }
    return names
}

/// Where `path` leads once every link is followed (realpath(3)); `nil` where nothing is there.
package func resolvedPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
}

/// `path` from the root, for who is in another folder; nothing need be there. As it is where the current
/// folder has no path.
package func absolutePath(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return String(cString: folder) + "/" + path
}
