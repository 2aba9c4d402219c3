import LinuxIO
import TouchCore

/// The names of one zone's gestures: what each is called, and which refer to which.
struct GestureNames {
    private let entries: [GestureEntry]
    /// Which entries have a name; those of one kind that were given none share theirs.
    private let owners: [String: [Int]]

    init(_ entries: [GestureEntry]) {
        self.entries = entries
        owners = Dictionary(grouping: entries.indices) { entries[$0].effectiveName }
    }

    /// Finds names given twice or never, and waits without end.
    func check(_ problems: inout ProblemList) {
        checkDoubles(&problems)
        // The name that is missed may be that of an entry whose kind is misspelt.
        guard owners[""] == nil else { return }
        for entry in entries {
            checkReferences(entry.simultaneous ?? [], "simultaneous", &problems)
            checkReferences(entry.waitsFor, "waits_for", &problems)
        }
        var search = WaitSearch(entries: entries, owners: owners)
        search.findCycles(&problems)
        warnOfLongWaits(&problems)
        // Beside an error it is noise.
        if !problems.hasErrors { NeverRecognised.warn(entries, &problems) }
    }

    private func checkDoubles(_ problems: inout ProblemList) {
        for (name, indices) in owners where indices.count > 1 && !name.isEmpty {
            guard indices.contains(where: { entries[$0].name != nil }) else { continue }
            let first = entries[indices[0]].nameMark
            for index in indices.dropFirst() {
                problems.add(
                    at: entries[index].nameMark, "two gestures of a zone are called \(name)",
                    advice: "The other stands at \(first): give one of them another name")
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
                "\(field) names \(reference.name), which no gesture of the zone is called",
                advice: meant.map(Advice.meant) ?? "Its gestures: \(names)")
        }
    }

    private func warnOfLongWaits(_ problems: inout ProblemList) {
        for entry in entries where !problems.isFull {
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
}

/// Finds gestures that wait for each other, so that none is ever emitted.
private struct WaitSearch {
    private enum State { case unseen, open, done }

    let entries: [GestureEntry]
    let owners: [String: [Int]]
    private var states: [State]
    private var path: [Int] = []

    init(entries: [GestureEntry], owners: [String: [Int]]) {
        self.entries = entries
        self.owners = owners
        states = Array(repeating: .unseen, count: entries.count)
    }

    mutating func findCycles(_ problems: inout ProblemList) {
        for index in entries.indices { visit(index, &problems) }
    }

    /// Follows the waits of an entry; at most as deep as a zone has gestures.
    private mutating func visit(_ index: Int, _ problems: inout ProblemList) {
        guard states[index] == .unseen else { return }
        states[index] = .open
        path.append(index)
        for reference in entries[index].waitsFor {
            for other in owners[reference.name] ?? [] {
                if states[other] == .open {
                    report(other, at: reference.mark, &problems)
                } else {
                    visit(other, &problems)
                }
            }
        }
        path.removeLast()
        states[index] = .done
    }

    private func report(_ first: Int, at mark: SettingsPlace, _ problems: inout ProblemList) {
        guard !problems.isFull else { return problems.add(at: mark, "", advice: "") }
        let cycle = path.drop { $0 != first }.map { entries[$0].effectiveName }
        let steps = zip(cycle, cycle.dropFirst() + cycle.prefix(1)).map { "\($0) waits for \($1)" }
        problems.add(
            at: mark, steps.joined(separator: ", "),
            advice: "None of them would ever be emitted: leave one of these out")
    }
}
