import GestureWire
import TouchCore

/// The output of `describe` for one kind, generated from the kind's tables.
struct KindText {
    private let kind: GestureKind

    init(_ kind: GestureKind) {
        self.kind = kind
    }

    /// The text, of several lines that each end in a line feed.
    var text: String {
        var sections = ["\(kind.rawValue): \(kind.summary)\n\n\(phases)\n"]
        let thresholds = thresholds
        if !thresholds.isEmpty {
            sections.append("Thresholds, with their defaults:\n" + Self.table(thresholds))
        }
        let special = MemberDescription.special(of: kind)
        if !special.isEmpty { sections.append("Its lines hold:\n" + Self.table(rows(special))) }
        sections.append("And what every gesture's line holds:\n" + Self.table(rows(.common)))
        return sections.joined(separator: "\n")
    }

    /// The thresholds: name in the configuration, default, meaning.
    var thresholds: [[String]] {
        guard let thresholds = kind.thresholds else { return [] }
        let standard = thresholds.init().definition
        return thresholds.definitionTable.map { threshold in
            let value = threshold.value(standard).map(threshold.form.text)
            return [threshold.name, value ?? threshold.unset?.words ?? "–", threshold.help]
        }
    }

    private var phases: String {
        kind.traits.contains(.discrete)
            ? "It is emitted once, as ended, when it is done."
            : "It is emitted as began, as changed, and as ended or cancelled."
    }

    private func rows(_ members: [MemberDescription]) -> [[String]] {
        members.map { [$0.name, $0.meaning] }
    }

    /// Columns, each as wide as its widest text.
    private static func table(_ rows: [[String]]) -> String {
        let columns = rows.first?.count ?? 0
        let widths = (0..<columns).map { column in rows.map { $0[column].count }.max() ?? 0 }
        let lines = rows.map { row in
            let cells = zip(row, widths).dropLast().map { NumberText.padded($0, to: $1) }
            return "  " + (cells + [row.last ?? ""]).joined(separator: "  ") + "\n"
        }
        return lines.joined()
    }
}

extension ThresholdForm {
    /// A value of the form, as text for people.
    fileprivate func text(_ value: ThresholdValue) -> String {
        switch value {
        case .counts(let counts):
            counts.count == 1 ? "\(counts.lowerBound)" : "\(counts.lowerBound)–\(counts.upperBound)"
        case .number(let number): NumberText.decimal(number, places: 2) + unit
        case .words(let words): words.isEmpty ? "–" : words.joined(separator: ", ")
        case .templates(let templates):
            templates.map(\.name.description).joined(separator: ", ")
        }
    }

    /// The unit after a number.
    private var unit: String {
        switch self {
        case .length: " mm"
        case .duration: " ms"
        case .speed: " mm/s"
        case .angle: "°"
        case .counts, .count, .number, .word, .words, .templates: ""
        }
    }
}

extension [MemberDescription] {
    fileprivate static var common: [MemberDescription] { MemberDescription.common }
}

/// The description of a member of a line, for `describe`.
struct MemberDescription: Sendable {
    /// The member's name.
    let name: String
    /// The member's meaning.
    let meaning: String

    init(_ name: String, _ meaning: String) {
        self.name = name
        self.meaning = meaning
    }

    /// The members that every line of a gesture has, or can have.
    static let common: [MemberDescription] = [
        .init("time_us", "the kernel's stamp of the frame, in microseconds"),
        .init("device", "id of the touchscreen"),
        .init("zone", "name of the zone; screen is the whole surface"),
        .init("gesture", "the kind"),
        .init("name", "what the configuration calls it, or the kind"),
        .init("id", "one for each recognition"),
        .init("phase", "began, changed, ended or cancelled"),
        .init("reason", "why it was cancelled"),
        .init("fingers", "how many; does not change"),
        .init("x, y", "the middle of the fingers, 0 to 1 from the top left"),
        .init("x_mm, y_mm", "the same in millimetres"),
        .init("force, force_source", "0 to 1, by pressure or area; where the device has shown it"),
        .init("duration_us", "since the first finger landed; not where it begins"),
    ]

    /// The members of a kind beyond those of every line.
    static func special(of kind: GestureKind) -> [MemberDescription] {
        let values = GestureMember.allCases.filter {
            $0.isValue(of: kind) || $0 == .force && kind.traits.contains(.force)
        }
        let described = values.map { MemberDescription($0.rawValue, $0.about ?? "") }
        guard kind.isComposition else { return described }
        return described + [.init("parts", "the members of each part that is active or has ended")]
    }
}
