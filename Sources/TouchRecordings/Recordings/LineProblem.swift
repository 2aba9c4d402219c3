import LinuxIO
internal import YAMLDocument

/// An error in a line: what was expected and what was found.
///
/// The reader of the file adds the location; see ``RecordingError``.
struct LineProblem: Error, Hashable {
    var text: String

    /// - Parameter found: the part of the line; `nil` at its end.
    init(expected: String, found: ArraySlice<UInt8>?) {
        text =
            "expected \(expected), found \(found.map(EscapedText.quoted) ?? "nothing")"
    }

    /// - Parameter description: what was found, in words.
    init(expected: String, foundInstead description: String) {
        text = "expected \(expected), found \(description)"
    }
}
