import LinuxIO

/// The text that libyaml reads, piece by piece, up to the first byte that cannot be part of YAML.
final class YAMLInput {
    /// The maximum number of bytes without a complete token, if the text is read in pieces.
    private static let maximumUnparsedBytes = 4 << 20

    private let nextPiece: () -> [UInt8]
    private let maximumUnparsed: Int
    /// The piece that is being read, cut at `problem`.
    private var piece: [UInt8] = []
    /// The index in `piece` of the next byte.
    private var position = 0
    /// The start and end of `piece`.
    private var start = YAMLMark(line: 1, column: 1)
    private var end = YAMLMark(line: 1, column: 1)
    /// The previous piece and the number of its first line. Errors may be in it, because libyaml
    /// decodes ahead of what it parses.
    private var previous: (piece: [UInt8], line: Int) = ([], 1)
    private var isAtEnd = false
    /// The end of the last token, and the number of bytes read after it.
    private var parsed = YAMLMark(line: 1, column: 1)
    private var unparsed = 0
    /// The problem that ended the text.
    private(set) var problem: SourceProblem?

    /// A text that is available as a whole.
    init(_ bytes: [UInt8]) {
        var remaining = bytes
        nextPiece = {
            defer { remaining = [] }
            return remaining
        }
        maximumUnparsed = .max
    }

    /// - Parameter pieces: returns the text piece by piece, with no character divided between two
    ///   pieces, and an empty piece at the end.
    init(pieces: @escaping () -> [UInt8]) {
        nextPiece = pieces
        maximumUnparsed = Self.maximumUnparsedBytes
    }

    /// Copies the next bytes. Returns their number, 0 at the end.
    func read(into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
        if position == piece.count { advance() }
        let count = min(buffer.count, piece.count - position)
        _ = buffer.update(fromContentsOf: piece[position..<(position + count)])
        position += count
        unparsed += count
        return count
    }

    /// Records that the bytes up to `mark` became tokens.
    func resetUnparsed(at mark: YAMLMark) {
        (parsed, unparsed) = (mark, 0)
    }

    /// The lines of the last two pieces.
    var lines: IndentedLines { IndentedLines(previous.piece + piece, from: previous.line) }

    private func advance() {
        guard !isAtEnd, problem == nil else { return }
        guard unparsed <= maximumUnparsed else {
            problem = SourceProblem(
                offset: 0, end: end,
                error: YAMLError(
                    at: parsed,
                    "expected at most \(maximumUnparsed) bytes up to the end of the next value, "
                        + "found more: a longer value, comments or blank lines"))
            return
        }
        let next = nextPiece()
        guard !next.isEmpty else {
            isAtEnd = true
            return
        }
        previous = (piece, start.line)
        (piece, position, start) = (next, 0, end)
        problem = SourceProblem(piece, from: start)
        if let problem { piece.removeSubrange(problem.offset...) }
        end = start.advanced(over: piece[...])
    }
}

/// The first byte of a document that cannot be part of YAML.
///
/// The text is checked before libyaml reads it: libyaml decodes 16 KiB ahead of what it parses, and
/// would lose the text before the byte.
struct SourceProblem {
    /// The number of valid bytes before it.
    var offset: Int
    /// The position of the byte, at which the text is cut.
    var end: YAMLMark
    var error: YAMLError

    init(offset: Int, end: YAMLMark, error: YAMLError) {
        self.offset = offset
        self.end = end
        self.error = error
    }

    /// `nil` if the bytes are valid.
    ///
    /// - Parameter start: the position of the first byte.
    init?(_ bytes: [UInt8], from start: YAMLMark) {
        var offset = 0
        while offset < bytes.count {
            let byte = bytes[offset]
            if byte >= 0x20 && byte < 0x7f || byte == 0x0a || byte == 0x0d || byte == 0x09 {
                offset += 1
                continue
            }
            let (length, isPrintable) = Self.character(in: bytes[offset...])
            guard isPrintable else {
                self.init(bytes, from: start, offset: offset, isCharacter: length > 0)
                return
            }
            offset += length
        }
        return nil
    }

    private init(_ bytes: [UInt8], from start: YAMLMark, offset: Int, isCharacter: Bool) {
        self.offset = offset
        end = start.advanced(over: bytes[..<offset])
        let byte = EscapedText.quoted(bytes[offset...].prefix(1))
        let hexadecimal = String(bytes[offset], radix: 16)
        error = YAMLError(
            at: end,
            isCharacter
                ? "expected printable text, found a control character"
                    + (bytes[offset] < 0x80 ? " (\(byte))" : "")
                : "expected UTF-8, found the byte 0x\(hexadecimal)")
    }

    /// The length of the first character, 0 if it is invalid, and whether YAML permits it
    /// unescaped.
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
}

extension YAMLMark {
    /// The position after `text`, which begins here.
    fileprivate func advanced(over text: ArraySlice<UInt8>) -> YAMLMark {
        var mark = self
        var lineStart = text.startIndex
        for index in text.indices where text[index] == UInt8(ascii: "\n") {
            mark = YAMLMark(line: mark.line + 1, column: 1)
            lineStart = index + 1
        }
        mark.column += String(decoding: text[lineStart...], as: UTF8.self).unicodeScalars.count
        return mark
    }
}
