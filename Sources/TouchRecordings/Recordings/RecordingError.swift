import LinuxIO
internal import YAMLDocument

/// The first error in a recording, with what was expected.
public struct RecordingError: Error, Sendable, Hashable {
    /// The name of the file, as the caller gave it.
    public var file: String
    /// The line, from 1.
    public var line: Int
    /// The column, from 1, if the format provides one.
    public var column: Int?
    /// What was expected and what was found: text from the file is escaped and truncated to 128
    /// bytes.
    public var problem: String
    /// What to do about it.
    public var advice: String

    public init(file: String, line: Int, column: Int? = nil, problem: String, advice: String) {
        self.file = file
        self.line = line
        self.column = column
        self.problem = problem
        self.advice = advice
    }
}

extension RecordingError {
    /// An error at a location.
    ///
    /// - Parameter afterEvents: whether there are events before it, which are used.
    init(
        file: String, line: Int, column: Int? = nil, problem: String, afterEvents: Bool
    ) {
        let advice =
            afterEvents
            ? "the events before it are used; record again, or mend the line"
            : "no event stands before it; record again, or mend the line"
        self.init(file: file, line: line, column: column, problem: problem, advice: advice)
    }
}

extension RecordingError: CustomStringConvertible {
    /// `file:line: problem`, and the advice on the next line.
    public var description: String {
        let place = "\(EscapedText.escaped(file)):\(line)" + (column.map { ":\($0)" } ?? "")
        return "\(place): \(problem)\n  \(advice)"
    }
}
