import TouchCore

/// Reads where fingers land, and when they begin.
extension SentenceReader {
    private static let centres = ["center", "centre", "middle"]

    /// `at 100,80` or `at 100, 80`, in mm from the left and the top; `in the top left corner`,
    /// `at the center`. `in 2 s` is a duration.
    mutating func readPlace(_ word: Word) throws(SentenceProblem) {
        let isThe = skip("the")
        if next < words.count,
            SurfaceEdge(rawValue: words[next].text) != nil
                || Self.centres.contains(words[next].text)
        {
            return try readAnchor()
        }
        // "at 300 mm/s" is a speed.
        guard word.text == "at", !isThe, !isSpeed else { return }
        let first = self.word()?.text ?? ""
        var parts = first.split(separator: ",").map(String.init)
        if parts.count == 1 {
            _ = skip("mm")
            if let second = self.word() { parts.append(second.text) }
        }
        let numbers = parts.compactMap {
            Numbers.number($0.hasSuffix("mm") ? $0.dropLast(2) : $0[...])
        }
        guard parts.count == 2, numbers.count == 2 else {
            throw problem(
                word, "at must be followed by two positions in mm, or by a side or a corner",
                "Write for example at 100,80 or at the top left")
        }
        _ = skip("mm")
        try claim("where", word)
        sentence.place = .at(Point(x: numbers[0], y: numbers[1]))
    }

    /// Whether the next words are a speed.
    private var isSpeed: Bool {
        quantity.map { Dimension.units[$0.unit]?.dimension == .speed } ?? false
    }

    /// Reads the sides near which fingers land; without a side they land in the middle.
    mutating func readAnchor() throws(SentenceProblem) {
        var sides: [SurfaceEdge] = []
        while next < words.count {
            let text = words[next].text
            if let side = SurfaceEdge(rawValue: text) {
                guard sides.allSatisfy({ $0.isHorizontal != side.isHorizontal }) else {
                    throw problem(
                        words[next],
                        "a place has at most one of left and right, and one of top and bottom",
                        "Write for example in the top left corner")
                }
                sides.append(side)
            } else if !Self.centres.contains(text) {
                break
            }
            next += 1
        }
        let word = words[next - 1]
        _ = skip("corner", "edge", "side")
        try claim("where", word)
        sentence.place = .near(sides)
    }

    /// `after 1 s`: the delay of this sentence from the beginning of its line.
    mutating func readDelay(_ word: Word) throws(SentenceProblem) {
        try claim("after what time", word)
        guard let delay = readTime(), delay.lowerBound == delay.upperBound else {
            throw problem(word, "after must be followed by a time", "Write for example after 1 s")
        }
        sentence.delay = delay.upperBound
    }

    /// `from the left edge`, `from beyond the left edge`, `from inside the left edge`, `from rest`.
    mutating func readEdge(_ word: Word) throws(SentenceProblem) {
        if skip("rest") {
            return try setCourse(.minimumJerk, word)
        }
        if skip("beyond") {
            sentence.margin = -20 ... -10
        } else if skip("inside") {
            sentence.margin = 6...25
        }
        _ = skip("the")
        guard let name = self.word(), let edge = SurfaceEdge(rawValue: name.text) else {
            throw problem(
                word, "from must be followed by a side", "Write from left, right, top or bottom")
        }
        _ = skip("edge", "side")
        try claim("from which side", word)
        sentence.edge = edge
    }
}
