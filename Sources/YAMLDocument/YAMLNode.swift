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

/// A key and its value.
public struct YAMLMember: Sendable, Hashable {
    public var key: YAMLScalar
    public var value: YAMLNode

    public init(key: YAMLScalar, value: YAMLNode) {
        self.key = key
        self.value = value
    }
}

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

    func isBefore(_ other: YAMLMark) -> Bool { (line, column) < (other.line, other.column) }
}

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
