import LinuxIO
import YAMLDocument

/// A member of a mapping: the one place that has its name, its value, its range and its meaning.
///
/// The reader, the example file and the tables of the documents are made of these.
struct Field<Target> {
    let name: String
    /// Reads the value into the target.
    let read: (YAMLNode, inout Target, inout ProblemList) -> Void
    /// Its description, with its value in the target.
    let description: (Target) -> FieldDescription
}

extension Field {
    /// A member that always has a value.
    ///
    /// - Parameter about: what it is, in full sentences.
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

    /// A member that may have none.
    ///
    /// - Parameters:
    ///   - sample: what the example file has, behind a `#`.
    ///   - otherwise: what holds without it.
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
    init<Part>(
        _ name: String, in path: WritableKeyPath<Target, Part>, _ fields: [Field<Part>],
        _ about: String
    ) {
        self.name = name
        read = { node, target, problems in
            fields.read(node, name, into: &target[keyPath: path], &problems)
        }
        description = { target in
            let parts = fields.map { $0.description(target[keyPath: path]) }
            return FieldDescription(name: name, value: .fields(parts), range: "", about: about)
        }
    }

    /// A mapping of further members, which may be missing.
    ///
    /// - Parameters:
    ///   - initial: what its members are where the mapping is there and they are not.
    ///   - sample: what the example file has.
    init<Part>(
        _ name: String, in path: WritableKeyPath<Target, Part?>, _ fields: [Field<Part>],
        initial: Part, sample: Part, _ about: String
    ) {
        self.name = name
        read = { node, target, problems in
            var part = initial
            if fields.read(node, name, into: &part, &problems) {
                target[keyPath: path] = part
            }
        }
        description = { target in
            func descriptions(_ part: Part) -> [FieldDescription] {
                fields.map { $0.description(part) }
            }
            let value =
                target[keyPath: path].map { FieldDescription.Value.fields(descriptions($0)) }
                ?? .missingFields(descriptions(initial), sample: descriptions(sample))
            return FieldDescription(name: name, value: value, range: "", about: about)
        }
    }
}

extension Array {
    /// Reads a mapping whose members these are; false where it is none.
    ///
    /// - Parameters:
    ///   - owner: what the members belong to, for a message: `swipe`.
    ///   - elsewhere: where a name belongs that is none of these; `nil` where nobody knows.
    @discardableResult
    func read<Target>(
        _ node: YAMLNode, _ owner: String, into target: inout Target,
        _ problems: inout ProblemList, elsewhere: (String) -> String? = { _ in nil }
    ) -> Bool where Element == Field<Target> {
        // Nothing behind the colon: every member may be commented out.
        if node.scalar?.isNull == true { return true }
        guard let fields = node.mapping else {
            problems.add(
                node, owner, takes: "a mapping", advice: "Its members: \(namesInWords())")
            return false
        }
        for field in fields {
            if let known = first(where: { $0.name == field.key.text }) {
                known.read(field.value, &target, &problems)
            } else {
                let name = field.key.text
                problems.add(
                    .unknownMember, at: field.key.mark,
                    "unknown member \(EscapedText.quoted(name.utf8)) of \(owner)",
                    advice: problems.isFull
                        ? "" : elsewhere(name).map(Advice.inFile) ?? advice(for: name))
            }
        }
        return true
    }

    /// What to do about a name that is none of these.
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
    /// What stands behind the name.
    enum Value {
        case given(String)
        /// Nothing: what holds then, and what could stand there.
        case missing(String, sample: String)
        case fields([FieldDescription])
        /// Nothing: what its members are where it is there without them, and what could stand there.
        case missingFields([FieldDescription], sample: [FieldDescription])
        /// A list, one line of text after the other.
        case list([String])
    }

    var name: String
    var value: Value
    /// What it takes; empty for a mapping.
    var range: String
    /// In full sentences.
    var about: String
    /// The first version that has it.
    var since = "0.1"
}
