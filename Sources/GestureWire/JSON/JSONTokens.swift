/// A value of a JSON text, as positions in its bytes.
struct JSONToken {
    enum Kind: UInt8 {
        case null, `true`, `false`, number, string, array, object
    }

    /// A range of the text: a number, a keyword, or the bytes between the quotes of a string.
    struct Span {
        var start: UInt32 = 0
        /// Bit 31: the string has escapes.
        private var countAndEscapes: UInt32 = 0

        init() {}

        init(_ range: Range<Int>, hasEscapes: Bool = false) {
            start = UInt32(truncatingIfNeeded: range.lowerBound)
            let count = UInt32(truncatingIfNeeded: range.upperBound &- range.lowerBound)
            countAndEscapes = hasEscapes ? count | 1 << 31 : count
        }

        var count: Int { Int(countAndEscapes & ~(1 << 31)) }
        var range: Range<Int> { Int(start)..<(Int(start) + count) }
        var hasEscapes: Bool { countAndEscapes >> 31 != 0 }
    }

    /// The name of a member.
    struct Name {
        let span: Span
        /// Equal for equal names; 0 for an empty name and for one with escapes.
        let key: UInt64

        /// No name.
        init() {
            span = Span()
            key = 0
        }

        init(escaped span: Span) {
            self.span = span
            key = 0
        }

        @inline(__always)
        init(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
            span = Span(range)
            key = JSONToken.key(of: bytes, range)
        }
    }

    private(set) var kind = Kind.null
    /// Empty for values that are not members.
    private(set) var name = Span()
    private(set) var key: UInt64 = 0
    /// Empty for arrays and objects.
    private(set) var text = Span()
    /// The number of tokens of the value, including this one.
    var size: UInt32 = 1

    init() {}

    init(_ kind: Kind, _ name: Name, _ text: Span, size: Int) {
        self.kind = kind
        self.name = name.span
        self.key = name.key
        self.text = text
        self.size = UInt32(truncatingIfNeeded: size)
    }

    /// The key of a name without escapes: its bytes if there are at most 8, otherwise a hash of its
    /// first and last 8.
    @inline(__always)
    static func key(of bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> UInt64 {
        guard let base = bytes.baseAddress else { return 0 }
        let (start, count) = (range.lowerBound, range.upperBound &- range.lowerBound)
        func word(at index: Int) -> UInt64 {
            UInt64(littleEndian: base.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        }
        if count > 8 {
            return word(at: start) &+ word(at: range.upperBound &- 8) &* 0x9E37_79B9_7F4A_7C15
        }
        guard count > 0 else { return 0 }
        // The bytes after the name are shifted out.
        if start &+ 8 <= bytes.count {
            let shift = UInt64(truncatingIfNeeded: 64 &- 8 &* count)
            return (word(at: start) &<< shift) &>> shift
        }
        var key: UInt64 = 0
        for index in range { key |= UInt64(bytes[index]) << (8 * UInt64(index - start)) }
        return key
    }
}

/// The values of JSON texts that are parsed one after another.
///
/// The storage is reused: reading a text allocates only if it has more values than those before.
package struct JSONTokens {
    private var tokens = [JSONToken](repeating: JSONToken(), count: 64)

    package init() {}

    /// Parses the value in `bytes` and discards the previous one.
    ///
    /// - Throws: `badJSON`.
    package mutating func read(_ bytes: UnsafeRawBufferPointer) throws(RequestError) {
        while true {
            let count = try tokens.withUnsafeMutableBufferPointer {
                tokens throws(RequestError) in try JSONReader.read(bytes, into: tokens)
            }
            if count != nil { return }
            tokens = [JSONToken](repeating: JSONToken(), count: 2 * tokens.count)
        }
    }

    /// The value that was read from `bytes`, for the duration of `body`.
    package func withRoot(
        of bytes: UnsafeRawBufferPointer, _ body: (JSONElement) -> Void
    ) {
        tokens.withUnsafeBufferPointer { tokens in
            body(JSONElement(bytes: bytes, tokens: tokens, index: 0))
        }
    }
}

/// A value of a parsed text. It refers to the text, and so is valid only in the closure that
/// received it.
package struct JSONElement {
    fileprivate let bytes: UnsafeRawBufferPointer
    fileprivate let tokens: UnsafeBufferPointer<JSONToken>
    fileprivate let index: Int

    private var token: JSONToken { tokens[index] }

    fileprivate func bytes(of span: JSONToken.Span) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: bytes[span.range])
    }

    fileprivate func text(of span: JSONToken.Span) -> String {
        span.hasEscapes
            ? JSONEscape.unescaped(bytes(of: span))
            : String(decoding: bytes(of: span), as: UTF8.self)
    }

    /// Whether the value is `null`.
    package var isNull: Bool { token.kind == .null }

    /// The text of a string; `nil` for other values. The properties below behave in the same way.
    package var string: String? { token.kind == .string ? text(of: token.text) : nil }

    /// Whether the value is a string.
    package var isString: Bool { token.kind == .string }

    /// Whether the value is a number.
    package var isNumber: Bool { token.kind == .number }

    /// Whether the value is this string.
    package func holds(_ string: StaticString) -> Bool {
        token.kind == .string && isText(token.text, string)
    }

    /// A Boolean.
    package var flag: Bool? {
        switch token.kind {
        case .true: true
        case .false: false
        default: nil
        }
    }

    /// A number, unless it overflows.
    package var double: Double? {
        token.kind == .number ? JSONNumber.double(bytes(of: token.text)) : nil
    }

    /// A number that is an integer, unless it overflows.
    package var integer: Int64? {
        token.kind == .number ? JSONNumber.integer(bytes(of: token.text)) : nil
    }

    /// The name of a member.
    package var name: String { text(of: token.name) }

    /// Finds the members of an object by their names in one pass: sets `found` at the position of
    /// each to the index of its token, or to 0 if it is missing. Other values have no members.
    package func find(_ names: MemberNames, _ found: UnsafeMutableBufferPointer<UInt32>) {
        found.initialize(repeating: 0)
        if token.kind == .object { names.find(in: tokens, object: index, of: bytes, into: found) }
    }

    /// The member whose token `find` found; `nil` if it is missing or `null`.
    package func found(_ index: UInt32) -> JSONElement? {
        index == 0 || tokens[Int(index)].kind == .null ? nil : element(Int(index))
    }

    /// The members of an object.
    package var members: JSONElements? { token.kind == .object ? contents : nil }

    /// The elements of an array.
    package var elements: JSONElements? { token.kind == .array ? contents : nil }

    private var contents: JSONElements {
        JSONElements(first: element(index + 1), end: index + Int(token.size))
    }

    /// The value after this one.
    fileprivate var following: JSONElement { element(index + Int(token.size)) }

    fileprivate func element(_ index: Int) -> JSONElement {
        JSONElement(bytes: bytes, tokens: tokens, index: index)
    }

    fileprivate func isNamed(_ name: StaticString) -> Bool { isText(token.name, name) }

    private func isText(_ span: JSONToken.Span, _ text: StaticString) -> Bool {
        guard !span.hasEscapes else { return self.text(of: span) == "\(text)" }
        guard span.count == text.utf8CodeUnitCount else { return false }
        let start = Int(span.start)
        var index = 0
        while index < span.count, bytes[start + index] == text.utf8Start[index] { index += 1 }
        return index == span.count
    }

    fileprivate var kind: JSONToken.Kind { token.kind }
    fileprivate var number: String { text(of: token.text) }
}

/// The members of an object, or the elements of an array.
package struct JSONElements: Sequence, IteratorProtocol {
    fileprivate var first: JSONElement
    fileprivate let end: Int

    package mutating func next() -> JSONElement? {
        guard first.index < end else { return nil }
        defer { first = first.following }
        return first
    }

    /// The first member with this name.
    package subscript(name: StaticString) -> JSONElement? {
        let tokens = first.tokens
        let text = UnsafeRawBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        let key = JSONToken.key(of: text, 0..<text.count)
        var index = first.index
        while index < end {
            // Names with escapes have the key 0.
            if tokens[index].key == key || tokens[index].key == 0 {
                let element = first.element(index)
                if element.isNamed(name) { return element }
            }
            index += Int(tokens[index].size)
        }
        return nil
    }
}

extension JSONValue {
    /// A copy of `element`.
    init(_ element: JSONElement) {
        self =
            switch element.kind {
            case .null: .null
            case .true: .flag(true)
            case .false: .flag(false)
            case .number: .number(JSONNumber(text: element.number))
            case .string: .string(element.string ?? "")
            case .array: .array(element.elements?.map { JSONValue($0) } ?? [])
            case .object:
                .object(
                    element.members?.map { JSONMember(name: $0.name, value: JSONValue($0)) } ?? [])
            }
    }
}
