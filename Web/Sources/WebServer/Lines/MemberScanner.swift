/// Finds the members of a JSON object in its bytes, one after the other, without copying.
///
/// For lines of the daemon, which are compact. Members inside of values are skipped. Invalid input
/// gives `nil` and never traps; numbers and literals are not checked any further.
struct MemberScanner {
    /// The ranges of a member.
    struct Member {
        /// The name, without its quotes.
        var name: Range<Int>
        /// The value, with its quotes if it is a string.
        var value: Range<Int>
        /// From the comma before the name, if there is one, to the end of the value.
        var whole: Range<Int>
    }

    private let bytes: UnsafeRawBufferPointer
    private var index = 0
    private var isFirst = true
    /// Whether the object has ended correctly, and no bytes follow it.
    private(set) var isComplete = false

    /// Scans `bytes`, one object without a line feed.
    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        if bytes.first == UInt8(ascii: "{") { index = 1 } else { index = bytes.count }
    }

    /// The next member; `nil` at the end, or if the bytes are not an object.
    mutating func next() -> Member? {
        guard index < bytes.count else { return nil }
        if bytes[index] == UInt8(ascii: "}") {
            isComplete = index + 1 == bytes.count
            index = bytes.count
            return nil
        }
        let start = index
        if !isFirst {
            guard bytes[index] == UInt8(ascii: ",") else { return fail() }
            index += 1
        }
        isFirst = false
        guard let name = string(), index < bytes.count, bytes[index] == UInt8(ascii: ":")
        else { return fail() }
        index += 1
        guard let value = value() else { return fail() }
        return Member(name: name, value: value, whole: start..<value.upperBound)
    }

    private mutating func fail() -> Member? {
        index = bytes.count
        return nil
    }

    /// Skips a string. Returns the range between its quotes.
    private mutating func string() -> Range<Int>? {
        guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { return nil }
        let start = index + 1
        index = start
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                index += 1
                return start..<(index - 1)
            case UInt8(ascii: "\\"): index += 2
            default: index += 1
            }
        }
        return nil
    }

    private mutating func value() -> Range<Int>? {
        guard index < bytes.count else { return nil }
        let start = index
        switch bytes[index] {
        case UInt8(ascii: "\""): return string().map { ($0.lowerBound - 1)..<($0.upperBound + 1) }
        case UInt8(ascii: "{"), UInt8(ascii: "["): return nested()
        default:
            while index < bytes.count, !Self.endsScalar(bytes[index]) { index += 1 }
            return index > start ? start..<index : nil
        }
    }

    private static func endsScalar(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
    }

    /// Skips an object or an array; counts brackets without distinguishing their types.
    private mutating func nested() -> Range<Int>? {
        let start = index
        var depth = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                guard string() != nil else { return nil }
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            index += 1
            if depth == 0 { return start..<index }
        }
        return nil
    }
}

extension UnsafeRawBufferPointer {
    /// Whether the bytes of `range` are equal to `text`.
    func holds(_ text: StaticString, at range: Range<Int>) -> Bool {
        guard range.count == text.utf8CodeUnitCount else { return false }
        return text.withUTF8Buffer {
            UnsafeRawBufferPointer(rebasing: self[range]).elementsEqual($0)
        }
    }

    /// The 64-bit integer in `range`; `nil` if it is no such integer.
    func integer(at range: Range<Int>) -> Int64? {
        var rest = range
        let isNegative = !rest.isEmpty && self[rest.lowerBound] == UInt8(ascii: "-")
        if isNegative { rest = (rest.lowerBound + 1)..<rest.upperBound }
        guard !rest.isEmpty, rest.count < 19 else { return nil }
        var value: Int64 = 0
        for index in rest {
            guard (48...57).contains(self[index]) else { return nil }
            value = value * 10 + Int64(self[index] - 48)
        }
        return isNegative ? -value : value
    }

    /// The text of a JSON string in `range`, which includes the quotes.
    func text(at range: Range<Int>) -> String {
        let inner = self[
            (range.lowerBound + 1)..<Swift.max(range.upperBound - 1, range.lowerBound + 1)]
        return String(decoding: UnsafeRawBufferPointer(rebasing: inner), as: UTF8.self)
    }
}
