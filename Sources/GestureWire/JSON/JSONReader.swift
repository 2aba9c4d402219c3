/// Parses one JSON text according to RFC 8259, without extensions, into tokens.
///
/// Requests and lines can come from any program: no depth and no number crashes this parser. An
/// error of syntax has the byte's position, from 1 on.
package struct JSONReader {
    /// The maximum nesting of arrays and objects; no request needs more.
    package static let maximumDepth = 32

    private let bytes: UnsafeRawBufferPointer

    /// The start of `bytes`.
    private let base: UnsafeRawPointer
    private let end: Int

    private init(_ bytes: UnsafeRawBufferPointer, _ base: UnsafeRawPointer) {
        self.bytes = bytes
        self.base = base
        end = bytes.count
    }

    /// Parses the value in `bytes`.
    ///
    /// - Throws: `badJSON`.
    package static func read(_ bytes: UnsafeRawBufferPointer) throws(RequestError) -> JSONValue {
        var tokens = JSONTokens()
        try tokens.read(bytes)
        var value = JSONValue.null
        tokens.withRoot(of: bytes) { value = JSONValue($0) }
        return value
    }

    /// Writes the tokens of the value in `bytes` to `tokens`. Returns their number; `nil` if there
    /// is no room for all.
    ///
    /// - Throws: `badJSON`.
    static func read(
        _ bytes: UnsafeRawBufferPointer, into tokens: UnsafeMutableBufferPointer<JSONToken>
    ) throws(RequestError) -> Int? {
        guard bytes.count < Int32.max, isUTF8(bytes) else {
            throw RequestError(.badJSON, "the request is not valid UTF-8")
        }
        guard let base = bytes.baseAddress else {
            throw RequestError(.badJSON, "expected a value at byte 1")
        }
        return try JSONReader(bytes, base).readValue(into: tokens)
    }

    private static func isUTF8(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var index = 0
        var found: UInt64 = 0
        let count = bytes.count
        while index &+ 32 <= count {
            for word in 0..<4 {
                found |= bytes.loadUnaligned(fromByteOffset: index &+ 8 &* word, as: UInt64.self)
            }
            index &+= 32
        }
        while index &+ 8 <= count {
            found |= bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            index &+= 8
        }
        while index < count {
            found |= UInt64(bytes[index])
            index &+= 1
        }
        return found & highBits == 0 || String(validating: bytes, as: UTF8.self) != nil
    }

    // MARK: Values

    private typealias Span = JSONToken.Span

    // Functions receive and return the index, and rare cases are not inlined, so that the compiler
    // keeps the index in a register: clients read a line for each frame.

    /// Parses a value and all values in it. `open` is the index of the token of the innermost open
    /// array or object, -1 if there is none.
    private func readValue(
        into tokens: UnsafeMutableBufferPointer<JSONToken>
    ) throws(RequestError) -> Int? {
        var (index, count, open, depth) = (0, 0, -1, 0)
        var name = JSONToken.Name()
        repeat {
            guard count < tokens.count else { return nil }
            index = spaceEnd(from: index)
            let start = index
            let kind: JSONToken.Kind
            var text = Span()
            switch byte(at: index) {
            case UInt8(ascii: "\""): (kind, text, index) = try string(from: start)
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                kind = .number
                index = try numberEnd(from: start)
                text = Span(start..<index)
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                kind = byte(at: index) == UInt8(ascii: "{") ? .object : .array
                depth += 1
                index = spaceEnd(from: try contentStart(after: index, depth))
            default:
                (kind, index) = try keyword(from: start)
                text = Span(start..<index)
            }
            // Until an array or object is closed, its size is the distance from the token of the
            // value that contains it.
            let isOpen = kind == .object || kind == .array
            tokens[count] = JSONToken(kind, name, text, size: isOpen ? count &- open : 1)
            if isOpen { open = count }
            count &+= 1
            if isOpen, byte(at: index) != Self.end(of: kind) {
                name = kind == .object ? try self.name(from: &index) : JSONToken.Name()
            } else {
                name = try nextName(from: &index, &open, &depth, tokens, count)
            }
        } while open >= 0
        index = spaceEnd(from: index)
        guard index == bytes.count else { throw problem("the end of the line", at: index) }
        return count
    }

    @inline(__always)
    private static func end(of kind: JSONToken.Kind) -> UInt8 {
        kind == .object ? UInt8(ascii: "}") : UInt8(ascii: "]")
    }

    /// Closes the arrays and objects that end after the previous value. Returns the name of the next
    /// value: empty in an array, or if there is no next value.
    @inline(__always)
    private func nextName(
        from index: inout Int, _ open: inout Int, _ depth: inout Int,
        _ tokens: UnsafeMutableBufferPointer<JSONToken>, _ count: Int
    ) throws(RequestError) -> JSONToken.Name {
        while open >= 0 {
            let kind = tokens[open].kind
            index = spaceEnd(from: index)
            let next = byte(at: index)
            if next == UInt8(ascii: ",") {
                index = spaceEnd(from: index &+ 1)
                return kind == .object ? try name(from: &index) : JSONToken.Name()
            }
            guard next == Self.end(of: kind) else {
                throw problem(kind == .object ? "a comma or }" : "a comma or ]", at: index)
            }
            index &+= 1
            depth &-= 1
            let outer = open &- Int(tokens[open].size)
            tokens[open].size = UInt32(truncatingIfNeeded: count &- open)
            open = outer
        }
        return JSONToken.Name()
    }

    /// Parses a name and its colon.
    @inline(__always)
    private func name(from index: inout Int) throws(RequestError) -> JSONToken.Name {
        let start = index &+ 1
        if byte(at: index) == UInt8(ascii: "\"") {
            let end = endOfPlainText(from: start)
            if byte(at: end) == UInt8(ascii: "\""), byte(at: end &+ 1) == UInt8(ascii: ":") {
                index = end &+ 2
                return JSONToken.Name(bytes, start..<end)
            }
        }
        return try unusualName(from: &index)
    }

    /// Parses a name that has escapes, or spaces before its colon; throws if there is no name.
    @inline(never)
    private func unusualName(from index: inout Int) throws(RequestError) -> JSONToken.Name {
        guard byte(at: index) == UInt8(ascii: "\"") else {
            throw problem("a name in quotes", at: index)
        }
        let (_, span, end) = try string(from: index)
        index = spaceEnd(from: end)
        guard byte(at: index) == UInt8(ascii: ":") else { throw problem("a colon", at: index) }
        index += 1
        return span.hasEscapes ? JSONToken.Name(escaped: span) : JSONToken.Name(bytes, span.range)
    }

    /// The index after the bracket that opens an array or an object.
    @inline(__always)
    private func contentStart(after index: Int, _ depth: Int) throws(RequestError) -> Int {
        guard depth <= Self.maximumDepth else {
            throw RequestError(
                .badJSON, "arrays and objects are nested deeper than \(Self.maximumDepth)")
        }
        return index &+ 1
    }

    /// The keyword at `start`, and its end.
    @inline(never)
    private func keyword(from start: Int) throws(RequestError) -> (JSONToken.Kind, Int) {
        let keywords: [(StaticString, JSONToken.Kind)] = [
            ("true", .true), ("false", .false), ("null", .null),
        ]
        for (keyword, kind) in keywords {
            let letters = UnsafeRawBufferPointer(
                start: keyword.utf8Start, count: keyword.utf8CodeUnitCount)
            if bytes.dropFirst(start).starts(with: letters) { return (kind, start + letters.count) }
        }
        throw problem("a value", at: start)
    }

    @inline(__always)
    private func numberEnd(from start: Int) throws(RequestError) -> Int {
        let whole = byte(at: start) == UInt8(ascii: "-") ? start &+ 1 : start
        var index = endOfDigits(from: whole)
        let hasLeadingZero = byte(at: whole) == UInt8(ascii: "0") && index &- whole > 1
        guard index > whole, !hasLeadingZero else { return try unusualNumberEnd(from: start) }
        if byte(at: index) == UInt8(ascii: ".") {
            let fraction = index &+ 1
            index = endOfDigits(from: fraction)
            guard index > fraction else { throw problem("a digit", at: fraction) }
        }
        return byte(at: index) | 0x20 == UInt8(ascii: "e") ? try exponentEnd(from: index) : index
    }

    @inline(never)
    private func unusualNumberEnd(from start: Int) throws(RequestError) -> Int {
        let whole = byte(at: start) == UInt8(ascii: "-") ? start + 1 : start
        guard endOfDigits(from: whole) > whole else { throw problem("a value", at: whole) }
        throw problem("a number without a zero before it", at: whole + 1)
    }

    @inline(never)
    private func exponentEnd(from index: Int) throws(RequestError) -> Int {
        let sign = byte(at: index + 1)
        let hasSign = sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-")
        let digits = index + (hasSign ? 2 : 1)
        let end = endOfDigits(from: digits)
        guard end > digits else { throw problem("a digit", at: digits) }
        return end
    }

    @inline(__always)
    private func endOfDigits(from start: Int) -> Int {
        var index = start
        while byte(at: index) &- UInt8(ascii: "0") <= 9 { index &+= 1 }
        return index
    }

    // MARK: Strings

    /// The string whose opening quote is at `start`: its kind, its text and the index after it.
    @inline(__always)
    private func string(from start: Int) throws(RequestError) -> (JSONToken.Kind, Span, Int) {
        let end = endOfPlainText(from: start &+ 1)
        guard byte(at: end) == UInt8(ascii: "\"") else {
            let end = try escapedStringEnd(from: end)
            return (.string, Span(start + 1..<end - 1, hasEscapes: true), end)
        }
        return (.string, Span(start &+ 1..<end), end &+ 1)
    }

    /// The index after a string with escapes, the first of which is at `start`.
    @inline(never)
    private func escapedStringEnd(from start: Int) throws(RequestError) -> Int {
        var index = start
        while byte(at: index) != UInt8(ascii: "\"") {
            guard index < bytes.count else {
                throw problem("the quote that ends a string", at: index)
            }
            guard byte(at: index) >= 0x20 else {
                throw problem("an escape, for a control character", at: index)
            }
            var escape = JSONEscape(bytes, at: index + 1)
            do throws(JSONEscape.Problem) {
                _ = try escape.scalar()
            } catch {
                throw problem(error.expected, at: escape.index)
            }
            index = endOfPlainText(from: escape.index)
        }
        return index + 1
    }

    /// The index of the first quote, backslash or control character, or the end of the bytes.
    @inline(__always)
    private func endOfPlainText(from start: Int) -> Int {
        var index = start
        while index &+ 8 <= end {
            let word = UInt64(
                littleEndian: base.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            // Each mask has bit 7 of every byte that matches. The lowest such bit is correct; a
            // borrow from it may set others above it.
            let quotes = Self.zeroBytes(word ^ Self.ones &* 0x22)
            let backslashes = Self.zeroBytes(word ^ Self.ones &* 0x5C)
            let controls = (word &- Self.ones &* 0x20) & ~word & Self.highBits
            let found = quotes | backslashes | controls
            if found != 0 { return index &+ found.trailingZeroBitCount &>> 3 }
            index &+= 8
        }
        while index < end {
            let byte = byte(at: index)
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
            index &+= 1
        }
        return index
    }

    @inline(__always) private static var ones: UInt64 { 0x0101_0101_0101_0101 }
    @inline(__always) private static var highBits: UInt64 { 0x8080_8080_8080_8080 }

    @inline(__always)
    private static func zeroBytes(_ word: UInt64) -> UInt64 {
        (word &- ones) & ~word & highBits
    }

    // MARK: Bytes

    /// The byte at `index`, or 0 at the end: no valid JSON text contains that byte.
    @inline(__always)
    private func byte(at index: Int) -> UInt8 {
        index < end ? base.load(fromByteOffset: index, as: UInt8.self) : 0
    }

    // Inlining saves 5 % of the time to read a line.
    @inline(__always)
    private func spaceEnd(from index: Int) -> Int {
        // Lines of the daemon contain no space.
        byte(at: index) <= 0x20 ? endOfSpace(from: index) : index
    }

    @inline(never)
    private func endOfSpace(from start: Int) -> Int {
        var end = start
        while end < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[end]) { end += 1 }
        return end
    }

    @inline(never)
    private func problem(_ expected: String, at index: Int) -> RequestError {
        RequestError(.badJSON, "expected \(expected) at byte \(index + 1)")
    }
}
