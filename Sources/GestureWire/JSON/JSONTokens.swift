/// A value of a JSON text, as positions in its bytes.
struct JSONToken {
    enum Kind: UInt8 {
        case null, `true`, `false`, number, string, array, object
    }

    /// Bytes of the text: a number, a keyword, or the part of a string between its quotes.
    struct Span {
        var start: UInt32 = 0
        /// Bit 31: the string has escapes.
        private var countAndEscapes: UInt32 = 0

        init() {}

        init(_ range: Range<Int>, hasEscapes: Bool = false) {
            start = UInt32(truncatingIfNeeded: range.lowerBound)
            countAndEscapes =
                UInt32(truncatingIfNeeded: range.count) | (hasEscapes ? 1 << 31 : 0)
        }

        var count: Int { Int(countAndEscapes & ~(1 << 31)) }
        var hasEscapes: Bool { countAndEscapes >> 31 != 0 }
    }

    let kind: Kind
    /// The name of a member; empty for other values.
    let name: Span
    /// Empty for arrays and objects.
    let text: Span
    /// The number of tokens of the value, including this one.
    var size: UInt32 = 1

    init(_ kind: Kind, _ name: Span, _ text: Span) {
        self.kind = kind
        self.name = name
        self.text = text
    }
}

/// The values of JSON texts that are parsed one after another.
///
/// The storage is reused: reading a text allocates only if it has more values than those before.
package struct JSONTokens {
    private var tokens: [JSONToken] = []

    package init() {}

    /// Parses the value in `bytes` and discards the previous one.
    ///
    /// - Throws: `badJSON`.
    package mutating func read(_ bytes: UnsafeRawBufferPointer) throws(RequestError) {
        tokens.removeAll(keepingCapacity: true)
        try JSONReader.read(bytes, into: &tokens)
    }

    /// The value that was read from `bytes`, for the duration of `body`.
    package func withRoot<Result, Failure>(
        of bytes: UnsafeRawBufferPointer, _ body: (JSONElement) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try tokens.withUnsafeBufferPointer { tokens throws(Failure) in
            try body(JSONElement(bytes: bytes, tokens: tokens, index: 0))
        }
    }
}

/// A value of a parsed text. It copies nothing, and so is valid only in the closure that received
/// it.
package struct JSONElement {
    fileprivate let bytes: UnsafeRawBufferPointer
    fileprivate let tokens: UnsafeBufferPointer<JSONToken>
    fileprivate let index: Int

    private var token: JSONToken { tokens[index] }

    fileprivate func bytes(of span: JSONToken.Span) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(
            rebasing: bytes[Int(span.start)..<(Int(span.start) + span.count)])
    }

    fileprivate func text(of span: JSONToken.Span) -> String {
        span.hasEscapes
            ? JSONReader.unescaped(bytes(of: span))
            : String(decoding: bytes(of: span), as: UTF8.self)
    }

    /// Whether it is `null`.
    package var isNull: Bool { token.kind == .null }

    /// The text of a string.
    package var string: String? { token.kind == .string ? text(of: token.text) : nil }

    /// Whether it is a string.
    package var isString: Bool { token.kind == .string }

    /// Whether it is a number.
    package var isNumber: Bool { token.kind == .number }

    /// Whether it is this string.
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
        let (tokens, count) = (first.tokens, name.utf8CodeUnitCount)
        var index = first.index
        while index < end {
            let span = tokens[index].name
            if span.count == count || span.hasEscapes {
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
