import TouchCore
import YAMLDocument

@testable import GestureSettings
@testable import GesturedServer

/// Parses a trace: its head, the actions of the fingers, and below `---` the expected lines.
struct TraceReader {
    /// The line between the actions of fingers and the expected lines.
    static let separator = "---"

    private var trace = TouchTrace()
    private var script: TraceScript?
    private var panelLine = 0
    private var isConfigured = false

    /// Parses the text of a trace; `file` is its name in problems.
    static func read(_ text: String, file: String) throws(TraceProblem) -> TouchTrace {
        var reader = TraceReader()
        do throws(TraceProblem) {
            return try reader.read(text)
        } catch {
            var problem = error
            problem.file = file
            throw problem
        }
    }

    private mutating func read(_ text: String) throws(TraceProblem) -> TouchTrace {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let end = lines.firstIndex(where: { $0 == Self.separator }) else {
            throw TraceProblem("expected a line --- above the emitted lines", line: lines.count)
        }
        var index = 0
        while index < end {
            if lines[index] == "config:" {
                index = try parseConfiguration(lines[..<end], at: index + 1)
            } else {
                try parseLine(TraceWords(lines[index], line: index + 1))
                index += 1
            }
        }
        try parseExpected(lines[(end + 1)...])
        guard let script else {
            throw TraceProblem("the trace has no actions of fingers", line: end + 1)
        }
        (trace.frames, trace.stalls) = try script.finished()
        return trace
    }

    /// Parses the indented lines of the configuration; returns the index of the first other line.
    private mutating func parseConfiguration(
        _ lines: ArraySlice<Substring>, at start: Int
    ) throws(TraceProblem) -> Int {
        guard !isConfigured, script == nil else {
            throw TraceProblem("expected one config:, above the actions of fingers", line: start)
        }
        isConfigured = true
        let end = lines[start...].firstIndex { $0.allSatisfy(\.isWhitespace) } ?? lines.endIndex
        // Empty lines replace those above, so that problems have the line of the trace.
        let text =
            String(repeating: "\n", count: start)
            + lines[start..<end].joined(separator: "\n") + "\n"
        var problems = ProblemList()
        trace.configuration = DaemonConfiguration.read(Array(text.utf8), &problems)
        if let first = problems.sorted.first(where: { !$0.isWarning }) {
            throw TraceProblem(first.message, line: first.mark.line)
        }
        return end
    }

    private mutating func parseLine(_ line: TraceWords) throws(TraceProblem) {
        var words = line
        switch words.next {
        case nil: return
        case "device"?, "changed"?, "show"?:
            guard script == nil else {
                throw words.problem("the head must be above the actions of fingers")
            }
            try parseHead(&words)
        default:
            var script = self.script ?? TraceScript(trace.panel)
            try script.receive(&words)
            self.script = script
        }
    }

    private mutating func parseHead(_ words: inout TraceWords) throws(TraceProblem) {
        let first = try words.word("a member of the head")
        switch first {
        case "device":
            guard panelLine == 0 else {
                throw words.problem("line \(panelLine) has named the device")
            }
            panelLine = words.line
            trace.panel = try TracePanel(&words)
        case "changed":
            let text = try words.word("none, runs or all")
            guard let style = TouchTrace.ChangedStyle(rawValue: text), words.isEmpty else {
                throw words.problem("expected none, runs or all, found \"\(text)\"")
            }
            trace.changed = style
        default:
            while !words.isEmpty { trace.shown.append(try value(words.word("a value"), words)) }
        }
    }

    private func value(_ name: String, _ words: TraceWords) throws(TraceProblem) -> TraceValue {
        guard let value = TraceValue(rawValue: name) else {
            let known = TraceValue.allCases.map(\.rawValue).joined(separator: ", ")
            throw words.problem("no value is called \"\(name)\"; there are \(known)")
        }
        return value
    }

    private mutating func parseExpected(_ lines: ArraySlice<Substring>) throws(TraceProblem) {
        for (index, line) in zip(lines.indices, lines) {
            guard !line.contains("# ") && !line.hasPrefix("#") else {
                throw TraceProblem(
                    "comments must be above ---: recording drops others", line: index + 1)
            }
            let words = line.split(separator: " ")
            if !words.isEmpty { trace.expected.append(words.joined(separator: " ")) }
        }
    }
}
