import Testing

@testable import GesturedServer

/// How many requests of a client are counted as too many, where it had to wait for its turn.
struct RequestInputTests {
    private let limits = ClientLimits()
    private var input = RequestInput()

    /// Takes so many requests, and stops after the first where that is asked; how many are too many.
    private mutating func take(_ count: Int, at us: Int64, stops: Bool = false) -> Int {
        var refused = 0
        Array(String(repeating: "x\n", count: count).utf8).withUnsafeBytes { bytes in
            input.take(bytes, limits, now: us) { outcome in
                if case .tooMany = outcome { refused += 1 }
                return !stops
            }
        }
        return refused
    }

    @Test mutating func `more than the limit within a second is too many`() {
        #expect(take(limits.requestsPerSecond, at: 0) == 0)
        #expect(take(1, at: 999_999) == 1)
    }

    @Test mutating func `who always has to wait may ask at its rate for ever`() {
        for second in 0..<3_000 as Range<Int64> {
            input.beginWaiting()
            #expect(take(40, at: second * 1_000_000) == 0)
            input.settle()
        }
    }

    @Test mutating func `a line that nobody could end while it waited begins with its turn`() {
        Array("half a line".utf8).withUnsafeBytes { bytes in
            input.take(bytes, limits, now: 1_000) { _ in true }
        }
        #expect(input.began == 1_000)
        input.beginWaiting()
        input.endWaiting(now: 11_000_000)
        #expect(input.began == 11_000_000)
        input.endWaiting(now: 12_000_000)
        #expect(take(1, at: 12_000_000) == 0)
        #expect(input.began == nil)
        input.endWaiting(now: 13_000_000)
        #expect(input.began == nil)
    }

    @Test mutating func `what came while it waited is not counted as of one second`() {
        input.noteRead(hasAll: true)
        #expect(take(2, at: 0, stops: true) == 0)
        input.beginWaiting()
        input.resume(limits, now: 3_000_000) { _ in true }
        input.settle()
        // Three seconds' worth lies in its socket.
        #expect(take(60, at: 3_000_000) == 0)
    }
}
