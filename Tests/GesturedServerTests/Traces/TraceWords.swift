import TouchCore

/// The words of one line of a trace, consumed from the left.
struct TraceWords {
    /// Counted from 1.
    let line: Int
    private var words: ArraySlice<Substring>

    /// Words are separated by spaces or tabs; `#` begins a comment.
    init(_ text: Substring, line: Int) {
        self.line = line
        let all = text.split { $0 == " " || $0 == "\t" }
        words = all.prefix { !$0.hasPrefix("#") }
    }

    var isEmpty: Bool { words.isEmpty }

    /// The next word, without consuming it.
    var next: String? { words.first.map(String.init) }

    func problem(_ message: String) -> TraceProblem {
        TraceProblem(message, line: line)
    }

    /// Consumes the next word; `expected` describes the word in a problem.
    mutating func word(_ expected: String) throws(TraceProblem) -> String {
        guard let word = words.popFirst() else {
            throw problem("expected \(expected) at the end of the line")
        }
        return String(word)
    }

    /// Consumes the next word if it is `word`.
    mutating func skip(_ word: String) -> Bool {
        guard next == word else { return false }
        words = words.dropFirst()
        return true
    }

    /// Consumes the next word if it is `KEY=VALUE`; returns the value.
    mutating func option(_ key: String) -> String? {
        guard let next, next.hasPrefix("\(key)=") else { return nil }
        words = words.dropFirst()
        return String(next.dropFirst(key.count + 1))
    }

    /// Consumes a number.
    mutating func number(_ expected: String) throws(TraceProblem) -> Double {
        try number(word(expected), expected)
    }

    /// Consumes a position, `X,Y` in millimetres.
    mutating func position() throws(TraceProblem) -> Point {
        let text = try word("a position X,Y")
        guard let position = Self.position(text) else {
            throw problem("expected a position X,Y in mm, found \"\(text)\"")
        }
        return position
    }

    /// Consumes a position if the next word is one.
    mutating func positionIfAny() throws(TraceProblem) -> Point? {
        guard let next, Self.position(next) != nil else { return nil }
        return try position()
    }

    /// The number in `text`, which ends with `unit`.
    func number(_ text: String, unit: String = "", _ expected: String) throws(TraceProblem)
        -> Double
    {
        guard text.hasSuffix(unit), let number = Double(text.dropLast(unit.count)),
            number.isFinite, number.magnitude < 1e9
        else { throw problem("expected \(expected), found \"\(text)\"") }
        return number
    }

    /// A time in microseconds: `40ms`, `1.5s`.
    func time(_ text: String) throws(TraceProblem) -> Int64 {
        let isMilli = text.hasSuffix("ms")
        let seconds = try number(text, unit: isMilli ? "ms" : "s", "a time such as 40ms or 1.5s")
        return Int64((seconds * (isMilli ? 1_000 : 1_000_000)).rounded())
    }

    private static func position(_ text: String) -> Point? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, let x = Double(parts[0]), let y = Double(parts[1]),
            x.magnitude < 1e6, y.magnitude < 1e6
        else { return nil }
        return Point(x: x, y: y)
    }
}
