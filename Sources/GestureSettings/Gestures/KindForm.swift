import TouchCore

/// How the thresholds of one kind of gesture are read and told of.
struct KindForm {
    let kind: GestureKind
    /// The defaults.
    let standard: GestureDefinition
    /// A member for each threshold.
    private let members: [Member<GestureDefinition>]

    /// The form of a kind; `nil` for a composition.
    init?(_ kind: GestureKind) {
        guard let thresholds = kind.thresholds else { return nil }
        self.kind = kind
        standard = thresholds.init().definition
        members = thresholds.definitionTable.map { Member($0) }
    }

    /// Every kind that is no composition, in the order of the pages.
    static var all: [KindForm] { GestureKind.allCases.compactMap { KindForm($0) } }

    /// The names of the thresholds.
    var names: [String] { members.map(\.name) }

    /// Reads the thresholds; what is not there keeps its default.
    func read(_ node: SettingsValue, _ problems: inout ProblemList) -> GestureDefinition {
        var definition = standard
        members.read(node, kind.rawValue, into: &definition, &problems) { whereElse($0) }
        if let contradiction = definition.thresholds?.contradiction {
            let place = contradiction.names.lazy.compactMap { node[$0] }.first ?? node
            problems.add(
                at: place.mark, contradiction.message, advice: .inFile(contradiction.advice))
        }
        return definition
    }

    /// What is said of the thresholds that a definition of this kind has.
    func accounts(_ definition: GestureDefinition) -> [MemberAccount] {
        members.map { $0.account(definition) }
    }

    /// Where a name belongs that is no threshold of the kind; `nil` where nobody knows it.
    private func whereElse(_ name: String) -> String? {
        if GestureEntry.memberNames.contains(name) {
            return "\(name) stands beside \(kind.rawValue), not inside of it"
        }
        let owners = Self.all.filter { $0.names.contains(name) }.map(\.kind.rawValue)
        guard !owners.isEmpty else { return nil }
        return "It belongs to \(owners.joined(separator: ", ")); \(kind.rawValue) has "
            + names.joined(separator: ", ")
    }
}
