import LinuxIO
package import YAMLDocument

/// What is wrong, or odd, at one place of a configuration, and what to do.
package struct ConfigurationProblem: Error, Sendable, Hashable {
    /// What is wrong, for programs.
    package enum Code: Sendable, Hashable {
        case unknownKind, unknownMember, invalidValue
    }

    package var code = Code.invalidValue
    package var mark: YAMLMark
    /// One line without a full stop.
    package var message: String
    /// One line, shown indented below.
    package var advice: Advice
    /// Odd, and taken all the same.
    package var isWarning = false

    /// `FILE:LINE:COLUMN: message`, and the advice on a line of its own.
    ///
    /// - Parameter naming: says of a warning that it is one; a log does so itself.
    package func description(in file: String, naming namesWarnings: Bool = true) -> String {
        let kind = isWarning && namesWarnings ? "warning: " : ""
        return "\(mark.text(in: file)): \(kind)\(message)\n  \(advice.text)"
    }
}

/// What is worth knowing of one place of a configuration.
private struct ConfigurationNote: Sendable, Hashable {
    let mark: YAMLMark
    let message: String
}

extension YAMLMark {
    /// With the file that it is in, where it does not name one itself.
    fileprivate func text(in file: String) -> String {
        if case .file = origin { "\(self)" } else { "\(EscapedText.escaped(file)):\(self)" }
    }
}

/// What to do about a problem: one line.
package enum Advice: Sendable, Hashable, ExpressibleByStringInterpolation {
    /// The word that was meant.
    case meant(String)
    /// What is taken, whoever writes it.
    case rule(String)
    /// What holds in a file alone.
    case inFile(String)

    package init(stringLiteral text: String) {
        self = .inFile(text)
    }

    /// The line.
    package var text: String {
        switch self {
        case .meant(let word): "Did you mean \(word)?"
        case .rule(let text), .inFile(let text): text
        }
    }
}

/// What is found while a configuration is read; reading goes on after each.
package struct ProblemList {
    /// More are counted, and not kept: nobody reads them, and a hostile file has a million.
    package static let most = 500

    /// How many are kept.
    let limit: Int
    /// The folder from which paths of further files lead on; `nil`: none may be named.
    let directory: String?
    /// What may be performed of the lists, to find gestures that never come; `nil`: nothing.
    let rehearsals: RehearsalBudget?
    private var found: [ConfigurationProblem] = []
    /// The same, to look one up.
    private var kept: Set<ConfigurationProblem> = []
    /// How many were there already.
    private var repeated = 0
    /// How many there were, those that were not kept too.
    package private(set) var count = 0
    package private(set) var hasErrors = false
    /// What is worth knowing, and no problem.
    private var noted: [ConfigurationNote] = []

    /// An empty list.
    ///
    /// - Parameters:
    ///   - limit: how many are kept, for whoever needs few.
    ///   - directory: the folder from which paths of further files lead on; `nil`: none may be named.
    ///   - rehearses: whether the gestures of each list are performed, to find those that never come:
    ///     `RehearsalBudget` limits what that takes.
    package init(limit: Int = most, directory: String? = nil, rehearses: Bool = false) {
        self.limit = limit
        self.directory = directory
        rehearsals = rehearses ? RehearsalBudget() : nil
    }

    /// An empty list, for which gestures are performed within a budget.
    init(rehearsing budget: RehearsalBudget) {
        (limit, directory, rehearsals) = (Self.most, nil, budget)
    }

    /// An empty list for a part of what another one is for.
    init(forPartOf other: ProblemList) {
        limit = other.limit
        directory = other.directory
        rehearsals = other.rehearsals
    }

    /// Takes note of an error at `mark`.
    mutating func add(
        _ code: ConfigurationProblem.Code = .invalidValue, at mark: YAMLMark,
        _ message: String,
        advice: Advice
    ) {
        hasErrors = true
        append(ConfigurationProblem(code: code, mark: mark, message: message, advice: advice))
    }

    /// Takes note of what is odd at `mark`.
    mutating func warn(at mark: YAMLMark, _ message: String, advice: Advice) {
        append(
            ConfigurationProblem(mark: mark, message: message, advice: advice, isWarning: true))
    }

    /// Records what is worth knowing at `mark`, and no problem.
    mutating func note(at mark: YAMLMark, _ message: String) {
        let note = ConfigurationNote(mark: mark, message: message)
        guard noted.count < limit, !noted.contains(note) else { return }
        noted.append(note)
    }

    /// Whether more is only counted: whoever searches for advice need not.
    var isFull: Bool { found.count >= limit }

    /// Everything found, by place.
    package var sorted: [ConfigurationProblem] {
        found.sorted { $0.mark < $1.mark }
    }

    /// Takes over everything that another list has.
    mutating func add(_ other: ProblemList) {
        hasErrors = hasErrors || other.hasErrors
        other.found.forEach { append($0) }
        count += other.count - other.found.count
        repeated += other.repeated
        other.noted.forEach { note(at: $0.mark, $0.message) }
    }

    private mutating func append(_ problem: ConfigurationProblem) {
        count += 1
        guard !isFull else { return }
        // A list that several zones name is read for each.
        if kept.insert(problem).inserted {
            found.append(problem)
        } else {
            repeated += 1
        }
    }
}

extension ProblemList {
    /// All of it for people, by place; two lines each.
    ///
    /// - Parameter naming: says of warnings that they are.
    package func descriptions(in file: String, naming namesWarnings: Bool = true) -> [String] {
        let texts = sorted.map { $0.description(in: file, naming: namesWarnings) }
        let rest = count - repeated - texts.count
        return rest > 0 ? texts + ["\(file): \(rest) more\n  Correct these first"] : texts
    }

    /// What is worth knowing, and no problem, by place; a line each.
    package func notes(in file: String) -> [String] {
        noted.sorted { $0.mark < $1.mark }.map { "\($0.mark.text(in: file)): \($0.message)" }
    }
}
