import LinuxIO

/// A value in a document: a scalar, or a collection of values.
public struct YAMLNode: Sendable, Hashable {
    /// The content of the value.
    public enum Content: Sendable, Hashable {
        case scalar(YAMLScalar)
        case sequence([YAMLNode])
        /// In the order of the document; keys are unique.
        case mapping([YAMLMember])
    }

    public var content: Content
    /// The start of the value.
    public var mark: YAMLMark

    public init(_ content: Content, at mark: YAMLMark) {
        self.content = content
        self.mark = mark
    }

    /// Reads a whole document; `nil` for one without a value.
    ///
    /// - Throws: `YAMLError` at the first syntax error or unsupported element: anchors, aliases,
    ///   tags, a duplicate key, a second document, more than `limits`.
    public static func parse(
        _ bytes: [UInt8], limits: YAMLLimits = YAMLLimits(), in origin: YAMLMark.Origin = .document
    ) throws(YAMLError) -> YAMLNode? {
        var reader = YAMLReader(bytes, limits: limits, in: origin)
        if case .end = try reader.peek().kind { return nil }
        let node = try reader.readNode()
        _ = try reader.next()
        return node
    }

    /// The scalar; `nil` for a collection.
    public var scalar: YAMLScalar? {
        if case .scalar(let scalar) = content { scalar } else { nil }
    }

    /// The elements; `nil` if this is not a sequence.
    public var sequence: [YAMLNode]? {
        if case .sequence(let elements) = content { elements } else { nil }
    }

    /// The members; `nil` if this is not a mapping.
    public var mapping: [YAMLMember]? {
        if case .mapping(let members) = content { members } else { nil }
    }

    /// The value of `key`; `nil` if there is no such key, or this is not a mapping.
    public subscript(key: String) -> YAMLNode? {
        guard case .mapping(let members) = content else { return nil }
        return members.indices.first { members[$0].key.text == key }.map { members[$0].value }
    }

    /// A short description of the value, for a message: text is escaped and cut.
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
    /// Whether it is without quotes, so that `12` can be a number and an empty value null.
    public var isPlain: Bool
    /// The start of the scalar.
    public var mark: YAMLMark

    /// Advice about a key and a brace that lack the colon or the blank between them, such as
    /// `tap { fingers`; `nil` for other texts.
    public var adviceOfBrace: String? {
        let word = text.prefix { "a"..."z" ~= $0 || $0 == "_" }
        let rest = text.dropFirst(word.count)
        let brace = rest.first == ":" ? rest.dropFirst() : rest.drop { $0 == " " }
        guard isPlain, !word.isEmpty, brace.first == "{" else { return nil }
        return "A colon and a blank belong before the brace: \(word): { … }"
    }

    public init(text: String, isPlain: Bool, mark: YAMLMark) {
        self.text = text
        self.isPlain = isPlain
        self.mark = mark
    }

    /// Whether it is null: without quotes, and empty, `~` or `null`.
    public var isNull: Bool {
        isPlain && ["", "~", "null", "Null", "NULL"].contains(text)
    }
}

/// A location in a document, or in a request that is read like one.
public struct YAMLMark: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The document of a location.
    ///
    /// Indirect, so that a mark is small and copied at little cost.
    public indirect enum Origin: Sendable, Hashable {
        /// The document being read.
        case document
        /// A document that the document being read names.
        case file(String)
        /// A request, whose `path` leads to the member; `line` is then the number of the value.
        case request(path: String)
    }

    /// From 1.
    public var line: Int
    /// In characters, from 1.
    public var column: Int
    public var origin: Origin

    public init(line: Int, column: Int, in origin: Origin = .document) {
        self.line = line
        self.column = column
        self.origin = origin
    }

    /// `line:column`, after the name of another file; in a request, the path.
    public var description: String {
        switch origin {
        case .document: "\(line):\(column)"
        case .file(let name): "\(EscapedText.escaped(name)):\(line):\(column)"
        case .request(let path): path
        }
    }

    /// By origin, and then by position.
    public static func < (_ one: YAMLMark, _ other: YAMLMark) -> Bool {
        (one.origin.rank, one.line, one.column) < (other.origin.rank, other.line, other.column)
    }
}

extension YAMLMark.Origin {
    /// The order of origins: the document before named files.
    fileprivate var rank: String {
        if case .file(let name) = self { name } else { "" }
    }
}

/// One token of a document.
public struct YAMLToken: Sendable, Hashable {
    /// The type of a token.
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
    /// The start of the token.
    public var mark: YAMLMark

    public init(_ kind: Kind, at mark: YAMLMark) {
        self.kind = kind
        self.mark = mark
    }

    /// A short description of the token, for a message: text is escaped and cut.
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
