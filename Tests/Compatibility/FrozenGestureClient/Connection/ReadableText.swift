/// Text of devices, files and daemons as it may go to a terminal.
package enum ReadableText {
    /// Control characters and what turns the direction of text are escaped (`\n`, `\x1b`); what is
    /// longer than `limit` bytes of UTF-8 is cut, with an ellipsis.
    package static func escaped(_ text: String, limit: Int = 1024) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            let piece = escape(scalar)
            guard escaped.utf8.count + piece.utf8.count <= limit else { return escaped + "…" }
            escaped += piece
        }
        return escaped
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": return "\\n"
        case "\r": return "\\r"
        case "\t": return "\\t"
        case "\\": return "\\\\"
        default: break
        }
        switch scalar.properties.generalCategory {
        case .control where scalar.value < 0x100:
            let hex = String(scalar.value, radix: 16)
            return "\\x" + (hex.count < 2 ? "0" : "") + hex
        case .control, .format, .lineSeparator, .paragraphSeparator:
            return "\\u{" + String(scalar.value, radix: 16) + "}"
        default: return String(scalar)
        }
    }
}
