extension Recording {
    /// The names of possible description files for evemu events, in order.
    ///
    /// For an `.events` file these are the `.desc` files beside it, with dotted parts dropped one
    /// by one: `X.2fg-tap.events` gives `X.2fg-tap.desc`, then `X.desc`. Empty for other names.
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
