/// Parses one JSON text according to RFC 8259, without extensions.
///
/// Requests can come from anybody: this parser accepts any depth and any number without a crash,
/// and reports the byte offset of an error.
package struct JSONReader: ~Copyable {
    /// The maximum nesting of arrays and objects; no request needs more.
    package static let deepest = 32

    private let bytes: UnsafeRawBufferPointer
    private var index = 0
    private var depth = 0

    private init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    /// Parses the value in `bytes`.
    ///
    /// - Throws: `badJSON`.
    package static func read(_ bytes: UnsafeRawBufferPointer) throws(RequestError) -> JSONValue {
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw RequestError(.badJSON, "the request is not valid UTF-8")
        }
        var reader = JSONReader(bytes)
        let value = try reader.value()
        reader.skipSpace()
        guard reader.index == bytes.count else { throw reader.problem("the end of the line") }
        return value
    }

    // MARK: Values

    private mutating func value() throws(RequestError) -> JSONValue {
        skipSpace()
        switch peek {
        case UInt8(ascii: "{"): return .object(try members())
        case UInt8(ascii: "["): return .array(try elements())
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .flag(true))
        case UInt8(ascii: "f"): return try word("false", .flag(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return .number(try number())
        }
    }

    private mutating func members() throws(RequestError) -> [JSONMember] {
        var members: [JSONMember] = []
        try descend()
        defer { depth -= 1 }
        skipSpace()
        if take("}") { return members }
        repeat {
            skipSpace()
            guard peek == UInt8(ascii: "\"") else { throw problem("a name in quotes") }
            let name = try string()
            skipSpace()
            guard take(":") else { throw problem("a colon") }
            members.append(JSONMember(name: name, value: try value()))
            skipSpace()
        } while take(",")
        guard take("}") else { throw problem("a comma or }") }
        return members
    }

    private mutating func elements() throws(RequestError) -> [JSONValue] {
        var elements: [JSONValue] = []
        try descend()
        defer { depth -= 1 }
        skipSpace()
        if take("]") { return elements }
        repeat {
            elements.append(try value())
            skipSpace()
        } while take(",")
        guard take("]") else { throw problem("a comma or ]") }
        return elements
    }

    private mutating func word(
        _ word: StaticString, _ value: JSONValue
    ) throws(RequestError) -> JSONValue {
        let letters = UnsafeRawBufferPointer(
            start: word.utf8Start, count: word.utf8CodeUnitCount)
        guard bytes.dropFirst(index).starts(with: letters) else { throw problem("a value") }
        index += letters.count
        return value
    }

    private mutating func number() throws(RequestError) -> JSONNumber {
        let start = index
        _ = take("-")
        let whole = digits()
        guard whole > 0 else { throw problem("a value") }
        if whole > 1, bytes[index - whole] == UInt8(ascii: "0") {
            index -= whole - 1
            throw problem("a number without a zero before it")
        }
        if take("."), digits() == 0 { throw problem("a digit") }
        if take("e") || take("E") {
            _ = take("+") || take("-")
            if digits() == 0 { throw problem("a digit") }
        }
        return JSONNumber(
            text: String(
                decoding: UnsafeRawBufferPointer(rebasing: bytes[start..<index]), as: UTF8.self))
    }

    private mutating func digits() -> Int {
        let start = index
        while let byte = peek, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { index += 1 }
        return index - start
    }

    // MARK: Strings

    private mutating func string() throws(RequestError) -> String {
        index += 1
        var text: [UInt8] = []
        while let byte = peek, byte != UInt8(ascii: "\"") {
            guard byte >= 0x20 else { throw problem("an escape, for a control character") }
            index += 1
            if byte == UInt8(ascii: "\\") {
                try escape(to: &text)
            } else {
                text.append(byte)
            }
        }
        guard take("\"") else { throw problem("the quote that ends a string") }
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func escape(to text: inout [UInt8]) throws(RequestError) {
        guard let byte = peek else { throw problem("an escape") }
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): text.append(contentsOf: String(try scalar()).utf8)
        default:
            index -= 1
            throw problem("an escape that JSON has")
        }
    }

    /// Parses what follows `\u`: one code unit, or a surrogate pair.
    private mutating func scalar() throws(RequestError) -> Character {
        let unit = try hexadecimal()
        if let scalar = Unicode.Scalar(unit) { return Character(scalar) }
        guard UTF16.isLeadSurrogate(UInt16(unit)), take("\\"), take("u") else {
            throw problem("a pair of surrogates")
        }
        let trail = try hexadecimal()
        guard UTF16.isTrailSurrogate(UInt16(trail)),
            let scalar = Unicode.Scalar(0x10000 + ((unit - 0xD800) << 10) + (trail - 0xDC00))
        else { throw problem("a pair of surrogates") }
        return Character(scalar)
    }

    /// Four digits; at most 0xFFFF.
    private mutating func hexadecimal() throws(RequestError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw problem("four hexadecimal digits")
            }
            value = value << 4 | UInt32(digit)
            index += 1
        }
        return value
    }

    // MARK: Bytes

    private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard peek == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = peek, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { index += 1 }
    }

    /// Enters an array or an object and checks the depth.
    private mutating func descend() throws(RequestError) {
        depth += 1
        index += 1
        guard depth <= Self.deepest else {
            throw RequestError(
                .badJSON, "arrays and objects stand within each other deeper than \(Self.deepest)")
        }
    }

    private func problem(_ expected: String) -> RequestError {
        RequestError(.badJSON, "expected \(expected) at byte \(index + 1)")
    }
}

/// A JSON value in a request.
public enum JSONValue: Sendable, Hashable {
    case null
    case flag(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    /// In source order. If a name occurs twice, the first one counts.
    case object([JSONMember])

    /// Parses one JSON text: the value in `bytes`, of any depth up to 32.
    ///
    /// - Throws: `badJSON`.
    public init(parsing bytes: UnsafeRawBufferPointer) throws(RequestError) {
        self = try JSONReader.read(bytes)
    }

    /// The type of the value, for messages.
    public var noun: String {
        switch self {
        case .null: "null"
        case .flag(let flag): "\(flag)"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

/// A name and its value.
public struct JSONMember: Sendable, Hashable {
    public var name: String
    public var value: JSONValue

    public init(name: String, value: JSONValue) {
        self.name = name
        self.value = value
    }
}

/// A number as text.
public struct JSONNumber: Sendable, Hashable {
    /// In JSON syntax.
    public let text: String

    /// The value; `nil` if it overflows.
    public var double: Double? {
        guard let value = Double(text), value.isFinite else { return nil }
        return value
    }

    /// The value if it is an integer, including `1.0`; `nil` if it is not, or overflows.
    public var integer: Int64? {
        if let value = Int64(text) { return value }
        // Above 2^53 a `Double` skips integers.
        guard let value = double, abs(value) <= 0x1p53 else { return nil }
        return Int64(exactly: value)
    }
}
