extension Recording {
    /// Where the description of evemu events may be: names to try, in order.
    ///
    /// An `.events` file takes the `.desc` beside it; dotted parts before are dropped one by one:
    /// `X.2fg-tap.events` gives `X.2fg-tap.desc`, then `X.desc`. Other names give none.
    public static func descriptionNames(for path: String) -> [String] {
        let folderEnd = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        guard path.hasSuffix(".events") else { return [] }
        var stem = path[folderEnd...].dropLast(".events".count)
        var names: [String] = []
        while !stem.isEmpty {
            names.append("\(path[..<folderEnd])\(stem).desc")
            guard let dot = stem.lastIndex(of: ".") else { break }
            stem = stem[..<dot]
        }
        return names
    }
}
