internal import CYAML
import LinuxIO

/// Owns libyaml's parser, which reads a `YAMLInput`.
struct EventParser: ~Copyable {
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    /// The input.
    let input: YAMLInput

    init(_ input: YAMLInput) {
        self.input = input
        parser = .allocate(capacity: 1)
        guard yaml_parser_initialize(parser) == 1 else {
            // Initialisation failed for want of memory; `next` reports that for a zeroed parser.
            parser.initialize(to: yaml_parser_t())
            return
        }
        // Without this, libyaml would decode UTF-16 after its byte order mark.
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        // `self.input` keeps the input alive for as long as libyaml calls the handler.
        yaml_parser_set_input(
            parser,
            { input, buffer, capacity, count in
                guard let input, let count else { return 0 }
                count.pointee = Unmanaged<YAMLInput>.fromOpaque(input).takeUnretainedValue().read(
                    into: UnsafeMutableBufferPointer(start: buffer, count: capacity))
                return 1
            }, Unmanaged.passUnretained(input).toOpaque())
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
    }

    /// Reads the next event into `event`, which the caller deletes with `yaml_event_delete`.
    ///
    /// - Throws: `YAMLError`, after which the parser must not be used.
    mutating func next(_ event: inout yaml_event_t) throws(YAMLError) {
        guard parser.pointee.read_handler != nil, yaml_parser_parse(parser, &event) == 1 else {
            throw error
        }
        input.resetUnparsed(at: YAMLMark(event.end_mark))
    }

    private var error: YAMLError {
        let parser = parser.pointee
        guard parser.error != YAML_MEMORY_ERROR, let problem = parser.problem else {
            return YAMLError(at: YAMLMark(line: 1, column: 1), "no memory is left to read it")
        }
        let mark = YAMLMark(parser.problem_mark)
        let source = input.lines
        if source.isIndentedByTab(mark) {
            return YAMLError(
                at: mark, "expected spaces, found a tab",
                advice: "Indent by spaces alone: YAML takes no tab there")
        }
        var text = Self.sentence(String(cString: problem))
        if let context = parser.context {
            text += " \(String(cString: context))"
            if parser.context_mark.line != parser.problem_mark.line {
                text += " that begins at \(YAMLMark(parser.context_mark))"
            }
        }
        return YAMLError(
            at: mark, text,
            advice: source.adviceOfEntry(at: mark, in: YAMLMark(parser.context_mark))
                ?? (text.hasPrefix("mapping values")
                    ? source.adviceOfContinuedText(at: mark) ?? source.adviceOfColon(at: mark)
                    : nil)
                ?? source.adviceOfText(at: YAMLMark(parser.context_mark))
                ?? source.adviceOfBrace(at: YAMLMark(parser.context_mark)))
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

/// Lines of a document, to explain errors of indentation, which libyaml does not.
struct IndentedLines {
    private let bytes: [UInt8]
    private let first: Int

    /// - Parameter first: the number of the first line in `bytes`.
    init(_ bytes: [UInt8], from first: Int) {
        self.bytes = bytes
        self.first = first
    }

    /// Whether there is a tab at `mark`, with only blanks before it.
    func isIndentedByTab(_ mark: YAMLMark) -> Bool {
        let before = line(mark.line).prefix(mark.column)
        return before.count == mark.column && before.last == UInt8(ascii: "\t")
            && before.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    }

    /// Advice about an entry of a list, or a key of one, that is indented unlike those before it;
    /// `nil` for other errors.
    ///
    /// - Parameter start: the start of the list, or of the mapping with it.
    func adviceOfEntry(at mark: YAMLMark, in start: YAMLMark) -> String? {
        if let key = key(at: mark) {
            return column(ofEntryBefore: mark, in: start).map {
                "\(key) is left of the key of its entry: indent it to column \($0)"
            }
        }
        let line = line(mark.line)
        guard indentation(of: line) == mark.column - 1,
            line.dropFirst(mark.column - 1).first == UInt8(ascii: "-")
        else { return nil }
        return "Indent this dash as far as those of the list that it belongs to"
    }

    /// Advice about a line that continues the text above it, because that lacks a colon, or the line
    /// is indented too far: libyaml refuses the colon at `mark`. `nil` if the line has an earlier one.
    func adviceOfContinuedText(at mark: YAMLMark) -> String? {
        let line = line(mark.line)
        let text = line.dropFirst(indentation(of: line))
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
            colon - line.startIndex == mark.column - 1, let first = text.first
        else { return nil }
        let isDash = first == UInt8(ascii: "-")
        guard isDash || UInt8(ascii: "a")...UInt8(ascii: "z") ~= first else { return nil }
        return "This line continues the text above it: indent this \(isDash ? "dash" : "key") as "
            + "far as those that it belongs to, or end that text with a colon"
    }

    /// Advice about a text with a colon and a space in it; `nil` for other errors.
    func adviceOfColon(at mark: YAMLMark) -> String? {
        guard line(mark.line).prefix(max(mark.column - 1, 0)).contains(UInt8(ascii: ":")) else {
            return nil
        }
        return "A text with a colon and a space is in quotes, or on the lines below a |-"
    }

    /// Advice about a text that begins with a character of YAML's own; `nil` for other errors.
    func adviceOfText(at start: YAMLMark) -> String? {
        let text = line(start.line).dropFirst(start.column - 1)
        guard let first = text.first, "*&!%@`".utf8.contains(first) else { return nil }
        let word = text.prefix { !" ,]}#".utf8.contains($0) }.prefix(64)
        return "Write a text that begins with \(Character(UnicodeScalar(first))) in quotes: "
            + "\"\(EscapedText.escaped(String(decoding: word, as: UTF8.self)))\""
    }

    /// Advice about a key that has a brace and no colon, such as `swipe { … }`; `nil` for other errors.
    func adviceOfBrace(at start: YAMLMark) -> String? {
        let text = line(start.line).dropFirst(start.column - 1).prefix(128)
        return YAMLScalar(text: String(decoding: text, as: UTF8.self), isPlain: true, mark: start)
            .adviceOfBrace
    }

    /// The key without quotes that begins at `mark`, the first text of its line; `nil` if none
    /// does.
    func key(at mark: YAMLMark) -> String? {
        let line = line(mark.line)
        guard indentation(of: line) == mark.column - 1 else { return nil }
        let word = line.dropFirst(mark.column - 1).prefix {
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || $0 == UInt8(ascii: "_")
        }
        guard !word.isEmpty, word.count <= 64, word.endIndex < line.endIndex,
            line[word.endIndex] == UInt8(ascii: ":")
        else { return nil }
        return String(decoding: word, as: UTF8.self)
    }

    /// The column of the first key of the list entry above `mark`; `nil` if `mark` is not left of
    /// it, or the entry is not one of the list at `start`.
    func column(ofEntryBefore mark: YAMLMark, in start: YAMLMark) -> Int? {
        // A hostile document may have a million lines.
        for number in stride(from: mark.line - 1, through: max(start.line, mark.line - 100), by: -1)
        {
            let line = line(number)
            guard indentation(of: line) == start.column - 1 else { continue }
            let entry = line.dropFirst(start.column - 1)
            guard entry.first == UInt8(ascii: "-") else { return nil }
            let blanks = entry.dropFirst().prefix { $0 == UInt8(ascii: " ") }.count
            let column = start.column + 1 + blanks
            return blanks > 0 && column > mark.column ? column : nil
        }
        return nil
    }

    private func indentation(of line: ArraySlice<UInt8>) -> Int {
        line.prefix { $0 == UInt8(ascii: " ") }.count
    }

    /// A line by its number in the document, from 1; empty if it is not among these lines.
    private func line(_ number: Int) -> ArraySlice<UInt8> {
        guard number >= first else { return [] }
        var remaining = bytes[...]
        for _ in first..<number {
            guard let end = remaining.firstIndex(of: UInt8(ascii: "\n")) else { return [] }
            remaining = remaining[(end + 1)...]
        }
        return remaining.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    }
}

extension YAMLMark {
    /// A mark of libyaml, which counts from 0.
    init(_ mark: yaml_mark_t, in origin: Origin = .document) {
        self.init(
            line: Int(clamping: mark.line) &+ 1, column: Int(clamping: mark.column) &+ 1,
            in: origin)
    }
}
