import Testing

/// Golden traces: what fingers do, and what is recognised in it.
struct TraceTests {
    @Test(arguments: TraceFixture.names)
    func `a trace emits what is below its separator`(name: String) throws {
        try TraceFixture.expect(name)
    }

    @Test func `there are traces`() {
        #expect(TraceFixture.names.count >= 20)
    }
}
