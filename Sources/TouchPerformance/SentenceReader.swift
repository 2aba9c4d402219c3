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
}

/// Reads the language of `gesturectl perform`.
///
/// A sentence names a gesture in the words of `gesturectl describe`, in any case, with `_` or a
/// space between them, and then says how: `swipe left 3 fingers from the right edge 300 mm/s`.
struct SentenceReader {
    private struct Word {
        var text: String
        var column: Int
    }

    private let line: Int
    private var words: [Word]
    private var next = 0
    private var sentence = Sentence(action: .tap(count: 1), fingers: 1)
    private var direction: (SwipeDirection, Word)?
    private var fingers: Int?
    /// Whether it says zoom, of which "in" enlarges; a pinch "in" closes.
    private var isZoom = false

    /// - Parameters:
    ///   - text: one sentence, without a line feed.
    ///   - line: its line, and `column` the column of its first character, from 1.
    init(_ text: Substring, line: Int, column: Int) {
        self.line = line
        words = []
        var start: Int?
        var word = ""
        for (offset, character) in (String(text) + " ").enumerated() {
            if character.isWhitespace || (character == "_" || character == "-") && start != nil {
                if let start { words.append(Word(text: word, column: column + start)) }
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

    private mutating func word() -> Word? {
        guard next < words.count else { return nil }
        defer { next += 1 }
        return words[next]
    }

    /// Consumes the next word if it is one of these.
    private mutating func skip(_ texts: String...) -> Bool {
        guard next < words.count, texts.contains(words[next].text) else { return false }
        next += 1
        return true
    }

    private func problem(_ word: Word?, _ text: String, _ advice: String? = nil) -> SentenceProblem
    {
        SentenceProblem(
            line: line, column: word?.column ?? (words.last.map { $0.column + $0.text.count } ?? 1),
            sentence: text, advice: advice)
    }

    /// `slow: tap`: who performs it.
    private mutating func readPerson() throws(SentenceProblem) {
        guard let first = words.first, first.text.last == ":" else { return }
        next += 1
        let name = String(first.text.dropLast())
        guard let person = Person(named: name) else {
            throw problem(
                first, "nobody is named \(name)",
                "There are: \(Person.all.map(\.name).joined(separator: ", "))")
        }
        sentence.person = person
    }
}

/// What fingers do.
extension SentenceReader {
    /// The first words of a sentence, and what each means; the other names that people use for
    /// gestures among them.
    static let actions: [String] = [
        "tap", "double tap", "triple tap", "long press", "hold", "press", "drag", "pan", "scroll",
        "swipe", "flick", "pinch", "spread", "zoom", "magnify", "rotate", "turn", "deep press",
        "force",
    ]

    private mutating func readAction() throws(SentenceProblem) {
        guard let first = word() else {
            throw problem(nil, "a gesture is missing", "Write one of: \(Self.list)")
        }
        sentence.column = first.column
        switch first.text {
        case "tap": sentence.action = .tap(count: 1)
        case "double", "triple":
            guard skip("tap") else {
                throw problem(first, "\(first.text) is followed by tap", "Write \(first.text) tap")
            }
            sentence.action = .tap(count: first.text == "double" ? 2 : 3)
        case "long":
            guard skip("press") else {
                throw problem(first, "long is followed by press", "Write long press")
            }
            sentence.action = .hold
        case "hold", "press": sentence.action = .hold
        case "deep":
            guard skip("press") else {
                throw problem(first, "deep is followed by press", "Write deep press")
            }
            sentence.action = .deepPress
        case "force": sentence.action = .deepPress
        case "drag", "pan", "scroll": sentence.action = .drag(.right)
        case "swipe", "flick": sentence.action = .swipe(.right)
        case "pinch", "magnify", "zoom", "spread":
            isZoom = first.text == "zoom"
            sentence.action = .pinch(first.text == "pinch" ? 0.5 : 2)
            // Behind other words "in" comes before a duration.
            _ = skip("in")
        case "rotate", "turn": sentence.action = .rotate(60)
        default:
            let near = Spelling.nearest(
                to: first.text,
                among: Self.actions.compactMap { $0.split(separator: " ").first }.map(String.init))
            throw problem(
                first, "no gesture is named \(first.text)",
                near.map { "Did you mean \($0)?" } ?? "Write one of: \(Self.list)")
        }
        fingers =
            switch sentence.action {
            case .pinch, .rotate: 2
            default: first.text == "scroll" ? 2 : nil
            }
    }

    private static var list: String { actions.joined(separator: ", ") }
}

/// How they do it.
extension SentenceReader {
    private static let numbers = [
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    ]

    private mutating func readDetail() throws(SentenceProblem) {
        guard let word = word() else { return }
        switch word.text {
        // Words that only make a sentence of it.
        case "with", "a", "an", "the", "for", "in", "of", "and", "to", "by", "towards", "finger's":
            return
        case "left", "right", "up", "down":
            try readDirection(word)
        case "clockwise", "cw": try turn(word, 1)
        case "counterclockwise", "anticlockwise", "ccw": try turn(word, -1)
        case "counter", "anti":
            guard skip("clockwise") else {
                throw problem(word, "\(word.text) is followed by clockwise")
            }
            try turn(word, -1)
        case "out": try spread(word, isZoom ? 0.5 : 2)
        case "open": try spread(word, 2)
        case "together", "close", "closed": try spread(word, 0.5)
        case "at": try readPlace(word)
        case "from": try readEdge(word)
        case "twice": sentence.times = 2
        case "thrice": sentence.times = 3
        case "hard": sentence.force = 0.9
        case "softly", "lightly": sentence.force = 0.2
        case "quickly", "fast": sentence.speed = 800
        case "slowly": sentence.speed = 60
        default: try readQuantity(word)
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
        switch (sentence.action, text) {
        case (.rotate(let angle), "left"): sentence.action = .rotate(-abs(angle))
        case (.rotate(let angle), "right"): sentence.action = .rotate(abs(angle))
        case (.drag, _), (.swipe, _):
            if let direction {
                throw problem(
                    word, "it already has a direction, \(direction.1.text)", "Write one direction")
            }
            direction = SwipeDirection(rawValue: text).map { ($0, word) }
        default: throw problem(word, "this gesture has no direction", "Leave \(text) out")
        }
    }

    private mutating func turn(_ word: Word, _ sign: Double) throws(SentenceProblem) {
        guard case .rotate(let angle) = sentence.action else {
            throw problem(word, "only a rotation is \(word.text)", "Write rotate \(word.text)")
        }
        sentence.action = .rotate(sign * abs(angle))
    }

    private mutating func spread(_ word: Word, _ scale: Double) throws(SentenceProblem) {
        guard case .pinch = sentence.action else {
            throw problem(word, "only a pinch goes \(word.text)", "Write pinch \(word.text)")
        }
        sentence.action = .pinch(scale)
    }

    /// `at 100,80` or `at 100, 80`: in mm from the left and the top.
    private mutating func readPlace(_ word: Word) throws(SentenceProblem) {
        var text = ""
        while next < words.count, text.filter({ $0 == "," }).isEmpty || text.hasSuffix(",") {
            text += words[next].text
            next += 1
        }
        let parts = text.split(separator: ",").map { $0.hasSuffix("mm") ? $0.dropLast(2) : $0 }
        guard parts.count == 2, let x = Self.number(parts[0]), let y = Self.number(parts[1]) else {
            throw problem(
                word, "at is followed by two positions in mm", "Write at X,Y, for example at 100,80"
            )
        }
        sentence.start = Point(x: x, y: y)
    }

    /// `from the left edge`.
    private mutating func readEdge(_ word: Word) throws(SentenceProblem) {
        _ = skip("the")
        guard let name = self.word(), let edge = SurfaceEdge(rawValue: name.text) else {
            throw problem(
                word, "from is followed by a side", "Write from left, right, top or bottom")
        }
        _ = skip("edge", "side")
        sentence.edge = edge
    }

    /// A number with its unit: `3 fingers`, `90mm`, `300 mm/s`, `1.5 s`, `45°`, `150 %`, `2 times`.
    private mutating func readQuantity(_ word: Word) throws(SentenceProblem) {
        let digits = word.text.prefix { $0.isNumber || $0 == "." || $0 == "-" }
        var unit = String(word.text.dropFirst(digits.count))
        var value = Self.number(digits)
        if value == nil, let index = Self.numbers.firstIndex(of: word.text) {
            (value, unit) = (Double(index + 1), "")
        }
        guard let value else {
            throw problem(
                word, "\(word.text) is not understood", Self.advice(for: word.text))
        }
        if unit.isEmpty { unit = self.word()?.text ?? "" }
        guard value >= 0, value <= 10_000 else {
            throw problem(word, "\(word.text) is not between 0 and 10000")
        }
        switch unit {
        case "finger", "fingers":
            guard value == value.rounded(), (1...10).contains(value) else {
                throw problem(word, "fingers are 1 to 10")
            }
            fingers = Int(value)
        case "time", "times":
            guard value == value.rounded(), (1...1_000).contains(value) else {
                throw problem(word, "times are 1 to 1000")
            }
            sentence.times = Int(value)
        case "mm": sentence.length = value
        case "cm": sentence.length = value * 10
        case "mm/s": sentence.speed = value
        case "ms", "millisecond", "milliseconds": sentence.duration = value / 1_000
        case "s", "second", "seconds": sentence.duration = value
        case "°", "degree", "degrees", "deg":
            guard case .rotate(let angle) = sentence.action else {
                throw problem(word, "only a rotation has an angle")
            }
            sentence.action = .rotate(angle < 0 ? -value : value)
        case "%", "percent", "x":
            guard case .pinch = sentence.action, value > 0 else {
                throw problem(word, "only a pinch has a scale, above 0")
            }
            sentence.action = .pinch(unit == "x" ? value : value / 100)
        default:
            throw problem(
                word, "a unit is missing after \(digits.isEmpty ? word.text : String(digits))",
                "Write fingers, mm, cm, mm/s, ms, s, degrees, %, x or times behind it")
        }
    }

    private static func number(_ text: some StringProtocol) -> Double? {
        guard let value = Double(String(text)), value.isFinite else { return nil }
        return value
    }

    private static func advice(for word: String) -> String {
        let words = [
            "left", "right", "up", "down", "fingers", "from", "at", "clockwise", "counterclockwise",
            "out", "together", "twice", "hard", "softly", "quickly", "slowly", "with",
        ]
        return Spelling.nearest(to: word, among: words).map { "Did you mean \($0)?" }
            ?? "Write for example: swipe left 3 fingers from the right edge 300 mm/s"
    }

    /// What words of different places of the sentence say together.
    private mutating func settle() throws(SentenceProblem) {
        let inward = sentence.edge.map { edge -> SwipeDirection in
            switch edge {
            case .left: .right
            case .right: .left
            case .top: .down
            case .bottom: .up
            }
        }
        switch sentence.action {
        case .drag: sentence.action = .drag(direction?.0 ?? inward ?? .right)
        case .swipe: sentence.action = .swipe(direction?.0 ?? inward ?? .right)
        case .pinch, .rotate:
            guard (fingers ?? 2) > 1 else {
                throw problem(words.first, "one finger cannot do that", "Write 2 fingers")
            }
        case .tap, .hold, .deepPress: break
        }
        sentence.fingers = fingers ?? 1
    }
}
