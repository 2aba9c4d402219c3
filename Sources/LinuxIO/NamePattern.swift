/// A pattern for names: of touchscreens, as they call themselves, and of their nodes.
///
/// There are two grammars, and every pattern of the project is one of them. In both `*` takes any
/// characters, none too, `?` takes one, a pattern fits the whole name or not at all, and case
/// counts. A character is a Unicode scalar; `/` and `.` are as any other. Nothing takes the meaning
/// from a special character: a backslash is a backslash.
///
/// - `init(_:)`, of requests, clients, bindings and zones, knows nothing else: every text is a
///   pattern, and `[` fits itself.
/// - `init(sets:)`, of `devices.match` in the configuration, also knows `[abc]`, `[a-f]` and `[!a-f]`:
///   one of these, or none of these. `]` right behind `[` or `[!` stands for itself, and so does `-`
///   at the edge of a set; `[*]` is how a special character is asked for. What is no set is refused.
public struct NamePattern: Sendable, Hashable {
    /// As it was written.
    public let text: String
    private let pieces: [Piece]

    /// What takes part of a name.
    private enum Piece: Sendable, Hashable {
        /// `*`
        case any
        case one(ScalarSet)
    }

    /// A pattern of `*` and `?`; every text is one.
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
    /// - Throws: for what begins as a set and is none.
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

    /// Whether the pattern fits all of `name`.
    public func matches(_ name: String) -> Bool {
        search(name).isFound
    }

    /// Looks for a fit, and counts what was compared.
    ///
    /// Only the last `*` is ever tried again: whatever it takes, those before it have the least that
    /// they can, so that more would help nobody. No pattern takes more steps than the product of
    /// both lengths.
    func search(_ name: String) -> (isFound: Bool, steps: Int) {
        let scalars = name.unicodeScalars
        var (place, piece, steps) = (scalars.startIndex, 0, 0)
        // Where to go on when what follows the last `*` does not fit: one character later.
        var retry: (place: String.UnicodeScalarView.Index, piece: Int)?
        while place < scalars.endIndex {
            steps += 1
            if piece < pieces.count, case .any = pieces[piece] {
                piece += 1
                retry = (place, piece)
            } else if piece < pieces.count, case .one(let set) = pieces[piece],
                set.contains(scalars[place])
            {
                scalars.formIndex(after: &place)
                piece += 1
            } else if let last = retry {
                place = scalars.index(after: last.place)
                piece = last.piece
                retry = (place, piece)
            } else {
                return (false, steps)
            }
        }
        let rest = pieces[piece...]
        return (rest.allSatisfy { $0 == .any }, steps + rest.count)
    }
}

/// Why a text is no pattern.
public struct NamePatternError: Error, Sendable, Hashable {
    /// What is wrong, as a part of a sentence.
    public let problem: String
    /// What to write instead.
    public let advice: String
}

/// Which characters one place of a pattern takes.
enum ScalarSet: Sendable, Hashable {
    case anything
    case only(Unicode.Scalar)
    /// Those in one of the ranges or, inverted, those in none.
    case ranges([ClosedRange<Unicode.Scalar>], isInverted: Bool)

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        switch self {
        case .anything: true
        case .only(let wanted): wanted == scalar
        case .ranges(let ranges, let isInverted):
            ranges.contains { $0.contains(scalar) } != isInverted
        }
    }

    /// Reads a set up to its `]`; its `[` has been taken.
    init(closing scalars: inout Substring.UnicodeScalarView) throws(NamePatternError) {
        guard scalars.first != "^" else {
            throw NamePatternError(
                problem: "a set that begins with ^", advice: "Write [!...] for none of these")
        }
        let isInverted = scalars.first == "!"
        if isInverted { scalars.removeFirst() }
        var ranges: [ClosedRange<Unicode.Scalar>] = []
        while let first = scalars.popFirst() {
            // A set takes one character at least, so `]` is one where it comes first.
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
        // What other programs take for a class of letters, and would be a set of these here.
        if first == "[", let next = scalars.first, [":", ".", "="].contains(next) {
            throw NamePatternError(
                problem: "a class as [:alpha:]", advice: "Write the range out: [a-zA-Z]")
        }
        var rest = scalars
        guard rest.popFirst() == "-", let last = rest.popFirst(), last != "]" else {
            return first...first
        }
        guard first <= last else {
            throw NamePatternError(
                problem: "a range that runs backwards", advice: "Write the lesser character first")
        }
        scalars = rest
        return first...last
    }
}
