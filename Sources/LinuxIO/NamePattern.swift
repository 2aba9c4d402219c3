/// A pattern for names of touchscreens and of their nodes.
///
/// Every pattern of the project uses one of two grammars. In both, `*` matches any number of
/// characters, `?` matches one, a pattern must match the whole name, and matching is
/// case-sensitive. A character is a Unicode scalar; `/` and `.` are not special. Nothing can be
/// escaped: a backslash matches a backslash.
///
/// - `init(_:)`, for requests, clients, bindings and zones, supports only these: every text is a
///   valid pattern, and `[` matches itself.
/// - `init(sets:)`, for `devices.match` in the configuration, also supports `[abc]`, `[a-f]` and
///   `[!a-f]`: any of these, or none of these. `]` directly after `[` or `[!` matches itself, and
///   so does `-` at the edge of a set; `[*]` matches a `*`. An invalid set is an error.
public struct NamePattern: Sendable, Hashable {
    /// The pattern as it was written.
    public let text: String
    private let pieces: [Piece]

    /// One element of a pattern.
    private enum Piece: Sendable, Hashable {
        /// `*`
        case any
        case one(ScalarSet)
    }

    /// A pattern of `*` and `?`; every text is valid.
    public init(_ text: String) {
        self.text = text
        pieces = text.unicodeScalars.map { scalar in
            switch scalar {
            case "*": .any
            case "?": .one(.anything)
            default: .one(.only(scalar))
            }
        }
    }

    /// A pattern of `*`, `?` and sets between `[` and `]`.
    ///
    /// - Throws: for an invalid set.
    public init(sets text: String) throws(NamePatternError) {
        self.text = text
        var scalars = text.unicodeScalars[...]
        var pieces: [Piece] = []
        while let scalar = scalars.popFirst() {
            switch scalar {
            case "*": pieces.append(.any)
            case "?": pieces.append(.one(.anything))
            case "[": pieces.append(.one(try ScalarSet(closing: &scalars)))
            default: pieces.append(.one(.only(scalar)))
            }
        }
        self.pieces = pieces
    }

    /// A pattern that matches `name`, and can be written between double quotes in the configuration
    /// and in a log line.
    ///
    /// Characters that are special in a pattern or between quotes, and those that are not
    /// printable, are replaced with `?`; the pattern has at most 256 bytes, the limit of the
    /// configuration.
    package static func quotable(_ name: String) -> String {
        var text = ""
        for scalar in name.unicodeScalars {
            guard text.utf8.count < 250 else { return text + "*" }
            let isSpecial = ["*", "[", "\"", "\\"].contains(scalar)
            text += isSpecial || EscapedText.isUnsafe(scalar) ? "?" : String(scalar)
        }
        return text.isEmpty ? "*" : text
    }

    /// Whether the pattern matches all of `name`.
    public func matches(_ name: String) -> Bool {
        search(name).isFound
    }

    /// Searches for a match and counts comparisons.
    ///
    /// If a part does not match, only the last `*` is extended. Earlier ones have matched as little
    /// as possible, so extending them could not help. The number of steps is at most the product of
    /// both lengths.
    func search(_ name: String) -> (isFound: Bool, steps: Int) {
        let scalars = name.unicodeScalars
        var (position, piece, steps) = (scalars.startIndex, 0, 0)
        // Where the last `*` has stopped matching: if the pieces after it do not match, the search
        // continues one character later.
        var retry: (position: String.UnicodeScalarView.Index, piece: Int)?
        while position < scalars.endIndex {
            steps += 1
            if piece < pieces.count, case .any = pieces[piece] {
                piece += 1
                retry = (position, piece)
            } else if piece < pieces.count, case .one(let set) = pieces[piece],
                set.contains(scalars[position])
            {
                scalars.formIndex(after: &position)
                piece += 1
            } else if let last = retry {
                position = scalars.index(after: last.position)
                piece = last.piece
                retry = (position, piece)
            } else {
                return (false, steps)
            }
        }
        let remaining = pieces[piece...]
        return (remaining.allSatisfy { $0 == .any }, steps + remaining.count)
    }
}

/// Why a text is not a valid pattern.
public struct NamePatternError: Error, Sendable, Hashable {
    /// The error, as a part of a sentence.
    public let problem: String
    /// The pattern to write instead.
    public let advice: String
}

/// The characters that one position of a pattern matches.
enum ScalarSet: Sendable, Hashable {
    case anything
    case only(Unicode.Scalar)
    /// A character in one of the ranges; if inverted, in none of them.
    case ranges([ClosedRange<Unicode.Scalar>], isInverted: Bool)

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        switch self {
        case .anything: true
        case .only(let wanted): wanted == scalar
        case .ranges(let ranges, let isInverted):
            ranges.contains { $0.contains(scalar) } != isInverted
        }
    }

    /// Parses a set up to its `]`; its `[` has been consumed.
    init(closing scalars: inout Substring.UnicodeScalarView) throws(NamePatternError) {
        guard scalars.first != "^" else {
            throw NamePatternError(
                problem: "a set that begins with ^", advice: "Write [!...] for none of these")
        }
        let isInverted = scalars.first == "!"
        if isInverted { scalars.removeFirst() }
        var ranges: [ClosedRange<Unicode.Scalar>] = []
        while let first = scalars.popFirst() {
            // A set has at least one member, so `]` is one if it comes first.
            if first == "]", !ranges.isEmpty {
                self = .ranges(ranges, isInverted: isInverted)
                return
            }
            ranges.append(try Self.range(from: first, &scalars))
        }
        throw NamePatternError(
            problem: "a set that does not end",
            advice: "Close it with ], or write [[] for the character [ itself")
    }

    private static func range(
        from first: Unicode.Scalar, _ scalars: inout Substring.UnicodeScalarView
    ) throws(NamePatternError) -> ClosedRange<Unicode.Scalar> {
        // Other programs read this as a character class; here it would be a set of these
        // characters.
        if first == "[", let next = scalars.first, [":", ".", "="].contains(next) {
            throw NamePatternError(
                problem: "a class as [:alpha:]", advice: "Write the range out: [a-zA-Z]")
        }
        var remaining = scalars
        guard remaining.popFirst() == "-", let last = remaining.popFirst(), last != "]" else {
            return first...first
        }
        guard first <= last else {
            throw NamePatternError(
                problem: "a range that runs backwards", advice: "Write the lesser character first")
        }
        scalars = remaining
        return first...last
    }
}
