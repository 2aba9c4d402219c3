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
                    guard isUser(member.key, &problems) else { return nil }
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

    /// Whether a key is the name or the number of a user; otherwise adds the problem.
    ///
    /// Numbers have one spelling, so that two keys never have the same number.
    private static func isUser(_ key: YAMLScalar, _ problems: inout ProblemList) -> Bool {
        let quoted = EscapedText.quoted(key.text.utf8)
        if !key.text.isEmpty, key.text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            // The number above is that of no user: see setreuid(2).
            if let number = UInt32(key.text), number < .max, "\(number)" == key.text { return true }
            problems.add(
                at: key.mark, "\(quoted) is no number of a user",
                advice: .rule("A number is 0 to \(UInt32.max - 1), without zeros in front"))
            return false
        }
        if GestureNaming.isName(key.text), key.text.utf8.first != UInt8(ascii: "-") { return true }
        problems.add(
            at: key.mark, "\(quoted) is no name of a user",
            advice: .rule(
                "A name has 1 to 64 letters (A to Z), digits, _ . and -, and no - in front"))
        return false
    }
}
