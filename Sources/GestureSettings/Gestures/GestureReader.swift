import LinuxIO
import TouchCore
import YAMLDocument

/// Reads the gestures of a zone, from a file or a request.
struct GestureReader {
    private let schemas: [KindSchema]
    private let fields = GestureEntry.fields
    private let lists: GestureLists
    private let names: ConfiguredNames

    /// - Parameters:
    ///   - profile: the profile with the defaults of thresholds that are not given.
    ///   - names: the names elsewhere in the file that gestures may refer to.
    init(_ profile: GestureProfile = .standard, names: ConfiguredNames = ConfiguredNames()) {
        schemas = KindSchema.all(profile)
        lists = GestureLists(names)
        self.names = names
    }

    /// The list of a zone; `nil` if it has an error.
    func read(_ node: YAMLNode, _ problems: inout ProblemList) -> [GestureEntry]? {
        guard let nodes = lists.entries(of: node, &problems) else { return nil }
        let entries = nodes.map { readEntry($0, &problems) }
        let gestures = entries.compactMap(\.gesture)
        let count = ZoneConfiguration.nodeCount(of: gestures)
        guard count <= ZoneConfiguration.gestureLimit else {
            problems.add(
                at: node.mark, "a zone has \(count) gestures, the parts of compositions counted",
                advice: .rule("It takes \(ZoneConfiguration.gestureLimit) at most"))
            return nil
        }
        GestureNames(entries).check(&problems)
        return gestures.count == entries.count ? entries : nil
    }

    /// - Parameter depth: the number of enclosing compositions.
    private func readEntry(
        _ node: YAMLNode, in whole: GestureKind? = nil, depth: Int = 0,
        _ problems: inout ProblemList
    ) -> GestureEntry {
        var entry = GestureEntry()
        entry.mark = node.mark
        guard let given = node.mapping else {
            problems.add(
                node, "a gesture", takes: "a mapping",
                advice: advice(for: node.scalar?.text ?? "", isPart: whole != nil))
            return entry
        }
        let kinds = given.filter { isKind($0, among: given) }
        guard let kind = kinds.first else {
            addMissingKind(node, given, &problems)
            return entry
        }
        if kinds.count > 1 {
            let names = (kind.key.text, kinds[1].key.text)
            problems.add(
                at: kinds[1].key.mark,
                "a gesture has one kind, and this one \(names.0) and \(names.1)",
                advice: "Begin another entry with \"- \(names.1):\", or compose them")
        }
        entry.kind = GestureKind(configured: kind.key.text)
        entry.nameMark = given.first { $0.key.text == "name" }?.value.mark ?? kind.key.mark
        entry.definition = readDefinition(kind, depth, &entry.parts, &problems)
        let rest = given.filter { !kinds.contains($0) }
        // A part is reported with its name; all other members are configured on the whole.
        let read = rest.filter { whole == nil || $0.key.text == "name" }
        readRest(YAMLNode(.mapping(read), at: node.mark), of: kind.key.text, &entry, &problems)
        if let whole {
            entry.place = readPlace(rest.first { $0.key.text == "in" }, of: entry, &problems)
            let others = rest.filter { !read.contains($0) && $0.key.text != "in" }
            refuse(others, besidePartOf: whole, &problems)
        }
        return entry
    }

    /// Advice for a name that is not a kind of gesture.
    private func advice(for word: String, isPart: Bool) -> Advice {
        if !isPart, lists.has(word) {
            return "Write from: \(word), and the other entries below with:"
        }
        return GestureKind.meant(by: word).map { "Write \($0.rawValue): {}" } ?? kindsInWords
    }

    /// Reads where the fingers of a part must land.
    private func readPlace(
        _ field: YAMLMember?, of entry: GestureEntry, _ problems: inout ProblemList
    ) -> ZoneRect? {
        guard let field else { return nil }
        guard entry.kind?.isComposition == false else {
            problems.add(
                at: field.key.mark, "a composition within another has in",
                advice: "Give it to its parts: they are what fingers land for")
            return nil
        }
        return names.place(field.value, &problems)
    }

    /// Whether a member names the kind: for `simultaneous` only its value shows it.
    private func isKind(_ field: YAMLMember, among all: [YAMLMember]) -> Bool {
        guard let kind = GestureKind(configured: field.key.text) else { return false }
        guard kind == .simultaneous else { return true }
        return field.value.sequence?.contains { $0.mapping != nil } ?? false
    }

    private func addMissingKind(
        _ node: YAMLNode, _ given: [YAMLMember], _ problems: inout ProblemList
    ) {
        let unknown = given.first { !GestureEntry.fieldNames.contains($0.key.text) }
        guard let key = unknown?.key else {
            return problems.add(at: node.mark, "a gesture has no kind", advice: kindsInWords)
        }
        if let count = Self.tapCount(of: key.text) {
            return problems.add(
                .unknownKind, at: key.mark,
                "unknown kind of gesture \(EscapedText.quoted(key.text.utf8))",
                advice: .rule("It is a tap with a count: tap: { count: \(count) }"))
        }
        let meant =
            GestureKind.meant(by: key.text)?.rawValue
            ?? Spelling.nearest(to: key.text, among: GestureKind.allCases.map(\.rawValue))
        problems.add(
            .unknownKind, at: key.mark,
            "unknown kind of gesture \(EscapedText.quoted(key.text.utf8))",
            advice: meant.map(Advice.meant) ?? kindsInWords)
    }

    /// The number of taps of a name such as double tap or triple tap.
    private static func tapCount(of name: String) -> Int? {
        let letters = name.lowercased().filter(\.isLetter)
        return ["doubletap": 2, "doubleclick": 2, "tripletap": 3, "tripleclick": 3][letters]
    }

    private var kindsInWords: Advice {
        .rule("Kinds: " + GestureKind.allCases.map(\.rawValue).joined(separator: ", "))
    }

    private func readDefinition(
        _ field: YAMLMember, _ depth: Int, _ parts: inout [GestureEntry],
        _ problems: inout ProblemList
    ) -> GestureDefinition? {
        if let schema = schemas.first(where: { $0.kind.rawValue == field.key.text }) {
            return schema.read(field.value, &problems)
        }
        guard let rule = GestureComposition.Rule(rawValue: field.key.text) else { return nil }
        guard let nodes = field.value.sequence, nodes.count >= 2 else {
            problems.add(
                field.value, rule.rawValue, takes: "a list of gestures",
                advice: .rule("It takes two at least, each like \"- drag: {}\""))
            return nil
        }
        guard depth < ZoneConfiguration.deepestComposition else {
            problems.add(
                at: field.key.mark, "compositions stand within each other too deep",
                advice: .rule("It takes \(ZoneConfiguration.deepestComposition) levels at most"))
            return nil
        }
        parts = nodes.map { readEntry($0, in: rule.kind, depth: depth + 1, &problems) }
        let gestures = parts.compactMap(\.gesture)
        guard gestures.count == parts.count else { return nil }
        return .composition(GestureComposition(rule, gestures))
    }

    private func readRest(
        _ node: YAMLNode, of kind: String, _ entry: inout GestureEntry,
        _ problems: inout ProblemList
    ) {
        let owner = schemas.first { $0.kind.rawValue == kind }
        fields.read(node, "the gesture", into: &entry, &problems) { name in
            if name == "in" {
                return "It is for parts of compositions; a gesture in a place stands in a zone"
            }
            if GestureLists.isBesideLists(name) {
                return "It is for all of the list: it stands beside gestures"
            }
            guard let owner, owner.names.contains(name) else { return nil }
            return "It stands inside of \(kind): \(kind): { \(name): … }"
        }
    }

    private func refuse(
        _ fields: [YAMLMember], besidePartOf whole: GestureKind, _ problems: inout ProblemList
    ) {
        for field in fields {
            let name = field.key.text
            let isKnown = GestureEntry.fieldNames.contains(name)
            problems.add(
                .unknownMember, at: field.key.mark,
                "unknown member \(EscapedText.quoted(name.utf8)) of a part of \(whole.rawValue)",
                advice: isKnown
                    ? "It stands beside the whole \(whole.rawValue): its parts are reported as one"
                    : "It has its kind, a name and in alone")
        }
    }
}
