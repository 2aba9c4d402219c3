internal import CYAML

/// libyaml's parser for a document in memory.
struct EventParser: ~Copyable {
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    /// libyaml stores the address of its input, which must not move.
    private let input: UnsafeMutableBufferPointer<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        parser = .allocate(capacity: 1)
        input = .allocate(capacity: bytes.count)
        _ = input.initialize(from: bytes)
        guard yaml_parser_initialize(parser) == 1 else {
            // All zeros: `next` then fails with an error of type none.
            parser.initialize(to: yaml_parser_t())
            return
        }
        // A byte order mark of UTF-16 is not honoured.
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, input.baseAddress, input.count)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
        input.deallocate()
    }

    /// Reads the next event into `event`, which the caller deletes with `yaml_event_delete`.
    ///
    /// - Throws: `YAMLError`; the parser must not be used after that.
    mutating func next(_ event: inout yaml_event_t) throws(YAMLError) {
        guard parser.pointee.read_handler != nil, yaml_parser_parse(parser, &event) == 1 else {
            throw error
        }
    }

    private var error: YAMLError {
        let parser = parser.pointee
        guard parser.error != YAML_MEMORY_ERROR, let problem = parser.problem else {
            return YAMLError(at: YAMLMark(line: 1, column: 1), "no memory is left to read it")
        }
        var text = Self.sentence(String(cString: problem))
        if let context = parser.context {
            text += " \(String(cString: context))"
            if parser.context_mark.line != parser.problem_mark.line {
                text += " that begins at \(YAMLMark(parser.context_mark))"
            }
        }
        return YAMLError(at: YAMLMark(parser.problem_mark), text)
    }

    /// libyaml's text in the style of our messages.
    private static func sentence(_ problem: String) -> String {
        for opening in ["did not find expected ", "could not find expected "]
        where problem.hasPrefix(opening) {
            return "expected " + problem.dropFirst(opening.count)
        }
        return problem
    }
}

extension YAMLMark {
    /// libyaml counts from 0.
    init(_ mark: yaml_mark_t) {
        self.init(
            line: Int(clamping: mark.line) &+ 1, column: Int(clamping: mark.column) &+ 1)
    }
}
