import TouchCore

/// The tables of `docs/configuration.md`: every member, with its default, range and meaning.
enum ConfigurationTables {
    /// The tables by the names that the page calls them by.
    static var all: [(name: String, text: String)] {
        let screen = ConfigurationDraft()
        let settings = ConfigurationDraft.members.map { $0.account(screen) }
        let kinds = KindForm.all.map { form in
            (form.kind.rawValue, table(form.accounts(form.standard)))
        }
        return [
            ("settings", table(settings.filter { !lists.contains($0.name) })),
            ("devices", table(DeviceRule.members.map { $0.account(DeviceRule()) })),
            ("gesture", table(GestureEntry.members.map { $0.account(GestureEntry()) })),
            ("zone", table(zone)),
        ] + kinds
    }

    private static let lists = ["devices", "gestures", "zones"]

    private static var zone: [MemberAccount] {
        ZoneDraft.members(GestureReader()).map { member in
            var account = member.account(ZoneDraft())
            if account.name == "name" {
                account.value = .missing("must be given", sample: "")
            }
            return account
        }
    }

    private static func table(_ accounts: [MemberAccount]) -> String {
        let head = [
            "| member | default | takes | since | meaning |", "| --- | --- | --- | --- | --- |",
        ]
        return (head + accounts.flatMap { rows($0, below: "") }).joined(separator: "\n") + "\n"
    }

    private static func rows(_ account: MemberAccount, below path: String) -> [String] {
        let name = path + account.name
        switch account.value {
        case .given(let text): return [row(account, name, "`\(text)`")]
        case .missing(let otherwise, _): return [row(account, name, otherwise)]
        case .members(let members), .missingMembers(let members, _):
            return [row(account, name, "–")] + members.flatMap { rows($0, below: name + ".") }
        case .list: return [row(account, name, "–")]
        }
    }

    private static func row(_ account: MemberAccount, _ name: String, _ value: String) -> String {
        let range = account.range.isEmpty ? "–" : account.range
        let cells = ["`\(name)`", value, range, account.since, account.about]
        return "| " + cells.joined(separator: " | ") + " |"
    }
}
