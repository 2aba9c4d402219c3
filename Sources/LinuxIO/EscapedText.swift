/// Untrusted text, converted for a message of one line.
///
/// Control and format characters are escaped (`\n`, `\x1b`, `\u{202e}`), invalid UTF-8 becomes
/// U+FFFD, and text longer than 128 bytes is truncated at a character and ends in `…`.
public enum EscapedText {
    /// The maximum number of bytes of untrusted text in a message.
    public static let maximumBytes = 128

    /// `bytes` between double quotes, escaped and truncated.
    package static func quoted(_ bytes: some Collection<UInt8>) -> String {
        // Four bytes beyond the limit suffice: a character has at most four.
        let text = String(decoding: bytes.prefix(maximumBytes + 4), as: UTF8.self)
        let (escaped, isCut) = escape(text, limit: maximumBytes, includesQuotes: true)
        return "\"" + escaped + (isCut ? "\"…" : "\"")
    }

    /// All of `text`, escaped, including double quotes: for a file's name.
    public static func escaped(_ text: String) -> String {
        escape(text, limit: .max, includesQuotes: true).text
    }

    /// As much of `text`, escaped, as fits into `limit` bytes of UTF-8, and whether it was
    /// truncated.
    fileprivate static func escape(
        _ text: String, limit: Int, includesQuotes: Bool
    ) -> (text: String, isCut: Bool) {
        var result = ""
        for scalar in text.unicodeScalars {
            let piece = includesQuotes && scalar == "\"" ? "\\\"" : escaped(scalar)
            guard result.utf8.count + piece.utf8.count <= limit else { return (result, true) }
            result += piece
        }
        return (result, false)
    }

    /// Whether the character controls a terminal or changes the direction of its text: C0, DEL and
    /// C1, format characters (including the bidirectional ones), and line separators.
    package static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": return "\\n"
        case "\r": return "\\r"
        case "\t": return "\\t"
        case "\\": return "\\\\"
        default: break
        }
        if let byte = FileName.byte(of: scalar) { return "\\x" + String(byte, radix: 16) }
        guard isUnsafe(scalar) else { return String(scalar) }
        guard scalar.value < 0x100 else {
            return "\\u{" + hexadecimal(scalar.value, digits: 1) + "}"
        }
        return "\\x" + hexadecimal(scalar.value, digits: 2)
    }
}

/// Text from devices and files, for a log line, an error, `--dump` or a terminal.
///
/// Control characters are escaped (`\n`, `\x1b`), double quotes are not; text longer than `limit`
/// bytes of UTF-8 is truncated, with an ellipsis.
public func escapedText(_ text: String, limit: Int = EscapedText.maximumBytes) -> String {
    let (escaped, isCut) = EscapedText.escape(text, limit: limit, includesQuotes: false)
    return isCut ? escaped + "…" : escaped
}

/// `value` with exactly `places` digits after the point, at least `width` characters wide.
///
/// For tables: right-aligned, so that columns line up. A value that no panel can report (not
/// finite, or beyond 10¹²) is `?`.
package func fixedDecimal(_ value: Double, places: Int, width: Int = 0) -> String {
    var scale: Int64 = 1
    for _ in 0..<places {
        scale *= 10
    }
    let text: String
    if value.isFinite, value.magnitude < 1e12 {
        let units = Int64((value.magnitude * Double(scale)).rounded())
        let fraction = String(units % scale)
        let zeros = String(repeating: "0", count: max(places - fraction.count, 0))
        let sign = value < 0 && units != 0 ? "-" : ""
        text = sign + String(units / scale) + (places > 0 ? "." + zeros + fraction : "")
    } else {
        text = "?"
    }
    return String(repeating: " ", count: max(width - text.count, 0)) + text
}

/// `value` with at most `places` digits after the point, without trailing zeros; as `fixedDecimal`
/// otherwise.
package func shortDecimal(_ value: Double, places: Int) -> String {
    var text = fixedDecimal(value, places: places)
    guard text.contains(".") else { return text }
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return text
}

/// `value` with at least `count` hexadecimal digits; four, as usual for vendors and products, by
/// default.
package func hexadecimal(_ value: some UnsignedInteger, digits count: Int = 4) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: max(count - digits.count, 0)) + digits
}

/// Suggests the name that was probably meant.
public enum Spelling {
    /// The maximum length of texts that are compared, in bytes: no name is longer.
    private static let longest = 64

    /// The name at most two typing errors away from `word`; `nil` if no name is so similar.
    ///
    /// Short names allow fewer errors: otherwise almost any word would suggest them.
    public static func nearest(to word: String, among names: some Sequence<String>) -> String? {
        let letters = Array(word.utf8)
        guard letters.count <= longest else { return nil }
        var best: (name: String, distance: Int)?
        for name in names {
            let distance = distance(letters, Array(name.utf8))
            if distance <= min(2, name.utf8.count / 2), distance < best?.distance ?? .max {
                best = (name, distance)
            }
        }
        return best?.name
    }

    /// The Damerau–Levenshtein distance: insertions, deletions, substitutions and transpositions.
    package static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for (i, letter) in a.enumerated() {
            var row = [i + 1]
            for (j, other) in b.enumerated() {
                var cost = min(row[j], last[j + 1]) + 1
                cost = min(cost, last[j] + (letter == other ? 0 : 1))
                if i > 0, j > 0, letter == b[j - 1], a[i - 1] == other {
                    cost = min(cost, beforeLast[j - 1] + 1)
                }
                row.append(cost)
            }
            (beforeLast, last) = (last, row)
        }
        return last[b.count]
    }
}
