import LinuxIO
import Testing

struct BackoffTests {
    @Test func `each pause is twice the one before, up to the longest`() {
        var backoff = Backoff(firstUs: 20, longestUs: 100)
        #expect((0..<5).map { _ in backoff.fail() } == [20, 40, 80, 100, 100])
        #expect(backoff.failures == 5)
        backoff.reset()
        #expect(backoff.fail() == 20)
        #expect(backoff.failures == 1)
    }

    @Test func `after the last attempt there is no pause until a reset`() {
        var backoff = Backoff(firstUs: 20, limit: 2)
        #expect((0..<4).map { _ in backoff.fail() } == [20, 40, nil, nil])
        #expect(backoff.failures == 2)
        backoff.reset()
        #expect(backoff.fail() == 20)
    }

    @Test(arguments: [(Int64.min, Int64.min), (.min, .max), (.max, .max), (.max, 0), (0, 0)])
    func `pauses of any length do not overflow`(firstUs: Int64, longestUs: Int64) {
        var backoff = Backoff(firstUs: firstUs, longestUs: longestUs)
        for _ in 0..<130 {
            let pause = backoff.fail()
            #expect(pause.map { $0 >= 0 } == true)
        }
    }
}
