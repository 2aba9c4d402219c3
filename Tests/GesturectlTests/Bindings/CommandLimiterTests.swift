import Testing

@testable import gesturectl

/// The number of commands that run at the same time, and the pause between them.
struct CommandLimiterTests {
    private func binding(atMost: Int = 1, cooldown: Duration = .zero) -> Binding {
        var binding = Binding()
        binding.atMost = atMost
        binding.cooldown = cooldown
        return binding
    }

    @Test func `commands beyond the maximum are skipped, and the first of them is reported`() {
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

    @Test func `a cooldown follows each start, by the timestamps of gestures`() {
        var limiter = CommandLimiter([binding(atMost: 9, cooldown: .milliseconds(1))])
        #expect(limiter.admit(0, at: 5_000) == .start)
        #expect(limiter.admit(0, at: 5_999) == .ignore)
        #expect(limiter.admit(0, at: 6_000) == .start)
        // Timestamps that go back, as in a recording that the next daemon plays, end the cooldown.
        #expect(limiter.admit(0, at: 0) == .start)
        #expect(limiter.admit(0, at: .max) == .start)
        #expect(limiter.admit(0, at: .min) == .start)
        #expect(limiter.admit(0, at: .max) == .start)
    }

    @Test func `a skipped command starts no cooldown`() {
        var limiter = CommandLimiter([binding(cooldown: .seconds(1))])
        #expect(limiter.admit(0, at: 0) == .start)
        #expect(limiter.admit(0, at: 1_000_000) == .skip(isFirst: true))
        _ = limiter.end(0)
        #expect(limiter.admit(0, at: 1_000_001) == .start)
    }

    @Test func `all bindings together run a limited number of commands`() {
        let count = 5
        var limiter = CommandLimiter(Array(repeating: binding(atMost: 16), count: count))
        var started = 0
        for index in 0..<count {
            for _ in 0..<16 where limiter.admit(index, at: 0) == .start { started += 1 }
        }
        #expect(started == CommandLimiter.maximumConcurrent)
    }

    private func knobTurn(steps: Int, _ phase: String, id: Int = 1, at us: Int64 = 0)
        -> GestureOccurrence
    {
        GestureOccurrence(timeUs: us, ["id": "\(id)", "phase": phase, "steps": "\(steps)"])
    }

    @Test func `a command receives the steps since the last command that ran`() {
        var knob = binding()
        knob.match.countsSteps = true
        var limiter = CommandLimiter([knob])
        var given: [String?] = []
        func admit(_ occurrence: GestureOccurrence) {
            let (verdict, occurrence) = limiter.admit(0, occurrence)
            given.append(verdict == .start ? occurrence["steps_delta"] : nil)
        }
        admit(knobTurn(steps: 0, "changed"))
        admit(knobTurn(steps: 2, "changed"))
        // The command still runs: the next one gets the steps of both.
        admit(knobTurn(steps: 3, "changed"))
        admit(knobTurn(steps: 1, "changed"))
        let waiting = limiter.end(0)
        #expect(waiting == knobTurn(steps: 1, "changed"))
        if let waiting { admit(waiting) }
        #expect(limiter.end(0) == nil)
        admit(knobTurn(steps: 1, "changed"))
        #expect(given == [nil, "2", nil, nil, "-1", nil])
    }

    @Test func `new steps at the end of a gesture are not lost`() {
        var knob = binding(cooldown: .seconds(1))
        knob.match.countsSteps = true
        var limiter = CommandLimiter([knob])
        let first = limiter.admit(0, knobTurn(steps: 1, "changed"))
        _ = limiter.end(0)
        let resting = limiter.admit(0, knobTurn(steps: 4, "changed", at: 100_000))
        let last = limiter.admit(0, knobTurn(steps: 5, "ended", at: 200_000))
        #expect([first.verdict, resting.verdict, last.verdict] == [.start, .ignore, .start])
        #expect(last.gesture["steps_delta"] == "4")
        // Another gesture ends while the command runs: its steps wait for the command.
        let second = limiter.admit(0, knobTurn(steps: -2, "ended", id: 2, at: 300_000))
        #expect(second.verdict != .start)
        let waiting = limiter.end(0)
        #expect(waiting == knobTurn(steps: -2, "ended", id: 2, at: 300_000))
    }

    @Test func `bindings that do not count steps receive new steps, too, and run each time`() {
        var limiter = CommandLimiter([binding(atMost: 3)])
        #expect(limiter.admit(0, knobTurn(steps: 2, "changed")).gesture["steps_delta"] == "2")
        #expect(limiter.admit(0, knobTurn(steps: 2, "changed")).gesture["steps_delta"] == "0")
        limiter.forgetSteps()
        #expect(limiter.admit(0, knobTurn(steps: 1, "changed")).gesture["steps_delta"] == "1")
    }

    @Test func `a binding that never matches an end keeps the steps of at most 64 gestures`() {
        var limiter = CommandLimiter([binding(atMost: 16)])
        for id in 1...10_000 {
            let admitted = limiter.admit(0, knobTurn(steps: 3, "changed", id: id))
            #expect(admitted.gesture["steps_delta"] == "3")
            _ = limiter.end(0)
            #expect(limiter.keptSteps(0) <= 64)
        }
    }
}
