import LinuxIO
import TouchCore
import YAMLDocument

extension ValueSchema<Bool> {
    /// `true` or `false`.
    static var flag: Self {
        ValueSchema(
            range: "true or false",
            read: { node, field, problems in
                guard let scalar = node.scalar, scalar.isPlain, let value = Bool(scalar.text) else {
                    problems.add(
                        node, field, takes: "true or false", advice: "Write true or false")
                    return nil
                }
                return value
            },
            write: { "\($0)" })
    }
}

extension ValueSchema
where
    Value: RawRepresentable & CaseIterable, Value.RawValue == String
{
    /// One of a few keywords.
    static var choice: Self {
        let word = ValueSchema<String>.word(among: Value.allCases.map(\.rawValue))
        return ValueSchema(
            range: word.range, read: { word.read($0, $1, &$2).flatMap(Value.init) },
            write: { $0.rawValue })
    }
}

extension ValueSchema<String> {
    /// One of these keywords.
    static func word(among words: [String]) -> Self {
        let list = words.joined(separator: ", ")
        return ValueSchema(
            range: list,
            read: { node, field, problems in
                if let text = node.scalar?.text, words.contains(text) { return text }
                let meant = node.scalar.flatMap { Spelling.nearest(to: $0.text, among: words) }
                problems.add(
                    node, field, takes: "one of a few words",
                    advice: meant.map(Advice.meant) ?? .rule("It takes \(list)"))
                return nil
            },
            write: { $0 })
    }
}

extension ValueSchema<[String]> {
    /// Some of these keywords: a list of them, or a single one.
    ///
    /// - Parameter minimum: the minimum number of keywords.
    static func words(among words: [String], minimum: Int) -> Self {
        let one = ValueSchema<String>.word(among: words)
        return ValueSchema(
            range: "one, or a list, of \(one.range)",
            read: { node, field, problems in
                let nodes = node.sequence ?? [node]
                guard nodes.count >= minimum else {
                    problems.add(
                        at: node.mark, "\(field) names nothing",
                        advice: .rule("It takes \(one.range)"))
                    return nil
                }
                let read = nodes.compactMap { one.read($0, field, &problems) }
                return read.count == nodes.count ? read : nil
            },
            write: { "[\($0.joined(separator: ", "))]" })
    }
}

extension ValueSchema<String> {
    /// Any text of one line.
    static var text: Self {
        ValueSchema(
            range: "text of 1 to 256 bytes",
            read: { node, field, problems in
                guard let scalar = node.scalar, !scalar.isNull else {
                    problems.add(node, field, takes: "text", advice: "Write it in quotes")
                    return nil
                }
                let isFine =
                    (1...256).contains(scalar.text.utf8.count)
                    && !scalar.text.unicodeScalars.contains {
                        $0.properties.generalCategory == .control
                    }
                guard isFine else {
                    problems.add(
                        node, field, takes: "text",
                        advice: .rule("It takes 1 to 256 bytes without control characters"))
                    return nil
                }
                return scalar.text
            },
            write: { "\"\(escapedText($0, limit: 1024))\"" })
    }

    /// A name of a gesture, a zone or a group.
    static var name: Self {
        ValueSchema(
            range: "1 to 64 of A–Z a–z 0–9 _ . -",
            read: { node, field, problems in
                guard let scalar = node.scalar, !scalar.isNull else {
                    problems.add(
                        node, field, takes: "a name", advice: "Write letters, digits, _ . and -")
                    return nil
                }
                guard GestureNaming.isName(scalar.text) else {
                    problems.add(
                        node, field, takes: "a name",
                        advice: "A name has 1 to 64 letters (A to Z), digits, _ . and -")
                    return nil
                }
                return scalar.text
            },
            write: { $0 })
    }
}

extension ValueSchema<[String]> {
    /// A list of texts of at least one byte.
    ///
    /// - Parameter elements: the noun for them in messages.
    static func texts(_ elements: String) -> Self {
        ValueSchema(
            range: "a list of \(elements)",
            read: { node, field, problems in
                guard let nodes = node.sequence else {
                    problems.add(
                        node, field, takes: "a list of \(elements)", advice: "Write [one, other]")
                    return nil
                }
                let schema = ValueSchema<String>.text
                let texts = nodes.compactMap { schema.read($0, field, &problems) }
                return texts.count == nodes.count ? texts : nil
            },
            write: { "[\($0.map(ValueSchema<String>.text.write).joined(separator: ", "))]" })
    }
}
