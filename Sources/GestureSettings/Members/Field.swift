import LinuxIO
package import YAMLDocument

/// A member of a mapping: the one definition of its name, value, range and meaning.
///
/// The reader, the example file and the tables of the documents are derived from it.
package struct Field<Target> {
    package let name: String
    /// Reads the value into the target.
    let read: (YAMLNode, inout Target, inout ProblemList) -> Void
    /// The description of the member, with its value in the target.
    let description: (Target) -> FieldDescription
}

extension Field {
    /// A member without a description: its documents are written by hand.
    ///
    /// - Parameter value: reads the value of a node by the member's name; returns `nil` after it
    ///   has added a problem.
    package init<Value>(
        _ name: String, _ path: WritableKeyPath<Target, Value>,
        _ value: @escaping (YAMLNode, String, inout ProblemList) -> Value?
    ) {
        self.name = name
        read = { node, target, problems in
            if let value = value(node, name, &problems) { target[keyPath: path] = value }
        }
        description = { _ in
            FieldDescription(name: name, value: .given(""), range: "", about: "")
        }
    }

    /// A member that always has a value.
    ///
    /// - Parameter about: its meaning, in full sentences.
    init<Value>(
        _ name: String, _ path: WritableKeyPath<Target, Value>, _ schema: ValueSchema<Value>,
        _ about: String
    ) {
        self.name = name
        read = { node, target, problems in
            if let value = schema.read(node, name, &problems) { target[keyPath: path] = value }
        }
        description = { target in
            let text = schema.write(target[keyPath: path])
            return FieldDescription(
                name: name, value: .given(text), range: schema.range, about: about)
        }
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
        self.name = name
        read = { node, target, problems in
            if let value = schema.read(node, name, &problems) { target[keyPath: path] = value }
        }
        description = { target in
            let value = target[keyPath: path].map { FieldDescription.Value.given(schema.write($0)) }
            return FieldDescription(
                name: name, value: value ?? .missing(otherwise, sample: schema.write(sample)),
                range: schema.range, about: about)
        }
    }

    /// A mapping of further members.
    init<Members>(
        _ name: String, in path: WritableKeyPath<Target, Members>, _ fields: [Field<Members>],
        _ about: String
    ) {
        self.name = name
        read = { node, target, problems in
            fields.read(node, name, into: &target[keyPath: path], &problems)
        }
        description = { target in
            let members = fields.map { $0.description(target[keyPath: path]) }
            return FieldDescription(name: name, value: .fields(members), range: "", about: about)
        }
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
        self.name = name
        read = { node, target, problems in
            var members = initial
            if fields.read(node, name, into: &members, &problems) {
                target[keyPath: path] = members
            }
        }
        description = { target in
            func descriptions(_ members: Members) -> [FieldDescription] {
                fields.map { $0.description(members) }
            }
            let value =
                target[keyPath: path].map { FieldDescription.Value.fields(descriptions($0)) }
                ?? .missingFields(descriptions(initial), sample: descriptions(sample))
            return FieldDescription(name: name, value: value, range: "", about: about)
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
            problems.add(
                node, owner, takes: "a mapping", advice: "Its members: \(namesInWords())")
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
        if let known = indices.first(where: { self[$0].name == name }) {
            return self[known].read(member.value, &target, &problems)
        }
        problems.add(
            .unknownMember, at: member.key.mark,
            "unknown member \(EscapedText.quoted(name.utf8)) of \(owner)",
            advice: problems.isFull
                ? "" : elsewhere(name).map(Advice.inFile) ?? advice(for: name))
    }

    /// Advice for an unknown name: the nearest one, or all.
    func advice<Target>(for name: String) -> Advice where Element == Field<Target> {
        Spelling.nearest(to: name, among: map(\.name)).map(Advice.meant)
            ?? "Its members: \(namesInWords())"
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
