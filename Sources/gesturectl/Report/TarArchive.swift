/// An archive of small files, in the format of POSIX.1-1988 (ustar).
struct TarArchive {
    /// The block size of an archive, in bytes.
    private static let block = 512

    /// The bytes so far, without the end.
    private var bytes: [UInt8] = []
    /// The time of creation of each file, in seconds since 1970.
    private let time: Int64

    /// Creates an archive without files.
    ///
    /// - Parameter time: the time of creation, in seconds since 1970.
    init(time: Int64) {
        self.time = time
    }

    /// Adds a file that only its owner may read.
    ///
    /// - Parameter name: its path, of at most 99 bytes; a longer one is cut.
    mutating func add(_ name: String, _ content: [UInt8]) {
        var header = Header()
        header.put(Array(name.utf8.prefix(99)), at: 0)
        header.put(octal: 0o600, at: 100, digits: 7)
        header.put(octal: 0, at: 108, digits: 7)
        header.put(octal: 0, at: 116, digits: 7)
        header.put(octal: content.count, at: 124, digits: 11)
        header.put(octal: Int(clamping: time), at: 136, digits: 11)
        // A regular file.
        header.put(Array("0".utf8), at: 156)
        header.put(Array("ustar\u{0}00".utf8), at: 257)
        bytes += header.finished
        bytes += content
        bytes += Array(repeating: 0, count: -content.count & (Self.block - 1))
    }

    /// The whole archive, with its end: two blocks of zeros.
    var finished: [UInt8] { bytes + Array(repeating: 0, count: 2 * Self.block) }

    /// The header of a file.
    private struct Header {
        private var bytes = [UInt8](repeating: 0, count: TarArchive.block)

        mutating func put(_ text: [UInt8], at offset: Int) {
            for (index, byte) in text.enumerated() where offset + index < bytes.count {
                bytes[offset + index] = byte
            }
        }

        /// Writes a number in the given number of octal digits, as many as fit.
        mutating func put(octal number: Int, at offset: Int, digits: Int) {
            let text = String(max(number, 0), radix: 8)
            let zeros = String(repeating: "0", count: max(digits - text.count, 0))
            put(Array((zeros + text).utf8.suffix(digits)), at: offset)
        }

        /// The header with its checksum: the sum of its bytes, where those of the checksum count as
        /// spaces.
        var finished: [UInt8] {
            var header = self
            header.put(Array(repeating: UInt8(ascii: " "), count: 8), at: 148)
            let sum = header.bytes.reduce(0) { $0 + Int($1) }
            header.put(octal: sum, at: 148, digits: 6)
            header.put([0], at: 154)
            return header.bytes
        }
    }
}
