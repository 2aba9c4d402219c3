import LinuxIO

extension YAMLReader {
    /// Reads the next value with all its elements.
    public mutating func readNode() throws(YAMLError) -> YAMLNode {
        let token = try peek()
        switch token.kind {
        case .scalar(let scalar):
            _ = try next()
            return YAMLNode(.scalar(scalar), at: token.mark)
        case .sequenceStart:
            var elements: [YAMLNode] = []
            try readSequence { reader throws(YAMLError) in elements.append(try reader.readNode()) }
            return YAMLNode(.sequence(elements), at: token.mark)
        case .mappingStart:
            var members: [YAMLMember] = []
            try readMapping { reader, key throws(YAMLError) in
                members.append(YAMLMember(key: key, value: try reader.readNode()))
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

    /// Reads a sequence; each call of `body` must consume one value.
    public mutating func readSequence(
        _ body: (inout YAMLReader) throws(YAMLError) -> Void
    ) throws(YAMLError) {
        try take(.sequenceStart, "a list")
        while true {
            if case .sequenceEnd = try peek().kind { break }
            try body(&self)
        }
        _ = try next()
    }

    /// Reads a mapping; `body` gets each key and must consume its value.
    ///
    /// - Throws: `YAMLError` also for a duplicate key; `body` has then been called for the first
    ///   one.
    public mutating func readMapping(
        _ body: (inout YAMLReader, YAMLScalar) throws(YAMLError) -> Void
    ) throws(YAMLError) {
        try take(.mappingStart, "a mapping")
        var marks: [String: YAMLMark] = [:]
        while true {
            let token = try next()
            if case .mappingEnd = token.kind { return }
            guard case .scalar(let key) = token.kind else {
                throw YAMLError(at: token.mark, "expected a key, found \(token.summary)")
            }
            if let first = marks.updateValue(key.mark, forKey: key.text) {
                let name = EscapedText.quoted(key.text.utf8)
                throw YAMLError(
                    at: key.mark, "expected each key once, found \(name), which stands at \(first)")
            }
            try body(&self, key)
        }
    }

    private mutating func take(_ kind: YAMLToken.Kind, _ name: String) throws(YAMLError) {
        let token = try next()
        guard token.kind == kind else {
            throw YAMLError(at: token.mark, "expected \(name), found \(token.summary)")
        }
    }
}
