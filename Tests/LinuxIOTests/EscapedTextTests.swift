import Testing

@testable import LinuxIO

/// Text from outside, in messages.
struct EscapedTextTests {
    @Test(arguments: [
        ("plain", "plain"), ("a\nb\tc\r", #"a\nb\tc\r"#), ("\u{1b}[31m", #"\x1b[31m"#),
        ("back\\slash", #"back\\slash"#), ("\u{0}\u{7f}\u{9b}", #"\x00\x7f\x9b"#),
        ("ünï→", "ünï→"), ("\u{202e}evil", #"\u{202e}evil"#), ("\u{2028}", #"\u{2028}"#),
    ])
    func `control characters are escaped, and nothing else`(text: String, escaped: String) {
        #expect(escapedText(text) == escaped)
    }

    @Test func `what is longer than 128 bytes is cut between characters`() {
        #expect(escapedText(String(repeating: "a", count: 128)).utf8.count == 128)
        #expect(
            escapedText(String(repeating: "a", count: 129)) == String(repeating: "a", count: 128)
                + "…")
        #expect(
            escapedText(String(repeating: "→", count: 50)) == String(repeating: "→", count: 42)
                + "…")
        #expect(
            escapedText(String(repeating: "\n", count: 65)) == String(repeating: #"\n"#, count: 64)
                + "…")
    }

    @Test func `quotes are escaped between quotes, and truncation is marked`() {
        #expect(EscapedText.quoted(Array(#"a"b"#.utf8)) == #""a\"b""#)
        #expect(EscapedText.quoted([0x61, 0xff]) == "\"a\u{fffd}\"")
        let long = EscapedText.quoted(Array(repeating: 0x61, count: 129))
        #expect(long == "\"" + String(repeating: "a", count: 128) + "\"…")
    }
}
