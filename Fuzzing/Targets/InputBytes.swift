/// Takes numbers from an input, from its beginning; behind the end all are zero.
struct InputBytes {
    private let bytes: [UInt8]
    private var index = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Whether all was taken.
    var isEmpty: Bool { index >= bytes.count }

    mutating func byte() -> UInt8 {
        guard index < bytes.count else { return 0 }
        index += 1
        return bytes[index - 1]
    }

    /// A number of all its bytes, the lowest first.
    mutating func number<Number: FixedWidthInteger>(_: Number.Type = Number.self) -> Number {
        (0..<Number.bitWidth / 8).reduce(0) { number, place in
            number | Number(truncatingIfNeeded: byte()) << Number(truncatingIfNeeded: place * 8)
        }
    }

    /// All up to a line feed, which ends what is left where there is none.
    mutating func line() -> [UInt8] {
        let rest = bytes[min(index, bytes.count)...]
        let line = rest.prefix { $0 != UInt8(ascii: "\n") }
        index = min(line.endIndex + 1, bytes.count)
        return line + [UInt8(ascii: "\n")]
    }

    /// One of `elements`, which are not empty.
    mutating func element<Element>(of elements: [Element]) -> Element {
        elements[Int(byte()) % elements.count]
    }
}

extension [UInt8] {
    /// A number that depends on every byte (FNV-1a), as a seed for what is not worth bytes.
    var seed: UInt64 {
        reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
