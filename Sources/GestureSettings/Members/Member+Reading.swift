import LinuxIO

extension Array {
    /// Reads a mapping whose members these are; false where it is none.
    ///
    /// - Parameters:
    ///   - owner: what the members belong to, for a message: `swipe`.
    ///   - elsewhere: where a name belongs that is none of these; `nil` where nobody knows.
    @discardableResult
    func read<Target>(
        _ node: SettingsValue, _ owner: String, into target: inout Target,
        _ problems: inout ProblemList, elsewhere: (String) -> String? = { _ in nil }
    ) -> Bool where Element == Member<Target> {
        // Nothing behind the colon: every member may be commented out.
        if node.scalar?.isNull == true { return true }
        guard let members = node.mapping else {
            problems.add(
                node, owner, takes: "a mapping", advice: "Its members: \(namesInWords())")
            return false
        }
        for member in members {
            if let known = first(where: { $0.name == member.key.text }) {
                known.read(member.value, &target, &problems)
            } else {
                let name = member.key.text
                problems.add(
                    .unknownMember, at: member.key.mark,
                    "unknown member \(EscapedText.quoted(name.utf8)) of \(owner)",
                    advice: problems.isFull
                        ? "" : elsewhere(name).map(Advice.inFile) ?? advice(for: name))
            }
        }
        return true
    }

    /// What to do about a name that is none of these.
    func advice<Target>(for name: String) -> Advice where Element == Member<Target> {
        Spelling.nearest(to: name, among: map(\.name)).map(Advice.meant)
            ?? "Its members: \(namesInWords())"
    }

    private func namesInWords<Target>() -> String where Element == Member<Target> {
        map(\.name).joined(separator: ", ")
    }
}
