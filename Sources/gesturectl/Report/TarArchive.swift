/// An archive of small files, as POSIX.1-1988 has it (ustar).
struct TarArchive {
    /// Of an archive, in bytes.
    private static let block = 512

    /// So far, without the end.
    private var bytes: [UInt8] = []
    /// Seconds since 1970: when each file was made.
    private let time: Int64

    /// One without files.
    ///
    /// - Parameter time: when they are made, in seconds since 1970.
    init(time: Int64) {
        self.time = time
    }

    /// Adds a file that its owner alone may read.
    ///
    /// - Parameter name: with its folders, of at most 99 bytes; a longer one is cut.
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

    /// The whole of it, with its end: two blocks of zeros.
    var finished: [UInt8] { bytes + Array(repeating: 0, count: 2 * Self.block) }

    /// What stands before a file.
    private struct Header {
        private var bytes = [UInt8](repeating: 0, count: TarArchive.block)

        mutating func put(_ text: [UInt8], at offset: Int) {
            for (index, byte) in text.enumerated() where offset + index < bytes.count {
                bytes[offset + index] = byte
            }
        }

        /// A number of so many octal digits, as many as fit.
        mutating func put(octal number: Int, at offset: Int, digits: Int) {
            let text = String(max(number, 0), radix: 8)
            let zeros = String(repeating: "0", count: max(digits - text.count, 0))
            put(Array((zeros + text).utf8.suffix(digits)), at: offset)
        }

        /// With the sum of its bytes, in which those of the sum count as spaces.
        var finished: [UInt8] {
            var whole = self
            whole.put(Array(repeating: UInt8(ascii: " "), count: 8), at: 148)
            let sum = whole.bytes.reduce(0) { $0 + Int($1) }
            whole.put(octal: sum, at: 148, digits: 6)
            whole.put([0], at: 154)
            return whole.bytes
        }
    }
}
