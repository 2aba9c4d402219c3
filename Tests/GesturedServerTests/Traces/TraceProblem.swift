/// What is wrong with a trace, and where.
struct TraceProblem: Error, CustomStringConvertible, Equatable {
    /// The file, as it was named.
    var file = ""
    /// Counted from 1; 0 is the file as a whole.
    let line: Int
    let message: String

    init(_ message: String, line: Int) {
        self.message = message
        self.line = line
    }

    var description: String {
        line > 0 ? "\(file):\(line): \(message)" : "\(file): \(message)"
    }
}
