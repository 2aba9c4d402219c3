import Testing
import TouchTestSupport
import YAMLDocument

struct YAMLReaderTests {
    @Test func `gives everything before a break`() {
        #expect(texts(of: "- a\n- [b, c]\n- [d, e") == ["a", "b", "c", "d", "e"])
    }

    @Test func `gives everything before a byte that is no text, however near`() {
        #expect(texts(of: "- a\n- b\n- \u{1}") == ["a", "b"])
    }

    @Test func `gives no part of a scalar that a bad byte cuts`() {
        #expect(texts(of: "- a\n- 12\u{1}34") == ["a"])
    }

    @Test func `tells the same error again`() {
        var reader = YAMLReader(Array("a: [".utf8))
        var errors: [YAMLError] = []
        while errors.count < 2 {
            do throws(YAMLError) { _ = try reader.next() } catch { errors.append(error) }
        }
        #expect(errors[0] == errors[1])
    }

    @Test func `ends more than once`() throws {
        var reader = YAMLReader(Array("a".utf8))
        _ = try reader.next()
        #expect(try reader.next().kind == .end)
        #expect(try reader.next().kind == .end)
    }

    @Test func `passes over a value`() throws {
        var reader = YAMLReader(Array("a: {b: [1, {c: 2}]}\nd: 3".utf8))
        var rest: [String] = []
        try reader.readMapping { reader, key throws(YAMLError) in
            if key.text == "a" {
                try reader.skipNode()
            } else {
                rest.append(try reader.readNode().summary)
            }
        }
        #expect(rest == ["\"3\""])
    }

    @Test func `takes any bytes without harm`() {
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
