import CLinux
import Glibc
public import SystemPackage

/// A file named by the user, read as a whole.
///
/// Other kinds of files are refused: a pipe, a terminal or a device may have no end, so that
/// reading it would never finish. They are not even opened, as opening a watchdog starts it, and
/// opening a FIFO unblocks its writer.
public enum RegularFile {
    /// Why a file is not read.
    public enum Failure: Error {
        /// The error of open(2), fstat(2) or read(2).
        case system(Errno)
        /// The file is not regular; its kind in words, such as "a directory".
        case irregular(String)
    }

    /// The bytes of the file at `path`. If it has more than `limit` bytes, returns more than
    /// `limit`, but not necessarily all.
    public static func read(_ path: String, upTo limit: Int) throws(Failure) -> [UInt8] {
        let found: (bytes: [UInt8], kind: String?)
        do throws(Errno) {
            let pathDescriptor = try Descriptor { clinux_open_path(FileName.cString(path)) }
            let kind = try irregularity(of: pathDescriptor)
            found = (kind == nil ? try read(pathDescriptor, named: path, upTo: limit) : [], kind)
        } catch {
            throw .system(error)
        }
        if let kind = found.kind { throw .irregular(kind) }
        return found.bytes
    }

    /// Opens the regular file that `pathDescriptor` refers to, and reads it.
    private static func read(
        _ pathDescriptor: borrowing Descriptor, named path: String, upTo limit: Int
    ) throws(Errno) -> [UInt8] {
        let number = pathDescriptor.number
        let file = try Descriptor { clinux_open_regular(number, FileName.cString(path)) }
        return try bytes(of: file, upTo: limit)
    }

    /// The kind of `file` in words; `nil` if it is a regular file.
    private static func irregularity(of file: borrowing Descriptor) throws(Errno) -> String? {
        var found = clinux_file()
        let number = file.number
        _ = try systemCall { clinux_identify_descriptor(number, &found) }
        switch found.mode & S_IFMT {
        case S_IFREG: return nil
        case S_IFDIR: return "a directory"
        case S_IFIFO: return "a FIFO (a named pipe)"
        case S_IFCHR, S_IFBLK: return "a device"
        case S_IFSOCK: return "a socket"
        default: return "no regular file"
        }
    }

    /// The bytes of an open file. If it has more than `limit` bytes, returns more than `limit`, but
    /// not necessarily all.
    package static func bytes(
        of file: borrowing Descriptor, upTo limit: Int
    ) throws(Errno) -> [UInt8] {
        var bytes: [UInt8] = []
        let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { chunk.deallocate() }
        while bytes.count <= limit, let count = try file.read(into: chunk), count > 0 {
            bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: chunk[..<count]))
        }
        return bytes
    }
}

/// The bytes of a file or of memory, read in pieces at any offset, any number of times.
package final class ByteSource {
    /// The default size of a piece, in bytes.
    package static let pieceLength = 64 * 1024

    private let bytes: [UInt8]
    private let file: Descriptor?
    /// The number of `file`; `nil` for memory.
    private let number: Int32?
    /// The position of the file when this value was created: offset 0.
    private let start: Int
    /// The error that ended reading; every later piece is empty.
    package private(set) var failure: Errno?
    /// The number of pieces that readers may read before they return to their caller.
    package var allowance = Int.max

    /// Whether a reader may continue.
    package var hasAllowance: Bool { allowance > 0 }

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        file = nil
        number = nil
        start = 0
    }

    /// Reads from the position of a regular file, which is not moved.
    package init(_ file: consuming Descriptor) throws(Errno) {
        let number = file.number
        start = try systemCall { lseek(number, 0, SEEK_CUR) }
        bytes = []
        self.number = number
        self.file = consume file
    }

    /// At most `length` bytes from `offset`; empty at the end.
    package func piece(at offset: Int, upTo length: Int = pieceLength) -> [UInt8] {
        allowance -= 1
        guard let number else { return Array(bytes.dropFirst(offset).prefix(length)) }
        guard failure == nil else { return [] }
        return [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
            do throws(Errno) {
                count = try systemCall {
                    pread(number, buffer.baseAddress, length, start + offset)
                }
            } catch {
                failure = error
            }
        }
    }
}

/// The names in `directory`, in arbitrary order; none if it cannot be read.
public func entries(of directory: String) -> [String] {
    guard let stream = opendir(FileName.cString(directory)) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
            name.withMemoryRebound(
                to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee)
            ) { FileName.text(cString: $0) }
        }
        names.append(name)
    }
    return names
}

/// The path of `path` with every link resolved (realpath(3)); `nil` if it does not exist.
package func resolvedPath(_ path: String) -> String? {
    guard let resolved = realpath(FileName.cString(path), nil) else { return nil }
    defer { free(resolved) }
    return FileName.text(cString: resolved)
}

/// The absolute path of `path`, for processes in another directory; it need not exist. `path`
/// itself if the current directory has no path.
package func absolutePath(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return FileName.text(cString: folder) + "/" + path
}

/// Names of files as text that preserves every byte.
///
/// A name is bytes, and need not be UTF-8. In the text, a byte that is part of no character is the
/// private character U+10FE00 plus the byte. Such a character in a name is represented byte by
/// byte, so that no two names have the same text.
public enum FileName {
    private static let base: UInt32 = 0x10FE00
    private static let bytes: ClosedRange<UInt32> = 0x80...0xFF

    /// The text of a name.
    public static func text(of name: some Sequence<UInt8>) -> String {
        var text = String.UnicodeScalarView()
        var remaining = Array(name)[...]
        while let first = remaining.first {
            if let (scalar, length) = character(at: remaining), byte(of: scalar) == nil {
                text.append(scalar)
                remaining = remaining.dropFirst(length)
            } else {
                text.append(Unicode.Scalar(base + UInt32(first)) ?? "\u{FFFD}")
                remaining = remaining.dropFirst()
            }
        }
        return String(text)
    }

    /// The text of a name that ends in a zero byte.
    public static func text(cString name: UnsafePointer<CChar>) -> String {
        text(of: UnsafeRawBufferPointer(start: name, count: strlen(name)))
    }

    /// The name that `text` represents.
    public static func bytes(of text: String) -> [UInt8] {
        text.unicodeScalars.flatMap { scalar in
            byte(of: scalar).map { [$0] } ?? Array(String(scalar).utf8)
        }
    }

    /// The name that `text` represents, with a zero byte at its end, for a system call.
    public static func cString(_ text: String) -> [CChar] {
        bytes(of: text).map(CChar.init(bitPattern:)) + [0]
    }

    /// The byte that a private character represents; `nil` for other characters.
    static func byte(of scalar: Unicode.Scalar) -> UInt8? {
        guard scalar.value >= base, bytes.contains(scalar.value - base) else { return nil }
        return UInt8(truncatingIfNeeded: scalar.value - base)
    }

    private static func character(
        at bytes: ArraySlice<UInt8>
    ) -> (scalar: Unicode.Scalar, length: Int)? {
        var iterator = bytes.prefix(4).makeIterator()
        var parser = Unicode.UTF8.ForwardParser()
        guard case .valid(let encoded) = parser.parseScalar(from: &iterator) else { return nil }
        return (Unicode.UTF8.decode(encoded), encoded.count)
    }
}
