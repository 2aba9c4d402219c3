import GestureSettings
import GestureWire
import TouchCore
import YAMLDocument

/// Parses the zone of an `add_zone` with the reader of the configuration.
struct ZoneRequest {
    /// The number of values read.
    private var count = 0

    /// The zone that `members` describe.
    ///
    /// - Throws: the first error.
    static func read(
        _ members: [JSONMember], with reader: ZoneReader
    ) throws(RequestError) -> ZoneConfiguration {
        var request = ZoneRequest()
        try checkTexts(members)
        let node = request.value(.object(members), at: "")
        // Only the first is reported. The limit bounds how often spelling suggestions are searched.
        var problems = ProblemList(limit: 16)
        let builder = reader.read(node, &problems)
        if let builder, !problems.hasErrors, node["rect"] != nil, node["gestures"] != nil {
            try checkRect(builder.zone.rect)
            return builder.configuration
        }
        for name in ["name", "rect", "gestures"] where node[name] == nil {
            throw RequestError(.invalidValue, "a zone needs \(name)", member: name)
        }
        throw Self.error(problems)
    }

    /// The position that `members` give a zone; only `rect` is allowed.
    ///
    /// - Throws: the first error.
    static func readRect(
        _ members: [JSONMember], with reader: ZoneReader
    ) throws(RequestError) -> ZoneRect {
        if let rect = plainRect(members) { return rect }
        var request = ZoneRequest()
        let node = request.value(.object(members), at: "")
        var problems = ProblemList(limit: 16)
        let rect = reader.readRect(node, &problems)
        guard !problems.hasErrors else { throw Self.error(problems) }
        try checkRect(rect)
        guard let rect else {
            throw RequestError(.invalidValue, "a zone needs a rect", member: "rect")
        }
        return rect
    }

    /// The position of a `rect` with four plain shares, as programs write it that move a zone in
    /// each frame that they draw. `nil` for any other, which `readRect` parses or refuses.
    private static func plainRect(_ members: [JSONMember]) -> ZoneRect? {
        guard members.count == 1, case .object(let sides) = members[0].value, sides.count == 4,
            let x = share("x", of: sides), let y = share("y", of: sides),
            let width = share("width", of: sides), let height = share("height", of: sides),
            width > 0, height > 0
        else { return nil }
        return ZoneRect(
            x: .share(x), y: .share(y), width: .share(width), height: .share(height))
    }

    /// A share written without a sign or an exponent; `nil` for any other.
    private static func share(_ name: String, of sides: [JSONMember]) -> Double? {
        for side in sides where side.name == name {
            guard case .number(let number) = side.value,
                number.text.utf8.allSatisfy({
                    $0 == UInt8(ascii: ".") || (0x30...0x39).contains($0)
                }),
                let share = number.double, (0...1).contains(share)
            else { return nil }
            return share
        }
        return nil
    }

    private static func error(_ problems: ProblemList) -> RequestError {
        guard let problem = problems.sorted.first(where: { !$0.isWarning }) else {
            return RequestError(.invalidValue, "the zone cannot be read")
        }
        var path = ""
        if case .request(let found) = problem.mark.origin { path = found }
        return RequestError(
            code(of: problem),
            advice(problem).map { "\(problem.message); \($0)" } ?? problem.message,
            member: path.isEmpty ? nil : path)
    }

    /// The advice as a part of a sentence; `nil` for advice about lines of files or how to write
    /// them.
    private static func advice(_ problem: ConfigurationProblem) -> String? {
        switch problem.advice {
        case .meant(let word): "did you mean \"\(word)\"?"
        case .rule(let text): text.prefix(1).lowercased() + text.dropFirst()
        case .inFile: nil
        }
    }

    private static func code(of problem: ConfigurationProblem) -> RequestError.Code {
        switch problem.code {
        case .unknownKind: .unknownGesture
        case .unknownMember: .unknownMember
        case .invalidValue: .invalidValue
        }
    }

    /// Requires names to be JSON strings: the reader, made for YAML, also accepts plain scalars.
    private static func checkTexts(_ members: [JSONMember]) throws(RequestError) {
        func check(_ value: JSONValue, _ path: String) throws(RequestError) {
            guard case .string = value else {
                throw RequestError(
                    .invalidValue, "\(path) takes a string, found \(value.noun)", member: path)
            }
        }
        if let name = members.first(where: { $0.name == "name" }) { try check(name.value, "name") }
        let devices = members.first { $0.name == "devices" }
        guard case .array(let values)? = devices?.value else { return }
        for (index, value) in values.enumerated() { try check(value, "devices[\(index)]") }
    }

    /// Allows only shares of the surface, as a client does not know its size in millimetres.
    private static func checkRect(_ rect: ZoneRect?) throws(RequestError) {
        guard let rect else {
            throw RequestError(.invalidValue, "a zone needs a rect", member: "rect")
        }
        for (name, length) in rect.members {
            if case .millimetres = length {
                throw RequestError(
                    .invalidValue, "\(name) takes a share of the side, 0 to 1",
                    member: "rect.\(name)")
            }
        }
    }

    // MARK: Values

    private mutating func value(_ value: JSONValue, at path: String) -> YAMLNode {
        let mark = YAMLMark(line: count, column: 1, in: .request(path: path))
        count += 1
        switch value {
        case .null: return Self.scalar("null", isPlain: true, mark)
        case .flag(let flag): return Self.scalar("\(flag)", isPlain: true, mark)
        case .number(let number): return Self.scalar(Self.plain(number), isPlain: true, mark)
        case .string(let text): return Self.scalar(text, isPlain: false, mark)
        case .array(let elements):
            let values = elements.enumerated().map {
                self.value($0.element, at: "\(path)[\($0.offset)]")
            }
            return YAMLNode(.sequence(values), at: mark)
        case .object(let members):
            return YAMLNode(.mapping(mapping(members, at: path)), at: mark)
        }
    }

    /// The members of an object, without later members of the same name.
    private mutating func mapping(_ members: [JSONMember], at path: String) -> [YAMLMember] {
        var read: [YAMLMember] = []
        for member in members where !read.contains(where: { $0.key.text == member.name }) {
            let name = String(member.name.prefix(64))
            let value = value(member.value, at: path.isEmpty ? name : "\(path).\(name)")
            let key = YAMLScalar(text: member.name, isPlain: true, mark: value.mark)
            read.append(YAMLMember(key: key, value: value))
        }
        return read
    }

    private static func scalar(
        _ text: String, isPlain: Bool, _ mark: YAMLMark
    ) -> YAMLNode {
        YAMLNode(.scalar(YAMLScalar(text: text, isPlain: isPlain, mark: mark)), at: mark)
    }

    /// The number as the configuration writes it: integers without a fraction.
    private static func plain(_ number: JSONNumber) -> String {
        number.integer.map { "\($0)" } ?? number.text
    }
}
