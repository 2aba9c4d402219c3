import SystemPackage
import Testing

@testable import LinuxIO

/// Why a command gives up.
struct ExitStatusTests {
    @Test func `errors name what failed in lower case, and permission has its own status`() {
        let missing = CommandError(.noInput, "cannot open x", .noSuchFileOrDirectory)
        #expect(missing.description == "cannot open x: no such file or directory")
        #expect(missing.status == .noInput)
        let forbidden = CommandError(
            .cannotCreate, "cannot make x", .permissionDenied, advice: "Ask")
        #expect(forbidden.description == "cannot make x: permission denied\n  Ask")
        #expect(forbidden.status == .noPermission)
    }
}
