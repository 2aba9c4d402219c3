import LinuxIO
import TouchCore

/// The members of a request, with a parser for each type of value.
///
/// Each throws `RequestError` with the path of the invalid value.
struct RequestMembers {
    private let members: [JSONMember]
    private let known: [String]

    init(_ members: [JSONMember], known: [String]) {
        self.members = members
        self.known = known
    }

    /// A client's text for a message: in quotes, and truncated, as it may be as long as a request.
    static func quoted(_ text: String) -> String {
        let shown = text.prefix(64)
        return "\"\(shown)\(shown.endIndex == text.endIndex ? "" : "…")\""
    }

    func refuseUnknown() throws(RequestError) {
        guard let member = members.first(where: { !known.contains($0.name) }) else { return }
        let advice = Spelling.advice(for: member.name, among: known)
        throw RequestError(
            .unknownMember, "no member is named \(Self.quoted(member.name)); \(advice)",
            member: String(member.name.prefix(64)))
    }

    /// The value of a member; `nil` if it is missing.
    subscript(member: some WireMember) -> JSONValue? {
        members.first { $0.name == member.rawValue }?.value
    }

    // MARK: Values

    func flag(_ member: some WireMember) throws(RequestError) -> Bool? {
        guard let value = self[member] else { return nil }
        guard case .flag(let flag) = value else {
            throw Self.refusal(member.rawValue, takes: "true or false", value)
        }
        return flag
    }

    /// A number within `range`.
    func number(
        _ member: some WireMember, _ range: ClosedRange<Double>
    ) throws(RequestError) -> Double? {
        guard let value = self[member] else { return nil }
        let limits = "a number of \(Int(range.lowerBound)) to \(Int(range.upperBound))"
        guard case .number(let number) = value, let double = number.double, range.contains(double)
        else { throw Self.refusal(member.rawValue, takes: limits, value) }
        return double
    }

    /// An integer of at most 32 bits.
    func integer(_ member: some WireMember) throws(RequestError) -> Int? {
        guard let value = self[member] else { return nil }
        guard case .number(let number) = value,
            let integer = number.integer.flatMap(Int32.init(exactly:))
        else { throw Self.refusal(member.rawValue, takes: "an integer", value) }
        return Int(integer)
    }

    /// A text of 1 to `maximum` bytes.
    func text(_ member: some WireMember, _ maximum: Int) throws(RequestError) -> String? {
        guard let value = self[member] else { return nil }
        guard case .string(let text) = value, (1...maximum).contains(text.utf8.count) else {
            throw Self.refusal(
                member.rawValue, takes: "a string of 1 to \(maximum) bytes", value)
        }
        return text
    }

    /// A keyword; `noun` is its noun in messages.
    func keyword<Keyword>(
        _ member: some WireMember, _ noun: String
    ) throws(RequestError) -> Keyword?
    where Keyword: RawRepresentable & CaseIterable & Sendable, Keyword.RawValue == String {
        guard let value = self[member] else { return nil }
        guard case .string(let text) = value else {
            throw Self.refusal(member.rawValue, takes: "a string", value)
        }
        guard let keyword = Keyword(rawValue: text) else {
            let advice = Spelling.advice(for: text, among: Keyword.allCases.map(\.rawValue))
            throw RequestError(
                .invalidValue, "no \(noun) is named \(Self.quoted(text)); \(advice)",
                member: member.rawValue)
        }
        return keyword
    }

    /// The results of `read` for each element of an array, given its path.
    func list<Element>(
        _ member: some WireMember, _ read: (JSONValue, String) throws(RequestError) -> Element
    ) throws(RequestError) -> [Element]? {
        guard let value = self[member] else { return nil }
        let name = member.rawValue
        guard case .array(let values) = value else {
            throw Self.refusal(name, takes: "an array", value)
        }
        var elements: [Element] = []
        for (index, value) in values.enumerated() {
            elements.append(try read(value, "\(name)[\(index)]"))
        }
        return elements
    }

    /// The keywords in an array.
    ///
    /// - Parameters:
    ///   - noun: their noun in messages.
    ///   - meant: the keyword that another name means; `nil` if it means none.
    func keywords<Keyword>(
        _ member: some WireMember, _ noun: String, else code: RequestError.Code = .invalidValue,
        meant: (String) -> Keyword? = { _ in nil }
    ) throws(RequestError) -> Set<Keyword>?
    where
        Keyword: RawRepresentable & CaseIterable & Hashable & Sendable, Keyword.RawValue == String
    {
        try list(member) { value, path throws(RequestError) in
            guard case .string(let text) = value else {
                throw Self.refusal(path, takes: "a string", value)
            }
            // `Keyword` may have more cases than `allCases`, for values that no client receives.
            guard let keyword = Keyword(rawValue: text), Keyword.allCases.contains(keyword) else {
                let advice =
                    meant(text).map { "did you mean \"\($0.rawValue)\"?" }
                    ?? Spelling.advice(for: text, among: Keyword.allCases.map(\.rawValue))
                throw RequestError(
                    code, "no \(noun) is named \(Self.quoted(text)); \(advice)", member: path)
            }
            return keyword
        }.map(Set.init)
    }

    /// The names in an array; zones and gestures of these names need not exist.
    func names(_ member: some WireMember) throws(RequestError) -> Set<String>? {
        try list(member, Self.name).map(Set.init)
    }

    func requiredName(_ member: some WireMember) throws(RequestError) -> String {
        let name = member.rawValue
        guard let value = self[member] else {
            throw RequestError(.invalidValue, "the request needs a \(name)", member: name)
        }
        return try Self.name(value, name)
    }

    /// A valid name of a zone or gesture.
    private static func name(_ value: JSONValue, _ path: String) throws(RequestError) -> String {
        guard case .string(let text) = value else {
            throw refusal(path, takes: "a string", value)
        }
        guard GestureNaming.isName(text) else {
            throw RequestError(
                .invalidValue, "a name has 1 to 64 letters (A to Z), digits, _ . and -",
                member: path)
        }
        return text
    }

    static func refusal(
        _ path: String, takes what: String, _ value: JSONValue
    ) -> RequestError {
        let found =
            if case .number(let number) = value { String(number.text.prefix(64)) } else {
                value.noun
            }
        return RequestError(.invalidValue, "\(path) takes \(what), found \(found)", member: path)
    }
}

extension Spelling {
    /// Advice about an unknown keyword.
    static func advice(for word: String, among names: [String]) -> String {
        guard !names.isEmpty else { return "there is none beside type and id" }
        return nearest(to: word, among: names).map { "did you mean \"\($0)\"?" }
            ?? "there are \(names.joined(separator: ", "))"
    }
}
