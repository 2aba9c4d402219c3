import Testing

@testable import gesturectl

/// How many commands run at the same time, and how soon after another.
struct CommandLimiterTests {
    private func binding(atMost: Int = 1, cooldown: Duration = .zero) -> Binding {
        var binding = Binding()
        binding.atMost = atMost
        binding.cooldown = cooldown
        return binding
    }

    @Test func `no more run than allowed, and the first that is skipped is reported`() {
        var limiter = CommandLimiter([binding(atMost: 2), binding()])
        #expect(limiter.admit(0, at: 0) == .start)
        #expect(limiter.admit(0, at: 1) == .start)
        #expect(limiter.admit(0, at: 2) == .skip(isFirst: true))
        #expect(limiter.admit(0, at: 3) == .skip(isFirst: false))
        #expect(limiter.admit(1, at: 4) == .start)
        limiter.end(0)
        #expect(limiter.admit(0, at: 5) == .start)
        #expect(limiter.admit(0, at: 6) == .skip(isFirst: false))
    }

    @Test func `after a start it rests, by the time of the gestures`() {
        var limiter = CommandLimiter([binding(atMost: 9, cooldown: .milliseconds(1))])
        #expect(limiter.admit(0, at: 5_000) == .start)
        #expect(limiter.admit(0, at: 5_999) == .rest)
        #expect(limiter.admit(0, at: 6_000) == .start)
        // The next daemon's recording begins anew.
        #expect(limiter.admit(0, at: 0) == .start)
        #expect(limiter.admit(0, at: .max) == .start)
        #expect(limiter.admit(0, at: .min) == .start)
        #expect(limiter.admit(0, at: .max) == .start)
    }

    @Test func `what was skipped makes nothing rest`() {
        var limiter = CommandLimiter([binding(cooldown: .seconds(1))])
        #expect(limiter.admit(0, at: 0) == .start)
        #expect(limiter.admit(0, at: 1_000_000) == .skip(isFirst: true))
        limiter.end(0)
        #expect(limiter.admit(0, at: 1_000_001) == .start)
    }

    @Test func `all bindings together run so many at most`() {
        let count = 5
        var limiter = CommandLimiter(Array(repeating: binding(atMost: 16), count: count))
        var started = 0
        for index in 0..<count {
            for _ in 0..<16 where limiter.admit(index, at: 0) == .start { started += 1 }
        }
        #expect(started == CommandLimiter.maximumConcurrent)
    }
}
