import Foundation
import Testing
import TouchCore

@testable import GesturedServer

/// The traces that are committed, each a file of its own.
///
/// With `RECORD_FIXTURES` in the environment what is emitted is written below `---` instead, and
/// the test fails: look at what changed, and run it again without.
enum TraceFixture {
    private static let directory = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(components: "Fixtures", "traces")

    /// The names of the files, by the alphabet.
    static let names: [String] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: directory.path())) ?? []
        return files.filter { $0.hasSuffix(".touch") }.sorted()
    }()

    static func expect(_ name: String) throws {
        let url = directory.appending(component: name)
        let text = try String(contentsOf: url, encoding: .utf8)
        let file = "Tests/Fixtures/traces/\(name)"
        let trace = try TraceReader.read(text, file: file)
        let actual = try TraceRun.transcript(of: trace)
        if ProcessInfo.processInfo.environment["RECORD_FIXTURES"] != nil, actual != trace.expected {
            try recorded(text, actual).write(to: url, atomically: true, encoding: .utf8)
            Issue.record("\(file) was recorded")
        }
        #expect(actual == trace.expected, "\(difference(trace.expected, actual))")
    }

    /// The head and the script as they are, and below them what is emitted.
    static func recorded(_ text: String, _ actual: [String]) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let head = lines.prefix { $0 != TraceReader.separator } + [Substring(TraceReader.separator)]
        return (head.map(String.init) + aligned(actual)).joined(separator: "\n") + "\n"
    }

    /// The stamps right-aligned, so that what is emitted stands in a column.
    private static func aligned(_ lines: [String]) -> [String] {
        let width = lines.map { $0.prefix { $0 != " " }.count }.max() ?? 0
        return lines.map { line in
            let stamp = line.prefix { $0 != " " }
            return String(repeating: " ", count: width - stamp.count + 1) + line
        }
    }

    private static func difference(_ expected: [String], _ actual: [String]) -> String {
        actual.difference(from: expected).map { change in
            switch change {
            case .remove(_, let line, _): "missing:    \(line)"
            case .insert(_, let line, _): "unexpected: \(line)"
            }
        }.joined(separator: "\n")
    }
}
