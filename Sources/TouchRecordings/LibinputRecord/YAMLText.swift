/// The YAML syntax that the writer needs.
enum YAMLText {
    /// `text` in double quotes, with unprintable characters escaped.
    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            default: result += isPrintable(scalar) ? String(scalar) : escaped(scalar)
            }
        }
        return result + "\""
    }

    /// A flow sequence of numbers: `[1, 2, 3]`.
    static func sequence(_ numbers: [some FixedWidthInteger]) -> String {
        "[" + numbers.map { String($0) }.joined(separator: ", ") + "]"
    }

    /// Appends a number, right-aligned in `width` columns; allocates only if `bytes` must grow.
    static func append(_ number: Int64, width: Int, to bytes: inout [UInt8]) {
        var magnitude = number.magnitude
        let start = bytes.count
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: magnitude % 10))
            magnitude /= 10
        } while magnitude > 0
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        while bytes.count - start < width { bytes.append(UInt8(ascii: " ")) }
        bytes[start...].reverse()
    }

    /// YAML's printable characters, except line breaks and the byte order mark.
    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20...0x7e, 0xa0...0x2027, 0x202a...0xd7ff, 0xe000...0xfefe, 0xff00...0xfffd,
            0x10000...0x10ffff:
            true
        default: false
        }
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        let width = scalar.value > 0xff ? 4 : 2
        let zeros = String(repeating: "0", count: max(0, width - digits.count))
        return (width == 4 ? "\\u" : "\\x") + zeros + digits
    }
}
