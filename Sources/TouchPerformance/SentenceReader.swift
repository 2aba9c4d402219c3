import LinuxIO
import TouchCore

/// A sentence that cannot be performed, with its column.
public struct SentenceProblem: Error, Sendable, Equatable {
    /// The line, from 1.
    public var line: Int
    /// The column of the word, from 1.
    public var column: Int
    /// What is wrong.
    public var sentence: String
    /// What to write instead; `nil` if there is no advice.
    public var advice: String?

    public init(line: Int, column: Int, sentence: String, advice: String?) {
        (self.line, self.column) = (line, column)
        (self.sentence, self.advice) = (sentence, advice)
    }
}

/// Reads the language of `gesturectl perform`.
///
/// A sentence names a gesture in the words of `gesturectl describe`, in any case, with `_` or a
/// space between them, and then says how: `swipe left 3 fingers from the right edge 300 mm/s`.
struct SentenceReader {
    struct Word {
        var text: String
        var column: Int
    }

    let line: Int
    let column: Int
    var words: [Word]
    var next = 0
    var sentence = Sentence(action: .tap(count: 1), fingers: 1)
    /// The word for its direction.
    private var direction: Word?
    /// Whether the next word is an alternative to the last one: "left or right".
    private var isMore = false
    /// The properties that the sentence has set: each once, or with several values joined by "or".
    var claimed: Set<String> = []
    /// The name of the gesture, as it is written.
    var gesture = ""

    /// Words of places, and those that mean the same here.
    private static let synonyms = ["lower": "bottom", "upper": "top"]

    /// - Parameters:
    ///   - text: one sentence, without a line feed.
    ///   - line: its line, and `column` the column of its first character, from 1.
    init(_ text: Substring, line: Int, column: Int) {
        (self.line, self.column) = (line, column)
        words = []
        var start: Int?
        var word = ""
        for (offset, character) in (String(text) + " ").enumerated() {
            // "long_press", "down-right"; not "10,-5" and "1e-3".
            let joins = (character == "_" || character == "-") && word.last?.isLetter == true
            if character.isWhitespace || joins && word.first?.isLetter == true {
                // Punctuation, except the comma between two positions.
                if let start, let last = word.last {
                    if ".!;,".contains(last) { word.removeLast() }
                    word = Self.synonyms[word] ?? word
                    words.append(Word(text: word, column: column + start))
                }
                (start, word) = (nil, "")
            } else {
                start = start ?? offset
                word += character.lowercased()
            }
        }
    }

    /// The sentence.
    mutating func read() throws(SentenceProblem) -> Sentence {
        try readPerson()
        try readAction()
        while next < words.count { try readDetail() }
        try settle()
        return sentence
    }

    mutating func word() -> Word? {
        guard next < words.count else { return nil }
        defer { next += 1 }
        return words[next]
    }

    /// Consumes the next word if it is one of these.
    mutating func skip(_ texts: String...) -> Bool {
        guard next < words.count, texts.contains(words[next].text) else { return false }
        next += 1
        return true
    }

    func problem(_ word: Word?, _ text: String, _ advice: String? = nil) -> SentenceProblem {
        SentenceProblem(
            line: line,
            column: word?.column ?? (words.last.map { $0.column + $0.text.count } ?? column),
            sentence: text, advice: advice)
    }

    /// `slow: tap`: who performs it.
    private mutating func readPerson() throws(SentenceProblem) {
        guard let first = words.first, first.text.last == ":" else { return }
        next += 1
        let name = String(first.text.dropLast())
        guard let person = try? Person(name), Person.names.contains(name) else {
            throw problem(
                first, "no person is named \(name)",
                "There are: \(Person.names.joined(separator: ", "))")
        }
        sentence.person = person
    }
}

/// How they do it.
extension SentenceReader {
    private static let numbers = [
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    ]

    private mutating func readDetail() throws(SentenceProblem) {
        guard let word = word() else { return }
        if word.text == "or" {
            guard !isMore, next < words.count else {
                throw problem(word, "or is between two values", "Write for example left or right")
            }
            isMore = true
            return
        }
        defer { isMore = false }
        switch word.text {
        case "and":
            if isSecondDirection { try readSecondDirection(word) }
        // Words without a meaning of their own.
        case "with", "a", "an", "the", "for", "of", "to", "by", "towards", "diagonally", "finger",
            "fingers", "screen", "glass":
            return
        case "left", "right", "up", "down", "any":
            try readDirection(word)
        case "clockwise", "cw": try turn(word, 1)
        case "counterclockwise", "anticlockwise", "ccw": try turn(word, -1)
        case "counter", "anti":
            guard skip("clockwise") else {
                throw problem(word, "\(word.text) must be followed by clockwise")
            }
            try turn(word, -1)
        case "out" where gesture.hasPrefix("zoom"): try spread(word, 0.5)
        case "out", "open": try spread(word, 2)
        case "together", "close", "closed": try spread(word, 0.5)
        case "anywhere": (sentence.place, _) = (.anywhere, try claim("where", word))
        case "at", "in", "near", "on": try readPlace(word)
        case "top", "bottom", "center", "centre", "middle":
            next -= 1
            try readAnchor()
        case "after": try readDelay(word)
        case "from": try readEdge(word)
        default: try readManner(word)
        }
    }

    private mutating func readManner(_ word: Word) throws(SentenceProblem) {
        switch word.text {
        case "above", "below": try readSide(word, word.text == "above" ? .up : .down)
        case "hold", "holds", "rest", "rests": try readHold(word)
        case "steadily": try setCourse(.steady, word)
        case "twice": (sentence.times, _) = (2, try claim("how often", word))
        case "thrice": (sentence.times, _) = (3, try claim("how often", word))
        case "hard": (sentence.force, _) = (0.9, try claim("how hard", word))
        case "softly", "lightly": (sentence.force, _) = (0.2, try claim("how hard", word))
        case "quickly", "quick", "fast":
            (sentence.speed, _) = (800...800, try claim("how fast", word))
        case "slowly": (sentence.speed, _) = (60...60, try claim("how fast", word))
        default: try readQuantity(word)
        }
    }

    /// Records that a word sets a property of the sentence.
    ///
    /// - Parameter joins: whether several values can be joined by "or".
    /// - Throws: if another word of the sentence has set it.
    mutating func claim(
        _ thing: String, _ word: Word, joins: Bool = false
    ) throws(SentenceProblem) {
        guard claimed.insert(thing).inserted ? !isMore || joins : isMore && joins else {
            throw problem(word, "it says twice \(thing)", "Write one of them")
        }
    }

    private mutating func readDirection(_ word: Word) throws(SentenceProblem) {
        var text = word.text
        if text == "up" || text == "down", next < words.count,
            ["left", "right"].contains(words[next].text)
        {
            text += "_" + words[next].text
            next += 1
        }
        if sentence.angle != nil, sentence.action == .rotate, text == "left" || text == "right" {
            return try turn(word, text == "left" ? -1 : 1)
        }
        if isBesideFinger, let side = RestingSide(rawValue: text) {
            return try readSide(word, side)
        }
        guard !sentence.directions.isEmpty else {
            throw problem(word, "this gesture has no direction", "Leave \(text) out")
        }
        if let direction, !isMore {
            throw problem(
                word, "it already has a direction, \(direction.text)",
                "Write one, or several with or between them")
        }
        direction = word
        claimed.insert("which direction")
        guard text != "any" else {
            _ = skip("direction")
            sentence.directions = SwipeDirection.allCases
            sentence.isAnyAngle = true
            return
        }
        if let direction = SwipeDirection(rawValue: text) {
            sentence.directions = (isMore ? sentence.directions : []) + [direction]
        }
    }

    private mutating func turn(_ word: Word, _ sign: Double) throws(SentenceProblem) {
        guard sentence.needsTwo else {
            throw problem(word, "only a rotation is \(word.text)", "Write rotate \(word.text)")
        }
        try claim("which way", word, joins: true)
        sentence.turns = (isMore ? sentence.turns : []) + [sign]
        sentence.angle = sentence.angle ?? 60...60
    }

    private mutating func spread(_ word: Word, _ scale: Double) throws(SentenceProblem) {
        guard sentence.action == .pinch else {
            throw problem(word, "only a pinch goes \(word.text)", "Write pinch \(word.text)")
        }
        guard isMore || !gesture.hasSuffix(" in") && !gesture.hasSuffix(" out") else {
            throw problem(word, "\(gesture) says how already", "Leave \(word.text) out")
        }
        try claim("how far it goes", word, joins: true)
        sentence.scales = (isMore ? sentence.scales : []) + [scale...scale]
    }

    /// The number or the range that comes next, its unit, and how many words they are.
    var quantity: (range: ClosedRange<Double>, unit: String, count: Int)? {
        guard next < words.count else { return nil }
        let text = words[next].text
        let number = Self.numbers.firstIndex(of: text).map { Double($0 + 1) }
        guard let (range, attached) = number.map({ ($0...$0, "") }) ?? Numbers.range(text) else {
            return nil
        }
        guard attached.isEmpty, next + 1 < words.count else { return (range, attached, 1) }
        return (range, words[next + 1].text, 2)
    }

    /// Consumes a time if it comes next.
    mutating func readTime() -> ClosedRange<Double>? {
        guard let (range, unit, count) = quantity, range.lowerBound >= 0,
            case (.time, let factor)? = Dimension.units[unit]
        else { return nil }
        next += count
        return range.lowerBound * factor...range.upperBound * factor
    }

    /// A number or a range with its unit: `3 fingers`, `60..90 mm`, `300 mm/s`, `1.5 s`, `45°`,
    /// `150 %`, `2 times`.
    mutating func readQuantity(_ word: Word) throws(SentenceProblem) {
        next -= 1
        guard let (range, unit, count) = quantity else {
            if Self.names.contains(where: { $0.words.first == word.text }) {
                throw problem(
                    word, "it already has a gesture, \(gesture)",
                    "Write a line for each, or join them with while")
            }
            let advice =
                Person.names.contains(word.text)
                ? "Write \(word.text): in front of the sentence" : Self.advice(for: word.text)
            throw problem(word, "\(word.text) is not understood", advice)
        }
        next += count
        guard range.lowerBound >= 0.001, range.upperBound <= 10_000 else {
            throw problem(word, "\(word.text) is not between 0.001 and 10000")
        }
        try set(range, unit, word)
    }

    private mutating func set(
        _ range: ClosedRange<Double>, _ unit: String, _ word: Word
    ) throws(SentenceProblem) {
        if unit == "finger" || unit == "fingers" {
            try claim("how many fingers", word)
            sentence.fingers = try count(range, 1...10, unit, word)
            return
        }
        if unit == "time" || unit == "times" {
            try claim("how often", word)
            sentence.times = try count(range, 1...Performer.touchLimit, unit, word)
            return
        }
        let (dimension, factor) = Dimension.units[unit] ?? (.number, 1)
        let scaled = range.lowerBound * factor...range.upperBound * factor
        switch dimension {
        case .length: (sentence.length, _) = (scaled, try claim("how far", word))
        case .speed: (sentence.speed, _) = (scaled, try claim("how fast", word))
        case .time: (sentence.duration, _) = (scaled, try claim("how long", word))
        case .angle:
            guard sentence.needsTwo else { throw problem(word, "only a rotation has an angle") }
            try claim("what angle", word)
            sentence.angle = scaled
        case .share: try setScale(scaled, word)
        case .rate, .number:
            throw problem(
                word, "a unit is missing after \(word.text)",
                "Write fingers, mm, cm, mm/s, ms, s, degrees, %, x or times behind it")
        }
    }

    private mutating func setScale(
        _ scale: ClosedRange<Double>, _ word: Word
    ) throws(SentenceProblem) {
        guard sentence.action == .pinch else { throw problem(word, "only a pinch has a scale") }
        // "zoom out 200 %" and "pinch out 50 %" contradict themselves.
        let old = sentence.scales.first?.upperBound ?? 1
        if gesture.hasSuffix(" in") || gesture.hasSuffix(" out"),
            (scale.lowerBound > 1) != (old > 1) || (scale.upperBound > 1) != (old > 1)
        {
            throw problem(
                word, "\(gesture) goes to a scale \(old > 1 ? "above" : "below") 100 %",
                "Write pinch \(word.text), without in and out")
        }
        try claim("what scale", word, joins: true)
        sentence.scales = (isMore ? sentence.scales : []) + [scale]
    }

    private func count(
        _ given: ClosedRange<Double>, _ range: ClosedRange<Int>, _ unit: String, _ word: Word
    ) throws(SentenceProblem) -> Int {
        let value = given.lowerBound
        guard value == given.upperBound, value == value.rounded(), range.contains(Int(value)) else {
            let noun = unit.hasSuffix("s") ? unit : unit + "s"
            throw problem(word, "\(noun) are \(range.lowerBound) to \(range.upperBound)")
        }
        return Int(value)
    }

    private static func advice(for word: String) -> String {
        let words = [
            "left", "right", "up", "down", "fingers", "from", "at", "clockwise", "counterclockwise",
            "out", "together", "twice", "hard", "softly", "quickly", "slowly", "with", "anywhere",
            "direction", "steadily",
        ]
        return Spelling.nearest(to: word, among: words.filter { $0 != word }).map {
            "Did you mean \($0)?"
        }
            ?? "Write for example: swipe left 3 fingers from the right edge 300 mm/s"
    }

    /// Combines words from different parts of the sentence.
    private mutating func settle() throws(SentenceProblem) {
        let word = Word(text: gesture, column: sentence.column)
        if sentence.directions.isEmpty, !sentence.isDrawn,
            sentence.length != nil || sentence.speed != nil
        {
            throw problem(
                word, "\(gesture) has no length and no speed",
                "Write how long it lasts, for example 2 s")
        }
        if sentence.action == .wander, sentence.speed != nil {
            throw problem(
                word, "\(gesture) has no speed", "Write how long it lasts, for example 2 s")
        }
        if sentence.speed != nil, sentence.duration != nil {
            throw problem(word, "it has a speed and a time", "Write one of them")
        }
        if sentence.edge != nil, sentence.place != nil, sentence.place != .anywhere {
            throw problem(word, "it has a place and a side", "Write at or from")
        }
        if direction == nil, let inward = sentence.edge?.inward, !sentence.directions.isEmpty {
            sentence.directions = [inward]
        }
        guard sentence.second == nil || sentence.fingers == 1 && sentence.hold == nil else {
            throw problem(
                word, "a swipe of two parts has one finger and no hold",
                "Write one direction, or one finger")
        }
        // One finger rotates by moving around a circle.
        if sentence.action == .pinch, sentence.fingers < 2 {
            throw problem(word, "one finger cannot do that", "Write 2 fingers")
        }
    }
}
