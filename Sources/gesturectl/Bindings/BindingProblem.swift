import LinuxIO
import YAMLDocument

/// An error at one place of a bindings file, with advice.
struct BindingProblem: Sendable, Hashable {
    var mark: YAMLMark
    /// One line without a period.
    var message: String
    /// One line, printed indented below.
    var advice: String

    /// `FILE:LINE:COLUMN: message`, and the advice on the next line.
    func description(in file: String) -> String {
        "\(EscapedText.escaped(file)):\(mark): \(message)\n  \(advice)"
    }
}
