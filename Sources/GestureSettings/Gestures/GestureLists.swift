import LinuxIO
import TouchCore
import YAMLDocument

/// Resolves the value of `gestures` to one list of entries: a list, the name of one, or a list with
/// changes.
struct GestureLists {
    /// The name of the gestures that are recognised without a configuration.
    static let defaultName = "default"
    private static let memberNames = ["from", "with", "without"]
    /// The maximum depth of lists that refer to lists: deeper ones are hard to follow.
    private static let deepest = 8
    /// The maximum number of values of a named list: it is read for each zone that names it.
    private static let mostValues = 1_024

    private let names: ConfiguredNames

    init(_ names: ConfiguredNames) {
        self.names = names
    }

    /// Whether there is a list with this name.
    func has(_ name: String) -> Bool {
        name == Self.defaultName || names.isBuiltIn(name) || names.gestures(name) != nil
    }

    /// Whether a member applies to a whole list, and is beside it.
    static func isBesideLists(_ name: String) -> Bool {
        name != "gestures" && ZoneBuilder.handFields(GestureReader()).contains { $0.name == name }
    }

    /// The entries; `nil` if the list has an error.
    func entries(of node: YAMLNode, _ problems: inout ProblemList) -> [YAMLNode]? {
        entries(of: node, through: [], &problems)
    }

    /// - Parameter path: the names of the lists that referred to this one.
    private func entries(
        of node: YAMLNode, through path: [String], _ problems: inout ProblemList
    ) -> [YAMLNode]? {
        switch node.content {
        case .sequence(let entries): return entries
        case .scalar(let scalar) where !scalar.isNull:
            return named(scalar, through: path, &problems)
        case .mapping(let members):
            return changed(members, node, through: path, &problems)
        case .scalar:
            problems.add(
                node, "gestures", takes: "a list",
                advice: "Begin each gesture with \"- tap:\" or another kind; [] recognises nothing")
            return nil
        }
    }

    private func named(
        _ scalar: YAMLScalar, through path: [String], _ problems: inout ProblemList
    ) -> [YAMLNode]? {
        let name = scalar.text
        if name == Self.defaultName || names.isBuiltIn(name) {
            return Self.standard(at: scalar.mark)
        }
        guard !path.contains(name) else {
            problems.add(
                at: scalar.mark,
                "\((path.drop { $0 != name } + [name]).joined(separator: " is from ")), without end",
                advice: "Leave one of these out")
            return nil
        }
        guard path.count < Self.deepest else {
            problems.add(
                at: scalar.mark, "gestures are from each other too deep",
                advice: .rule("It takes \(Self.deepest) levels at most"))
            return nil
        }
        guard let node = find(scalar, &problems) else { return nil }
        return entries(of: node, through: path + [name], &problems)
    }

    /// The gestures of a name; `nil` if no gesture has it, or too many have.
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
            let all = [Self.defaultName] + others
            let meant = Spelling.nearest(to: name, among: all)
            problems.add(
                at: scalar.mark,
                "gestures names \(EscapedText.quoted(name.utf8)), which is no list of gestures",
                advice: meant.map(Advice.meant)
                    ?? .rule("It takes a list, or one of: \(all.prefix(8).joined(separator: ", "))")
            )
            return nil
        }
        var values = Self.mostValues
        guard !node.isLonger(than: &values) else {
            problems.add(
                at: node.mark, "a list that others name is too long",
                advice: .rule("It takes \(Self.mostValues) values at most"))
            return nil
        }
        return node
    }

    /// A named list with changes.
    private func changed(
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
                advice: Self.isBesideLists(name)
                    ? "It stands beside gestures, not inside of it"
                    : Spelling.nearest(to: name, among: Self.memberNames).map(Advice.meant)
                        ?? .rule("Its members: \(Self.memberNames.joined(separator: ", "))"))
        }
        guard var entries = entries(of: from, through: path, &problems) else { return nil }
        let most = ZoneConfiguration.gestureLimit
        guard entries.count <= most, node["with"]?.sequence?.count ?? 0 <= most else {
            problems.add(
                at: node.mark, "there are more gestures than a zone takes",
                advice: .rule("It takes \(most) at most"))
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
                at: node.mark, "without names \(name), which none of the gestures is called",
                advice: meant.map(Advice.meant)
                    ?? .rule("Its gestures: \(known.prefix(8).joined(separator: ", "))"))
        }
        entries.removeAll { $0.gestureName.map(removed.contains) ?? false }
        for index in entries.indices { entries[index].forget(removed) }
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
                    "\(same.count) of the gestures are called \(name ?? ""), and one is to change",
                    advice:
                        "Give each of them a name, or take them all out: without: [\(name ?? "")]")
            }
        }
    }

    /// The gestures that are recognised without a configuration, in the format of a file; their
    /// thresholds are those of the profile that they are read with.
    private static func standard(at mark: YAMLMark) -> [YAMLNode] {
        func value(_ content: YAMLNode.Content) -> YAMLNode {
            YAMLNode(content, at: mark)
        }
        func member(_ key: String, _ content: YAMLNode.Content) -> YAMLMember {
            let key = YAMLScalar(text: key, isPlain: true, mark: mark)
            return YAMLMember(key: key, value: value(content))
        }
        return GestureConfiguration.standard.zones[0].gestures.map { gesture in
            var members = [member(gesture.kind.rawValue, .mapping([]))]
            if case .named(let names) = gesture.simultaneous, !names.isEmpty {
                let words = names.sorted().map {
                    value(.scalar(YAMLScalar(text: $0, isPlain: true, mark: mark)))
                }
                members.append(member("simultaneous", .sequence(words)))
            }
            return value(.mapping(members))
        }
    }
}

/// Entries of lists of gestures, as in the file.
extension YAMLNode {
    /// The kind, as far as the entry shows it.
    private var kindMember: YAMLMember? {
        mapping?.first(where: \.namesKind)
    }

    /// The name that references use: its name, or its kind; `nil` if it has neither.
    fileprivate var gestureName: String? {
        self["name"]?.scalar?.text ?? kindMember?.key.text
    }

    /// Whether it has more values, including nested ones, than `rest`; subtracts them from that.
    fileprivate func isLonger(than rest: inout Int) -> Bool {
        rest -= 1
        if rest < 0 { return true }
        let values = sequence ?? mapping?.map(\.value) ?? []
        return values.contains { $0.isLonger(than: &rest) }
    }

    /// Removes references to removed gestures.
    fileprivate mutating func forget(_ names: Set<String>) {
        guard var members = mapping else { return }
        for index in members.indices
        where ["simultaneous", "waits_for"].contains(members[index].key.text) {
            guard let references = members[index].value.sequence else { continue }
            let kept = references.filter { !names.contains($0.scalar?.text ?? "") }
            members[index].value.content = .sequence(kept)
        }
        content = .mapping(members)
    }

    /// The entry, overlaid by another one: members of the kind individually if both have the same
    /// kind.
    fileprivate func merged(with change: YAMLNode) -> YAMLNode {
        guard let own = kindMember, let changed = change.kindMember,
            own.key.text == changed.key.text
        else { return change }
        return overlaid(with: change) { name, before, after in
            name == own.key.text ? before.overlaid(with: after) { $2 } : after
        }
    }

    /// A mapping whose members are replaced by those of another one; anything else is the other
    /// value.
    ///
    /// - Parameter combine: the value of a member that both have, by its name.
    private func overlaid(
        with other: YAMLNode,
        combine: (String, YAMLNode, YAMLNode) -> YAMLNode
    ) -> YAMLNode {
        if other.scalar?.isNull == true { return self }
        guard var members = mapping, let changes = other.mapping else { return other }
        let places = Dictionary(
            members.enumerated().map { ($1.key.text, $0) }, uniquingKeysWith: { first, _ in first })
        for change in changes {
            guard let place = places[change.key.text] else {
                members.append(change)
                continue
            }
            let value = combine(change.key.text, members[place].value, change.value)
            members[place] = YAMLMember(key: change.key, value: value)
        }
        return YAMLNode(.mapping(members), at: other.mark)
    }
}
