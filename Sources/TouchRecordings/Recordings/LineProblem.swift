import LinuxIO
internal import YAMLDocument

/// What is wrong with a line: what was expected there, and what stands there.
///
/// The reader of the file adds where; see ``RecordingError``.
struct LineProblem: Error, Hashable {
    var text: String

    /// - Parameter found: a part of the line; `nil` where it ends.
    init(expected: String, found: ArraySlice<UInt8>?) {
        text =
            "expected \(expected), found \(found.map(EscapedText.quoted) ?? "nothing")"
    }

    /// - Parameter description: what stands there, in words.
    init(expected: String, foundInstead description: String) {
        text = "expected \(expected), found \(description)"
    }
}
