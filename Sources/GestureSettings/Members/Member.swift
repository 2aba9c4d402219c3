/// A member of a mapping: the one place that has its name, its value, its range and its meaning.
///
/// The reader, the example file and the tables of the documents are made of these.
struct Member<Target> {
    let name: String
    /// Reads the value into the target.
    let read: (SettingsValue, inout Target, inout ProblemList) -> Void
    /// What is said of it, with its value in the target.
    let account: (Target) -> MemberAccount
}

extension Member {
    /// A member that always has a value.
    ///
    /// - Parameter about: what it is, in full sentences.
    init<Value>(
        _ name: String, _ path: WritableKeyPath<Target, Value>, _ form: ValueForm<Value>,
        _ about: String
    ) {
        self.name = name
        read = { node, target, problems in
            if let value = form.read(node, name, &problems) { target[keyPath: path] = value }
        }
        account = { target in
            let text = form.write(target[keyPath: path])
            return MemberAccount(
                name: name, value: .given(text), range: form.range, about: about)
        }
    }

    /// A member that may have none.
    ///
    /// - Parameters:
    ///   - sample: what the example file has, behind a `#`.
    ///   - otherwise: what holds without it.
    init<Value>(
        _ name: String, _ path: WritableKeyPath<Target, Value?>, _ form: ValueForm<Value>,
        sample: Value, otherwise: String, _ about: String
    ) {
        self.name = name
        read = { node, target, problems in
            if let value = form.read(node, name, &problems) { target[keyPath: path] = value }
        }
        account = { target in
            let value = target[keyPath: path].map { MemberAccount.Value.given(form.write($0)) }
            return MemberAccount(
                name: name, value: value ?? .missing(otherwise, sample: form.write(sample)),
                range: form.range, about: about)
        }
    }

    /// A mapping of further members.
    init<Part>(
        _ name: String, in path: WritableKeyPath<Target, Part>, _ members: [Member<Part>],
        _ about: String
    ) {
        self.name = name
        read = { node, target, problems in
            members.read(node, name, into: &target[keyPath: path], &problems)
        }
        account = { target in
            let parts = members.map { $0.account(target[keyPath: path]) }
            return MemberAccount(name: name, value: .members(parts), range: "", about: about)
        }
    }

    /// A mapping of further members, which may be missing.
    ///
    /// - Parameters:
    ///   - initial: what its members are where the mapping is there and they are not.
    ///   - sample: what the example file has.
    init<Part>(
        _ name: String, in path: WritableKeyPath<Target, Part?>, _ members: [Member<Part>],
        initial: Part, sample: Part, _ about: String
    ) {
        self.name = name
        read = { node, target, problems in
            var part = initial
            if members.read(node, name, into: &part, &problems) {
                target[keyPath: path] = part
            }
        }
        account = { target in
            func accounts(_ part: Part) -> [MemberAccount] { members.map { $0.account(part) } }
            let value =
                target[keyPath: path].map { MemberAccount.Value.members(accounts($0)) }
                ?? .missingMembers(accounts(initial), sample: accounts(sample))
            return MemberAccount(name: name, value: value, range: "", about: about)
        }
    }
}
