/// One line of a text file, without its terminator.
struct TextLine {
    /// From 1.
    var number: Int
    /// Its text.
    var bytes: ArraySlice<UInt8>
    /// Whether a newline follows; only false for the last line of a file.
    var isTerminated: Bool

    /// Whether the line consists of spaces and tabs.
    var isBlank: Bool { bytes.allSatisfy(\.isBlank) }
}

/// The lines of a text file; `\n` and `\r\n` end a line.
struct TextLines: Sequence, IteratorProtocol {
    private var rest: ArraySlice<UInt8>
    private var number = 0

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
        let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
        if rest.starts(with: byteOrderMark) { rest = rest.dropFirst(byteOrderMark.count) }
    }

    mutating func next() -> TextLine? {
        guard !rest.isEmpty else { return nil }
        number += 1
        guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else {
            defer { rest = [] }
            return TextLine(number: number, bytes: rest, isTerminated: false)
        }
        var line = rest[..<end]
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        rest = rest[(end + 1)...]
        return TextLine(number: number, bytes: line, isTerminated: true)
    }
}

extension UInt8 {
    /// A space, a tab, or a remainder of the terminator.
    var isBlank: Bool {
        self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") || self == UInt8(ascii: "\r")
    }
}
