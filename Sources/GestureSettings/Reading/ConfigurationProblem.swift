import LinuxIO
package import YAMLDocument

/// An error or a warning at one position of a configuration, with advice.
package struct ConfigurationProblem: Error, Sendable, Hashable {
    /// The type of problem, for programs.
    package enum Code: Sendable, Hashable {
        case unknownKind, unknownMember, invalidValue
    }

    package var code = Code.invalidValue
    package var mark: YAMLMark
    /// One line without a full stop.
    package var message: String
    /// One line, shown indented below the message.
    package var advice: Advice
    /// Whether it is a warning, despite which the value is used.
    package var isWarning = false

    /// `FILE:LINE:COLUMN: message`, and the advice on a line of its own.
    ///
    /// - Parameter naming: whether warnings have the word `warning`; a log line has its level.
    package func description(in file: String, naming namesWarnings: Bool = true) -> String {
        let kind = isWarning && namesWarnings ? "warning: " : ""
        return "\(mark.text(in: file)): \(kind)\(message)\n  \(advice.text)"
    }
}

/// A note about one position of a configuration.
private struct ConfigurationNote: Sendable, Hashable {
    let mark: YAMLMark
    let message: String
}

extension YAMLMark {
    /// The position with the name of its file: `file`, unless the mark names another.
    fileprivate func text(in file: String) -> String {
        if case .file = origin { "\(self)" } else { "\(EscapedText.escaped(file)):\(self)" }
    }
}

/// The advice about a problem: one line.
package enum Advice: Sendable, Hashable, ExpressibleByStringInterpolation {
    /// The name that was meant.
    case meant(String)
    /// The accepted values, in files and requests.
    case rule(String)
    /// Advice that applies to files only.
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

/// The problems found while a configuration is read. Reading continues after each.
package struct ProblemList {
    /// The maximum number kept. Further ones are only counted: a hostile file may have a million.
    package static let defaultLimit = 500

    /// The maximum number to keep.
    let limit: Int
    /// The folder to which paths of further files are relative. If `nil`, none may be named.
    let directory: String?
    /// The budget for performing gestures, to find those that are never recognised. If `nil`, none
    /// are performed.
    let rehearsals: RehearsalBudget?
    private var found: [ConfigurationProblem] = []
    /// The problems in `found`, for look-up.
    private var kept: Set<ConfigurationProblem> = []
    /// The number of duplicates, which are not kept.
    private var repeated = 0
    /// The number of all problems added, including those that were not kept.
    package private(set) var count = 0
    package private(set) var hasErrors = false
    /// The notes, which do not count as problems.
    private var noted: [ConfigurationNote] = []

    /// An empty list.
    ///
    /// - Parameters:
    ///   - limit: the maximum number to keep, for callers that need few.
    ///   - directory: the folder to which paths of further files are relative. If `nil`, none may
    ///     be named.
    ///   - rehearses: whether the gestures of each list are performed, to find those that are never
    ///     recognised; `RehearsalBudget` limits the cost.
    package init(limit: Int = defaultLimit, directory: String? = nil, rehearses: Bool = false) {
        self.limit = limit
        self.directory = directory
        rehearsals = rehearses ? RehearsalBudget() : nil
    }

    /// An empty list, for which gestures are performed within a budget.
    init(rehearsing budget: RehearsalBudget) {
        (limit, directory, rehearsals) = (Self.defaultLimit, nil, budget)
    }

    /// An empty list for a part of the input of another list.
    init(forPartOf other: ProblemList) {
        limit = other.limit
        directory = other.directory
        rehearsals = other.rehearsals
    }

    /// Adds an error at `mark`.
    package mutating func add(
        _ code: ConfigurationProblem.Code = .invalidValue, at mark: YAMLMark,
        _ message: String,
        advice: Advice
    ) {
        hasErrors = true
        append(ConfigurationProblem(code: code, mark: mark, message: message, advice: advice))
    }

    /// Adds a warning at `mark`.
    mutating func warn(at mark: YAMLMark, _ message: String, advice: Advice) {
        append(
            ConfigurationProblem(mark: mark, message: message, advice: advice, isWarning: true))
    }

    /// Adds a note at `mark`.
    mutating func note(at mark: YAMLMark, _ message: String) {
        let note = ConfigurationNote(mark: mark, message: message)
        guard noted.count < limit, !noted.contains(note) else { return }
        noted.append(note)
    }

    /// Whether further problems are only counted, so that callers need not search for advice.
    var isFull: Bool { found.count >= limit }

    /// All problems, by position.
    package var sorted: [ConfigurationProblem] {
        found.sorted { $0.mark < $1.mark }
    }

    /// Adds the problems and notes of another list.
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
        // A list that several zones name is read for each of them, and gives equal problems.
        if kept.insert(problem).inserted {
            found.append(problem)
        } else {
            repeated += 1
        }
    }
}

extension ProblemList {
    /// All problems as text, by position; two lines each.
    ///
    /// - Parameter naming: whether warnings have the word `warning`.
    package func descriptions(in file: String, naming namesWarnings: Bool = true) -> [String] {
        let texts = sorted.map { $0.description(in: file, naming: namesWarnings) }
        let omitted = count - repeated - texts.count
        return omitted > 0 ? texts + ["\(file): \(omitted) more\n  Correct these first"] : texts
    }

    /// The notes, by position; one line each.
    package func notes(in file: String) -> [String] {
        noted.sorted { $0.mark < $1.mark }.map { "\($0.mark.text(in: file)): \($0.message)" }
    }
}
