import LinuxIO
import TouchCore
import YAMLDocument

/// Reads the gestures of a zone, from a file or a request.
struct GestureReader {
    private let kinds: [Field<GestureDefinition?>]
    private let fields = GestureEntry.fields
    private let lists: GestureLists
    private let names: ConfiguredNames

    /// - Parameters:
    ///   - profile: the profile with the defaults of thresholds that are not given.
    ///   - names: the names elsewhere in the file that gestures may refer to.
    init(_ profile: GestureProfile = .standard, names: ConfiguredNames = ConfiguredNames()) {
        kinds = GestureKind.allCases.compactMap { $0.field(profile) }
        lists = GestureLists(names)
        self.names = names
    }

    /// The entries of a zone's list, and their gestures; `nil` if the list has an error.
    func read(
        _ node: YAMLNode, _ problems: inout ProblemList
    ) -> (entries: [GestureEntry], gestures: [ConfiguredGesture])? {
        guard let nodes = lists.entries(of: node, &problems) else { return nil }
        let entries = nodes.map { readEntry($0, &problems) }
        let gestures = entries.compactMap { $0.gesture }
        let count = ZoneConfiguration.nodeCount(of: gestures)
        guard count <= ZoneConfiguration.gestureLimit else {
            problems.add(
                at: node.mark, "a zone has \(count) gestures, including the parts of compositions",
                advice: .rule("It takes at most \(ZoneConfiguration.gestureLimit)"))
            return nil
        }
        GestureNames(entries).check(&problems)
        return gestures.count == entries.count ? (entries, gestures) : nil
    }

    /// - Parameters:
    ///   - composition: the kind of the composition of which the entry is a part.
    ///   - depth: the number of enclosing compositions.
    private func readEntry(
        _ node: YAMLNode, in composition: GestureKind? = nil, depth: Int = 0,
        _ problems: inout ProblemList
    ) -> GestureEntry {
        var entry = GestureEntry()
        entry.mark = node.mark
        guard let members = node.mapping else {
            problems.add(
                node, "a gesture", takes: "a mapping",
                advice: advice(for: node.scalar?.text ?? "", isPart: composition != nil))
            return entry
        }
        let kinds = members.indices.filter { members[$0].namesKind }
        guard let kind = kinds.first.map({ members[$0] }) else {
            addMissingKind(node, members, &problems)
            return entry
        }
        if kinds.count > 1 {
            let other = members[kinds[1]].key
            problems.add(
                at: other.mark,
                "a gesture has one kind, and this one \(kind.key.text) and \(other.text)",
                advice: "Begin another entry with \"- \(other.text):\", or compose them")
        }
        entry.kind = GestureKind(configured: kind.key.text)
        if let composition, entry.kind?.isFamily == true {
            problems.add(
                at: kind.key.mark, "\(kind.key.text) is a part of \(composition.rawValue)",
                advice: "Write it as an entry of the list: it is a family of gestures")
        }
        entry.nameMark = node["name"]?.mark ?? kind.key.mark
        entry.definition = readDefinition(kind, depth, &entry.parts, &problems)
        if let composition { checkDrawings(of: entry, kind, in: composition, &problems) }
        for (index, member) in members.enumerated() where !kinds.contains(index) {
            readMember(member, in: composition, &entry, &problems)
        }
        return entry
    }

    /// Refuses drawings of several parts in a part of a composition.
    private func checkDrawings(
        of entry: GestureEntry, _ kind: YAMLMember, in composition: GestureKind,
        _ problems: inout ProblemList
    ) {
        guard entry.kind?.isFamily == false, entry.definition?.thresholds?.mayBePart == false else {
            return
        }
        problems.add(
            at: kind.value["templates"]?.mark ?? kind.key.mark,
            "a part of \(composition.rawValue) has drawings of several parts",
            advice: "Name shapes of one part, or write the \(kind.key.text) as an entry of the list"
        )
    }

    /// Reads a member beside the kind, of a gesture of the list or of a part of a composition.
    private func readMember(
        _ member: YAMLMember, in composition: GestureKind?, _ entry: inout GestureEntry,
        _ problems: inout ProblemList
    ) {
        // Parts have a name and a place. The composition has the other members.
        guard let composition, member.key.text != "name" else {
            return readField(member, &entry, &problems)
        }
        if member.key.text == "in" {
            entry.place = readLandingRect(member, of: entry, &problems)
        } else {
            refuse(member, besidePartOf: composition, &problems)
        }
    }

    /// Advice for a name that is not a kind of gesture.
    private func advice(for word: String, isPart: Bool) -> Advice {
        if !isPart, lists.has(word) {
            return "Write from: \(word), and the other entries below with:"
        }
        // A kind without its colon, such as `tap {}`, is one text.
        let name = String(word.prefix { $0.isLetter || $0 == "_" })
        return GestureKind.meant(by: name).map { "Write \($0.rawValue): {}" } ?? kindsInWords
    }

    /// Reads the value of `in`: where the fingers of a part must land.
    private func readLandingRect(
        _ field: YAMLMember, of entry: GestureEntry, _ problems: inout ProblemList
    ) -> ZoneRect? {
        guard entry.kind?.isComposition == false else {
            problems.add(
                at: field.key.mark, "a composition within another has in",
                advice: "Give it to its parts: they are what fingers land for")
            return nil
        }
        return names.rect(field.value, &problems)
    }

    private func addMissingKind(
        _ node: YAMLNode, _ members: [YAMLMember], _ problems: inout ProblemList
    ) {
        let unknown = members.first { !GestureEntry.fieldNames.contains($0.key.text) }
        guard let key = unknown?.key else {
            return problems.add(at: node.mark, "a gesture has no kind", advice: kindsInWords)
        }
        if let count = Self.tapCount(of: key.text) {
            return problems.add(
                .unknownKind, at: key.mark,
                "unknown kind of gesture \(EscapedText.quoted(key.text.utf8))",
                advice: .rule("It is a tap with a count: tap: { count: \(count) }"))
        }
        if let kind = unknown?.value.scalar.flatMap({ GestureKind.meant(by: $0.text) }) {
            return problems.add(
                .unknownKind, at: key.mark,
                "unknown kind of gesture \(EscapedText.quoted(key.text.utf8))",
                advice: .rule("A gesture begins with its kind: \(kind.rawValue): {}"))
        }
        if let advice = key.adviceOfBrace {
            return problems.add(
                .unknownKind, at: key.mark,
                "unknown kind of gesture \(EscapedText.quoted(key.text.utf8))",
                advice: .inFile(advice))
        }
        let meant =
            GestureKind.meant(by: key.text)?.rawValue
            ?? Spelling.nearest(to: key.text, among: GestureKind.allCases.map(\.rawValue))
        problems.add(
            .unknownKind, at: key.mark,
            "unknown kind of gesture \(EscapedText.quoted(key.text.utf8))",
            advice: meant.map(Advice.meant) ?? kindsInWords)
    }

    /// The number of taps that a name such as `doubleTap` means; `nil` for other names.
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
        if let kind = kinds.indices.first(where: { kinds[$0].name == field.key.text }) {
            var definition: GestureDefinition?
            if let first = field.value.sequence?.first?.mapping?.first?.key.text,
                GestureKind(configured: first) != nil
            {
                problems.add(
                    field.value, field.key.text, takes: "a mapping",
                    advice: "Write \(field.key.text): {}, and align this dash with the one above")
                return nil
            }
            kinds[kind].read(field.value, &definition, &problems)
            return definition
        }
        guard let rule = GestureComposition.Rule(rawValue: field.key.text) else { return nil }
        guard let nodes = field.value.sequence, nodes.count >= 2 else {
            problems.add(
                field.value, rule.rawValue, takes: "a list of gestures",
                advice: .rule("It takes at least two, each like \"- drag: {}\""))
            return nil
        }
        guard depth < ZoneConfiguration.compositionDepthLimit else {
            problems.add(
                at: field.key.mark, "compositions are nested too deeply",
                advice: .rule("It takes at most \(ZoneConfiguration.compositionDepthLimit) levels"))
            return nil
        }
        parts = nodes.map { readEntry($0, in: rule.kind, depth: depth + 1, &problems) }
        let gestures = parts.compactMap(\.gesture)
        guard gestures.count == parts.count else { return nil }
        return .composition(GestureComposition(rule, gestures))
    }

    private func readField(
        _ member: YAMLMember, _ entry: inout GestureEntry, _ problems: inout ProblemList
    ) {
        let kind = entry.kind
        fields.read(member, "the gesture", into: &entry, &problems) { name in
            if name == "in" {
                return "It is for parts of compositions; a gesture in a place belongs to a zone"
            }
            if ["command", "exec", "run", "action"].contains(name) {
                return "gestured runs no commands: gesturectl on and gesturectl run do"
            }
            if GestureLists.appliesToWholeList(name) {
                return "It is for all of the list: write it beside gestures"
            }
            guard let kind, kind.thresholdNames.contains(name) else { return nil }
            return "Write it as \(kind.rawValue): { \(name): … }"
        }
    }

    private func refuse(
        _ field: YAMLMember, besidePartOf composition: GestureKind, _ problems: inout ProblemList
    ) {
        let name = field.key.text
        let isKnown = GestureEntry.fieldNames.contains(name)
        problems.add(
            .unknownMember, at: field.key.mark,
            "unknown member \(EscapedText.quoted(name.utf8)) of a part of \(composition.rawValue)",
            advice: isKnown
                ? "Write it beside the whole \(composition.rawValue): its parts are reported as one"
                : "It has its kind, a name and in alone")
    }
}

extension YAMLMember {
    /// Whether the key names the kind of a gesture. `simultaneous` is also a member beside the
    /// kind: it is the kind if its list has a mapping.
    var namesKind: Bool {
        guard let kind = GestureKind(configured: key.text) else { return false }
        guard kind == .simultaneous else { return true }
        return value.sequence?.contains { $0.mapping != nil } ?? false
    }
}
