import CLinux
import Glibc
import LinuxIO
import SystemPackage

/// A file that is written as it comes, made by us and readable by its owner alone.
struct RecordFile: ~Copyable {
    /// What waits to be written.
    var bytes: [UInt8] = []

    private let descriptor: Descriptor

    /// Makes the file at `path`, where there must be none.
    init(making path: String) throws(Errno) {
        descriptor = try Descriptor {
            open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        }
    }

    /// Writes what waits.
    mutating func write() throws(Errno) {
        defer { bytes.removeAll(keepingCapacity: true) }
        try bytes.withUnsafeBufferPointer { bytes throws(Errno) in
            try writeAll(UnsafeRawBufferPointer(bytes))
        }
    }

    /// Writes what waits, and then all that the file at `path` holds.
    mutating func join(_ path: String) throws(Errno) {
        try write()
        // Where others may write, one may have put something else there, a FIFO maybe.
        let part = try Descriptor {
            open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        }
        let number = part.number
        var found = clinux_file()
        _ = try systemCall { clinux_identify_descriptor(number, &found) }
        guard found.mode & S_IFMT == S_IFREG, found.owner == geteuid() else {
            throw .invalidArgument
        }
        try withUnsafeTemporaryAllocation(byteCount: 64 * 1024, alignment: 16) {
            buffer throws(Errno) in
            while let count = try part.read(into: buffer), count > 0 {
                try writeAll(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            }
        }
    }

    private func writeAll(_ bytes: UnsafeRawBufferPointer) throws(Errno) {
        var rest = bytes
        while !rest.isEmpty {
            let taken = try descriptor.write(rest) ?? 0
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(taken))
        }
    }
}
