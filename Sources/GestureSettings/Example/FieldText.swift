import LinuxIO
package import TouchCore

/// Lines of YAML for members, each member below its description.
///
/// A `#` directly before a name disables the member; explanations have a space after the `#`.
struct FieldText {
    /// The maximum number of characters of a comment line. `disabled` may add two `#`, to 100
    /// at most.
    private static let width = 98

    private(set) var lines: [String] = []

    /// The lines of `descriptions`, indented by `indent` spaces.
    init(_ descriptions: [FieldDescription], indent: Int, isDocumented: Bool = true) {
        for description in descriptions { append(description, indent, isDocumented) }
    }

    private mutating func append(
        _ description: FieldDescription, _ indent: Int, _ isDocumented: Bool
    ) {
        if isDocumented {
            lines += [description.meaning, description.facts].flatMap {
                Self.comment($0, indent: indent)
            }
        }
        let space = String(repeating: " ", count: indent)
        switch description.value {
        case .given(let text): lines.append("\(space)\(description.name): \(text)")
        case .missing(_, let sample): lines.append("\(space)#\(description.name): \(sample)")
        case .fields(let fields):
            lines.append("\(space)\(description.name):")
            for field in fields { append(field, indent + 2, isDocumented) }
        case .missingFields(_, let fields):
            let block = FieldText(fields, indent: indent + 2, isDocumented: isDocumented)
            lines += Self.disabled(["\(space)\(description.name):"] + block.lines, indent: indent)
        case .list(let entries):
            lines.append("\(space)\(description.name):")
            lines += entries
        }
    }

    /// `text` as comment lines.
    static func comment(_ text: String, indent: Int) -> [String] {
        let space = String(repeating: " ", count: indent)
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, indent + 2 + line.count + 1 + word.count > width {
                lines.append("\(space)# \(line)")
                line = ""
            }
            line += line.isEmpty ? word : " \(word)"
        }
        return lines + ["\(space)# \(line)"]
    }

    /// The lines commented out by a `#` after `indent` spaces.
    static func disabled(_ lines: [String], indent: Int) -> [String] {
        lines.map { line in
            String(repeating: " ", count: indent) + "#" + line.dropFirst(indent)
        }
    }

    /// Lines that are indented by `indent` + 2 as an entry of a list: its `-` is before the first
    /// that is not a comment.
    static func entry(_ lines: [String], indent: Int) -> [String] {
        guard let first = lines.firstIndex(where: { !$0.dropFirst(indent).hasPrefix("  #") }) else {
            return lines
        }
        var lines = lines
        let space = String(repeating: " ", count: indent)
        lines[first] = space + "- " + lines[first].dropFirst(indent + 2)
        return lines
    }
}

extension FieldDescription {
    /// The meaning of the member, and what applies without it.
    fileprivate var meaning: String {
        guard case .missing(let otherwise, _) = value else { return about }
        return "\(about) Without it: \(otherwise)."
    }

    /// The accepted values, and the version that introduced the member.
    fileprivate var facts: String {
        let range = range.isEmpty ? "" : "Range: \(range). "
        return "\(range)Since \(since)."
    }

    /// The description with each missing value replaced with its sample.
    var sampled: FieldDescription {
        var copy = self
        switch value {
        case .missing(_, let sample): copy.value = .given(sample)
        case .fields(let fields), .missingFields(_, let fields):
            copy.value = .fields(fields.map(\.sampled))
        case .given, .list: break
        }
        return copy
    }
}

/// Writes gestures as a list of a configuration: an entry for each gesture except compositions, with
/// `simultaneous`, `waits_for` and the thresholds that are not defaults.
package enum GestureListText {
    /// The lines below `gestures:`.
    package static func lines(_ gestures: [ConfiguredGesture]) -> [String] {
        gestures.flatMap { gesture -> [String] in
            guard let thresholds = gesture.definition.thresholds else { return [] }
            let body = thresholds.changesText
            let references = FieldText(
                GestureEntry.fields.map { $0.description(GestureEntry(gesture)) }.filter {
                    ["simultaneous", "waits_for"].contains($0.name) && !isEmptyList($0)
                }, indent: 4, isDocumented: false)
            return ["  - \(gesture.kind.rawValue): \(body)"] + references.lines
        }
    }

    private static func isEmptyList(_ description: FieldDescription) -> Bool {
        if case .given("[]") = description.value { true } else { false }
    }
}

extension GestureThresholds {
    /// The thresholds that are not defaults, in one line.
    var changesText: String {
        let changed = zip(descriptions, Self().descriptions)
            .filter { $0.valueText != $1.valueText && !$0.valueText.isEmpty }
            .map { "\($0.0.name): \($0.0.valueText)" }
        return changed.isEmpty ? "{}" : "{ \(changed.joined(separator: ", ")) }"
    }
}

extension FieldDescription {
    /// The value in one line; empty if there is none.
    var valueText: String { if case .given(let text) = value { text } else { "" } }
}
