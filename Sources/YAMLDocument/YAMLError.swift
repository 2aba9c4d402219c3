/// An error in a document, with its location.
public struct YAMLError: Error, Sendable, Hashable, CustomStringConvertible {
    public var mark: YAMLMark
    /// What was expected and what was found, as part of a sentence.
    public var problem: String

    public init(at mark: YAMLMark, _ problem: String) {
        self.mark = mark
        self.problem = problem
    }

    /// `line:column: problem`.
    public var description: String { "\(mark): \(problem)" }
}
