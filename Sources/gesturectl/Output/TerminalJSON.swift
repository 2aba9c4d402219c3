import LinuxIO

/// JSON, made safe for a terminal.
enum TerminalJSON {
    /// The same JSON with control and bidirectional characters as `\uXXXX`. They only occur in
    /// strings.
    static func escaped(_ line: String) -> String {
        var escaped = ""
        for scalar in line.unicodeScalars {
            guard EscapedText.isUnsafe(scalar) else {
                escaped.unicodeScalars.append(scalar)
                continue
            }
            for unit in UTF16.encode(scalar) ?? .init() {
                let digits = String(unit, radix: 16)
                escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
        return escaped
    }
}
