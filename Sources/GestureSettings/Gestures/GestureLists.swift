import LinuxIO
import TouchCore
import YAMLDocument

/// Resolves the value of `gestures` to a list of entries. The value is a list, the name of one or of
/// a family of gestures, or a mapping that changes one (`from`, `with`, `without`).
struct GestureLists {
    /// The name of the gestures that are recognised without a configuration.
    static let defaultName = "default"
    private static let memberNames = ["from", "with", "without"]
    /// The maximum depth of lists that refer to lists; deeper ones are hard to read.
    private static let maximumDepth = 8
    /// The maximum number of values of a named list, which is read for each zone that names it.
    private static let maximumValues = 1_024

    private let names: ConfiguredNames

    init(_ names: ConfiguredNames) {
        self.names = names
    }

    /// Whether there is a list with this name.
    func has(_ name: String) -> Bool {
        name == Self.defaultName || names.isBuiltIn(name) || names.gestures(name) != nil
            || Self.family(name) != nil
    }

    /// Whether a member belongs beside `gestures`, and applies to the whole list.
    static func appliesToWholeList(_ name: String) -> Bool {
        name != "gestures" && ZoneBuilder.handFields(GestureReader()).contains { $0.name == name }
    }

    /// The entries; `nil` if the list has an error.
    func entries(of node: YAMLNode, _ problems: inout ProblemList) -> [YAMLNode]? {
        entries(of: node, through: [], &problems)
    }

    /// - Parameter path: the names of the lists through which this value was reached.
    private func entries(
        of node: YAMLNode, through path: [String], _ problems: inout ProblemList
    ) -> [YAMLNode]? {
        switch node.content {
        case .sequence(let entries): return entries
        case .scalar(let scalar) where !scalar.isNull:
            return entries(named: scalar, through: path, &problems)
        case .mapping(let members):
            return changedEntries(members, node, through: path, &problems)
        case .scalar:
            problems.add(
                node, "gestures", takes: "a list",
                advice: "Begin each gesture with \"- tap:\" or another kind; [] recognises nothing")
            return nil
        }
    }

    private func entries(
        named scalar: YAMLScalar, through path: [String], _ problems: inout ProblemList
    ) -> [YAMLNode]? {
        let name = scalar.text
        if name == Self.defaultName || names.isBuiltIn(name) {
            return Self.builtInEntries(at: scalar.mark)
        }
        if let kind = Self.family(name), names.lists[name] == nil {
            return [Self.entry(of: kind, [], at: scalar.mark)]
        }
        guard !path.contains(name) else {
            problems.add(
                at: scalar.mark,
                "lists of gestures refer to each other in a cycle: "
                    + (path.drop { $0 != name } + [name]).joined(separator: ", "),
                advice: "Leave one of these out")
            return nil
        }
        guard path.count < Self.maximumDepth else {
            problems.add(
                at: scalar.mark, "lists of gestures refer to each other too deeply",
                advice: .rule("It takes at most \(Self.maximumDepth) levels"))
            return nil
        }
        guard let node = find(scalar, &problems) else { return nil }
        return entries(of: node, through: path + [name], &problems)
    }

    /// The list with a name, or the gestures of the zone with this name; `nil` if neither exists,
    /// or if the list is too long.
    private func find(
        _ scalar: YAMLScalar, _ problems: inout ProblemList
    ) -> YAMLNode? {
        let name = scalar.text
        guard let node = names.gestures(name) else {
            guard !problems.isFull else {
                problems.add(at: scalar.mark, "", advice: "")
                return nil
            }
            let others = names.gestureNames.filter { $0 != Self.defaultName }
            let all =
                [Self.defaultName] + others
                + GestureKind.allCases.filter(\.isFamily).map(\.rawValue)
            let family = GestureKind.meant(by: name).flatMap { $0.isFamily ? $0.rawValue : nil }
            let meant = family ?? Spelling.nearest(to: name, among: all)
            problems.add(
                at: scalar.mark,
                "gestures names \(EscapedText.quoted(name.utf8)), which is not a list of gestures",
                advice: meant.map(Advice.meant)
                    ?? .rule("It takes a list, or one of: \(all.prefix(8).joined(separator: ", "))")
            )
            return nil
        }
        var budget = Self.maximumValues
        guard !node.exceeds(&budget) else {
            problems.add(
                at: node.mark, "a list that others name is too long",
                advice: .rule("It takes \(Self.maximumValues) values at most"))
            return nil
        }
        return node
    }

    /// The entries of the list `from` with the changes of `with` and `without`.
    private func changedEntries(
        _ members: [YAMLMember], _ node: YAMLNode, through path: [String],
        _ problems: inout ProblemList
    ) -> [YAMLNode]? {
        guard let from = node["from"] else {
            let kind = members.lazy.compactMap { GestureKind(configured: $0.key.text) }.first
            problems.add(
                at: node.mark, "gestures takes a list, found a mapping without from",
                advice: kind.map { "Put a dash before it: - \($0.rawValue): …" }
                    ?? "Write from: default, and with: and a list of what is different")
            return nil
        }
        for member in members where !Self.memberNames.contains(member.key.text) {
            let name = member.key.text
            problems.add(
                .unknownMember, at: member.key.mark,
                "unknown member \(EscapedText.quoted(name.utf8)) of gestures",
                advice: Self.appliesToWholeList(name)
                    ? "Write it beside gestures, not inside of it"
                    : Spelling.nearest(to: name, among: Self.memberNames).map(Advice.meant)
                        ?? .rule("Its members: \(Self.memberNames.joined(separator: ", "))"))
        }
        guard var entries = entries(of: from, through: path, &problems) else { return nil }
        let limit = ZoneConfiguration.gestureLimit
        guard entries.count <= limit, node["with"]?.sequence?.count ?? 0 <= limit else {
            problems.add(
                at: node.mark, "there are more gestures than a zone takes",
                advice: .rule("It takes at most \(limit)"))
            return nil
        }
        remove(node["without"], from: &entries, &problems)
        merge(node["with"], into: &entries, &problems)
        return entries
    }

    private func remove(
        _ node: YAMLNode?, from entries: inout [YAMLNode], _ problems: inout ProblemList
    ) {
        guard let node else { return }
        let names =
            ValueSchema<[String]>.texts("names of gestures")
            .read(node, "without", &problems) ?? []
        let known = entries.compactMap(\.gestureName)
        let removed = Set(names)
        for name in removed.subtracting(known).sorted() where !problems.isFull {
            let meant = Spelling.nearest(to: name, among: known)
            problems.add(
                at: node.mark, "without names \(name), but no gesture has this name",
                advice: meant.map(Advice.meant)
                    ?? .rule("Its gestures: \(known.prefix(8).joined(separator: ", "))"))
        }
        entries.removeAll { $0.gestureName.map(removed.contains) ?? false }
        for index in entries.indices { entries[index].removeReferences(to: removed) }
    }

    private func merge(
        _ node: YAMLNode?, into entries: inout [YAMLNode], _ problems: inout ProblemList
    ) {
        guard let node else { return }
        guard let changes = node.sequence else {
            return problems.add(
                node, "with", takes: "a list", advice: "Begin each gesture with \"- tap:\"")
        }
        for change in changes {
            let name = change.gestureName
            let same = entries.indices.filter { name != nil && entries[$0].gestureName == name }
            switch same.count {
            case 0: entries.append(change)
            case 1: entries[same[0]] = entries[same[0]].merged(with: change)
            default:
                problems.add(
                    at: change.mark,
                    "\(same.count) gestures are called \(name ?? ""), so the change is ambiguous",
                    advice:
                        "Give each of them a name, or take them all out: without: [\(name ?? "")]")
            }
        }
    }

    /// The built-in gestures as entries of a file. The entries have no thresholds, so the reader
    /// uses those of its profile.
    private static func builtInEntries(at mark: YAMLMark) -> [YAMLNode] {
        return GestureConfiguration.standard.zones[0].gestures.map { gesture in
            var members: [YAMLMember] = []
            if case .named(let names) = gesture.simultaneous, !names.isEmpty {
                let words = names.sorted().map {
                    YAMLNode(
                        .scalar(YAMLScalar(text: $0, isPlain: true, mark: mark)), at: mark)
                }
                members.append(member("simultaneous", .sequence(words), at: mark))
            }
            return entry(of: gesture.kind, members, at: mark)
        }
    }

    /// The kind with this name, if it is a family of gestures.
    private static func family(_ name: String) -> GestureKind? {
        GestureKind(configured: name).flatMap { $0.isFamily ? $0 : nil }
    }

    /// An entry of a kind without thresholds, with members beside the kind.
    private static func entry(
        of kind: GestureKind, _ members: [YAMLMember], at mark: YAMLMark
    ) -> YAMLNode {
        YAMLNode(.mapping([member(kind.rawValue, .mapping([]), at: mark)] + members), at: mark)
    }

    private static func member(
        _ key: String, _ content: YAMLNode.Content, at mark: YAMLMark
    ) -> YAMLMember {
        YAMLMember(
            key: YAMLScalar(text: key, isPlain: true, mark: mark),
            value: YAMLNode(content, at: mark))
    }
}

/// Entries of lists of gestures, as in the file.
extension YAMLNode {
    /// The member that names the kind of an entry; `nil` if none does.
    private var kindMember: YAMLMember? {
        mapping?.first(where: \.namesKind)
    }

    /// The name by which references find an entry: its `name`, or its kind; `nil` if it has
    /// neither.
    fileprivate var gestureName: String? {
        self["name"]?.scalar?.text ?? kindMember?.key.text
    }

    /// Whether the node has more values, including nested ones, than `budget`, from which they are
    /// subtracted.
    fileprivate func exceeds(_ budget: inout Int) -> Bool {
        budget -= 1
        if budget < 0 { return true }
        let values = sequence ?? mapping?.map(\.value) ?? []
        return values.contains { $0.exceeds(&budget) }
    }

    /// Removes an entry's references to gestures with these names.
    fileprivate mutating func removeReferences(to names: Set<String>) {
        guard var members = mapping else { return }
        for index in members.indices
        where ["simultaneous", "waits_for"].contains(members[index].key.text) {
            guard let references = members[index].value.sequence else { continue }
            let kept = references.filter { !names.contains($0.scalar?.text ?? "") }
            members[index].value.content = .sequence(kept)
        }
        content = .mapping(members)
    }

    /// The entry with the members of `change`. If both have the same kind, thresholds that `change`
    /// does not give remain; with another kind, `change` replaces the entry.
    fileprivate func merged(with change: YAMLNode) -> YAMLNode {
        guard let kind = kindMember?.key.text, kind == change.kindMember?.key.text else {
            return change
        }
        return overlaid(with: change) { name, before, after in
            name == kind ? before.overlaid(with: after) { $2 } : after
        }
    }

    /// This mapping with the members of `other`. If `other` is null, this value; if one of the two
    /// is not a mapping, `other`.
    ///
    /// - Parameter combine: returns the value of a member that both have, from its name, its value
    ///   here and its value in `other`.
    private func overlaid(
        with other: YAMLNode,
        combine: (String, YAMLNode, YAMLNode) -> YAMLNode
    ) -> YAMLNode {
        if other.scalar?.isNull == true { return self }
        guard var members = mapping, let changes = other.mapping else { return other }
        let indices = Dictionary(
            members.enumerated().map { ($1.key.text, $0) }, uniquingKeysWith: { first, _ in first })
        for change in changes {
            guard let index = indices[change.key.text] else {
                members.append(change)
                continue
            }
            let value = combine(change.key.text, members[index].value, change.value)
            members[index] = YAMLMember(key: change.key, value: value)
        }
        return YAMLNode(.mapping(members), at: other.mark)
    }
}
