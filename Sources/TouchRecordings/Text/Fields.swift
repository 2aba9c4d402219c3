/// The fields of a line, separated by spaces and tabs.
struct Fields {
    private var rest: ArraySlice<UInt8>

    /// - Parameter bytes: a line or part of one.
    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    /// What has not been taken yet, trimmed.
    var remainder: ArraySlice<UInt8> {
        var bytes = rest.drop(while: \.isBlank)
        while bytes.last?.isBlank == true { bytes.removeLast() }
        return bytes
    }

    /// Takes the next field; `nil` at the end.
    mutating func next() -> ArraySlice<UInt8>? {
        rest = rest.drop(while: \.isBlank)
        guard !rest.isEmpty else { return nil }
        let field = rest.prefix { !$0.isBlank }
        rest = rest[field.endIndex...]
        return field
    }

    /// Takes the next field if it is `word`.
    mutating func take(_ word: StaticString) -> Bool {
        let before = rest
        if let field = next(), field.equals(word) { return true }
        rest = before
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

    /// The first occurrence of `word`; `nil` if there is none.
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
