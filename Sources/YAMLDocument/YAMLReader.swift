import CYAML
import LinuxIO

/// Reads a document token by token, so that the tokens before an error can be used.
///
/// Accepts one document. Anchors, aliases and tags are errors: no format of this project needs
/// them, and a few aliases can expand to gigabytes.
public struct YAMLReader: ~Copyable {
    private var parser: EventParser
    private let maximumDepth: Int
    /// The maximum amount kept at a time. If `nil`, only the size of the document limits it.
    fileprivate let sizes: YAMLSizes?
    private var depth = 0
    private var documents = 0
    private let origin: YAMLMark.Origin
    private var peeked: YAMLToken?
    /// The error that ended reading, which each further call throws again.
    private var failure: YAMLError?

    /// A reader of a document in UTF-8; its marks have the given origin.
    public init(
        _ bytes: [UInt8], limits: YAMLLimits = YAMLLimits(), in origin: YAMLMark.Origin = .document
    ) {
        self.origin = origin
        let isTooLong = bytes.count > limits.maximumBytes
        parser = EventParser(YAMLInput(isTooLong ? [] : bytes))
        maximumDepth = limits.maximumDepth
        sizes = nil
        if isTooLong {
            failure = YAMLError(
                at: YAMLMark(line: 1, column: 1),
                "expected at most \(limits.maximumBytes) bytes, found \(bytes.count)")
        }
    }

    /// A reader of a text of any length that arrives in pieces. The amount kept at a time is
    /// limited: a scalar to 4 MiB, the values of a node and the keys of a mapping to `sizes`.
    ///
    /// - Parameter pieces: returns the text in UTF-8 piece by piece, with no character divided
    ///   between two; an empty one at its end.
    package init(
        sizes: YAMLSizes = YAMLSizes(), pieces: @escaping () -> [UInt8]
    ) {
        parser = EventParser(YAMLInput(pieces: pieces))
        maximumDepth = YAMLLimits().maximumDepth
        self.sizes = sizes
        origin = .document
    }

    /// The next token, without consuming it.
    public mutating func peek() throws(YAMLError) -> YAMLToken {
        if let peeked { return peeked }
        let token = try next()
        peeked = token
        return token
    }

    /// Consumes the next token; at the end of the document always `end`.
    public mutating func next() throws(YAMLError) -> YAMLToken {
        if let peeked {
            self.peeked = nil
            return peeked
        }
        if let failure { throw failure }
        do throws(YAMLError) {
            return try readToken()
        } catch {
            failure = error
            throw error
        }
    }

    /// The problem that ended the text early.
    private var sourceProblem: SourceProblem? { parser.input.problem }

    private mutating func readToken() throws(YAMLError) -> YAMLToken {
        while true {
            var event = yaml_event_t()
            do throws(YAMLError) {
                try parser.next(&event)
            } catch {
                // libyaml fails at the cut, too; the reason of the cut is the better error.
                if let problem = sourceProblem, error.mark >= problem.end {
                    throw problem.error
                }
                throw error
            }
            defer { yaml_event_delete(&event) }
            if let token = try token(event) { return token }
        }
    }

    /// The token of an event; `nil` for the start of the text, and the start and end of a document.
    private mutating func token(_ event: yaml_event_t) throws(YAMLError) -> YAMLToken? {
        let mark = YAMLMark(event.start_mark, in: origin)
        switch event.type {
        case YAML_SCALAR_EVENT:
            return try scalar(event)
        case YAML_SEQUENCE_START_EVENT:
            try refuse(event.data.sequence_start.anchor, event.data.sequence_start.tag, at: mark)
            try descend(at: mark)
            return YAMLToken(.sequenceStart, at: mark)
        case YAML_MAPPING_START_EVENT:
            try refuse(event.data.mapping_start.anchor, event.data.mapping_start.tag, at: mark)
            try descend(at: mark)
            return YAMLToken(.mappingStart, at: mark)
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
            // At the cut a block collection ends as at the end of the text.
            if let sourceProblem, YAMLMark(event.end_mark) == sourceProblem.end {
                throw sourceProblem.error
            }
            depth -= 1
            return YAMLToken(
                event.type == YAML_SEQUENCE_END_EVENT ? .sequenceEnd : .mappingEnd, at: mark)
        case YAML_DOCUMENT_START_EVENT:
            documents += 1
            guard documents == 1 else {
                throw YAMLError(at: mark, "expected one document, found a second")
            }
            return nil
        case YAML_ALIAS_EVENT:
            throw YAMLError(
                at: mark, "expected a value, found an alias: aliases are not taken",
                advice: parser.input.lines.adviceOfText(at: mark))
        case YAML_STREAM_END_EVENT, YAML_NO_EVENT:
            if let sourceProblem { throw sourceProblem.error }
            return YAMLToken(.end, at: mark)
        default:
            return nil
        }
    }

    private func scalar(_ event: yaml_event_t) throws(YAMLError) -> YAMLToken {
        let mark = YAMLMark(event.start_mark, in: origin)
        let scalar = event.data.scalar
        try refuse(scalar.anchor, scalar.tag, at: mark)
        if let sourceProblem, isCut(event, at: sourceProblem.end) {
            throw sourceProblem.error
        }
        let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
        let text = String(decoding: bytes, as: UTF8.self)
        let isPlain = scalar.style == YAML_PLAIN_SCALAR_STYLE
        return YAMLToken(.scalar(YAMLScalar(text: text, isPlain: isPlain, mark: mark)), at: mark)
    }

    /// Whether the cut at `mark` may have removed the end of the scalar.
    private func isCut(_ event: yaml_event_t, at mark: YAMLMark) -> Bool {
        let end = YAMLMark(event.end_mark)
        return end == mark || event.data.scalar.length == 0 && end.line == mark.line
    }

    /// Throws if a value has an anchor or a tag.
    private func refuse(
        _ anchor: UnsafeMutablePointer<UInt8>?, _ tag: UnsafeMutablePointer<UInt8>?,
        at mark: YAMLMark
    ) throws(YAMLError) {
        if anchor != nil {
            throw YAMLError(at: mark, "expected a value, found an anchor: anchors are not taken")
        }
        if tag != nil {
            throw YAMLError(at: mark, "expected a value, found a tag: tags are not taken")
        }
    }

    /// Enters a collection; throws if it is nested too deep.
    private mutating func descend(at mark: YAMLMark) throws(YAMLError) {
        depth += 1
        guard depth <= maximumDepth else {
            throw YAMLError(at: mark, "expected at most \(maximumDepth) levels, found more")
        }
    }
}

extension YAMLReader {
    /// Reads the next value with all its elements.
    public mutating func readNode() throws(YAMLError) -> YAMLNode {
        var budget = NodeBudget(sizes)
        return try node(next(), within: &budget)
    }

    /// The value that begins with a token.
    private mutating func node(
        _ token: YAMLToken, within budget: inout NodeBudget
    ) throws(YAMLError) -> YAMLNode {
        switch token.kind {
        case .scalar(let scalar):
            try budget.consume(scalar.text, at: token.mark)
            return YAMLNode(.scalar(scalar), at: token.mark)
        case .sequenceStart:
            try budget.consume("", at: token.mark)
            var elements: [YAMLNode] = []
            while true {
                let element = try next()
                if case .sequenceEnd = element.kind { break }
                elements.append(try node(element, within: &budget))
            }
            return YAMLNode(.sequence(elements), at: token.mark)
        case .mappingStart:
            try budget.consume("", at: token.mark)
            var (members, keys) = ([YAMLMember](), YAMLKeys())
            while let key = try keys.next(from: &self) {
                try budget.consume(key.text, at: key.mark)
                // One allocation for most mappings.
                if members.isEmpty { members.reserveCapacity(4) }
                members.append(YAMLMember(key: key, value: try node(next(), within: &budget)))
            }
            return YAMLNode(.mapping(members), at: token.mark)
        case .sequenceEnd, .mappingEnd, .end:
            throw YAMLError(at: token.mark, "expected a value, found \(token.summary)")
        }
    }

    /// Skips the next value with all its elements.
    public mutating func skipNode() throws(YAMLError) {
        var open = 0
        repeat {
            switch try next().kind {
            case .sequenceStart, .mappingStart: open += 1
            case .sequenceEnd, .mappingEnd: open -= 1
            case .scalar, .end: break
            }
        } while open > 0
    }

    /// Reads a sequence. `body` is called for each element, and must consume it.
    public mutating func readSequence(
        _ body: (inout YAMLReader) throws(YAMLError) -> Void
    ) throws(YAMLError) {
        try expect(.sequenceStart, "a list")
        while true {
            if case .sequenceEnd = try peek().kind { break }
            try body(&self)
        }
        _ = try next()
    }

    /// Reads a mapping. `body` is called with each key, and must consume its value.
    ///
    /// - Throws: `YAMLError`, including one for a duplicate key, after `body` was called for the
    ///   first.
    public mutating func readMapping(
        _ body: (inout YAMLReader, YAMLScalar) throws(YAMLError) -> Void
    ) throws(YAMLError) {
        try expect(.mappingStart, "a mapping")
        var keys = YAMLKeys()
        while let key = try keys.next(from: &self) {
            try body(&self, key)
        }
    }

    /// Consumes the next token, which must be of a kind.
    ///
    /// - Parameter name: what was expected, for the error.
    package mutating func expect(_ kind: YAMLToken.Kind, _ name: String) throws(YAMLError) {
        let token = try next()
        guard token.kind == kind else {
            throw YAMLError(at: token.mark, "expected \(name), found \(token.summary)")
        }
    }
}

/// Reads the keys of a mapping whose start was consumed, and finds duplicates.
package struct YAMLKeys {
    /// The first eight, which are compared faster than hashed.
    private var few: [YAMLScalar] = []
    /// The positions of the others.
    private var marks: [String: YAMLMark] = [:]

    package init() {}

    /// Consumes the next key; `nil` if the end of the mapping was consumed.
    ///
    /// - Throws: `YAMLError`, including one for a duplicate key.
    package mutating func next(from reader: inout YAMLReader) throws(YAMLError) -> YAMLScalar? {
        let token = try reader.next()
        if case .mappingEnd = token.kind { return nil }
        guard case .scalar(let key) = token.kind else {
            throw YAMLError(at: token.mark, "expected a key, found \(token.summary)")
        }
        if let first = insert(key) {
            let name = EscapedText.quoted(key.text.utf8)
            throw YAMLError(
                at: key.mark, "expected each key once, found \(name), which is also at \(first)")
        }
        try reader.sizes?.check(key, among: few.count + marks.count)
        return key
    }

    /// Adds a key; returns the position of an equal one.
    private mutating func insert(_ key: YAMLScalar) -> YAMLMark? {
        if let first = few.firstIndex(where: { $0.text == key.text }) { return few[first].mark }
        guard few.count == 8 else {
            if few.isEmpty { few.reserveCapacity(8) }
            few.append(key)
            return nil
        }
        return marks.updateValue(key.mark, forKey: key.text)
    }
}

/// Limits on the amount kept at a time, for a text of any length.
package struct YAMLSizes: Sendable {
    /// The maximum number of values of a node, including keys.
    package var maximumValues: Int
    /// The maximum length of the text of these values together, in bytes.
    package var maximumText: Int
    /// The maximum number of keys of a mapping.
    package var maximumKeys: Int
    /// The maximum length of a key, in bytes.
    package var maximumKey: Int

    /// Defaults for recordings: the description of a device has about 1 000 values.
    package init(
        maximumValues: Int = 16_384, maximumText: Int = 256 << 10, maximumKeys: Int = 4_096,
        maximumKey: Int = 1_024
    ) {
        self.maximumValues = maximumValues
        self.maximumText = maximumText
        self.maximumKeys = maximumKeys
        self.maximumKey = maximumKey
    }

    fileprivate func check(_ key: YAMLScalar, among count: Int) throws(YAMLError) {
        guard count <= maximumKeys else {
            throw YAMLError(at: key.mark, "expected at most \(maximumKeys) keys, found more")
        }
        let length = key.text.utf8.count
        guard length <= maximumKey else {
            throw YAMLError(
                at: key.mark, "expected a key of at most \(maximumKey) bytes, found \(length)")
        }
    }
}

/// Counts the values of a node against `YAMLSizes`.
private struct NodeBudget {
    private let sizes: YAMLSizes?
    private var values = 0
    private var text = 0

    init(_ sizes: YAMLSizes?) {
        self.sizes = sizes
    }

    /// Counts a value or a key; throws if the node exceeds the limits.
    mutating func consume(_ text: String, at mark: YAMLMark) throws(YAMLError) {
        guard let sizes else { return }
        values += 1
        self.text += text.utf8.count
        guard values <= sizes.maximumValues else {
            throw YAMLError(at: mark, "expected at most \(sizes.maximumValues) values, found more")
        }
        guard self.text <= sizes.maximumText else {
            throw YAMLError(
                at: mark, "expected values of at most \(sizes.maximumText) bytes in all, found more"
            )
        }
    }
}

/// Limits on a document.
public struct YAMLLimits: Sendable, Hashable {
    /// The maximum size in bytes.
    public var maximumBytes: Int
    /// The maximum nesting of sequences and mappings.
    public var maximumDepth: Int

    /// The limits for files that people write: 1 MiB, 32 levels.
    public init(maximumBytes: Int = 1 << 20, maximumDepth: Int = 32) {
        self.maximumBytes = maximumBytes
        self.maximumDepth = maximumDepth
    }
}

/// An error in a document, with its location.
public struct YAMLError: Error, Sendable, Hashable, CustomStringConvertible {
    public var mark: YAMLMark
    /// A clause of what was expected and found.
    public var problem: String
    /// What to write instead, as one line; `nil` if that is unknown.
    public var advice: String?

    public init(at mark: YAMLMark, _ problem: String, advice: String? = nil) {
        self.mark = mark
        self.problem = problem
        self.advice = advice
    }

    /// The advice, or that the rest of the document was not read.
    public var adviceText: String {
        advice ?? "The rest of the file was not read: correct this, and check again"
    }

    /// `line:column: problem`.
    public var description: String { "\(mark): \(problem)" }
}
