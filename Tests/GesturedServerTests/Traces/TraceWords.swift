import TouchCore

/// The words of one line of a trace, consumed from the left.
struct TraceWords {
    /// Counted from 1.
    let line: Int
    private var words: ArraySlice<Substring>

    /// Words are separated by blanks; `#` begins a comment.
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

    /// Consumes the next word.
    mutating func word(_ what: String) throws(TraceProblem) -> String {
        guard let word = words.popFirst() else { throw problem("expected \(what) at its end") }
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
    mutating func number(_ what: String) throws(TraceProblem) -> Double {
        try number(word(what), what)
    }

    /// Consumes a position, `X,Y` in millimetres.
    mutating func place() throws(TraceProblem) -> Point {
        let text = try word("a place X,Y")
        guard let place = Self.place(text) else {
            throw problem("expected a place X,Y in mm, found \"\(text)\"")
        }
        return place
    }

    /// Consumes a position if the next word is one.
    mutating func placeIfAny() throws(TraceProblem) -> Point? {
        guard let next, Self.place(next) != nil else { return nil }
        return try place()
    }

    /// A number, with its unit, if there is one, after it.
    func number(_ text: String, unit: String = "", _ what: String) throws(TraceProblem) -> Double {
        guard text.hasSuffix(unit), let number = Double(text.dropLast(unit.count)),
            number.isFinite, number.magnitude < 1e9
        else { throw problem("expected \(what), found \"\(text)\"") }
        return number
    }

    /// A time in microseconds: `40ms`, `1.5s`.
    func time(_ text: String) throws(TraceProblem) -> Int64 {
        let isMilli = text.hasSuffix("ms")
        let seconds = try number(text, unit: isMilli ? "ms" : "s", "a time as 40ms or 1.5s")
        return Int64((seconds * (isMilli ? 1_000 : 1_000_000)).rounded())
    }

    private static func place(_ text: String) -> Point? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, let x = Double(parts[0]), let y = Double(parts[1]),
            x.magnitude < 1e6, y.magnitude < 1e6
        else { return nil }
        return Point(x: x, y: y)
    }
}
