import Testing
import TouchTestSupport

/// The counter itself: a counter that counts nothing would let every test pass.
@Suite(.enabled(if: !isSanitized, "a sanitizer allocates for itself"))
struct MallocCountTests {
    private func count(_ function: String, _ times: Int) throws -> Int {
        try runCountingMallocs(
            executable: BuiltFile(named: "MallocProbe").path, arguments: [function, "\(times)"])
    }

    @Test(arguments: [
        "malloc", "calloc", "realloc", "reallocarray", "memalign", "aligned_alloc",
        "posix_memalign", "valloc", "pvalloc", "strdup",
    ])
    func `counts every call of an allocating function`(function: String) throws {
        let idle = try count(function, 0)
        #expect(try count(function, 1) - idle == 1)
        #expect(try count(function, 1000) - idle == 1000)
    }

    @Test func `a program that fails has no count`() throws {
        let probe = try BuiltFile(named: "MallocProbe").path
        #expect(throws: MallocCountError.self) {
            try runCountingMallocs(executable: probe, arguments: [])
        }
        #expect(throws: MallocCountError.self) { try count("nonsense", 1) }
    }

    @Test func `a file that was not built is reported with its path`() throws {
        let error = try #require(throws: BuiltFileError.self) { try BuiltFile(named: "no-such") }
        #expect(error.description.hasPrefix("cannot find no-such in /"))
    }
}
