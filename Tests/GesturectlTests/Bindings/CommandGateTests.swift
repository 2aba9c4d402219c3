import Testing

@testable import gesturectl

/// How many commands run at the same time, and how soon after another.
struct CommandGateTests {
    private func binding(atMost: Int = 1, cooldown: Duration = .zero) -> Binding {
        var binding = Binding()
        binding.atMost = atMost
        binding.cooldown = cooldown
        return binding
    }

    @Test func `no more run than may, and the first that is skipped is told`() {
        var gate = CommandGate([binding(atMost: 2), binding()])
        #expect(gate.admit(0, at: 0) == .start)
        #expect(gate.admit(0, at: 1) == .start)
        #expect(gate.admit(0, at: 2) == .skip(isFirst: true))
        #expect(gate.admit(0, at: 3) == .skip(isFirst: false))
        #expect(gate.admit(1, at: 4) == .start)
        gate.end(0)
        #expect(gate.admit(0, at: 5) == .start)
        #expect(gate.admit(0, at: 6) == .skip(isFirst: false))
    }

    @Test func `after a start it rests, by the time of the gestures`() {
        var gate = CommandGate([binding(atMost: 9, cooldown: .milliseconds(1))])
        #expect(gate.admit(0, at: 5_000) == .start)
        #expect(gate.admit(0, at: 5_999) == .rest)
        #expect(gate.admit(0, at: 6_000) == .start)
        // The next daemon's recording begins anew.
        #expect(gate.admit(0, at: 0) == .start)
        #expect(gate.admit(0, at: .max) == .start)
        #expect(gate.admit(0, at: .min) == .start)
        #expect(gate.admit(0, at: .max) == .start)
    }

    @Test func `what was skipped makes nothing rest`() {
        var gate = CommandGate([binding(cooldown: .seconds(1))])
        #expect(gate.admit(0, at: 0) == .start)
        #expect(gate.admit(0, at: 1_000_000) == .skip(isFirst: true))
        gate.end(0)
        #expect(gate.admit(0, at: 1_000_001) == .start)
    }

    @Test func `all bindings together run so many at most`() {
        let count = 5
        var gate = CommandGate(Array(repeating: binding(atMost: 16), count: count))
        var started = 0
        for index in 0..<count {
            for _ in 0..<16 where gate.admit(index, at: 0) == .start { started += 1 }
        }
        #expect(started == CommandGate.mostAtOnce)
    }
}
