import TouchCore

/// How the thresholds of one kind of gesture are read and told of.
struct KindForm {
    let kind: GestureKind
    /// The names of the thresholds.
    let names: [String]
    /// Reads the thresholds; what is not there keeps its default.
    let read: (SettingsValue, inout ProblemList) -> GestureDefinition
    /// What is said of the thresholds that a definition of this kind has; empty for another kind.
    let accounts: (GestureDefinition) -> [MemberAccount]
    /// The defaults.
    let standard: GestureDefinition

    /// - Parameter check: finds thresholds that contradict each other.
    private init<Thresholds>(
        _ kind: GestureKind, _ standard: Thresholds, _ members: [Member<Thresholds>],
        _ wrap: @escaping (Thresholds) -> GestureDefinition,
        _ unwrap: @escaping (GestureDefinition) -> Thresholds?,
        check: @escaping (Thresholds, SettingsValue, inout ProblemList) -> Void = { _, _, _ in }
    ) {
        self.kind = kind
        self.standard = wrap(standard)
        names = members.map(\.name)
        read = { node, problems in
            var thresholds = standard
            members.read(node, kind.rawValue, into: &thresholds, &problems) {
                KindForm.whereElse($0, than: kind)
            }
            check(thresholds, node, &problems)
            return wrap(thresholds)
        }
        accounts = { definition in
            unwrap(definition).map { thresholds in members.map { $0.account(thresholds) } } ?? []
        }
    }

    /// Every kind that is no composition, in the order of the pages.
    static var all: [KindForm] {
        [
            KindForm(
                .tap, TapThresholds(), TapThresholds.members, GestureDefinition.tap,
                { if case .tap(let thresholds) = $0 { thresholds } else { nil } }, check: check),
            KindForm(
                .press, PressThresholds(), PressThresholds.members, GestureDefinition.press,
                { if case .press(let thresholds) = $0 { thresholds } else { nil } }),
            KindForm(
                .longPress, LongPressThresholds(), LongPressThresholds.members,
                GestureDefinition.longPress,
                { if case .longPress(let thresholds) = $0 { thresholds } else { nil } }),
            KindForm(
                .drag, DragThresholds(), DragThresholds.members, GestureDefinition.drag,
                { if case .drag(let thresholds) = $0 { thresholds } else { nil } }),
            KindForm(
                .swipe, SwipeThresholds(), SwipeThresholds.members, GestureDefinition.swipe,
                { if case .swipe(let thresholds) = $0 { thresholds } else { nil } }),
            KindForm(
                .magnify, MagnifyThresholds(), MagnifyThresholds.members, GestureDefinition.magnify,
                { if case .magnify(let thresholds) = $0 { thresholds } else { nil } }),
            KindForm(
                .rotate, RotateThresholds(), RotateThresholds.members, GestureDefinition.rotate,
                { if case .rotate(let thresholds) = $0 { thresholds } else { nil } }),
            KindForm(
                .deepPress, DeepPressThresholds(), DeepPressThresholds.members,
                GestureDefinition.deepPress,
                { if case .deepPress(let thresholds) = $0 { thresholds } else { nil } },
                check: check),
            KindForm(
                .force, ForceThresholds(), ForceThresholds.members, GestureDefinition.force,
                { if case .force(let thresholds) = $0 { thresholds } else { nil } }),
        ]
    }

    /// The form of a kind; `nil` for a composition.
    static func of(_ kind: GestureKind) -> KindForm? { all.first { $0.kind == kind } }

    /// Where a name belongs that is no threshold of `kind`; `nil` where nobody knows it.
    private static func whereElse(_ name: String, than kind: GestureKind) -> String? {
        if GestureEntry.memberNames.contains(name) {
            return "\(name) stands beside \(kind.rawValue), not inside of it"
        }
        let owners = all.filter { $0.names.contains(name) }.map(\.kind.rawValue)
        guard !owners.isEmpty, let own = of(kind) else { return nil }
        return "It belongs to \(owners.joined(separator: ", ")); \(kind.rawValue) has "
            + own.names.joined(separator: ", ")
    }

    private static func check(
        _ tap: TapThresholds, _ node: SettingsValue, _ problems: inout ProblemList
    ) {
        guard tap.maximumGap > .zero, tap.minimumGap > tap.maximumGap else { return }
        problems.add(
            at: (node["minimum_gap"] ?? node["maximum_gap"] ?? node).mark,
            "minimum_gap is more than maximum_gap: no second tap can come between them",
            advice: "Make minimum_gap the smaller; 0ms switches it off")
    }

    private static func check(
        _ press: DeepPressThresholds, _ node: SettingsValue, _ problems: inout ProblemList
    ) {
        guard press.releaseThreshold > press.threshold else { return }
        problems.add(
            at: (node["release_threshold"] ?? node["threshold"] ?? node).mark,
            "release_threshold is more than threshold: it would end as it begins",
            advice: "Make release_threshold the smaller")
    }
}
