/// Suggests the word that was probably meant.
package enum Spelling {
    /// Longer words are not compared: no name is that long.
    private static let longest = 64

    /// The name at most two typing errors away from `word`; `nil` if there is none.
    ///
    /// Short words allow fewer errors, so that not everything is a suggestion.
    package static func nearest(to word: String, among names: some Sequence<String>) -> String? {
        let letters = Array(word.utf8)
        guard letters.count <= longest else { return nil }
        var best: (name: String, distance: Int)?
        for name in names {
            let distance = distance(letters, Array(name.utf8))
            if distance <= min(2, name.utf8.count / 2), distance < best?.distance ?? .max {
                best = (name, distance)
            }
        }
        return best?.name
    }

    /// The Damerau–Levenshtein distance: insertions, deletions, substitutions and transpositions.
    package static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for (i, letter) in a.enumerated() {
            var row = [i + 1]
            for (j, other) in b.enumerated() {
                var cost = min(row[j], last[j + 1]) + 1
                cost = min(cost, last[j] + (letter == other ? 0 : 1))
                if i > 0, j > 0, letter == b[j - 1], a[i - 1] == other {
                    cost = min(cost, beforeLast[j - 1] + 1)
                }
                row.append(cost)
            }
            (beforeLast, last) = (last, row)
        }
        return last[b.count]
    }
}
