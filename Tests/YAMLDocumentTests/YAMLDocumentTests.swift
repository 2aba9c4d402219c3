import Testing
import TouchTestSupport
import YAMLDocument

struct YAMLNodeTests {
    @Test func `reads scalars, lists and mappings with their locations`() throws {
        let text = """
            # a comment
            level: notice
            size: [344, "194"]
            devices:
              - match: { name: 'ELAN*' }
                grab: false
            """
        let root = try #require(try parse(text))

        #expect(root["level"]?.scalar?.text == "notice")
        #expect(root["level"]?.mark == YAMLMark(line: 2, column: 8))
        #expect(root["size"]?.sequence?.map(\.scalar?.isPlain) == [true, false])
        let device = try #require(root["devices"]?.sequence?.first)
        #expect(device["match"]?["name"]?.scalar?.text == "ELAN*")
        #expect(device["grab"]?.mark == YAMLMark(line: 6, column: 11))
    }

    @Test func `keeps the order of keys`() throws {
        let root = try parse("b: 1\na: 2\nc: 3")

        #expect(root?.mapping?.map(\.key.text) == ["b", "a", "c"])
    }

    @Test(arguments: ["", "# nothing\n", "\n\n"])
    func `finds no value in a document without one`(text: String) throws {
        #expect(try parse(text) == nil)
    }

    @Test(arguments: [
        ("~", true), ("null", true), ("\"null\"", false), ("''", false), ("0", false),
    ])
    func `distinguishes null from text`(text: String, isNull: Bool) throws {
        #expect(try parse(text)?.scalar?.isNull == isNull)
    }

    @Test(arguments: [
        (
            "a: 1\nb: [1, 2",
            "3:1: expected ',' or ']' while parsing a flow sequence that begins at 2:4"
        ),
        ("a: 1\nb", "3:1: expected ':' while scanning a simple key that begins at 2:1"),
        ("a: 1\n  b: 2", "2:4: mapping values are not allowed in this context"),
        ("a: \"x", "1:6: found unexpected end of stream while scanning a quoted scalar"),
        ("a: &x 1", "1:4: expected a value, found an anchor: anchors are not taken"),
        ("a: *x", "1:4: expected a value, found an alias: aliases are not taken"),
        ("a: !!int 1", "1:4: expected a value, found a tag: tags are not taken"),
        ("a: 1\nb: 2\na: 3", #"3:1: expected each key once, found "a", which is also at 1:1"#),
        ("[1]: 2", "1:1: expected a key, found a list"),
        ("a: 1\n---\nb: 2", "2:1: expected one document, found a second"),
        ("a: 1\nbé: x\u{1}", "2:6: expected printable text, found a control character (\"\\x01\")"),
        (
            "a: @x\nb: \u{1}",
            "1:4: found character that cannot start any token while scanning for the next token"
        ),
        (
            "a: @x",
            "1:4: found character that cannot start any token while scanning for the next token"
        ),
    ])
    func `reports location and error`(text: String, message: String) {
        let error = #expect(throws: YAMLError.self) { try parse(text) }
        #expect(error?.description == message)
    }

    @Test(arguments: ["a: echo x: y", "- { b: 1 }\n- shell: echo \"n: $X\" || true: 2"])
    func `a text with a colon and a space gets advice`(text: String) {
        let error = #expect(throws: YAMLError.self) { try parse(text) }
        #expect(
            error?.advice
                == "A text with a colon and a space is in quotes, or on the lines below a |-")
    }

    @Test func `refuses bytes that are not UTF-8`() {
        let error = #expect(throws: YAMLError.self) {
            try YAMLNode.parse([0x61, 0x0a, 0x62, 0xff])
        }
        #expect(error?.description == "2:2: expected UTF-8, found the byte 0xff")
    }

    @Test(arguments: [(32, true), (33, false)])
    func `limits the depth`(depth: Int, isAccepted: Bool) {
        let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        #expect(((try? parse(text)) != nil) == isAccepted)
    }

    @Test(arguments: [(10, true), (11, false)])
    func `limits the size`(count: Int, isAccepted: Bool) {
        let bytes = [UInt8](repeating: UInt8(ascii: "a"), count: count)
        let node = try? YAMLNode.parse(bytes, limits: YAMLLimits(maximumBytes: 10))
        #expect((node != nil) == isAccepted)
    }

    private func parse(_ text: String) throws -> YAMLNode? {
        try YAMLNode.parse(Array(text.utf8))
    }
}

struct YAMLReaderTests {
    @Test func `returns everything before a break`() {
        #expect(texts(of: "- a\n- [b, c]\n- [d, e") == ["a", "b", "c", "d", "e"])
    }

    @Test func `returns everything before an invalid byte, however near`() {
        #expect(texts(of: "- a\n- b\n- \u{1}") == ["a", "b"])
    }

    @Test func `returns no part of a scalar with an invalid byte`() {
        #expect(texts(of: "- a\n- 12\u{1}34") == ["a"])
    }

    @Test func `throws the same error again`() {
        var reader = YAMLReader(Array("a: [".utf8))
        var errors: [YAMLError] = []
        while errors.count < 2 {
            do throws(YAMLError) { _ = try reader.next() } catch { errors.append(error) }
        }
        #expect(errors[0] == errors[1])
    }

    @Test func `returns the end again`() throws {
        var reader = YAMLReader(Array("a".utf8))
        _ = try reader.next()
        #expect(try reader.next().kind == .end)
        #expect(try reader.next().kind == .end)
    }

    @Test func `skips a value`() throws {
        var reader = YAMLReader(Array("a: {b: [1, {c: 2}]}\nd: 3".utf8))
        var values: [String] = []
        try reader.readMapping { reader, key throws(YAMLError) in
            if key.text == "a" {
                try reader.skipNode()
            } else {
                values.append(try reader.readNode().summary)
            }
        }
        #expect(values == ["\"3\""])
    }

    @Test func `any bytes do no harm`() {
        var generator = SeededGenerator(seed: 7)
        let alphabet = Array("[]{}:,-\"'#&*!|> \n\tab1\u{0}\u{85}".utf8) + [0xff, 0xc3]
        for _ in 0..<2000 {
            let bytes = (0..<40).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
            #expect(texts(of: bytes).count <= 40, "\(bytes)")
        }
    }

    private func texts(of text: String) -> [String] { texts(of: Array(text.utf8)) }

    /// The scalars up to the end or the first error.
    private func texts(of bytes: [UInt8]) -> [String] {
        var reader = YAMLReader(bytes)
        var texts: [String] = []
        while let token = try? reader.next(), token.kind != .end {
            if case .scalar(let scalar) = token.kind { texts.append(scalar.text) }
        }
        return texts
    }
}

/// Texts of any length, of which a limited amount is in memory.
struct YAMLPiecesTests {
    private static let sizes = YAMLSizes(
        maximumValues: 5, maximumText: 10, maximumKeys: 3, maximumKey: 8)

    private func reader(_ text: String) -> YAMLReader {
        var pieces = [Array(text.utf8), []]
        return YAMLReader(sizes: Self.sizes) { pieces.isEmpty ? [] : pieces.removeFirst() }
    }

    @Test(arguments: [
        ("[1, 2, [3]]", nil), ("{a: 1, b: 2}", nil),
        ("[1, 2, 3,\n 4, 5]", "2:5: expected at most 5 values, found more"),
        ("{a: 1,\n b: [2]}", "2:6: expected at most 5 values, found more"),
        ("[1234567890]", nil),
        ("[12345,\n 678901]", "2:2: expected values of at most 10 bytes in all, found more"),
        ("{abcdefgh:\n 123}", "2:2: expected values of at most 10 bytes in all, found more"),
    ])
    func `limits the values of a node`(text: String, message: String?) {
        var reader = reader(text)
        var error: YAMLError?
        do throws(YAMLError) { _ = try reader.readNode() } catch let caught { error = caught }
        #expect(error?.description == message)
    }

    @Test(arguments: [
        ("a: 1\nb: [1, 2, 3, 4, 5, 6]\nc: 3", nil),
        ("a: 1\nb: 2\nc: 3\nd: 4", "4:1: expected at most 3 keys, found more"),
        ("abcdefgh: 1\nabcdefghi: 2", "2:1: expected a key of at most 8 bytes, found 9"),
    ])
    func `limits the keys of a mapping whose values are skipped`(text: String, message: String?) {
        var reader = reader(text)
        var error: YAMLError?
        do throws(YAMLError) {
            try reader.readMapping { reader, _ throws(YAMLError) in try reader.skipNode() }
        } catch let caught {
            error = caught
        }
        #expect(error?.description == message)
    }
}
