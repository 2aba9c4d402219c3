import LinuxIO

/// One line of a text file, without its terminator.
struct TextLine {
    /// From 1.
    var number: Int
    /// The text of the line; only its beginning if the line is too long.
    var bytes: ArraySlice<UInt8>
    /// Whether a newline follows; only false for the last line of a file.
    var isTerminated: Bool
    /// Whether it exceeds `TextLines.maximumLength`. If so, it is the last line that is read.
    var isTooLong = false

    /// Whether the line consists of spaces and tabs.
    var isBlank: Bool { bytes.allSatisfy(\.isBlank) }
}

/// The lines of a text, read piece by piece; `\n` and `\r\n` end a line.
struct TextLines: Sequence, IteratorProtocol {
    /// The maximum length of a line, in bytes.
    static let maximumLength = 64 * 1024

    let source: ByteSource
    private var offset = 0
    /// Bytes that were read and have not been returned in a line.
    private var unreturned: ArraySlice<UInt8> = []
    private var number = 0

    init(_ source: ByteSource) {
        self.source = source
    }

    mutating func next() -> TextLine? {
        var length = 0
        while true {
            if let end = unreturned.dropFirst(length).firstIndex(of: UInt8(ascii: "\n")) {
                return line(upTo: end)
            }
            length = unreturned.count
            guard length <= Self.maximumLength, fill() else { break }
        }
        return unreturned.isEmpty ? nil : line(upTo: nil)
    }

    /// The line that ends at the newline at `end`, or at the end of the text.
    private mutating func line(upTo end: Int?) -> TextLine {
        number += 1
        var bytes = unreturned[..<(end ?? unreturned.endIndex)]
        guard bytes.count <= Self.maximumLength else {
            (unreturned, offset) = ([], .max)
            return TextLine(
                number: number, bytes: bytes.prefix(Self.maximumLength), isTerminated: false,
                isTooLong: true)
        }
        guard let end else {
            unreturned = []
            return TextLine(number: number, bytes: bytes, isTerminated: false)
        }
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        unreturned = unreturned[(end + 1)...]
        return TextLine(number: number, bytes: bytes, isTerminated: true)
    }

    /// Reads the next piece. Returns whether there is one.
    private mutating func fill() -> Bool {
        guard offset != .max else { return false }
        let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let isStart = offset == 0
        let piece = source.piece(at: offset)
        offset += piece.count
        unreturned = unreturned.isEmpty ? piece[...] : (unreturned + piece)[...]
        if isStart, unreturned.starts(with: byteOrderMark) {
            unreturned = unreturned.dropFirst(byteOrderMark.count)
        }
        return !piece.isEmpty
    }
}

extension UInt8 {
    /// Whether this is a space, a tab, or a carriage return, which may precede the newline.
    var isBlank: Bool {
        self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") || self == UInt8(ascii: "\r")
    }
}

extension TextLine {
    /// Rejects a line that is too long for any format.
    func refuseIfTooLong() throws(LineProblem) {
        guard isTooLong else { return }
        throw LineProblem(
            expected: "a line of at most \(TextLines.maximumLength) bytes", found: bytes)
    }

    /// Rejects an event on an unterminated last line: its value may be truncated without
    /// indication.
    ///
    /// `SYN_REPORT` is accepted: even with a truncated value it ends a frame.
    func refuseIfCut(_ event: InputEvent) throws(LineProblem) {
        guard !isTerminated, event.inputCode != .synReport else { return }
        throw LineProblem(expected: "a newline after the event", found: bytes)
    }
}

/// The fields of a line, separated by spaces and tabs.
struct Fields {
    private var remaining: ArraySlice<UInt8>

    /// - Parameter bytes: a line or part of one.
    init(_ bytes: ArraySlice<UInt8>) {
        remaining = bytes
    }

    /// The fields not consumed yet, trimmed.
    var remainder: ArraySlice<UInt8> {
        var bytes = remaining.drop(while: \.isBlank)
        while bytes.last?.isBlank == true { bytes.removeLast() }
        return bytes
    }

    /// Consumes the next field; `nil` at the end.
    mutating func next() -> ArraySlice<UInt8>? {
        remaining = remaining.drop(while: \.isBlank)
        guard !remaining.isEmpty else { return nil }
        let field = remaining.prefix { !$0.isBlank }
        remaining = remaining[field.endIndex...]
        return field
    }

    /// Consumes the next field if it is `word`.
    mutating func consume(_ word: StaticString) -> Bool {
        let before = remaining
        if let field = next(), field.equals(word) { return true }
        remaining = before
        return false
    }
}

extension ArraySlice<UInt8> {
    /// Whether these bytes are `word`.
    func equals(_ word: StaticString) -> Bool {
        word.withUTF8Buffer { elementsEqual($0) }
    }

    /// Whether these bytes begin with `word`.
    func hasPrefix(_ word: StaticString) -> Bool {
        word.withUTF8Buffer { starts(with: $0) }
    }

    /// The first occurrence of `word`; `nil` if the line does not contain it.
    func range(of word: StaticString) -> Range<Int>? {
        let length = word.utf8CodeUnitCount
        var start = startIndex
        while endIndex - start >= length {
            if self[start...].hasPrefix(word) { return start..<(start + length) }
            start += 1
        }
        return nil
    }
}

/// Number formats of recordings; `nil` for a syntax error or an overflow.
enum Number {
    /// A decimal number, optionally with a sign and leading zeros (`-001`).
    static func decimal<Integer: FixedWidthInteger>(_ field: ArraySlice<UInt8>?) -> Integer? {
        field.flatMap { digits($0, radix: 10, isSigned: true) }
    }

    /// A hexadecimal number, with or without `0x`.
    static func hexadecimal<Integer: FixedWidthInteger>(_ field: ArraySlice<UInt8>?) -> Integer? {
        guard let field else { return nil }
        return digits(field.hasPrefix("0x") ? field.dropFirst(2) : field, radix: 16)
    }

    /// `SECONDS.FRACTION` in microseconds; the fraction has one to nine digits and is truncated to
    /// six.
    static func timeUs(_ field: ArraySlice<UInt8>?) -> Int64? {
        guard let field, let point = field.firstIndex(of: UInt8(ascii: ".")) else { return nil }
        let fraction = field[(point + 1)...]
        guard (1...9).contains(fraction.count),
            let seconds: Int64 = digits(field[..<point], radix: 10),
            let parts: Int64 = digits(fraction, radix: 10)
        else { return nil }
        return timeUs(seconds: seconds, nanoseconds: parts * powersOfTen[9 - fraction.count])
    }

    /// Seconds and nanoseconds in microseconds; `nil` on overflow.
    ///
    /// Neither may be negative.
    static func timeUs(seconds: Int64, nanoseconds: Int64) -> Int64? {
        guard seconds >= 0, (0..<1_000_000_000).contains(nanoseconds) else { return nil }
        let (whole, isTooGreat) = seconds.multipliedReportingOverflow(by: 1_000_000)
        let (sum, overflow) = whole.addingReportingOverflow(nanoseconds / 1000)
        return isTooGreat || overflow ? nil : sum
    }

    private static let powersOfTen: [Int64] = [
        1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000,
    ]

    private static func digits<Integer: FixedWidthInteger>(
        _ field: ArraySlice<UInt8>, radix: Int, isSigned: Bool = false
    ) -> Integer? {
        // Swift would also accept a plus sign.
        guard let first = field.first, first != UInt8(ascii: "+"),
            isSigned || first != UInt8(ascii: "-")
        else { return nil }
        return Integer(String(decoding: field, as: UTF8.self), radix: radix)
    }
}
