import GestureWire

/// The members of a line, or of an object in one; unknown members are ignored.
struct LineMembers {
    /// In source order.
    let members: [JSONMember]

    /// The value of the first member with this name; `null` counts as missing.
    subscript(_ name: String) -> JSONValue? {
        let value = members.first { $0.name == name }?.value
        return value == .null ? nil : value
    }

    /// A string; `nil` if missing.
    func text(_ name: String) -> String? {
        if case .string(let text) = self[name] { text } else { nil }
    }

    /// A number as text; `nil` if missing.
    func number(_ name: String) -> JSONNumber? {
        if case .number(let number) = self[name] { number } else { nil }
    }

    /// A number; `nil` if missing.
    func double(_ name: String) -> Double? { number(name)?.double }

    /// An integer; `nil` if missing.
    func count(_ name: String) -> Int? { number(name)?.integer.map { Int(clamping: $0) } }

    /// A 64-bit integer; `nil` if missing.
    func wide(_ name: String) -> Int64? { number(name)?.integer }

    /// A Boolean; `nil` if missing.
    func flag(_ name: String) -> Bool? {
        if case .flag(let flag) = self[name] { flag } else { nil }
    }

    /// A required integer.
    func integer(_ name: String) throws(LineError) -> Int64 {
        guard let integer = number(name)?.integer else { throw LineError(missing: name) }
        return integer
    }

    /// A required word.
    func word<Word: WireWord>(_ name: String) throws(LineError) -> Word {
        guard let text = text(name) else { throw LineError(missing: name) }
        return Word(rawValue: text)
    }

    /// A required object.
    func object(_ name: String) throws(LineError) -> LineMembers {
        guard case .object(let members) = self[name] else { throw LineError(missing: name) }
        return LineMembers(members: members)
    }

    /// An array of objects; empty if missing.
    func objects(_ name: String) throws(LineError) -> [LineMembers] {
        guard case .array(let elements) = self[name] else { return [] }
        return elements.compactMap { element in
            if case .object(let members) = element { LineMembers(members: members) } else { nil }
        }
    }
}
