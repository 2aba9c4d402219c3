import LinuxIO
import TouchCore
import YAMLDocument

extension ValueSchema<[UserClients]> {
    /// The maximum number of users in one mapping.
    private static var maximumUsers: Int { 16 }

    /// A mapping of users, by names or numbers, to numbers of clients.
    static var clientsByUser: Self {
        let clients = ValueSchema<Int>.integer(1...1_000)
        return ValueSchema(
            range: "a mapping of users to \(clients.range)",
            read: { node, field, problems in
                if node.scalar?.isNull == true { return [] }
                guard let members = node.mapping, members.count <= maximumUsers else {
                    problems.add(
                        node, field, takes: "a mapping of at most \(maximumUsers) users",
                        advice: "Write { gestured-web: 72 }")
                    return nil
                }
                let before = problems.count
                let users = members.compactMap { member -> UserClients? in
                    guard GestureNaming.isName(member.key.text) else {
                        problems.add(
                            at: member.key.mark,
                            "\(EscapedText.quoted(member.key.text.utf8)) is no name of a user",
                            advice: .rule("A name has 1 to 64 letters (A to Z), digits, _ . and -"))
                        return nil
                    }
                    return clients.read(member.value, "\(field) of \(member.key.text)", &problems)
                        .map { UserClients(user: member.key.text, maximum: $0) }
                }
                return problems.count == before ? users : nil
            },
            write: { users in
                let entries = users.map { "\($0.user): \($0.maximum)" }
                return entries.isEmpty ? "{}" : "{ \(entries.joined(separator: ", ")) }"
            })
    }
}
