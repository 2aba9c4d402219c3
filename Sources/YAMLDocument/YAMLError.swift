/// What is wrong with a document, and where.
public struct YAMLError: Error, Sendable, Hashable, CustomStringConvertible {
    public var mark: YAMLMark
    /// What was expected and what stands there, as a part of a sentence.
    public var problem: String

    public init(at mark: YAMLMark, _ problem: String) {
        self.mark = mark
        self.problem = problem
    }

    /// `line:column: problem`.
    public var description: String { "\(mark): \(problem)" }
}
