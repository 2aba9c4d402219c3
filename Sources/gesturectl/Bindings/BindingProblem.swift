import LinuxIO
import YAMLDocument

/// What is wrong at one place of a bindings file, and what to do.
struct BindingProblem: Sendable, Hashable {
    var mark: YAMLMark
    /// One line without a full stop.
    var message: String
    /// One line, shown indented below.
    var advice: String

    /// `FILE:LINE:COLUMN: message`, and the advice on a line of its own.
    func description(in file: String) -> String {
        "\(EscapedText.escaped(file)):\(mark): \(message)\n  \(advice)"
    }
}
