import Testing

/// Golden traces: what fingers do, and what is recognised in it.
struct TraceTests {
    @Test(arguments: TraceFixture.names)
    func `a trace tells what stands below its line`(name: String) throws {
        try TraceFixture.expect(name)
    }

    @Test func `there are traces`() {
        #expect(TraceFixture.names.count >= 20)
    }
}
