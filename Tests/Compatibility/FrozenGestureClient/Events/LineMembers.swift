/// The members of a line, or of an object in one; what is unknown is skipped.
struct LineMembers {
    /// In the order of the line.
    let members: [JSONMember]

    /// The value of the first member of that name; `null` counts as none.
    subscript(_ name: String) -> JSONValue? {
        let value = members.first { $0.name == name }?.value
        return value == .null ? nil : value
    }

    /// A text; `nil` where there is none.
    func text(_ name: String) -> String? {
        if case .string(let text) = self[name] { text } else { nil }
    }

    /// A number as it was written; `nil` where there is none.
    func number(_ name: String) -> JSONNumber? {
        if case .number(let number) = self[name] { number } else { nil }
    }

    /// A number; `nil` where there is none.
    func double(_ name: String) -> Double? { number(name)?.double }

    /// An integer; `nil` where there is none.
    func count(_ name: String) -> Int? { number(name)?.integer.map { Int(clamping: $0) } }

    /// An integer of 64 bits; `nil` where there is none.
    func wide(_ name: String) -> Int64? { number(name)?.integer }

    /// True or false; `nil` where there is neither.
    func flag(_ name: String) -> Bool? {
        if case .flag(let flag) = self[name] { flag } else { nil }
    }

    /// An integer that has to be there.
    func integer(_ name: String) throws(LineError) -> Int64 {
        guard let integer = number(name)?.integer else { throw LineError(missing: name) }
        return integer
    }

    /// A word that has to be there.
    func word<Word: WireWord>(_ name: String) throws(LineError) -> Word {
        guard let text = text(name) else { throw LineError(missing: name) }
        return Word(rawValue: text)
    }

    /// An object that has to be there.
    func object(_ name: String) throws(LineError) -> LineMembers {
        guard case .object(let members) = self[name] else { throw LineError(missing: name) }
        return LineMembers(members: members)
    }

    /// Objects; empty where there is no array.
    func objects(_ name: String) throws(LineError) -> [LineMembers] {
        guard case .array(let elements) = self[name] else { return [] }
        return elements.compactMap { element in
            if case .object(let members) = element { LineMembers(members: members) } else { nil }
        }
    }
}
