import Foundation
import Testing
import TouchTestSupport

/// Every so many'th call that the daemon makes fails once (`make nightly-faults` fails them all).
@Suite(.enabled(if: !isSanitized, "a sanitizer has an allocator of its own"), .serialized)
struct FailEachTests {
    @Test(arguments: [
        "start", "accept", "request", "touch", "hot-plug", "reload", "record", "stop",
    ])
    func `a call that fails costs no more than it must`(scenario: String) throws {
        let build = URL(filePath: try BuiltFile(named: "gestured").path)
            .deletingLastPathComponent().path()
        let result = try RunningProgram(
            GesturedCommand.root + "Scripts/fail-each", ["--short", "--build", build, scenario]
        ).wait(seconds: 120)
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(result.output.hasPrefix("ok    fail-each \(scenario)"))
    }
}
