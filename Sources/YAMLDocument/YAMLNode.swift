import LinuxIO

/// A value in a document: a scalar, or what is made of them.
public struct YAMLNode: Sendable, Hashable {
    /// What the value is.
    public indirect enum Content: Sendable, Hashable {
        case scalar(YAMLScalar)
        case sequence([YAMLNode])
        /// In the order of the document; no key stands twice.
        case mapping([YAMLMember])
    }

    public var content: Content
    /// Where it begins.
    public var mark: YAMLMark

    public init(_ content: Content, at mark: YAMLMark) {
        self.content = content
        self.mark = mark
    }

    /// Reads a whole document; `nil` for one without a value.
    ///
    /// - Throws: `YAMLError` at the first thing that is no YAML, or that is not taken: anchors,
    ///   aliases, tags, a key twice, a second document, more than `limits`.
    public static func parse(
        _ bytes: [UInt8], limits: YAMLLimits = YAMLLimits()
    ) throws(YAMLError) -> YAMLNode? {
        var reader = YAMLReader(bytes, limits: limits)
        if case .end = try reader.peek().kind { return nil }
        let node = try reader.readNode()
        _ = try reader.next()
        return node
    }

    /// The scalar; `nil` for anything else.
    public var scalar: YAMLScalar? {
        if case .scalar(let scalar) = content { scalar } else { nil }
    }

    /// The elements; `nil` for anything but a sequence.
    public var sequence: [YAMLNode]? {
        if case .sequence(let elements) = content { elements } else { nil }
    }

    /// The members; `nil` for anything but a mapping.
    public var mapping: [YAMLMember]? {
        if case .mapping(let members) = content { members } else { nil }
    }

    /// The value of `key`; `nil` where there is none, or this is no mapping.
    public subscript(key: String) -> YAMLNode? {
        mapping?.first { $0.key.text == key }?.value
    }

    /// The value in a few words, for a message: text is escaped and cut.
    public var summary: String {
        switch content {
        case .scalar(let scalar) where scalar.isNull: "nothing"
        case .scalar(let scalar): EscapedText.quoted(scalar.text.utf8)
        case .sequence(let elements): "a list of \(elements.count)"
        case .mapping: "a mapping"
        }
    }
}
