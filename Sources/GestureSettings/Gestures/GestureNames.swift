import LinuxIO
import TouchCore

/// The names of one zone's gestures, and their references to each other.
struct GestureNames {
    private let entries: [GestureEntry]
    private let naming: GestureNaming
    /// The entries with each name; unnamed entries of one kind have the same name.
    private var owners: [String: [Int]] { naming.owners }

    init(_ entries: [GestureEntry]) {
        self.entries = entries
        naming = GestureNaming(entries.map(\.effectiveName))
    }

    /// Adds errors for names used twice, unknown names and circular waits, and warns of long waits.
    func check(_ problems: inout ProblemList) {
        checkDuplicates(&problems)
        // The missing name may be that of an entry whose kind is misspelt.
        guard owners[""] == nil else { return }
        for entry in entries {
            checkReferences(entry.simultaneous ?? [], "simultaneous", &problems)
            checkReferences(entry.waitsFor, "waits_for", &problems)
            checkFamilies(entry, &problems)
        }
        checkCircularWaits(&problems)
        warnOfLongWaits(&problems)
    }

    private func checkDuplicates(_ problems: inout ProblemList) {
        for (name, indices) in naming.duplicates(isGiven: { entries[$0].name != nil }) {
            let first = entries[indices[0]].nameMark
            for index in indices.dropFirst() {
                problems.add(
                    at: entries[index].nameMark, "two gestures of a zone are called \(name)",
                    advice: "The other is at \(first): give one of them another name")
            }
        }
    }

    private func checkReferences(
        _ references: [GestureEntry.Reference], _ field: String, _ problems: inout ProblemList
    ) {
        for reference in references where owners[reference.name] == nil {
            guard !problems.isFull else {
                problems.add(at: reference.mark, "", advice: "")
                continue
            }
            let sorted = owners.keys.sorted()
            let meant = Spelling.nearest(to: reference.name, among: sorted)
            let names = sorted.prefix(8).joined(separator: ", ")
            problems.add(
                at: reference.mark,
                "\(field) names \(reference.name), but no gesture of the zone has this name",
                advice: meant.map(Advice.meant) ?? "Its gestures: \(names)")
        }
    }

    /// A family of gestures neither waits nor is waited for.
    private func checkFamilies(_ entry: GestureEntry, _ problems: inout ProblemList) {
        for reference in entry.waitsFor where !problems.isFull {
            let awaited = owners[reference.name] ?? []
            let family =
                entry.kind?.isFamily == true
                ? entry.kind : awaited.lazy.compactMap { entries[$0].kind }.first(where: \.isFamily)
            guard let family else { continue }
            problems.add(
                at: reference.mark,
                "\(entry.effectiveName) waits for \(reference.name), but \(family.rawValue) is a family of "
                    + "gestures",
                advice: "It neither waits nor is waited for: leave waits_for out")
        }
    }

    private func warnOfLongWaits(_ problems: inout ProblemList) {
        for entry in entries where !entry.waitsFor.isEmpty && !problems.isFull {
            // A tap is recognised at the lift in any case.
            guard entry.definition?.kind.traits.contains(.countsTaps) != true else { continue }
            for reference in entry.waitsFor where reference.name != entry.effectiveName {
                let others = owners[reference.name] ?? []
                guard others.contains(where: { entries[$0].definition?.isOpenEnded == true })
                else { continue }
                problems.warn(
                    at: reference.mark,
                    "\(entry.effectiveName) waits for \(reference.name), which fails only when the "
                        + "fingers lift",
                    advice:
                        "It is emitted late, or never: make both simultaneous, or wait for less")
            }
        }
    }

    private func checkCircularWaits(_ problems: inout ProblemList) {
        guard entries.contains(where: { !$0.waitsFor.isEmpty }) else { return }
        naming.findCircles(entries.map { $0.waitsFor.map(\.name) }) { circle, entry, reference in
            let mark = entries[entry].waitsFor[reference].mark
            guard !problems.isFull else { return problems.add(at: mark, "", advice: "") }
            problems.add(
                at: mark, naming.text(ofCircle: circle),
                advice: "None of them would ever be emitted: leave one of these out")
        }
    }
}
