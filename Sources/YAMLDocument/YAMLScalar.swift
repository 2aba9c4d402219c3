/// A value without parts.
public struct YAMLScalar: Sendable, Hashable {
    public var text: String
    /// Written without quotes, so that `12` may mean a number and nothing at all may mean null.
    public var isPlain: Bool
    /// Where it begins.
    public var mark: YAMLMark

    public init(text: String, isPlain: Bool, mark: YAMLMark) {
        self.text = text
        self.isPlain = isPlain
        self.mark = mark
    }

    /// Whether it says that there is no value.
    public var isNull: Bool {
        isPlain && ["", "~", "null", "Null", "NULL"].contains(text)
    }
}
