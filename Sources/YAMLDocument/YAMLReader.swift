internal import CYAML

/// Reads a document token by token, so that what precedes an error can be used.
///
/// Accepts one document. Anchors, aliases and tags are errors: nothing here needs them, and a few
/// aliases can expand to gigabytes.
public struct YAMLReader: ~Copyable {
    private var parser: EventParser
    private let sourceProblem: SourceProblem?
    private let maximumDepth: Int
    private var depth = 0
    private var documents = 0
    private var peeked: YAMLToken?
    /// The error that ended reading; each further call throws it again.
    private var failure: YAMLError?

    /// A reader of `bytes` in UTF-8.
    public init(_ bytes: [UInt8], limits: YAMLLimits = YAMLLimits()) {
        let isTooLong = bytes.count > limits.maximumBytes
        sourceProblem = isTooLong ? nil : SourceProblem(bytes)
        parser = EventParser(isTooLong ? [] : bytes[..<(sourceProblem?.offset ?? bytes.count)])
        maximumDepth = limits.maximumDepth
        if isTooLong {
            failure = YAMLError(
                at: YAMLMark(line: 1, column: 1),
                "expected at most \(limits.maximumBytes) bytes, found \(bytes.count)")
        }
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

    private mutating func readToken() throws(YAMLError) -> YAMLToken {
        while true {
            var event = yaml_event_t()
            do throws(YAMLError) {
                try parser.next(&event)
            } catch {
                throw sourceProblem?.error ?? error
            }
            defer { yaml_event_delete(&event) }
            if let token = try token(event) { return token }
        }
    }

    /// The token of an event; `nil` for one without content.
    private mutating func token(_ event: yaml_event_t) throws(YAMLError) -> YAMLToken? {
        let mark = YAMLMark(event.start_mark)
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
            // A block collection ends where the text ends.
            if let sourceProblem, YAMLMark(event.end_mark) == sourceProblem.error.mark {
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
            throw YAMLError(at: mark, "expected a value, found an alias: aliases are not taken")
        case YAML_STREAM_END_EVENT, YAML_NO_EVENT:
            if let sourceProblem { throw sourceProblem.error }
            return YAMLToken(.end, at: mark)
        default:
            return nil
        }
    }

    private func scalar(_ event: yaml_event_t) throws(YAMLError) -> YAMLToken {
        let mark = YAMLMark(event.start_mark)
        let scalar = event.data.scalar
        try refuse(scalar.anchor, scalar.tag, at: mark)
        if let sourceProblem, isCut(event, at: sourceProblem.error.mark) {
            throw sourceProblem.error
        }
        let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
        let text = String(decoding: bytes, as: UTF8.self)
        let isPlain = scalar.style == YAML_PLAIN_SCALAR_STYLE
        return YAMLToken(.scalar(YAMLScalar(text: text, isPlain: isPlain, mark: mark)), at: mark)
    }

    /// Whether the byte at `mark` is part of the scalar, which is then incomplete.
    private func isCut(_ event: yaml_event_t, at mark: YAMLMark) -> Bool {
        let end = YAMLMark(event.end_mark)
        return end == mark || event.data.scalar.length == 0 && end.line == mark.line
    }

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

    private mutating func descend(at mark: YAMLMark) throws(YAMLError) {
        depth += 1
        guard depth <= maximumDepth else {
            throw YAMLError(at: mark, "expected at most \(maximumDepth) levels, found more")
        }
    }
}
