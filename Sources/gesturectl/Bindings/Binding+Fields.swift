import GestureSettings
import GestureWire
import LinuxIO
import TouchCore
import YAMLDocument

extension Binding {
    /// How a binding is written.
    enum Notation {
        case file
        /// As options, and arguments after `--`.
        case commandLine
    }

    /// The members of a binding (docs/bindings.md).
    static func fields(in notation: Notation) -> [Field<Binding>] {
        [
            Field("gesture", \.match.kind, keyword(GestureKind.allCases.map(\.rawValue))),
            Field("name", \.match.name, name),
            Field("zone", \.match.zone, name),
            Field("phase", \.match.phase, keyword(GesturePhase.allCases.map(\.rawValue))),
            Field("direction", \.match.direction, keyword(SwipeDirection.allCases.map(\.rawValue))),
            Field("edge", \.match.edge, keyword(SurfaceEdge.allCases.map(\.rawValue))),
            Field("stroke", \.match.stroke, name),
            Field(
                "screen_reader", \.match.screenReader,
                keyword(
                    ScreenReaderGesture.allCases.map(\.rawValue),
                    otherwise: "The 45 gestures: docs/gestures/screen-reader.md")),
            Field("steps", \.match.countsSteps, flag),
            Field("count", \.match.count, integerOrRange(1...1_000, notation)),
            Field("fingers", \.match.fingers, integerOrRange(1...64, notation)),
            Field("device", \.match.device) {
                text($0, $1, notation, &$2).map { NamePattern($0) }
            },
            Field("activity", \.match.activity, keyword(["idle", "active"])),
            Field("panel", \.match.panel, keyword(["gone", "back"])),
            Field("run", \.command) { arguments($0, $1, notation, &$2).map { .program($0) } },
            Field("shell", \.command) { text($0, $1, notation, &$2).map { .shell($0) } },
            Field("directory", \.directory, path),
            Field("at_most", \.atMost) { integer($0, $1, 1...maximumConcurrent, &$2) },
            Field("cooldown", \.cooldown, time),
        ]
    }

    /// The advice for a name that is not one of `words`.
    ///
    /// - Parameter otherwise: the advice where the word resembles none of them.
    static func advice(for word: String, among words: [String], otherwise: String) -> String {
        let kind = GestureKind.meant(by: word)?.rawValue
        let meant =
            kind.flatMap { words.contains($0) ? $0 : nil }
            ?? Spelling.nearest(to: word, among: words)
        return meant.map { "Did you mean \($0)?" } ?? otherwise
    }
}

// Readers of each type of value. Each returns `nil` after it has recorded an error.
extension Binding {
    private typealias Reader<Value> = (YAMLNode, String, inout ProblemList) -> Value?

    /// One of a fixed set of keywords.
    ///
    /// - Parameter otherwise: advice for a word that resembles none; `nil` lists the keywords.
    private static func keyword(
        _ keywords: [String], otherwise: String? = nil
    ) -> Reader<String> {
        { node, field, problems in
            let text = node.scalar?.text
            if let text, keywords.contains(text) { return text }
            problems.add(
                node, field, takes: "one of a few words",
                advice: .inFile(
                    advice(
                        for: text ?? "", among: keywords,
                        otherwise: otherwise
                            ?? "It takes one of: \(keywords.joined(separator: ", "))")))
            return nil
        }
    }

    /// A valid name of the configuration.
    private static func name(
        _ node: YAMLNode, _ field: String, _ problems: inout ProblemList
    ) -> String? {
        if let scalar = node.scalar, !scalar.isNull, GestureNaming.isName(scalar.text) {
            return scalar.text
        }
        problems.add(
            node, field, takes: "a name",
            advice: "A name has 1 to 64 letters (A to Z), digits, _ . and -")
        return nil
    }

    /// A text that is not empty.
    private static func text(
        _ node: YAMLNode, _ field: String, _ notation: Notation, _ problems: inout ProblemList
    ) -> String? {
        let advice: Advice =
            notation == .file
            ? "Write it in quotes" : "Write its name or its output: gesturectl devices"
        return text(node, field, takes: "text", advice, mayBeEmpty: false, &problems)
    }

    /// A program and its arguments.
    private static func arguments(
        _ node: YAMLNode, _ field: String, _ notation: Notation, _ problems: inout ProblemList
    ) -> [String]? {
        let advice: Advice =
            notation == .file
            ? "Write run: [program, argument]; for a line of a shell, shell:"
            : "Write the program after --, as in: gesturectl on tap -- date"
        guard let nodes = node.sequence, (1...BindingReader.maximumCount).contains(nodes.count)
        else {
            problems.add(
                node, field, takes: "a list of a program and its arguments", advice: advice)
            return nil
        }
        let arguments = nodes.enumerated().compactMap { index, node in
            text(node, field, takes: "texts", advice, mayBeEmpty: index > 0, &problems)
        }
        return arguments.count == nodes.count ? arguments : nil
    }

    /// An absolute path.
    private static func path(
        _ node: YAMLNode, _ field: String, _ problems: inout ProblemList
    ) -> String? {
        guard let text = text(node, field, .file, &problems) else { return nil }
        if text.hasPrefix("/") { return text }
        problems.add(
            node, field, takes: "a whole path",
            advice: "Write it from / on, without ~ and variables")
        return nil
    }

    /// True or false.
    private static func flag(
        _ node: YAMLNode, _ field: String, _ problems: inout ProblemList
    ) -> Bool? {
        if let scalar = node.scalar, scalar.isPlain, let flag = Bool(scalar.text) { return flag }
        problems.add(node, field, takes: "true or false", advice: "Write \(field): true")
        return nil
    }

    /// An integer, or a minimum and a maximum.
    private static func integerOrRange(
        _ range: ClosedRange<Int>, _ notation: Notation
    ) -> Reader<ClosedRange<Int>> {
        { node, field, problems in
            if notation == .commandLine { return dashedRange(node, field, range, &problems) }
            guard let pair = node.sequence else {
                return integer(node, field, range, &problems).map { $0...$0 }
            }
            let numbers = pair.prefix(2).compactMap { integer($0, field, range, &problems) }
            guard numbers.count == min(2, pair.count) else { return nil }
            guard pair.count == 2, numbers[0] <= numbers[1] else {
                problems.add(
                    node, field, takes: "a number or [minimum, maximum]", advice: "Write [1, 2]")
                return nil
            }
            return numbers[0]...numbers[1]
        }
    }

    /// A number, or two as in `2-5`.
    private static func dashedRange(
        _ node: YAMLNode, _ field: String, _ range: ClosedRange<Int>, _ problems: inout ProblemList
    ) -> ClosedRange<Int>? {
        let ends = (node.scalar?.text ?? "").split(separator: "-", omittingEmptySubsequences: false)
            .map { Int($0) }
        guard ends.count <= 2, let minimum = ends.first ?? nil, let maximum = ends.last ?? nil,
            minimum <= maximum
        else {
            problems.add(node, field, takes: "a number or a range", advice: "Write 2, or 1-2")
            return nil
        }
        guard range.contains(minimum), range.contains(maximum) else {
            problems.add(
                node, field, takes: "a whole number",
                advice: "It takes \(range.lowerBound) to \(range.upperBound)")
            return nil
        }
        return minimum...maximum
    }

    /// A duration of at most an hour.
    private static func time(
        _ node: YAMLNode, _ field: String, _ problems: inout ProblemList
    ) -> Duration? {
        let text = node.scalar?.text ?? ""
        let digits = text.prefix { "0"..."9" ~= $0 }
        let unit = text.dropFirst(digits.count)
        let factors: [Substring: Int64] = ["ms": 1, "s": 1_000, "min": 60_000, "h": 3_600_000]
        if let number = Int64(digits), let factor = factors[unit], number <= 3_600_000 / factor {
            return .milliseconds(number * factor)
        }
        problems.add(
            node, field, takes: "a time of up to 3600s",
            advice: "A time is a whole number of ms, s, min or h: 500ms, 2s")
        return nil
    }

    /// An integer.
    private static func integer(
        _ node: YAMLNode, _ field: String, _ range: ClosedRange<Int>, _ problems: inout ProblemList
    ) -> Int? {
        if let scalar = node.scalar, scalar.isPlain, let number = Int(scalar.text),
            range.contains(number)
        {
            return number
        }
        problems.add(
            node, field, takes: "a whole number",
            advice: "It takes \(range.lowerBound) to \(range.upperBound)")
        return nil
    }

    private static func text(
        _ node: YAMLNode, _ field: String, takes expected: String, _ advice: Advice,
        mayBeEmpty: Bool, _ problems: inout ProblemList
    ) -> String? {
        guard let scalar = node.scalar, !scalar.isNull, mayBeEmpty || !scalar.text.isEmpty else {
            problems.add(node, field, takes: expected, advice: advice)
            return nil
        }
        // A NUL would end an argument or a variable of the program.
        guard !scalar.text.utf8.contains(0) else {
            problems.add(node, field, takes: "\(expected) without NUL", advice: advice)
            return nil
        }
        return scalar.text
    }
}
