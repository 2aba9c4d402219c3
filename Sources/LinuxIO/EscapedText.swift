/// Text from outside, made fit for a message of one line.
///
/// Control and format characters are escaped (`\n`, `\x1b`, `\u{202e}`), invalid UTF-8 becomes U+FFFD, and what is
/// longer than 128 bytes is cut at a character and ends in `…`.
package enum EscapedText {
    /// The most bytes of outside text in a message.
    package static let maximumBytes = 128

    /// `bytes` between double quotes, escaped and cut.
    package static func quoted(_ bytes: some Collection<UInt8>) -> String {
        var result = "\""
        var length = 0
        // A character grows to four bytes at most, so no more than these are ever looked at.
        for scalar in String(decoding: bytes.prefix(maximumBytes + 4), as: UTF8.self).unicodeScalars
        {
            let piece = escaped(scalar)
            length += piece.utf8.count
            guard length <= maximumBytes else { return result + "\"…" }
            result += piece
        }
        return result + "\""
    }

    /// All of `text`, escaped, double quotes too: for a file's name, which its owner chose.
    package static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars { result += escaped(scalar) }
        return result
    }

    /// Whether the character steers a terminal or turns the direction of its text: C0, DEL and C1,
    /// format characters (of which the bidirectional are some), and separators of lines.
    package static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        scalar == "\"" ? "\\\"" : escapedOutsideQuotes(scalar)
    }

    fileprivate static func escapedOutsideQuotes(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": return "\\n"
        case "\r": return "\\r"
        case "\t": return "\\t"
        case "\\": return "\\\\"
        default: break
        }
        guard isUnsafe(scalar) else { return String(scalar) }
        let digits = String(scalar.value, radix: 16)
        guard scalar.value < 0x100 else { return "\\u{" + digits + "}" }
        return "\\x" + (digits.count < 2 ? "0" : "") + digits
    }
}

/// Text from devices and files as it may stand in a log line, an error, `--dump` or a terminal.
///
/// Control characters are escaped (`\n`, `\x1b`), double quotes are not; what is longer than `limit`
/// bytes of UTF-8 is cut, with an ellipsis.
package func escapedText(_ text: String, limit: Int = EscapedText.maximumBytes) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
        let piece = EscapedText.escapedOutsideQuotes(scalar)
        guard escaped.utf8.count + piece.utf8.count <= limit else { return escaped + "…" }
        escaped += piece
    }
    return escaped
}
