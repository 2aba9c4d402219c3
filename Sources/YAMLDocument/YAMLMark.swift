/// A location in a document.
public struct YAMLMark: Sendable, Hashable, CustomStringConvertible {
    /// From 1.
    public var line: Int
    /// In characters, from 1.
    public var column: Int

    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// `line:column`.
    public var description: String { "\(line):\(column)" }
}
