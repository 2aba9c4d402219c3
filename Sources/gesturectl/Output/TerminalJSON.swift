import LinuxIO

/// JSON that may go to a terminal.
enum TerminalJSON {
    /// The same JSON with what steers terminals, or turns the direction of text, as `\u` and four
    /// digits. Beside its strings a line holds nothing of that kind.
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
