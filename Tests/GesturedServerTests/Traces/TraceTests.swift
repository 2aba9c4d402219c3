import Foundation
import Testing
import TouchCore
import TouchRecordings

@testable import GesturedServer

/// Golden traces: the actions of fingers, and the recognised gestures.
struct TraceTests {
    @Test(arguments: TraceFixture.names)
    func `a trace emits the lines below its separator`(name: String) throws {
        try TraceFixture.expect(name)
    }

    @Test func `there are traces`() {
        #expect(TraceFixture.names.count >= 20)
    }
}

/// The traces that are committed, each a separate file.
///
/// With `RECORD_FIXTURES` in the environment the emitted lines are written below `---` instead, and
/// the test fails: review the changes, and run it again without the variable.
enum TraceFixture {
    private static let directory = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(components: "Fixtures", "traces")

    /// The names of the files, in alphabetical order.
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

    /// The head and the script unchanged, and below them the emitted lines.
    static func recorded(_ text: String, _ actual: [String]) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let head = lines.prefix { $0 != TraceReader.separator } + [Substring(TraceReader.separator)]
        return (head.map(String.init) + aligned(actual)).joined(separator: "\n") + "\n"
    }

    /// The lines with right-aligned times, so that they form columns.
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

/// The frames of a trace as the kernel reports them.
struct TraceKernelTests {
    private func emitted(_ script: String, head: String = "") throws -> [String] {
        let trace = try TraceReader.read("\(head)\n\(script)\n---\n", file: "")
        var kernel = TraceKernel(trace.panel)
        return trace.frames.map { frame in
            kernel.events(of: frame).map { "\($0.inputCode.name ?? "?")=\($0.value)" }
                .joined(separator: " ")
        }
    }

    @Test func `values that did not change are left out, and frames without a change`() throws {
        #expect(
            try emitted("0ms down 0 10,20\n8ms move 0 10,20.5\n16ms move 0 10,20.5\n24ms up 0") == [
                "ABS_MT_TRACKING_ID=1 ABS_MT_POSITION_X=1000 ABS_MT_POSITION_Y=2000 BTN_TOUCH=1"
                    + " SYN_REPORT=0",
                "ABS_MT_POSITION_Y=2050 SYN_REPORT=0", "",
                "ABS_MT_TRACKING_ID=-1 BTN_TOUCH=0 SYN_REPORT=0",
            ])
    }

    @Test func `a palm's tool type is reset when the next finger lands in its slot`() throws {
        let emitted = try emitted("0ms down 0 10,20\n8ms palm 0  up 0\n16ms down 0 10,20")
        #expect(
            emitted[1] == "ABS_MT_TOOL_TYPE=2 ABS_MT_TRACKING_ID=-1 BTN_TOUCH=0 SYN_REPORT=0")
        #expect(
            emitted[2] == "ABS_MT_TRACKING_ID=2 ABS_MT_TOOL_TYPE=0 BTN_TOUCH=1 SYN_REPORT=0")
    }

    @Test func `after dropped events all slots are reported, empty ones too`() throws {
        let emitted = try emitted(
            "0ms down 0 10,20  down 1 30,20\n8ms dropped 1 40,20",
            head: "device 344x194mm slots=2")
        #expect(
            emitted[1]
                == "SYN_DROPPED=0 ABS_MT_SLOT=0 ABS_MT_TRACKING_ID=-1 ABS_MT_POSITION_X=1000"
                + " ABS_MT_POSITION_Y=2000 ABS_MT_SLOT=1 ABS_MT_TRACKING_ID=2"
                + " ABS_MT_POSITION_X=4000 ABS_MT_POSITION_Y=2000 BTN_TOUCH=1 SYN_REPORT=0")
    }

    @Test func `a single-touch device has no slots`() throws {
        #expect(
            try emitted(
                "0ms down 0 10,20 force=0.5\n8ms up 0",
                head: "device 344x194mm single_touch pressure=0..100") == [
                    "ABS_X=1000 ABS_Y=2000 ABS_PRESSURE=50 BTN_TOUCH=1 SYN_REPORT=0",
                    "BTN_TOUCH=0 SYN_REPORT=0",
                ])
    }
}
