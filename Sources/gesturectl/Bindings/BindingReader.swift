import GestureWire
import LinuxIO
import TouchCore
import YAMLDocument

/// Parses bindings from YAML; continues after each error.
struct BindingReader {
    /// The maximum number of bindings in a file, and of reported errors.
    static let most = 256

    /// The errors so far, in the order of parsing.
    private(set) var problems: [BindingProblem] = []

    /// The members of a binding (docs/bindings.md).
    static let memberNames = [
        "gesture", "name", "zone", "phase", "direction", "edge", "stroke", "steps", "count",
        "fingers",
        "device", "activity", "panel", "run", "shell", "directory", "at_most", "cooldown",
    ]

    /// Parses a whole file. The result is valid only if there are no problems.
    mutating func read(_ bytes: [UInt8]) -> [Binding] {
        do throws(YAMLError) {
            let start = YAMLMark(line: 1, column: 1)
            return try readFile(YAMLNode.parse(bytes) ?? YAMLNode(.mapping([]), at: start))
        } catch {
            add(
                at: error.mark, error.problem,
                error.advice ?? "From here on it is not read: correct this, and check again")
            return []
        }
    }

    private mutating func readFile(_ node: YAMLNode) -> [Binding] {
        guard let members = members(of: node, "a bindings file", ["bindings"]) else { return [] }
        guard let list = members.first else {
            add(at: node.mark, "a bindings file has no bindings", "Write bindings: and a list")
            return []
        }
        guard let nodes = list.value.sequence, (1...Self.most).contains(nodes.count) else {
            add(
                at: list.value.mark,
                "bindings takes a list of 1 to \(Self.most), found \(list.value.summary)",
                "Write - gesture: tap, and below it run: [program, argument]")
            return []
        }
        return nodes.compactMap { readBinding($0) }
    }

    private mutating func readBinding(_ node: YAMLNode) -> Binding? {
        let before = problems.count
        guard let members = members(of: node, "a binding", Self.memberNames) else { return nil }
        var binding = Binding()
        binding.line = node.mark.line
        for member in members { read(member, into: &binding) }
        // A value that could not be parsed may be the missing one, or differ from the others.
        if problems.count == before { check(binding, members, at: node.mark) }
        return binding
    }

    private mutating func read(_ member: YAMLMember, into binding: inout Binding) {
        switch member.key.text {
        case "gesture":
            binding.match.kind = word(member, GestureKind.allCases.map(\.rawValue))
        case "name": binding.match.name = name(member)
        case "zone": binding.match.zone = name(member)
        case "phase":
            binding.match.phase = word(member, GesturePhase.allCases.map(\.rawValue)) ?? "ended"
        case "steps": binding.match.countsSteps = flag(member) ?? false
        case "direction":
            binding.match.direction = word(member, SwipeDirection.allCases.map(\.rawValue))
        case "edge": binding.match.edge = word(member, SurfaceEdge.allCases.map(\.rawValue))
        case "stroke": binding.match.stroke = name(member)
        case "count": binding.match.count = integerOrRange(member, 1...1_000)
        case "fingers": binding.match.fingers = integerOrRange(member, 1...64)
        case "device": binding.match.device = text(member).map { NamePattern($0) }
        case "activity": binding.match.activity = word(member, ["idle", "active"])
        case "panel": binding.match.panel = word(member, ["gone", "back"])
        case "run": binding.command = words(member).map { .program($0) } ?? binding.command
        case "shell": binding.command = text(member).map { .shell($0) } ?? binding.command
        case "directory": binding.directory = path(member)
        case "at_most": binding.atMost = integer(member, 1...Binding.maximumConcurrent) ?? 1
        case "cooldown": binding.cooldown = time(member) ?? .zero
        default: break
        }
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
            checkOccasion(match, members)
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
                "Each line with new steps runs it: leave phase out")
        }
        for member in members {
            guard let problem = match.contradiction(of: member.key.text) else { continue }
            add(at: member.value.mark, problem.message, problem.advice)
        }
    }

    /// Checks the conditions of a binding that is not for a gesture.
    private mutating func checkOccasion(_ match: GestureMatch, _ members: [YAMLMember]) {
        let own = match.activity == nil ? "panel" : "activity"
        let conditions = Self.memberNames.prefix { $0 != "run" }
        for member in members where conditions.contains(member.key.text) {
            let name = member.key.text
            guard name != own, name != "device" || own == "activity" else { continue }
            add(
                at: member.key.mark, "a binding has \(own) and \(name)",
                own == "panel"
                    ? "Of a panel a binding has device at most: make two of it"
                    : "Activity is that of all panels: make two of it")
        }
    }

    /// The members of a mapping whose keys are in `names`; `nil` if it is not a mapping.
    private mutating func members(
        of node: YAMLNode, _ owner: String, _ names: [String]
    ) -> [YAMLMember]? {
        guard let members = node.mapping else {
            add(
                at: node.mark, "\(owner) takes a mapping, found \(node.summary)",
                "Its members: \(names.joined(separator: ", "))")
            return nil
        }
        return members.filter { member in
            if names.contains(member.key.text) { return true }
            let name = EscapedText.quoted(member.key.text.utf8)
            add(
                at: member.key.mark, "unknown member \(name) of \(owner)",
                Self.advice(for: member.key.text, among: names, "Its members"))
            return false
        }
    }

    /// Records an error.
    mutating func add(at mark: YAMLMark, _ message: String, _ advice: String) {
        guard problems.count < Self.most else { return }
        problems.append(BindingProblem(mark: mark, message: message, advice: advice))
    }
}

/// An error at one position of a bindings file, with advice.
struct BindingProblem: Sendable, Hashable {
    var mark: YAMLMark
    /// One line without a period.
    var message: String
    /// One line, printed indented below.
    var advice: String

    /// `FILE:LINE:COLUMN: message`, and the advice on the next line.
    func description(in file: String) -> String {
        "\(EscapedText.escaped(file)):\(mark): \(message)\n  \(advice)"
    }
}
