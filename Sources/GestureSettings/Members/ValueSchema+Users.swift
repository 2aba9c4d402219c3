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
                    guard member.key.isUser(&problems) else { return nil }
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

extension ValueSchema<[String]> {
    /// A list of users, by names or numbers.
    static var users: Self {
        let maximum = 16
        return ValueSchema(
            range: "a list of users, by names or numbers",
            read: { node, field, problems in
                if node.scalar?.isNull == true { return [] }
                guard let elements = node.sequence, elements.count <= maximum else {
                    problems.add(
                        node, field, takes: "a list of at most \(maximum) users",
                        advice: "Write [kiosk]")
                    return nil
                }
                let before = problems.count
                let users = elements.compactMap { element -> String? in
                    guard let user = element.scalar, !user.isNull else {
                        problems.add(
                            element, field, takes: "names or numbers of users",
                            advice: "Write [kiosk]")
                        return nil
                    }
                    return user.isUser(&problems) ? user.text : nil
                }
                return problems.count == before ? users : nil
            },
            write: { "[\($0.joined(separator: ", "))]" })
    }
}

extension YAMLScalar {
    /// Whether the scalar is the name or the number of a user; adds a problem if it is neither.
    ///
    /// A number has one spelling, so that two spellings never mean the same user.
    fileprivate func isUser(_ problems: inout ProblemList) -> Bool {
        let quoted = EscapedText.quoted(text.utf8)
        if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            // The number above this range belongs to no user: see setreuid(2).
            if let number = UInt32(text), number < .max, "\(number)" == text { return true }
            problems.add(
                at: mark, "\(quoted) is not the number of a user",
                advice: .rule("A number is 0 to \(UInt32.max - 1), without zeros in front"))
            return false
        }
        if GestureNaming.isName(text), text.utf8.first != UInt8(ascii: "-") { return true }
        problems.add(
            at: mark, "\(quoted) is not the name of a user",
            advice: .rule(
                "A name has 1 to 64 letters (A to Z), digits, _ . and -, and no - in front"))
        return false
    }
}
