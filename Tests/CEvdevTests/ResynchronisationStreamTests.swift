import CEvdev
import Testing
import TouchTestSupport

/// Random drivers, read late, with frames between the questions: after every round the assembler
/// holds what the kernel holds.
struct ResynchronisationStreamTests {
    private static let slotCount: Int32 = 4

    /// One frame of a driver that moves, lands and lifts at random.
    private static func frame(_ random: inout SeededGenerator) -> String {
        var events: [input_event] = []
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            events.append(.slot(.random(in: 0..<slotCount, using: &random)))
            if Int.random(in: 0..<3, using: &random) == 0 {
                events.append(.id(.random(in: -1...5, using: &random)))
            }
            events.append(.x(.random(in: 0..<50, using: &random)))
            events.append(.y(.random(in: 0..<50, using: &random)))
        }
        return events.script
    }

    /// Frames that no one reads, a question with frames in it, and two frames after it.
    private static func round(_ random: inout SeededGenerator) -> [String] {
        var script = (0..<Int.random(in: 0...8, using: &random)).map { _ in
            "frame 1 \(frame(&random))"
        }
        for _ in 0..<Int.random(in: 0...6, using: &random) {
            let call = Int.random(in: 1...40, using: &random)
            script.append("later \(call) 2 \(frame(&random))")
        }
        script.append("resynchronise 0 586")
        script.append("frame 3 \(frame(&random))")
        return script + ["read 586", "slots"]
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func `the slots are the kernel's after every round`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let assembler = try FrameAssembler(slots: Self.slotCount, hasButton: false)
        let script = (0..<25).flatMap { _ in Self.round(&random) }
        var rest = try KernelDouble.open("\(Self.slotCount)", then: script)[...]
        while rest.count >= 3 {
            let answers = try rest.prefix(2).map(KernelAnswer.init)
            let slots = try #require(assembler.frames(answers.flatMap(\.events)).last).slots
            let held = slots.map { "\($0.id),\($0.x),\($0.y),\($0.pressure)" }
            #expect(held.joined(separator: " ") == rest.dropFirst(2).first)
            rest = rest.dropFirst(3)
        }
        #expect(rest.isEmpty)
    }
}
