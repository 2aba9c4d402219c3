import LinuxIO
package import YAMLDocument

/// A member of a mapping: the one definition of its name, value, range and meaning.
///
/// The reader, the example file and the tables of the documents are derived from it. Most members
/// have a `ValueSchema` at a key path; others have members of their own, or read a list.
package struct Field<Target> {
    package let name: String
    /// The accepted values, for people; empty for a mapping.
    var range = ""
    /// The meaning, in full sentences; empty if the documents are written by hand.
    var about = ""
    /// Reads the value into the target.
    let read: (YAMLNode, inout Target, inout ProblemList) -> Void
    /// The value in the target, for the documents.
    var value: (Target) -> FieldDescription.Value = { _ in .given("") }
    /// How a member of this mapping, at any depth, is written inside of it; `nil` for other names.
    var writing: (String) -> String? = { _ in nil }

    /// The description of the member, with its value in the target.
    func description(_ target: Target) -> FieldDescription {
        FieldDescription(name: name, value: value(target), range: range, about: about)
    }
}

extension Field {
    /// A member without a description.
    ///
    /// - Parameter value: reads the value of a node by the member's name; returns `nil` after it
    ///   has added a problem.
    package init<Value>(
        _ name: String, _ path: WritableKeyPath<Target, Value>,
        _ value: @escaping (YAMLNode, String, inout ProblemList) -> Value?
    ) {
        self.init(name: name) { node, target, problems in
            if let value = value(node, name, &problems) { target[keyPath: path] = value }
        }
    }

    /// A member that always has a value.
    init<Value>(
        _ name: String, _ path: WritableKeyPath<Target, Value>, _ schema: ValueSchema<Value>,
        _ about: String
    ) {
        self.init(name, path, schema.read)
        (range, self.about) = (schema.range, about)
        value = { .given(schema.write($0[keyPath: path])) }
    }

    /// An optional member.
    ///
    /// - Parameters:
    ///   - sample: the value in the example file, commented out.
    ///   - otherwise: what applies without it.
    init<Value>(
        _ name: String, _ path: WritableKeyPath<Target, Value?>, _ schema: ValueSchema<Value>,
        sample: Value, otherwise: String, _ about: String
    ) {
        self.init(name, path) { schema.read($0, $1, &$2).map { .some($0) } }
        (range, self.about) = (schema.range, about)
        value = { target in
            target[keyPath: path].map { .given(schema.write($0)) }
                ?? .missing(otherwise, sample: schema.write(sample))
        }
    }

    /// A mapping of further members.
    init<Members>(
        _ name: String, in path: WritableKeyPath<Target, Members>, _ fields: [Field<Members>],
        _ about: String
    ) {
        self.init(
            name: name, about: about,
            read: { fields.read($0, name, into: &$1[keyPath: path], &$2) },
            value: { target in .fields(fields.map { $0.description(target[keyPath: path]) }) },
            writing: { fields.writing($0).map { "\(name): { \($0) }" } })
    }

    /// An optional mapping of further members.
    ///
    /// - Parameters:
    ///   - initial: the values of members that a given mapping leaves out.
    ///   - sample: the value in the example file.
    init<Members>(
        _ name: String, in path: WritableKeyPath<Target, Members?>, _ fields: [Field<Members>],
        initial: Members, sample: Members, _ about: String
    ) {
        func descriptions(_ members: Members) -> [FieldDescription] {
            fields.map { $0.description(members) }
        }
        self.init(name, path) { node, name, problems in
            var members = initial
            return fields.read(node, name, into: &members, &problems) ? .some(members) : nil
        }
        self.about = about
        writing = { fields.writing($0).map { "\(name): { \($0) }" } }
        value = { target in
            target[keyPath: path].map { .fields(descriptions($0)) }
                ?? .missingFields(descriptions(initial), sample: descriptions(sample))
        }
    }
}

extension Array {
    /// Reads a mapping with these members; false if the value is not a mapping.
    ///
    /// - Parameters:
    ///   - owner: the name of the mapping in messages: `swipe`.
    ///   - mayBeEmpty: whether no value is accepted, as if every member were commented out.
    ///   - elsewhere: returns advice for an unknown name that belongs elsewhere; `nil` for others.
    @discardableResult
    package func read<Target>(
        _ node: YAMLNode, _ owner: String, into target: inout Target,
        _ problems: inout ProblemList, mayBeEmpty: Bool = true,
        elsewhere: (String) -> String? = { _ in nil }
    ) -> Bool where Element == Field<Target> {
        if mayBeEmpty, node.scalar?.isNull == true { return true }
        guard let members = node.mapping else {
            problems.add(node, owner, takes: "a mapping", advice: adviceForNoMapping(node))
            return false
        }
        for member in members { read(member, owner, into: &target, &problems, elsewhere) }
        return true
    }

    /// Reads one member; adds an error if its name is unknown.
    func read<Target>(
        _ member: YAMLMember, _ owner: String, into target: inout Target,
        _ problems: inout ProblemList, _ elsewhere: (String) -> String?
    ) where Element == Field<Target> {
        let name = member.key.text
        // Does not use `first`, which copies each field if the code is not specialised for the
        // target.
        for index in 0..<count where self[index].name == name {
            return self[index].read(member.value, &target, &problems)
        }
        problems.add(
            .unknownMember, at: member.key.mark,
            "unknown member \(EscapedText.quoted(name.utf8)) of \(owner)",
            advice: problems.isFull
                ? ""
                : (member.key.adviceOfBrace ?? elsewhere(name)).map(Advice.inFile)
                    ?? advice(for: name))
    }

    /// Advice for a value that is not a mapping of these members: a list of them, or another one.
    private func adviceForNoMapping<Target>(_ node: YAMLNode) -> Advice
    where Element == Field<Target> {
        let names = (node.sequence ?? []).map { $0.mapping?.first?.key.text }
        let isMembers = names.allSatisfy { name in contains { $0.name == name } }
        guard let first = names.first ?? nil, isMembers else {
            return "Its members: \(namesInWords())"
        }
        return "Its members have no dashes: write \(first): … in place of - \(first): …"
    }

    /// How a member with this name, of these or at any depth, is written; `nil` if there is none.
    func writing<Target>(_ name: String) -> String? where Element == Field<Target> {
        if contains(where: { $0.name == name }) { return "\(name): …" }
        return lazy.compactMap { $0.writing(name) }.first
    }

    /// Advice for an unknown name: where it belongs, the nearest one, or all.
    func advice<Target>(for name: String) -> Advice where Element == Field<Target> {
        if let text = writing(name) { return .inFile("Write it as \(text)") }
        let meant = Spelling.nearest(to: name, among: map(\.name)) ?? onlyName(startingLike: name)
        return meant.map(Advice.meant) ?? "Its members: \(namesInWords())"
    }

    /// The only name with a word that begins like `name`: size_mm for `size`, rotation for
    /// `rotate`, minimum_duration for `duration`; `nil` if none or several do.
    private func onlyName<Target>(startingLike name: String) -> String?
    where Element == Field<Target> {
        let start = name.prefix(4)
        guard start.count == 4 else { return nil }
        let similar = map(\.name).filter {
            $0.split(separator: "_").contains { $0.hasPrefix(start) }
        }
        return similar.count == 1 ? similar[0] : nil
    }

    private func namesInWords<Target>() -> String where Element == Field<Target> {
        map(\.name).joined(separator: ", ")
    }
}

/// The description of a member for people: in the example file and in the documents.
struct FieldDescription {
    /// The value after the name.
    enum Value {
        case given(String)
        /// No value: what applies then, and a possible value.
        case missing(String, sample: String)
        case fields([FieldDescription])
        /// No value of an optional mapping: the defaults of its members, and possible values.
        case missingFields([FieldDescription], sample: [FieldDescription])
        /// A list, as lines of YAML.
        case list([String])
    }

    var name: String
    var value: Value
    /// The accepted values; empty for a mapping.
    var range: String
    /// The meaning, in full sentences.
    var about: String
    /// The version that introduced the member.
    var since = "0.1"
}
