import LinuxIO
import TouchCore

/// What fingers do.
extension SentenceReader {
    /// A name of an action, and the number of fingers if the sentence does not say it.
    struct Name {
        var words: [String]
        var action: Sentence.Action
        var fingers: Int

        init(_ text: String, _ action: Sentence.Action, fingers: Int = 1) {
            words = text.split(separator: " ").map(String.init)
            (self.action, self.fingers) = (action, fingers)
        }
    }

    /// The names, also those that other programs use. A name that begins others comes after them.
    static let names = [
        Name("tap", .tap(count: 1)), Name("double tap", .tap(count: 2)),
        Name("triple tap", .tap(count: 3)), Name("long press", .hold), Name("hold", .hold),
        Name("press", .hold), Name("deep press", .deepPress), Name("force", .deepPress),
        Name("drag", .drag(.right)), Name("pan", .drag(.right)),
        Name("scroll", .drag(.right), fingers: 2), Name("swipe", .swipe(.right)),
        Name("flick", .swipe(.right)), Name("pinch in", .pinch(0.5), fingers: 2),
        Name("pinch out", .pinch(2), fingers: 2), Name("pinch", .pinch(0.5), fingers: 2),
        Name("zoom in", .pinch(2), fingers: 2), Name("zoom out", .pinch(0.5), fingers: 2),
        Name("zoom", .pinch(2), fingers: 2), Name("spread", .pinch(2), fingers: 2),
        Name("magnify", .pinch(2), fingers: 2), Name("rotate", .rotate(60), fingers: 2),
        Name("turn", .rotate(60), fingers: 2),
    ]

    mutating func readAction() throws(SentenceProblem) {
        let rest = words[next...].map(\.text)
        guard let first = rest.first else {
            throw problem(nil, "a gesture is missing", "Write one of: \(Self.list)")
        }
        // It may be behind other words: "two fingers tap".
        for index in rest.indices {
            guard let name = Self.names.first(where: { rest[index...].starts(with: $0.words) })
            else { continue }
            let place = next + index - rest.startIndex
            (sentence.line, sentence.column) = (line, words[place].column)
            sentence.action = name.action
            sentence.fingers = name.fingers
            gesture = name.words.joined(separator: " ")
            words.removeSubrange(place..<place + name.words.count)
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

    private static var list: String {
        names.map { $0.words.joined(separator: " ") }.joined(separator: ", ")
    }
}
