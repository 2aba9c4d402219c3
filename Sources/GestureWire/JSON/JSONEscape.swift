/// Reads the escape of a string after its backslash.
struct JSONEscape {
    /// Why the text is not an escape.
    struct Problem: Error {
        let expected: String
    }

    private let bytes: UnsafeRawBufferPointer
    /// The index of the next byte; after an error, of the invalid byte.
    private(set) var index: Int

    init(_ bytes: UnsafeRawBufferPointer, at index: Int) {
        self.bytes = bytes
        self.index = index
    }

    /// The text of a string that was parsed without error, from the bytes between its quotes.
    static func unescaped(_ bytes: UnsafeRawBufferPointer) -> String {
        var text: [UInt8] = []
        var escape = JSONEscape(bytes, at: 0)
        while escape.index < bytes.count {
            let byte = bytes[escape.index]
            escape.index += 1
            if byte != UInt8(ascii: "\\") {
                text.append(byte)
            } else if let scalar = try? escape.scalar() {
                text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Parses the characters after a backslash.
    mutating func scalar() throws(Problem) -> Unicode.Scalar {
        guard index < bytes.count else { throw Problem(expected: "an escape") }
        let byte = bytes[index]
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return .init(byte)
        case UInt8(ascii: "b"): return "\u{08}"
        case UInt8(ascii: "f"): return "\u{0C}"
        case UInt8(ascii: "n"): return "\u{0A}"
        case UInt8(ascii: "r"): return "\u{0D}"
        case UInt8(ascii: "t"): return "\u{09}"
        case UInt8(ascii: "u"): return try codePoint()
        default:
            index -= 1
            throw Problem(expected: "an escape of JSON")
        }
    }

    /// Parses the digits after `\u`: one code unit, or a surrogate pair.
    private mutating func codePoint() throws(Problem) -> Unicode.Scalar {
        let unit = try hexadecimal()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard UTF16.isLeadSurrogate(UInt16(unit)), consume("\\"), consume("u") else {
            throw Problem(expected: "a pair of surrogates")
        }
        let trail = try hexadecimal()
        guard UTF16.isTrailSurrogate(UInt16(trail)),
            let scalar = Unicode.Scalar(0x10000 + ((unit - 0xD800) << 10) + (trail - 0xDC00))
        else { throw Problem(expected: "a pair of surrogates") }
        return scalar
    }

    /// Parses four digits, so that the value is at most 0xFFFF.
    private mutating func hexadecimal() throws(Problem) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard index < bytes.count,
                let digit = Character(Unicode.Scalar(bytes[index])).hexDigitValue
            else { throw Problem(expected: "four hexadecimal digits") }
            value = value << 4 | UInt32(digit)
            index += 1
        }
        return value
    }

    private mutating func consume(_ character: Unicode.Scalar) -> Bool {
        guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }
}
