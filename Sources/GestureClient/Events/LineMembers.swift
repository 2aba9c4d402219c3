import GestureWire

/// A message of the daemon, or an object in one, read by the members of its writer's enum.
protocol LineObject {
    associatedtype Member: WireMember

    /// - Throws: if a required member is missing.
    init(_ members: LineMembers<Member>) throws(LineError)
}

extension JSONElement {
    /// Reads an object. A value that is not an object is read as one without members.
    func decoded<Object: LineObject>() throws(LineError) -> Object {
        let names = Object.Member.names
        return try withUnsafeTemporaryAllocation(of: UInt32.self, capacity: names.count) {
            found throws(LineError) in
            find(names, found)
            return try Object(LineMembers(object: self, found: UnsafeBufferPointer(found)))
        }
    }
}

/// The members of a line, or of an object in one; unknown members are ignored.
struct LineMembers<Member: WireMember> {
    let object: JSONElement
    /// By position of the member: the index of its token; 0 if the object has no such member.
    let found: UnsafeBufferPointer<UInt32>

    /// The value of the first member with this name; `nil` if it is missing or `null`.
    subscript(_ member: Member) -> JSONElement? {
        // Equal to `WireMember.position`, which the compiler does not specialise across modules.
        let position = withUnsafeBytes(of: member) { $0.first.map(Int.init) ?? 0 }
        let index = found[position]
        return index == 0 ? nil : object.found(index)
    }

    /// A string; `nil` if missing.
    func text(_ member: Member) -> String? { self[member]?.string }

    /// A number; `nil` if missing.
    func double(_ member: Member) -> Double? { self[member]?.double }

    /// An integer, clamped to `Int`; `nil` if missing.
    func count(_ member: Member) -> Int? { wide(member).map { Int(clamping: $0) } }

    /// A 64-bit integer; `nil` if missing.
    func wide(_ member: Member) -> Int64? { self[member]?.integer }

    /// A Boolean; `nil` if missing.
    func flag(_ member: Member) -> Bool? { self[member]?.flag }

    /// A required integer.
    func integer(_ member: Member) throws(LineError) -> Int64 {
        guard let integer = wide(member) else { throw LineError(missing: member.rawValue) }
        return integer
    }

    /// A required name.
    func word<Word: WireWord>(_ member: Member) throws(LineError) -> Word {
        guard let text = text(member) else { throw LineError(missing: member.rawValue) }
        return Word(rawValue: text)
    }

    /// A required string, which is not copied.
    func string(_ member: Member) throws(LineError) -> JSONElement {
        guard let value = self[member], value.isString else {
            throw LineError(missing: member.rawValue)
        }
        return value
    }

    /// A required object.
    func object<Object: LineObject>(_ member: Member) throws(LineError) -> Object {
        guard let value = self[member], value.members != nil else {
            throw LineError(missing: member.rawValue)
        }
        return try value.decoded()
    }

    /// The objects in an array, without its other elements; empty if missing.
    func objects<Object: LineObject>(_ member: Member) throws(LineError) -> [Object] {
        var objects: [Object] = []
        guard let elements = self[member]?.elements else { return objects }
        for element in elements where element.members != nil {
            objects.append(try element.decoded())
        }
        return objects
    }

    /// The integers in an array; empty if missing.
    func integers(_ member: Member) -> [Int64] {
        self[member]?.elements?.compactMap(\.integer) ?? []
    }

    /// The members of an object that are integers, by their names.
    func counts<Word: WireWord>(_ member: Member) -> [Word: Int] {
        (self[member]?.members).map {
            $0.reduce(into: [:]) { counts, member in
                if let count = member.integer {
                    counts[Word(rawValue: member.name)] = Int(clamping: count)
                }
            }
        } ?? [:]
    }

    /// The members of an object that are numbers, by their names.
    func doubles(_ member: Member) -> [String: Double] {
        (self[member]?.members).map {
            $0.reduce(into: [:]) { numbers, member in
                if member.isNumber { numbers[member.name] = member.double }
            }
        } ?? [:]
    }
}
