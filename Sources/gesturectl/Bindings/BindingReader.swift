import GestureSettings
import TouchCore
import YAMLDocument

/// Parses bindings from YAML; continues after each error.
struct BindingReader {
    /// The maximum number of bindings in a file, and of reported errors.
    static let maximumCount = 256

    /// The errors so far.
    private(set) var problems = ProblemList(limit: maximumCount)
    private let fields: [Field<Binding>]

    init(_ notation: Binding.Notation = .file) {
        fields = Binding.fields(in: notation)
    }

    /// Parses a whole file. The result is valid only if there are no problems.
    mutating func read(_ bytes: [UInt8]) -> [Binding] {
        do throws(YAMLError) {
            let start = YAMLMark(line: 1, column: 1)
            return readFile(try YAMLNode.parse(bytes) ?? YAMLNode(.mapping([]), at: start))
        } catch {
            problems.add(
                at: error.mark, error.problem,
                advice: .inFile(
                    error.adviceText))
            return []
        }
    }

    private mutating func readFile(_ node: YAMLNode) -> [Binding] {
        var list: YAMLNode?
        let members = [Field<YAMLNode?>("bindings", \.self) { node, _, _ in node }]
        guard members.read(node, "a bindings file", into: &list, &problems, mayBeEmpty: false)
        else { return [] }
        guard let list else {
            problems.add(
                at: node.mark, "a bindings file has no bindings",
                advice: "Write bindings: and a list")
            return []
        }
        guard let nodes = list.sequence, (1...Self.maximumCount).contains(nodes.count) else {
            problems.add(
                list, "bindings", takes: "a list of 1 to \(Self.maximumCount)",
                advice: "Write - gesture: tap, and below it run: [program, argument]")
            return []
        }
        return nodes.compactMap { readBinding($0) }
    }

    /// Parses one binding; the result is valid only if there are no problems.
    mutating func readBinding(_ node: YAMLNode) -> Binding? {
        let before = problems.count
        var binding = Binding()
        binding.line = node.mark.line
        let names = fields.map(\.name)
        let isMapping = fields.read(
            node, "a binding", into: &binding, &problems, mayBeEmpty: false,
            elsewhere: {
                Binding.advice(
                    for: $0, among: names,
                    otherwise: "Its members: \(names.joined(separator: ", "))")
            })
        guard isMapping else { return nil }
        // After an error, a member that seems to be missing may be the one whose value was rejected.
        if problems.count == before { check(binding, node.mapping ?? [], at: node.mark) }
        return binding
    }

    /// Checks the combination of members.
    private mutating func check(_ binding: Binding, _ members: [YAMLMember], at mark: YAMLMark) {
        let match = binding.match
        if match.isGesture {
            if match.kind == nil && match.name == nil {
                add(
                    at: mark, "a binding names no gesture",
                    "Write gesture: or name:, or activity: or panel:")
            }
        } else {
            checkMembers(ofActivityOrPanel: match, members)
        }
        let commands = members.filter { ["run", "shell"].contains($0.key.text) }
        if commands.count != 1 {
            add(
                at: commands.last?.key.mark ?? mark,
                commands.isEmpty ? "a binding runs nothing" : "a binding has run and shell",
                "Write run: [program, argument], or shell: and a line for the shell")
        }
        if match.countsSteps, let phase = members.first(where: { $0.key.text == "phase" }) {
            add(
                at: phase.key.mark, "a binding has steps and phase",
                "Each line with new steps runs the command: leave phase out")
        }
        for member in members {
            guard let problem = match.contradiction(of: member.key.text) else { continue }
            add(at: member.value.mark, problem.message, problem.advice)
        }
    }

    /// Checks that a binding for activity or a panel has no conditions that are only for gestures.
    private mutating func checkMembers(
        ofActivityOrPanel match: GestureMatch, _ members: [YAMLMember]
    ) {
        let trigger = match.activity == nil ? "panel" : "activity"
        // `Binding.fields(in:)` has all conditions before `run`.
        let conditions = fields.map(\.name).prefix { $0 != "run" }
        for member in members where conditions.contains(member.key.text) {
            let name = member.key.text
            guard name != trigger, name != "device" || trigger == "activity" else { continue }
            add(
                at: member.key.mark, "a binding has \(trigger) and \(name)",
                trigger == "panel"
                    ? "A binding with panel has no other condition than device: write two bindings"
                    : "A binding with activity has no other condition: write two bindings")
        }
    }

    private mutating func add(at mark: YAMLMark, _ message: String, _ advice: String) {
        problems.add(at: mark, message, advice: .inFile(advice))
    }
}
