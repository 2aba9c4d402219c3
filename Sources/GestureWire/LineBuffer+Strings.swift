extension LineBuffer {
    /// Appends a quoted JSON string. Quotes, backslashes and control characters below U+0020 are
    /// escaped; everything else is UTF-8 as it is.
    ///
    /// Invalid UTF-8 became U+FFFD when the `String` was created.
    public mutating func append(string text: String) {
        append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            appendEscaped(byte)
        }
        append(UInt8(ascii: "\""))
    }

    private mutating func appendEscaped(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): append("\\\"")
        case UInt8(ascii: "\\"): append("\\\\")
        case 0x08: append("\\b")
        case 0x09: append("\\t")
        case 0x0A: append("\\n")
        case 0x0C: append("\\f")
        case 0x0D: append("\\r")
        case ..<0x20:
            append("\\u00")
            append(Self.hexadecimalDigit(byte >> 4))
            append(Self.hexadecimalDigit(byte & 0xF))
        default: append(byte)
        }
    }

    private static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") &+ value : UInt8(ascii: "a") &+ (value &- 10)
    }
}
