import TouchCore

/// What `describe` prints of one kind: all of it is what the kind's tables say.
struct KindText {
    private let kind: GestureKind

    init(_ kind: GestureKind) {
        self.kind = kind
    }

    /// Several lines, each ended.
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
            ? "It is told once, ended, when it is done."
            : "It is told from began, through changed, to ended or cancelled."
    }

    private func rows(_ members: [MemberDescription]) -> [[String]] {
        members.map { [$0.name, $0.meaning] }
    }

    /// Columns, each as wide as what is in it.
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
    /// A value of the form as people read it.
    fileprivate func text(_ value: ThresholdValue) -> String {
        switch value {
        case .counts(let counts):
            counts.count == 1 ? "\(counts.lowerBound)" : "\(counts.lowerBound)–\(counts.upperBound)"
        case .number(let number): NumberText.decimal(number, places: 2) + unit
        case .words(let words): words.isEmpty ? "–" : words.joined(separator: ", ")
        }
    }

    /// What stands behind a number.
    private var unit: String {
        switch self {
        case .length: " mm"
        case .duration: " ms"
        case .speed: " mm/s"
        case .angle: "°"
        case .counts, .number, .word, .words: ""
        }
    }
}

extension [MemberDescription] {
    fileprivate static var common: [MemberDescription] { MemberDescription.common }
}
