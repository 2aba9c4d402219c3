import LinuxIO

/// The first byte of a document that cannot be part of YAML.
///
/// Found before the parser starts: libyaml decodes 16 KiB ahead of what it parses, and would lose
/// what stands in them before the byte.
struct SourceProblem {
    /// How many bytes before it are fine.
    var offset: Int
    var error: YAMLError

    /// `nil` for bytes that are fine.
    init?(_ bytes: [UInt8]) {
        var offset = 0
        while offset < bytes.count {
            let byte = bytes[offset]
            if byte >= 0x20 && byte < 0x7f || byte == 0x0a || byte == 0x0d || byte == 0x09 {
                offset += 1
                continue
            }
            let (length, isPrintable) = Self.character(in: bytes[offset...])
            guard isPrintable else {
                self.init(bytes, offset: offset, isCharacter: length > 0)
                return
            }
            offset += length
        }
        return nil
    }

    private init(_ bytes: [UInt8], offset: Int, isCharacter: Bool) {
        self.offset = offset
        let byte = EscapedText.quoted(bytes[offset...].prefix(1))
        let hexadecimal = String(bytes[offset], radix: 16)
        error = YAMLError(
            at: Self.mark(after: bytes[..<offset]),
            isCharacter
                ? "expected printable text, found a control character"
                    + (bytes[offset] < 0x80 ? " (\(byte))" : "")
                : "expected UTF-8, found the byte 0x\(hexadecimal)")
    }

    /// The length of the first character, 0 where it is none, and whether YAML lets it stand bare.
    private static func character(in bytes: ArraySlice<UInt8>) -> (length: Int, isPrintable: Bool) {
        var iterator = bytes.prefix(4).makeIterator()
        var parser = Unicode.UTF8.ForwardParser()
        guard case .valid(let encoded) = parser.parseScalar(from: &iterator) else {
            return (0, false)
        }
        let isPrintable =
            switch Unicode.UTF8.decode(encoded).value {
            case 0x85, 0xa0...0xd7ff, 0xe000...0xfffd, 0x10000...: true
            default: false
            }
        return (encoded.count, isPrintable)
    }

    private static func mark(after bytes: ArraySlice<UInt8>) -> YAMLMark {
        let lines = bytes.split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let column = String(decoding: lines.last ?? [], as: UTF8.self).unicodeScalars.count
        return YAMLMark(line: max(1, lines.count), column: column + 1)
    }
}
