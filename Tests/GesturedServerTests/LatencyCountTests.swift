import GestureWire
import Testing

@testable import GesturedServer

struct LatencyCountTests {
    @Test func `without a frame there is no summary`() {
        #expect(LatencyCount().summary == nil)
    }

    @Test(arguments: [0, 1, 7, 8, 15, 16, 17, 100, 999, 20_000, 1 << 40, .max] as [Int64])
    func `the median of one frame is its latency`(us: Int64) {
        var count = LatencyCount()
        count.add(us)
        #expect(count.summary?.max == us)
        #expect(count.summary?.p50 == us)
    }

    @Test func `median and 99th percentile are exact to an eighth`() throws {
        var count = LatencyCount()
        for us in 1...1_000 as ClosedRange<Int64> { count.add(us) }
        let summary = try #require(count.summary)
        #expect((500...562).contains(summary.p50))
        #expect((990...1_000).contains(summary.p99))
        #expect(summary.max == 1_000)
    }

    @Test func `a frame with a timestamp in the future counts as one without latency`() {
        var count = LatencyCount()
        count.add(-5)
        #expect(count.summary?.max == 0)
    }
}
