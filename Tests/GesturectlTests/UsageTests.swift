import Testing
import TouchTestSupport

/// What the command says of itself.
struct UsageTests {
    @Test func `--version tells the version of the package`() throws {
        let result = try GesturectlCommand.run("--version")
        #expect(result.status == 0)
        #expect(result.output == "gesturectl 0.1.0\n")
    }
}
