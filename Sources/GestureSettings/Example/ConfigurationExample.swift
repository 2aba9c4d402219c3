import LinuxIO
import TouchCore

/// The text of `packaging/gestured.yaml`: every member with what is said of it, and every default.
enum ConfigurationExample {
    private static let head = """
        # gestured.yaml: what holds where there is no such file, with every member that there is.
        #
        # Copy what you want to change to /etc/gestured/gestured.yaml; what is not there keeps its
        # default. Of a list (gestures, devices, zones) all of it has to be there. Then
        #
        #     gestured --check
        #
        # says what is wrong with it, and where. A # that touches a name, or a dash, switches something
        # off: delete it there, and in the lines that belong to it.
        #
        # A length takes mm, a time ms or s, a speed mm/s, an angle deg. A maximum of zero is no limit,
        # a minimum of zero is always met.
        """

    /// The whole text.
    static var text: String {
        let draft = ConfigurationDraft()
        let lists = ["devices": devices, "gestures": gestures, "zones": zones]
        let blocks = ConfigurationDraft.members.map { member in
            var account = member.account(draft)
            if let entries = lists[account.name] { account.value = .list(entries) }
            return AccountText([account], indent: 0).lines.joined(separator: "\n")
        }
        return ([head] + blocks).joined(separator: "\n\n") + "\n"
    }

    private static var devices: [String] {
        let accounts = DeviceRule.members.map { $0.account(DeviceRule()).sampled }
        let lines = AccountText(accounts, indent: 4).lines
        return AccountText.disabled(AccountText.entry(lines, indent: 2), indent: 2)
    }

    private static var zones: [String] {
        var tap = TapThresholds()
        tap.count = 5...5
        tap.maximumGap = .milliseconds(600)
        let gesture = ConfiguredGesture(.tap(tap), name: "open_service_menu")
        var draft = ZoneDraft()
        draft.zone.name = "service_corner"
        let accounts = ZoneDraft.members(GestureReader()).map { member in
            var account = member.account(draft).sampled
            if account.name == "gestures" { account.value = .list(compact(gesture, indent: 6)) }
            return account
        }
        let lines = AccountText(accounts, indent: 4).lines
        return AccountText.disabled(AccountText.entry(lines, indent: 2), indent: 2)
    }
}

// MARK: - Gestures

extension ConfigurationExample {
    private static var gestures: [String] {
        let standard = GestureConfiguration.standard.zones[0].gestures
        let listed = standard.enumerated().flatMap { entry($1, isFirst: $0 == 0) }
        let kinds = Set(standard.map(\.kind))
        let others = KindForm.all.filter { !kinds.contains($0.kind) }.flatMap { form in
            AccountText.disabled(
                entry(ConfiguredGesture(form.standard), isFirst: false), indent: 2)
        }
        return listed + others + compositions
    }

    /// A gesture with each of its thresholds; the first one shows what may stand beside the kind.
    private static func entry(_ gesture: ConfiguredGesture, isFirst: Bool) -> [String] {
        let thresholds = KindForm(gesture.kind)?.accounts(gesture.definition) ?? []
        let beside = GestureEntry.members.map { $0.account(GestureEntry(gesture)) }
        let defaults = GestureEntry.members.map { $0.account(GestureEntry()) }
        let shown = zip(beside, defaults).filter { isFirst || $0.0.valueText != $0.1.valueText }
        return ["  - \(gesture.kind.rawValue):"]
            + AccountText(thresholds, indent: 6).lines
            + AccountText(shown.map(\.0), indent: 4, isDocumented: isFirst).lines
    }

    private static var compositions: [String] {
        var hold = LongPressThresholds()
        hold.minimumDuration = .seconds(1)
        let examples: [(words: String, gesture: ConfiguredGesture)] = [
            (
                """
                The second starts when the first has ended, or a long press has begun; the same \
                fingers go on.
                """,
                composed(.sequence, [.longPress(hold), .drag(.init())], "move_item")
            ),
            (
                "Active while any is.",
                composed(.simultaneous, [.magnify(.init()), .rotate(.init())], "turn_and_zoom")
            ),
            (
                "The first has precedence: the second speaks only while it has not begun.",
                composed(.exclusive, [.swipe(.init()), .drag(.init())], "throw_or_move")
            ),
        ]
        return examples.flatMap { example in
            AccountText.comment(example.words, indent: 2)
                + AccountText.disabled(compact(example.gesture, indent: 2), indent: 2)
        }
    }

    private static func composed(
        _ rule: GestureComposition.Rule, _ parts: [GestureDefinition], _ name: String
    ) -> ConfiguredGesture {
        let parts = parts.map { ConfiguredGesture($0) }
        return ConfiguredGesture(.composition(GestureComposition(rule, parts)), name: name)
    }

    /// A gesture in few lines: its kind with what is not the default, and its name.
    private static func compact(_ gesture: ConfiguredGesture, indent: Int) -> [String] {
        let space = String(repeating: " ", count: indent)
        var lines: [String]
        if case .composition(let composition) = gesture.definition {
            lines = ["\(space)- \(gesture.kind.rawValue):"]
            lines += composition.parts.flatMap { compact($0, indent: indent + 4) }
        } else {
            lines = ["\(space)- \(gesture.kind.rawValue): \(changes(of: gesture.definition))"]
        }
        if gesture.name != gesture.kind.rawValue { lines.append("\(space)  name: \(gesture.name)") }
        return lines
    }

    private static func changes(of definition: GestureDefinition) -> String {
        guard let form = KindForm(definition.kind) else { return "{}" }
        let changed = zip(form.accounts(definition), form.accounts(form.standard))
            .filter { $0.valueText != $1.valueText }
            .map { "\($0.0.name): \($0.0.valueText)" }
        return changed.isEmpty ? "{}" : "{ \(changed.joined(separator: ", ")) }"
    }
}

extension MemberAccount {
    /// The value in one line, as far as there is one.
    fileprivate var valueText: String {
        switch value {
        case .given(let text): text
        case .missing, .members, .missingMembers, .list: ""
        }
    }
}
