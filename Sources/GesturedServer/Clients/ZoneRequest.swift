import GestureSettings
import GestureWire
import TouchCore
import YAMLDocument

/// Reads the zone of an `add_zone` with the reader of the configuration.
///
/// A mark of the configuration is a line and a column; here the line is the number of a path.
struct ZoneRequest {
    private var paths: [String] = []

    /// The zone that `members` describe.
    ///
    /// - Throws: what is wrong first.
    static func read(
        _ members: [JSONMember], with reader: ZoneReader
    ) throws(RequestError) -> ZoneConfiguration {
        var request = ZoneRequest()
        try checkTexts(members)
        let node = request.node(.object(members), at: "")
        // The first is told, and words are searched for no more than a few.
        var problems = ProblemList(limit: 16)
        let draft = reader.read(node, &problems)
        if let draft, !problems.hasErrors, node["rect"] != nil, node["gestures"] != nil {
            try request.checkRect(draft.zone.rect)
            return draft.configuration
        }
        for name in ["name", "rect", "gestures"] where node[name] == nil {
            throw RequestError(.invalidValue, "a zone needs \(name)", member: name)
        }
        throw request.error(problems)
    }

    private func error(_ problems: ProblemList) -> RequestError {
        guard let problem = problems.sorted.first(where: { !$0.isWarning }) else {
            return RequestError(.invalidValue, "the zone cannot be read")
        }
        let path = paths.indices.contains(problem.mark.line) ? paths[problem.mark.line] : ""
        return RequestError(
            code(of: problem),
            Self.advice(problem).map { "\(problem.message); \($0)" } ?? problem.message,
            member: path.isEmpty ? nil : path)
    }

    /// The advice as the middle of a sentence, as other requests have it; `nil` where it is for those
    /// who write files, or names lines of them.
    private static func advice(_ problem: ConfigurationProblem) -> String? {
        switch problem.advice {
        case .meant(let word): "did you mean \"\(word)\"?"
        case .rule(let text): text.prefix(1).lowercased() + text.dropFirst()
        case .inFile: nil
        }
    }

    private func code(of problem: ConfigurationProblem) -> RequestError.Code {
        switch problem.code {
        case .unknownKind: .unknownGesture
        case .unknownMember: .unknownMember
        case .invalidValue: .invalidValue
        }
    }

    /// A file needs no quotes where it names something; JSON has them.
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

    /// Shares alone: a client does not know how large the surface is to the millimetre.
    private func checkRect(_ rect: ZoneRect?) throws(RequestError) {
        guard let rect else {
            throw RequestError(.invalidValue, "a zone needs a rect", member: "rect")
        }
        let lengths = [
            ("x", rect.x), ("y", rect.y), ("width", rect.width), ("height", rect.height),
        ]
        for (name, length) in lengths {
            if case .millimetres = length {
                throw RequestError(
                    .invalidValue, "\(name) takes a share of the side, 0 to 1",
                    member: "rect.\(name)")
            }
        }
    }

    // MARK: Nodes

    private mutating func node(_ value: JSONValue, at path: String) -> YAMLNode {
        let mark = YAMLMark(line: paths.count, column: 1)
        paths.append(path)
        switch value {
        case .null: return scalar("null", isPlain: true, mark)
        case .flag(let flag): return scalar("\(flag)", isPlain: true, mark)
        case .number(let number): return scalar(Self.plain(number), isPlain: true, mark)
        case .string(let text): return scalar(text, isPlain: false, mark)
        case .array(let values):
            let nodes = values.enumerated().map { node($0.element, at: "\(path)[\($0.offset)]") }
            return YAMLNode(.sequence(nodes), at: mark)
        case .object(let members):
            return YAMLNode(
                .mapping(
                    members.reduce(into: []) { read, member in
                        guard !read.contains(where: { $0.key.text == member.name }) else { return }
                        let name = String(member.name.prefix(64))
                        let value = node(member.value, at: path.isEmpty ? name : "\(path).\(name)")
                        read.append(
                            YAMLMember(
                                key: YAMLScalar(text: member.name, isPlain: true, mark: value.mark),
                                value: value))
                    }), at: mark)
        }
    }

    private func scalar(_ text: String, isPlain: Bool, _ mark: YAMLMark) -> YAMLNode {
        YAMLNode(.scalar(YAMLScalar(text: text, isPlain: isPlain, mark: mark)), at: mark)
    }

    /// As the configuration writes numbers: whole ones without a fraction.
    private static func plain(_ number: JSONNumber) -> String {
        number.integer.map { "\($0)" } ?? number.text
    }
}
