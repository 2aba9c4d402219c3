/// A scalar value.
public struct YAMLScalar: Sendable, Hashable {
    public var text: String
    /// Without quotes, so that `12` can be a number and an empty value null.
    public var isPlain: Bool
    /// Its start.
    public var mark: YAMLMark

    public init(text: String, isPlain: Bool, mark: YAMLMark) {
        self.text = text
        self.isPlain = isPlain
        self.mark = mark
    }

    /// Whether it is null.
    public var isNull: Bool {
        isPlain && ["", "~", "null", "Null", "NULL"].contains(text)
    }
}
