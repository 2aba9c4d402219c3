public import TouchCore

/// Touches to perform, in order: what `gesturectl perform` reads.
///
/// Each line is a sentence, or several joined by `while` that begin at the same time, or a pause:
/// `pause 2 s`. `then` begins a new line. `#` begins a comment. A line `panel:`
/// names the panel of the script, a line `person:` the person of the lines after it; `in any order`
/// shuffles the touches.
public struct TouchScript: Sendable {
    /// What a line says.
    enum Line: Sendable {
        /// Sentences that begin at the same time.
        case together([Sentence])
        /// A pause, in s.
        case pause(Double)
    }

    private(set) var lines: [Line] = []
    /// The panel that it names.
    public private(set) var panel: PanelModel?
    /// Whether the touches are shuffled: `in any order`.
    private(set) var isShuffled = false

    /// Reads sentences, one a line.
    ///
    /// - Throws: the first sentence that cannot be performed, with its line and column.
    public init(_ text: String) throws(SentenceProblem) {
        // Some editors begin a file with a byte order mark.
        let text = text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...]
        let all = text.split(omittingEmptySubsequences: false) { $0.isNewline }
        var person: Person?
        for (index, line) in all.enumerated() {
            let line = line.prefix { $0 != "#" }
            guard line.contains(where: { !$0.isWhitespace }) else { continue }
            if try readDirective(line, number: index + 1, person: &person) { continue }
            var column = 1
            for part in line.split(separator: " then ", omittingEmptySubsequences: false) {
                lines.append(try Self.line(part, number: index + 1, column: column, by: person))
                column += part.count + " then ".count
            }
        }
        guard !lines.isEmpty else {
            throw SentenceProblem(
                line: 1, column: 1, sentence: "there is no sentence",
                advice: "Write for example: swipe left 3 fingers")
        }
    }

    /// Sets the defaults of sentences: where fingers land, in mm, and how fast they
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

    /// The position that a text names, `X,Y` in mm; `nil` if it names none.
    public static func place(_ text: String) -> Point? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in
            Numbers.number(part.drop { $0 == " " })
        }
        guard parts.count == 2, numbers.count == 2 else { return nil }
        return Point(x: numbers[0], y: numbers[1])
    }

    /// The lines to shuffle, one for each touch: `tap 3 times` becomes three lines. A line with
    /// `while` remains one.
    var unrolledLines: [Line] {
        lines.flatMap { line in
            guard case .together(var sentences) = line, sentences.count == 1 else { return [line] }
            let times = sentences[0].times
            sentences[0].times = 1
            return Array(repeating: .together(sentences), count: times)
        }
    }

    /// Records a line that is `panel: …`, `person: …` or `in any order`. Returns whether it is one
    /// of these.
    private mutating func readDirective(
        _ line: Substring, number: Int, person: inout Person?
    ) throws(SentenceProblem) -> Bool {
        let text = line.drop(while: \.isWhitespace)
        if text.lowercased().split(whereSeparator: \.isWhitespace) == ["in", "any", "order"] {
            isShuffled = true
            return true
        }
        guard let colon = text.firstIndex(of: ":") else { return false }
        let value = String(text[colon...].dropFirst())
        do throws(SentenceProblem) {
            switch text[..<colon].lowercased() {
            case "panel": panel = try PanelModel(value)
            case "person": person = try Person(value)
            default: return false
            }
        } catch {
            var problem = error
            problem.line = number
            problem.column += line.distance(from: line.startIndex, to: colon) + 1
            throw problem
        }
        return true
    }

    private static func line(
        _ text: Substring, number: Int, column first: Int, by person: Person?
    ) throws(SentenceProblem) -> Line {
        if let pause = try pause(text, number, column: first) { return .pause(pause) }
        var sentences: [Sentence] = []
        var column = first
        for part in text.split(separator: " while ", omittingEmptySubsequences: false) {
            var reader = SentenceReader(part, line: number, column: column)
            var sentence = try reader.read()
            sentence.person = sentence.person ?? person
            sentences.append(sentence)
            column += part.count + " while ".count
        }
        return .together(sentences)
    }

    /// The seconds of `pause 2 s` or `wait 2 s`; `nil` for another text.
    private static func pause(
        _ text: Substring, _ number: Int, column: Int
    ) throws(SentenceProblem) -> Double? {
        var reader = SentenceReader(text, line: number, column: column)
        let first = reader.words.first
        guard reader.skip("pause", "wait") else { return nil }
        guard let pause = reader.readTime(), pause.lowerBound == pause.upperBound,
            pause.upperBound <= longestPause, reader.next == reader.words.count
        else {
            throw reader.problem(
                first, "a pause has a time of at most an hour", "Write for example pause 2 s")
        }
        return pause.upperBound
    }

    /// The longest pause, in s.
    private static let longestPause = 3_600.0
}
