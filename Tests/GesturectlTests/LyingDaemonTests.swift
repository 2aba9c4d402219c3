import Foundation
import Testing
import TouchTestSupport

/// A daemon whose numbers are as large and as small as possible.
struct LyingDaemonTests {
    private struct Outcome: Decodable {
        let statuses: [Int32]
        let errors: String
    }

    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func outcome(_ arguments: [String], behind start: [String] = []) throws -> Outcome {
        let command = try start + [BuiltFile(named: "gesturectl").path] + arguments
        let script = BuiltDaemon.root + "Tests/ExampleTests/lying_daemon.py"
        let program = try RunningProgram(script, [directory.file("s")] + command)
        let result = try program.wait(seconds: 90)
        try #require(result.status == 0, "\(result)")
        return try JSONDecoder().decode(Outcome.self, from: Data(result.output.utf8))
    }

    @Test(arguments: [
        ["watch"], ["watch", "--json"], ["explain", "--all"], ["measure"], ["status"],
    ])
    func `any number is taken, or the connection given up`(arguments: [String]) throws {
        let outcome = try outcome(arguments)
        #expect(Set(outcome.statuses).isSubset(of: [0, 65, 69]), "\(outcome)")
    }

    @Test func `drawings of any size are taken or refused`() throws {
        let outcome = try outcome(["train", "loop", "--templates", directory.file("shapes.json")])
        #expect(Set(outcome.statuses).isSubset(of: [65, 69]), "\(outcome)")
    }

    @Test func `a daemon's numbers are any in what doctor finds`() throws {
        let outcome = try outcome(["doctor", "--touch", "1"])
        #expect(Set(outcome.statuses).isSubset(of: [0, 65, 69, 77, 78]), "\(outcome)")
    }

    @Test func `a report is made of any number`() throws {
        // The file must be new each time.
        let script = #"rm -f "$0"; exec "$@" --seconds 20 --output "$0""#
        let outcome = try outcome(
            ["bug-report"], behind: ["/bin/sh", "-c", script, directory.file("report.tar")])
        #expect(Set(outcome.statuses).isSubset(of: [0, 65, 69]), "\(outcome)")
        let list = try RunningProgram("/bin/tar", ["-tf", directory.file("report.tar")]).wait()
        #expect(list.output.contains("lines.ndjson"), "\(list)")
    }

    @Test func `a binding starts its command with steps of any number`() throws {
        let text = "bindings: [{ gesture: rotate, steps: true, run: [\"true\"] }]\n"
        let path = try directory.write(text.utf8, to: "bindings.yaml")
        #expect(chmod(path, 0o644) == 0)
        let outcome = try outcome(["run", path])
        #expect(Set(outcome.statuses).isSubset(of: [65, 69]), "\(outcome)")
    }
}
