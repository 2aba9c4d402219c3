import Testing
import YAMLDocument

struct YAMLNodeTests {
    @Test func `reads scalars, lists and mappings with their places`() throws {
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
    func `tells null from text`(text: String, isNull: Bool) throws {
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
        ("a: 1\nb: 2\na: 3", #"3:1: expected each key once, found "a", which stands at 1:1"#),
        ("[1]: 2", "1:1: expected a key, found a list"),
        ("a: 1\n---\nb: 2", "2:1: expected one document, found a second"),
        ("a: 1\nbé: x\u{1}", "2:6: expected printable text, found a control character (\"\\x01\")"),
        (
            "a: @x",
            "1:4: found character that cannot start any token while scanning for the next token"
        ),
    ])
    func `says where and what is wrong`(text: String, message: String) {
        let error = #expect(throws: YAMLError.self) { try parse(text) }
        #expect(error?.description == message)
    }

    @Test func `refuses what is not UTF-8`() {
        let error = #expect(throws: YAMLError.self) {
            try YAMLNode.parse([0x61, 0x0a, 0x62, 0xff])
        }
        #expect(error?.description == "2:2: expected UTF-8, found the byte 0xff")
    }

    @Test(arguments: [(32, true), (33, false)])
    func `limits the depth`(depth: Int, isTaken: Bool) {
        let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        #expect(((try? parse(text)) != nil) == isTaken)
    }

    @Test(arguments: [(10, true), (11, false)])
    func `limits the size`(count: Int, isTaken: Bool) {
        let bytes = [UInt8](repeating: UInt8(ascii: "a"), count: count)
        let node = try? YAMLNode.parse(bytes, limits: YAMLLimits(maximumBytes: 10))
        #expect((node != nil) == isTaken)
    }

    private func parse(_ text: String) throws -> YAMLNode? {
        try YAMLNode.parse(Array(text.utf8))
    }
}
