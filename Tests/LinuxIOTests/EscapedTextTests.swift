import SystemPackage
import Testing

@testable import LinuxIO

/// Text of other programs and devices, in messages.
struct EscapedTextTests {
    @Test(arguments: [
        ("plain", "plain"), ("a\nb\tc\r", #"a\nb\tc\r"#), ("\u{1b}[31m", #"\x1b[31m"#),
        ("back\\slash", #"back\\slash"#), ("\u{0}\u{7f}\u{9b}", #"\x00\x7f\x9b"#),
        ("ünï→", "ünï→"), ("\u{202e}evil", #"\u{202e}evil"#), ("\u{2028}", #"\u{2028}"#),
    ])
    func `control characters are escaped, and nothing else`(text: String, escaped: String) {
        #expect(escapedText(text) == escaped)
    }

    @Test func `text of more than 128 bytes is truncated between characters`() {
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

/// Exit statuses of commands.
struct ExitStatusTests {
    @Test func `errors have a reason in lower case, and missing permission its own status`() {
        let missing = CommandError(.noInput, "cannot open x", .noSuchFileOrDirectory)
        #expect(missing.description == "cannot open x: no such file or directory")
        #expect(missing.status == .noInput)
        let forbidden = CommandError(
            .cannotCreate, "cannot create x", .permissionDenied, advice: "Ask")
        #expect(forbidden.description == "cannot create x: permission denied\n  Ask")
        #expect(forbidden.status == .noPermission)
    }
}

/// Numbers in readable form.
struct FixedDecimalTests {
    @Test(arguments: [
        (1.25, 1, 0, "1.3"), (-0.04, 1, 0, "0.0"), (-1.06, 1, 6, "  -1.1"), (12.0, 0, 0, "12"),
        (0.995, 2, 0, "1.00"), (.nan, 1, 3, "  ?"), (.infinity, 0, 0, "?"), (1e300, 2, 0, "?"),
    ])
    func `decimals have the given number of places`(
        value: Double, places: Int, width: Int, text: String
    ) {
        #expect(fixedDecimal(value, places: places, width: width) == text)
    }
}
