import Foundation
import Testing
import TouchTestSupport

/// gesturectl with a daemon whose numbers are as large and as small as possible.
struct LyingDaemonTests {
    private struct Outcome: Decodable {
        let statuses: [Int32]
        let errors: String
    }

    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func outcome(_ arguments: [String], wrapper: [String] = []) throws -> Outcome {
        let command = try wrapper + [BuiltFile(named: "gesturectl").path] + arguments
        let script = BuiltDaemon.root + "Tests/ExampleTests/lying_daemon.py"
        let program = try RunningProgram(script, [directory.file("s")] + command)
        let result = try program.wait(seconds: 90)
        try #require(result.status == 0, "\(result)")
        return try JSONDecoder().decode(Outcome.self, from: Data(result.output.utf8))
    }

    @Test(arguments: [
        ["watch"], ["watch", "--json"], ["explain", "--all"], ["measure"], ["status"],
    ])
    func `any number is accepted or ends the connection`(arguments: [String]) throws {
        let outcome = try outcome(arguments)
        #expect(Set(outcome.statuses).isSubset(of: [0, 65, 69]), "\(outcome)")
    }

    @Test func `train accepts or refuses drawings of any size`() throws {
        let outcome = try outcome(["train", "loop", "--templates", directory.file("shapes.json")])
        #expect(Set(outcome.statuses).isSubset(of: [65, 69]), "\(outcome)")
    }

    @Test func `doctor accepts any number of a daemon`() throws {
        let outcome = try outcome(["doctor", "--touch", "1"])
        #expect(Set(outcome.statuses).isSubset(of: [0, 65, 69, 77, 78]), "\(outcome)")
    }

    @Test func `bug-report writes any number of a daemon`() throws {
        // bug-report refuses a file that exists.
        let script = #"rm -f "$0"; exec "$@" --seconds 20 --output "$0""#
        let outcome = try outcome(
            ["bug-report"], wrapper: ["/bin/sh", "-c", script, directory.file("report.tar")])
        #expect(Set(outcome.statuses).isSubset(of: [0, 65, 69]), "\(outcome)")
        let list = try RunningProgram("/bin/tar", ["-tf", directory.file("report.tar")]).wait()
        #expect(list.output.contains("lines.ndjson"), "\(list)")
    }

    @Test func `run starts commands for any number of steps`() throws {
        let text = "bindings: [{ gesture: rotate, steps: true, run: [\"true\"] }]\n"
        let path = try directory.write(text.utf8, to: "bindings.yaml")
        #expect(chmod(path, 0o644) == 0)
        let outcome = try outcome(["run", path])
        #expect(Set(outcome.statuses).isSubset(of: [65, 69]), "\(outcome)")
    }
}
