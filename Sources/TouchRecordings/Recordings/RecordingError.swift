import LinuxIO
internal import YAMLDocument

/// Where a recording breaks, and what should have stood there.
public struct RecordingError: Error, Sendable, Hashable {
    /// The file, as the caller named it.
    public var file: String
    /// The line, from 1.
    public var line: Int
    /// The column, from 1, where the format tells one.
    public var column: Int?
    /// What was expected and what stands there: text from the file is escaped and cut to 128 bytes.
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
    /// The error of a break.
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
    /// `file:line: problem`, and the advice on a line of its own.
    public var description: String {
        let place = "\(EscapedText.escaped(file)):\(line)" + (column.map { ":\($0)" } ?? "")
        return "\(place): \(problem)\n  \(advice)"
    }
}
