import LinuxIO

/// A figure of a person or of a panel, by its name in a line.
public protocol FigureName: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
    /// The noun for the owner of such figures, in messages.
    static var subject: String { get }
    /// Each name that a line can use, and its figures. The first names every figure, with its unit;
    /// the others name those that differ.
    static var known: [(name: String, figures: String)] { get }
    /// The values that it can have; `nil` for those of its dimension.
    var limits: ClosedRange<Double>? { get }
    /// Whether a range is allowed: a value is drawn from it at each use.
    var isDrawn: Bool { get }
}

/// A person or a panel: for each figure the range from which it is drawn.
public struct Figures<Name: FigureName>: Sendable {
    /// The name on the command line.
    public private(set) var name: String
    private var ranges: [Name: ClosedRange<Double>] = [:]
    private var dimensions: [Name: Dimension] = [:]

    /// Reads a name and the figures that differ: `slow, stagger 0..80 ms`, `good, 30 Hz`.
    ///
    /// - Throws: what is neither a name nor a figure, or a wrong value, in line 1, with its column.
    public init(_ text: String) throws(SentenceProblem) {
        let first = text.prefix { $0 != "," }
        let words = first.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
        // Figures without a name, such as "30 Hz" and "noise 0.5 mm", change the first known name.
        let isNamed = !words.contains { $0.first?.isNumber == true } && !words.isEmpty
        name = isNamed ? words.joined(separator: " ") : Name.known[0].name
        guard Self.names.contains(name) else {
            let column = first.prefix { $0.isWhitespace }.count + 1
            throw Self.unknown("there is no \(Name.subject) \(name)", name, Self.names, column)
        }
        try set(Name.known[0].figures, learns: true)
        if let known = Name.known.first(where: { $0.name == name }), name != Name.known[0].name {
            try set(known.figures)
        }
        try set(text, from: isNamed ? 1 : 0)
    }

    /// The range of a figure.
    subscript(_ figure: Name) -> ClosedRange<Double> { ranges[figure] ?? 0...0 }

    /// The maximum of a figure.
    func maximum(_ figure: Name) -> Double { self[figure].upperBound }

    /// The names that a line can use.
    public static var names: [String] { Name.known.map(\.name) }

    /// Sets the figures that a text names, starting with one of its parts.
    private mutating func set(
        _ text: String, from first: Int = 0, learns: Bool = false
    ) throws(SentenceProblem) {
        for part in text.split(separator: ",", omittingEmptySubsequences: false).dropFirst(first) {
            let start = part.firstIndex { !$0.isWhitespace } ?? part.startIndex
            let column = text.distance(from: text.startIndex, to: start) + 1
            let words = part.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
            let index = words.firstIndex { $0.first.map { $0.isNumber || $0 == "-" } == true }
            // A text such as "30 Hz" sets the rate.
            var title = words.prefix(index ?? words.count).joined(separator: " ")
            if title.isEmpty, words.count > 0 { title = "rate" }
            guard let figure = Name(rawValue: title) else {
                let problem =
                    title.isEmpty ? "a figure is missing" : "a \(Name.subject) has no \(title)"
                throw Self.unknown(problem, title, Name.allCases.map(\.rawValue), column)
            }
            let quantity = words[(index ?? words.count)...].joined()
            if learns { dimensions[figure] = Self.dimension(of: quantity) }
            guard let range = range(quantity, figure) else {
                let value = quantity.isEmpty ? "has no value" : "cannot be \(quantity)"
                throw SentenceProblem(
                    line: 1, column: column, sentence: "\(figure.rawValue) \(value)",
                    advice: advice(figure))
            }
            ranges[figure] = range
        }
    }

    /// What a text counts.
    private static func dimension(of text: String) -> Dimension {
        Numbers.range(text).flatMap { Dimension.units[$0.unit]?.dimension } ?? .number
    }

    /// The range of a figure as a text; `nil` if it has another unit, or values that are not
    /// allowed.
    private func range(_ text: String, _ figure: Name) -> ClosedRange<Double>? {
        guard let dimension = dimensions[figure], let (range, unit) = Numbers.range(text) else {
            return nil
        }
        // A length of 0 needs no unit.
        let isBare = unit.isEmpty && (dimension == .number || range == 0...0)
        guard let factor = isBare ? 1 : Dimension.units[unit]?.factor,
            isBare || Dimension.units[unit]?.dimension == dimension,
            figure.isDrawn || range.lowerBound == range.upperBound
        else { return nil }
        let scaled = range.lowerBound * factor...range.upperBound * factor
        let limits = figure.limits ?? dimension.facts.limits
        return limits.contains(scaled.lowerBound) && limits.contains(scaled.upperBound)
            ? scaled : nil
    }

    private func advice(_ figure: Name) -> String {
        let (usual, unit, factor, example) = (dimensions[figure] ?? .number).facts
        let limits = figure.limits ?? usual
        let (low, high) = (Int(limits.lowerBound * factor), Int(limits.upperBound * factor))
        return "Write for example \(figure.rawValue) \(example), from \(low) to \(high)\(unit)"
    }

    private static func unknown(
        _ problem: String, _ word: String, _ names: [String], _ column: Int
    ) -> SentenceProblem {
        let near = Spelling.nearest(to: word, among: names).map { "Did you mean \($0)?" }
        return SentenceProblem(
            line: 1, column: column, sentence: problem,
            advice: near ?? "There are: \(names.joined(separator: ", "))")
    }
}
