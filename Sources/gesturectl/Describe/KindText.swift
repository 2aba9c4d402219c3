/// What `describe` prints of one kind.
struct KindText {
    private let kind: KindDescription

    init(_ kind: KindDescription) {
        self.kind = kind
    }

    /// Several lines, each ended.
    var text: String {
        var sections = ["\(kind.name): \(kind.summary)\n\n\(phases)\n"]
        if !kind.thresholds.isEmpty {
            let rows = kind.thresholds.map { [$0.name, $0.standard, $0.meaning] }
            sections.append("Thresholds, with their defaults:\n" + Self.table(rows))
        }
        let special = MemberDescription.special.filter { kind.values.contains($0.name) }
        if !special.isEmpty { sections.append("Its lines hold:\n" + Self.table(rows(special))) }
        sections.append("And what every gesture's line holds:\n" + Self.table(rows(.common)))
        return sections.joined(separator: "\n")
    }

    private var phases: String {
        kind.isContinuous
            ? "It is told from began, through changed, to ended or cancelled."
            : "It is told once, ended, when it is done."
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

extension [MemberDescription] {
    fileprivate static var common: [MemberDescription] { MemberDescription.common }
}
