public import TouchCore

/// Touches to perform, in order: what `gesturectl perform` reads.
///
/// Each line is a sentence, several joined by `while` that begin at the same time, or a pause:
/// `pause 2 s`. `then` is like the end of a line. `#` begins a comment.
public struct TouchScript: Sendable {
    /// What a line says.
    enum Line: Sendable {
        /// Sentences that begin at the same time.
        case together([Sentence])
        /// Nothing, for a time in s.
        case pause(Double)
    }

    private(set) var lines: [Line] = []

    /// Reads sentences, one a line.
    ///
    /// - Throws: the first sentence that cannot be performed, with its line and column.
    public init(_ text: String) throws(SentenceProblem) {
        // Some editors begin a file with a byte order mark.
        let text = text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...]
        let all = text.split(omittingEmptySubsequences: false) { $0.isNewline }
        for (index, line) in all.enumerated() {
            let line = line.prefix { $0 != "#" }
            guard line.contains(where: { !$0.isWhitespace }) else { continue }
            var column = 1
            for part in line.split(separator: " then ", omittingEmptySubsequences: false) {
                lines.append(try Self.line(part, number: index + 1, column: column))
                column += part.count + " then ".count
            }
        }
        guard !lines.isEmpty else {
            throw SentenceProblem(
                line: 1, column: 1, sentence: "there is no sentence",
                advice: "Write for example: swipe left 3 fingers")
        }
    }

    /// Sets what sentences that do not say it have: where fingers land, in mm, and how fast they
    /// move, in mm/s.
    public mutating func setDefaults(place: Point?, speed: Double?) {
        lines = lines.map { line in
            guard case .together(var sentences) = line else { return line }
            for index in sentences.indices {
                sentences[index].setDefaults(place: place, speed: speed)
            }
            return .together(sentences)
        }
    }

    /// A place as text, `X,Y` in mm; `nil` if the text is no place.
    public static func place(_ text: String) -> Point? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in
            SentenceReader.number(part.drop { $0 == " " })
        }
        guard parts.count == 2, numbers.count == 2 else { return nil }
        return Point(x: numbers[0], y: numbers[1])
    }

    private static func line(
        _ text: Substring, number: Int, column first: Int
    ) throws(SentenceProblem) -> Line {
        if let pause = try pause(text, number, column: first) { return .pause(pause) }
        var sentences: [Sentence] = []
        var column = first
        for part in text.split(separator: " while ", omittingEmptySubsequences: false) {
            var reader = SentenceReader(part, line: number, column: column)
            sentences.append(try reader.read())
            column += part.count + " while ".count
        }
        return .together(sentences)
    }

    /// `pause 2 s`; `nil` for another line.
    private static func pause(
        _ text: Substring, _ number: Int, column: Int
    ) throws(SentenceProblem) -> Double? {
        let words = text.lowercased().split(whereSeparator: \.isWhitespace)
        guard words.first == "pause" || words.first == "wait" else { return nil }
        let rest = words.dropFirst().joined(separator: " ")
        let digits = rest.prefix { $0.isNumber || $0 == "." }
        let unit = rest.dropFirst(digits.count).drop { $0 == " " }
        let factors = ["s": 1, "second": 1, "seconds": 1, "ms": 0.001]
        guard let value = SentenceReader.number(digits), let factor = factors[String(unit)],
            value * factor <= longestPause
        else {
            let blanks = text.prefix { $0.isWhitespace }.count
            throw SentenceProblem(
                line: number, column: column + blanks,
                sentence: "a pause has a time of at most an hour",
                advice: "Write for example pause 2 s")
        }
        return value * factor
    }

    /// The longest pause, in s.
    private static let longestPause = 3_600.0
}
