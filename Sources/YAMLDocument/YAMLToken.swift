import LinuxIO

/// One step through a document.
public struct YAMLToken: Sendable, Hashable {
    /// What was met.
    public enum Kind: Sendable, Hashable {
        case scalar(YAMLScalar)
        case sequenceStart
        case sequenceEnd
        case mappingStart
        case mappingEnd
        /// Nothing follows.
        case end
    }

    public var kind: Kind
    /// Where it begins.
    public var mark: YAMLMark

    public init(_ kind: Kind, at mark: YAMLMark) {
        self.kind = kind
        self.mark = mark
    }

    /// The token in a few words, for a message: text is escaped and cut.
    public var summary: String {
        switch kind {
        case .scalar(let scalar) where scalar.isNull: "nothing"
        case .scalar(let scalar): EscapedText.quoted(scalar.text.utf8)
        case .sequenceStart: "a list"
        case .sequenceEnd: "the end of a list"
        case .mappingStart: "a mapping"
        case .mappingEnd: "the end of a mapping"
        case .end: "the end of the document"
        }
    }
}
