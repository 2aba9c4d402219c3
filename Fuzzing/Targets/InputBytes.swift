/// Reads the values of a script from the bytes of an input. After the end all numbers are zero.
struct InputBytes {
    private let bytes: [UInt8]
    private var index = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Whether all bytes were read.
    var isEmpty: Bool { index >= bytes.count }

    mutating func byte() -> UInt8 {
        guard index < bytes.count else { return 0 }
        index += 1
        return bytes[index - 1]
    }

    /// A number of the given type, little-endian.
    mutating func number<Number: FixedWidthInteger>(_: Number.Type = Number.self) -> Number {
        (0..<Number.bitWidth / 8).reduce(0) { number, index in
            number | Number(truncatingIfNeeded: byte()) << Number(truncatingIfNeeded: index * 8)
        }
    }

    /// The bytes up to a line feed, or all remaining ones if there is none, and a line feed.
    mutating func line() -> [UInt8] {
        let remaining = bytes[min(index, bytes.count)...]
        let line = remaining.prefix { $0 != UInt8(ascii: "\n") }
        index = min(line.endIndex + 1, bytes.count)
        return line + [UInt8(ascii: "\n")]
    }

    /// One of `elements`, which must not be empty.
    mutating func element<Element>(of elements: [Element]) -> Element {
        elements[Int(byte()) % elements.count]
    }
}

extension [UInt8] {
    /// A hash of all bytes (FNV-1a), as a seed for choices that consume no byte.
    var seed: UInt64 {
        reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
