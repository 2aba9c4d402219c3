import Testing

@testable import gesturectl

/// The number of commands at the same time, and the pause between them.
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
        _ = limiter.end(0)
        #expect(limiter.admit(0, at: 5) == .start)
        #expect(limiter.admit(0, at: 6) == .skip(isFirst: false))
    }

    @Test func `after a start it rests, by the time of the gestures`() {
        var limiter = CommandLimiter([binding(atMost: 9, cooldown: .milliseconds(1))])
        #expect(limiter.admit(0, at: 5_000) == .start)
        #expect(limiter.admit(0, at: 5_999) == .ignore)
        #expect(limiter.admit(0, at: 6_000) == .start)
        // The next daemon's recording starts from the beginning.
        #expect(limiter.admit(0, at: 0) == .start)
        #expect(limiter.admit(0, at: .max) == .start)
        #expect(limiter.admit(0, at: .min) == .start)
        #expect(limiter.admit(0, at: .max) == .start)
    }

    @Test func `what was skipped makes nothing rest`() {
        var limiter = CommandLimiter([binding(cooldown: .seconds(1))])
        #expect(limiter.admit(0, at: 0) == .start)
        #expect(limiter.admit(0, at: 1_000_000) == .skip(isFirst: true))
        _ = limiter.end(0)
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

    private func line(_ steps: Int, _ phase: String, id: Int = 1, at us: Int64 = 0)
        -> GestureOccurrence
    {
        GestureOccurrence(timeUs: us, ["id": "\(id)", "phase": phase, "steps": "\(steps)"])
    }

    @Test func `a command gets the steps that are new since the last one that ran`() {
        var knob = binding()
        knob.match.countsSteps = true
        var limiter = CommandLimiter([knob])
        var given: [String?] = []
        func admit(_ occurrence: GestureOccurrence) {
            let (verdict, occurrence) = limiter.admit(0, occurrence)
            given.append(verdict == .start ? occurrence["steps_delta"] : nil)
        }
        admit(line(0, "changed"))
        admit(line(2, "changed"))
        // It still runs: the next one receives all of it.
        admit(line(3, "changed"))
        admit(line(1, "changed"))
        let waiting = limiter.end(0)
        #expect(waiting == line(1, "changed"))
        if let waiting { admit(waiting) }
        #expect(limiter.end(0) == nil)
        admit(line(1, "changed"))
        #expect(given == [nil, "2", nil, nil, "-1", nil])
    }

    @Test func `what is new at the end of a gesture is not lost`() {
        var knob = binding(cooldown: .seconds(1))
        knob.match.countsSteps = true
        var limiter = CommandLimiter([knob])
        let first = limiter.admit(0, line(1, "changed"))
        _ = limiter.end(0)
        let resting = limiter.admit(0, line(4, "changed", at: 100_000))
        let last = limiter.admit(0, line(5, "ended", at: 200_000))
        #expect([first.verdict, resting.verdict, last.verdict] == [.start, .ignore, .start])
        #expect(last.gesture["steps_delta"] == "4")
        // Another gesture begins while its command runs, and both are awaited.
        let other = limiter.admit(0, line(-2, "ended", id: 2, at: 300_000))
        #expect(other.verdict != .start)
        let waiting = limiter.end(0)
        #expect(waiting == line(-2, "ended", id: 2, at: 300_000))
    }

    @Test func `other bindings get the new steps, too, and run as ever`() {
        var limiter = CommandLimiter([binding(atMost: 3)])
        #expect(limiter.admit(0, line(2, "changed")).gesture["steps_delta"] == "2")
        #expect(limiter.admit(0, line(2, "changed")).gesture["steps_delta"] == "0")
        limiter.forgetSteps()
        #expect(limiter.admit(0, line(1, "changed")).gesture["steps_delta"] == "1")
    }

    @Test func `a binding that matches no end keeps little of the gestures that were`() {
        var limiter = CommandLimiter([binding(atMost: 16)])
        for id in 1...10_000 {
            let admitted = limiter.admit(0, line(3, "changed", id: id))
            #expect(admitted.gesture["steps_delta"] == "3")
            _ = limiter.end(0)
            #expect(limiter.keptSteps(0) <= 64)
        }
    }
}
