import LinuxIO
import TouchCore

/// What fingers do.
extension SentenceReader {
    /// A name of an action, and the values of a sentence that gives none.
    struct Name {
        var words: [String]
        var sentence: Sentence

        init(
            _ text: String, _ action: Sentence.Action, fingers: Int = 1, scale: Double? = nil,
            hold: Double? = nil
        ) {
            words = text.split(separator: " ").map(String.init)
            sentence = Sentence(action: action, fingers: fingers)
            if let scale { sentence.scales = [scale...scale] }
            sentence.hold = hold.map { $0...$0 }
            if action == .rotate { sentence.angle = 60...60 }
            if action == .drag || action == .swipe { sentence.directions = [.right] }
        }
    }

    /// The names, including those that other programs use. A name with which others begin is after
    /// these.
    static let names =
        [
            Name("tap", .tap(count: 1)), Name("double tap", .tap(count: 2)),
            Name("triple tap", .tap(count: 3)), Name("long press", .hold), Name("hold", .hold),
            Name("press and hold", .hold), Name("press", .hold), Name("deep press", .deepPress),
            Name("force", .deepPress),
            Name("drag", .drag), Name("pan", .drag), Name("scroll", .drag, fingers: 2),
            Name("swipe hold", .swipe, hold: usualHold), Name("swipe", .swipe),
            Name("flick", .swipe),
            Name("pinch in", .pinch, fingers: 2, scale: 0.5),
            Name("pinch out", .pinch, fingers: 2, scale: 2),
            Name("pinch", .pinch, fingers: 2, scale: 0.5),
            Name("zoom in", .pinch, fingers: 2, scale: 2),
            Name("zoom out", .pinch, fingers: 2, scale: 0.5),
            Name("zoom", .pinch, fingers: 2, scale: 2),
            Name("spread", .pinch, fingers: 2, scale: 2),
            Name("magnify", .pinch, fingers: 2, scale: 2), Name("rotate", .rotate, fingers: 2),
            Name("turn", .rotate, fingers: 2), Name("wander", .wander),
        ] + DrawnShape.names.map { Name("draw " + $0, .draw($0)) }

    mutating func readAction() throws(SentenceProblem) {
        // "draw a circle"
        if next < words.count, words[next].text == "draw" {
            words.removeAll { $0.text == "a" || $0.text == "an" }
        }
        let remaining = words[next...].map(\.text)
        guard let first = remaining.first else {
            throw problem(nil, "a gesture is missing", "Write one of: \(Self.list)")
        }
        // Other words may precede it: "two fingers tap".
        for index in remaining.indices {
            guard let name = Self.names.first(where: { remaining[index...].starts(with: $0.words) })
            else { continue }
            let nameIndex = next + index - remaining.startIndex
            let person = sentence.person
            sentence = name.sentence
            sentence.person = person
            (sentence.line, sentence.column) = (line, words[nameIndex].column)
            gesture = name.words.joined(separator: " ")
            words.removeSubrange(nameIndex..<nameIndex + name.words.count)
            return
        }
        let begun = Self.names.first { $0.words.first == first }?.words.joined(separator: " ")
        if let begun {
            throw problem(words[next], "\(first) is not complete", "Write \(begun)")
        }
        let near = Spelling.nearest(to: first, among: Self.names.compactMap(\.words.first))
        throw problem(
            words[next], "no gesture is named \(first)",
            near.map { "Did you mean \($0)?" } ?? "Write one of: \(Self.list)")
    }

    /// The time for which fingers rest if the sentence gives none, in s.
    private static let usualHold = 0.8

    /// Whether the next word is the direction of the second part of a swipe.
    var isSecondDirection: Bool {
        guard sentence.action == .swipe, claimed.contains("which direction"), next < words.count
        else { return false }
        return SwipeDirection(rawValue: words[next].text) != nil
    }

    /// `swipe right and down`: the second part of a swipe.
    mutating func readSecondDirection(_ word: Word) throws(SentenceProblem) {
        try claim("the direction of its second part", word)
        let direction = words[next]
        next += 1
        guard sentence.directions.count == 1, !sentence.isAnyAngle,
            let second = SwipeDirection(rawValue: direction.text), sentence.directions != [second]
        else {
            throw problem(
                direction, "the two parts of a swipe have two directions",
                "Write for example swipe right and down")
        }
        sentence.second = second
    }

    /// `and hold 0.8 s`: how long a swipe or a drag rests at its end, or the last tap stays.
    mutating func readHold(_ word: Word) throws(SentenceProblem) {
        var mayHold = sentence.action == .swipe || sentence.action == .drag
        if case .tap = sentence.action { mayHold = true }
        guard mayHold else {
            throw problem(
                word, "only a tap, a swipe or a drag holds at its end",
                "Write swipe up and \(word.text)")
        }
        try claim("how long it holds", word)
        _ = skip("for")
        let usual = sentence.hold ?? Self.usualHold...Self.usualHold
        sentence.hold = quantity?.range.lowerBound == 0 ? usual : readTime() ?? usual
    }

    mutating func setCourse(_ course: Course, _ word: Word) throws(SentenceProblem) {
        guard !sentence.directions.isEmpty || sentence.needsTwo else {
            throw problem(word, "\(gesture) has no course", "Leave \(word.text) out")
        }
        try claim("how it moves", word)
        sentence.course = course
    }

    /// Whether the sentence is a tap, and names a resting finger after the present word.
    var isBesideFinger: Bool {
        guard case .tap = sentence.action else { return false }
        return words[next...].contains { $0.text == "resting" }
    }

    /// `left of a resting finger`: on which side of it a tap is.
    mutating func readSide(_ word: Word, _ side: RestingSide) throws(SentenceProblem) {
        guard isBesideFinger else {
            throw problem(
                word, "only a tap is \(word.text) a resting finger", "Leave \(word.text) out")
        }
        try claim("on which side", word, joins: true)
        sentence.beside.append(side)
        while skip("of", "a", "the", "resting") {}
    }

    private static var list: String {
        names.map { $0.words.joined(separator: " ") }.joined(separator: ", ")
    }
}
