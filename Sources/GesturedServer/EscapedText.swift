/// Text from devices and files as it may stand in a log line, an error or `--dump`.
///
/// Control characters are escaped (`\n`, `\x1b`), and what is longer than `limit` bytes of UTF-8
/// is cut, with an ellipsis.
public func escapedText(_ text: String, limit: Int = 128) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
        let piece = escape(scalar)
        guard escaped.utf8.count + piece.utf8.count <= limit else { return escaped + "…" }
        escaped += piece
    }
    return escaped
}

private func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    case "\\": return "\\\\"
    default: break
    }
    switch scalar.properties.generalCategory {
    // Format characters turn the direction of a terminal's text; separators break its lines.
    case .control where scalar.value < 0x100:
        let hex = String(scalar.value, radix: 16)
        return "\\x" + (hex.count < 2 ? "0" : "") + hex
    case .control, .format, .lineSeparator, .paragraphSeparator:
        return "\\u{" + String(scalar.value, radix: 16) + "}"
    default:
        return String(scalar)
    }
}
