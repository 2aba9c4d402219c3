import Foundation
import Testing
import TouchTestSupport

struct RunningProgramTests {
    /// Without `ToolchainFaults` Foundation reads past the end of an entry of /proc/self/fd.
    /// AddressSanitizer ends such a test process; without a sanitizer it sometimes crashed.
    @Test func `a program starts while 1 400 descriptors are open`() throws {
        let limit = try openFileLimit(atLeast: 4_096)
        try #require(limit >= 4_096, "the hard limit of open files is \(limit)")
        let open = (0..<1_400).compactMap { _ in FileHandle(forReadingAtPath: "/dev/null") }
        try #require(open.count == 1_400)
        for _ in 0..<10 {
            #expect(try RunningProgram("/bin/true", []).wait().status == 0)
        }
        withExtendedLifetime(open) {}
    }

    /// The soft limit of open files, after raising it to `count` if it is lower and the hard limit
    /// permits.
    private func openFileLimit(atLeast count: rlim_t) throws -> rlim_t {
        var limit = rlimit()
        try #require(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
        if limit.rlim_cur < count, limit.rlim_max >= count {
            limit.rlim_cur = count
            try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
        }
        return limit.rlim_cur
    }
}
