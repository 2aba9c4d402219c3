package import SystemPackage

/// How the commands end (sysexits.h, as documented for both).
public enum ExitStatus: Int32, Sendable {
    case success = 0
    /// The command line, or where it runs, asks for what cannot be.
    case usage = 64
    /// The data is wrong: a broken recording, no touchscreen in it; no protocol on a socket.
    case data = 65
    /// A file or device cannot be opened.
    case noInput = 66
    /// There is no daemon, or there is none any more.
    case unavailable = 69
    /// A bug.
    case software = 70
    /// A socket or file cannot be made.
    case cannotCreate = 73
    /// Reading or writing failed.
    case inputOutput = 74
    /// No permission.
    case noPermission = 77
    /// The configuration, or what else is checked, is wrong.
    case configuration = 78
}

/// What made a command give up: a sentence for people, and the status to exit with.
///
/// The description states what failed, on what and why, and on indented lines what to do.
public struct CommandError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What to exit with.
    public let status: ExitStatus
    /// The message; its first line has no full stop.
    public let description: String

    /// An error with the message `description`.
    public init(_ status: ExitStatus, _ description: String) {
        self.status = status
        self.description = description
    }

    /// A system call that failed; one for want of permission exits 77, whatever it was for.
    package init(_ status: ExitStatus, _ failure: String, _ error: Errno, advice: String? = nil) {
        let isForbidden = error == .permissionDenied || error == .notPermitted
        self.init(
            isForbidden ? .noPermission : status,
            "\(failure): \(error.sentence)" + (advice.map { "\n  \($0)" } ?? ""))
    }
}

extension CommandError {
    /// Does what the event loop cannot be without; where it fails the system has run out of
    /// something, or there is a bug.
    package static func requiring<Value: ~Copyable>(
        _ action: () throws(Errno) -> Value
    ) throws(CommandError) -> Value {
        do throws(Errno) {
            return try action()
        } catch {
            throw CommandError(.software, "cannot set up the event loop", error)
        }
    }
}

/// The version of the daemon, as `--version` and `hello` report it.
public let gesturedVersion = "0.1.0"

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

/// `value` with exactly `places` digits after the point, at least `width` characters wide.
///
/// For people: right-aligned, so that columns stand under each other. A value that no panel can
/// give (not finite, or beyond 10¹²) is `?`.
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

/// Suggests the word that was probably meant.
package enum Spelling {
    /// Longer words are not compared: no name is that long.
    private static let longest = 64

    /// The name at most two typing errors away from `word`; `nil` if there is none.
    ///
    /// Short words allow fewer errors, so that not everything is a suggestion.
    package static func nearest(to word: String, among names: some Sequence<String>) -> String? {
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
