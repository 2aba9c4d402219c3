import CEvdev
import Foundation
import Testing
import TouchTestSupport

/// Queries of the contacts while the driver sends further events.
struct ResynchronisationTests {
    private static let twoFingers =
        "frame 1000 3:57:4 3:53:10 3:54:11 3:47:2 3:57:5 3:53:20 1:330:1"

    private func answers(_ device: String, _ script: [String]) throws -> [KernelAnswer] {
        try KernelDouble.open(device, then: script).map(KernelAnswer.init)
    }

    /// The assembler's slots after the events of those answers.
    private func slots(after answers: [KernelAnswer], of assembler: FrameAssembler) throws
        -> [SlotSnapshot]
    {
        try #require(assembler.frames(answers.flatMap(\.events)).last).slots
    }

    @Test func `contacts that are down already are reported at once`() throws {
        let answer = try #require(
            try answers("3 button", [Self.twoFingers, "resynchronise 0 586"]).first)
        let frame = try #require(
            try FrameAssembler(slots: 3).frames(answer.events).first)
        #expect(frame.resynchronised && frame.timeUs == 1000)
        #expect(frame.landed == [0, 2])
        #expect(frame.slots.map(\.id) == [4, -1, 5])
        #expect(frame.slots.map(\.x) == [10, 0, 20])
    }

    @Test func `queued events are discarded, except their latest timestamp`() throws {
        let found = try answers(
            "3 button",
            [Self.twoFingers, "frame 2500000 3:53:30", "resynchronise 7 586", "read 64"])
        #expect(found.map(\.result) == [3 * 9 + 4, 0])
        #expect(found[0].lastUs == 2_500_000 && found[0].stamps == [2_500_000])
    }

    @Test func `timestamps never decrease`() throws {
        let found = try answers("3 button", [Self.twoFingers, "resynchronise 5000 586"])
        #expect(found[0].lastUs == 5000 && found[0].stamps == [5000])
    }

    @Test func `timestamps of the wall clock are ignored`() throws {
        let found = try answers("3 button no-clock", [Self.twoFingers, "resynchronise 7 586"])
        #expect(found[0].lastUs == 7 && found[0].stamps == [7])
    }

    @Test func `the next event applies to its slot though the kernel does not repeat it`() throws {
        let found = try answers(
            "3 button", [Self.twoFingers, "resynchronise 0 586", "frame 2000 3:54:77", "read 64"])
        let slots = try slots(after: found, of: FrameAssembler(slots: 3))
        #expect(slots[2] == SlotSnapshot(id: 5, x: 20, y: 77))
    }

    @Test func `half a frame continues in the slot in which it began`() throws {
        let found = try answers(
            "3 button",
            [Self.twoFingers, "half 2 3:57:-1 3:47:0 3:53:30", "resynchronise 0 586"]
                + ["frame 2 3:54:40", "read 64"])
        let slots = try slots(after: found, of: FrameAssembler(slots: 3))
        #expect(slots.map(\.id) == [4, -1, -1])
        #expect(slots[0] == SlotSnapshot(id: 4, x: 30, y: 40))
    }

    @Test func `the current slot is queried if a dropout hides it`() throws {
        let flood = ["frame 2 3:47:1 3:57:6"] + (1...40).map { "frame 3 3:53:\($0)" }
        let found = try answers(
            "3 button",
            [Self.twoFingers, "read 64"] + flood
                + ["read 1", "resynchronise 0 586", "frame 5 3:53:60", "read 64"])
        #expect(found[1].events.script == "0:3:0")
        let slots = try slots(after: found.suffix(2).map { $0 }, of: FrameAssembler(slots: 3))
        #expect(slots[1] == SlotSnapshot(id: 6, x: 60))
    }

    @Test func `fingers that landed in unread events are down`() throws {
        let found = try answers(
            "3 button",
            [Self.twoFingers, "read 64", "frame 2 3:57:-1 3:47:0 3:57:-1 1:330:0", "read 64"]
                + ["frame 3 3:57:6 1:330:1", "resynchronise 3 586"])
        let frame = try #require(try FrameAssembler(slots: 3).frames(found.flatMap(\.events)).last)
        #expect(frame.live == [0] && frame.landed == [0])
    }

    @Test func `a frame may arrive between any two calls`() throws {
        // Two reads, nine queries, the read that finds no event, and the test's own read.
        for call in 1...13 {
            let found = try KernelDouble.open(
                "3 button",
                then: [
                    Self.twoFingers, "later \(call) 2000 3:47:1 3:57:6 3:53:30 3:47:0 3:57:-1",
                    "resynchronise 0 586", "read 64", "slots",
                ])
            let slots = try slots(
                after: found.prefix(2).map(KernelAnswer.init), of: FrameAssembler(slots: 3))
            #expect(slots.map(\.id) == [-1, 6, 5], "before call \(call)")
            #expect(slots.map(\.x) == [10, 30, 20], "before call \(call)")
            #expect(found[1].hasPrefix("0") == (call < 13), "before call \(call)")
            #expect(found[2] == "-1,10,11,0 6,30,0,0 5,20,0,0")
        }
    }

    @Test func `the number of queries is limited, and then no event is lost`() throws {
        let frames = (1...14).map { "later \($0 * 3) \($0) 3:53:\($0 + 100)" }
        let found = try answers(
            "3 button", [Self.twoFingers] + frames + ["resynchronise 0 586", "read 64"])
        let slots = try slots(after: found, of: FrameAssembler(slots: 3))
        #expect(slots[2].x == 114)
        #expect(found[1].result > 0)
    }

    @Test func `axes and button of a single-touch device are queried`() throws {
        let found = try answers(
            "0 button", ["frame 9 3:0:70 3:1:80 3:24:9 1:330:1", "resynchronise 0 586"])
        #expect(found[0].events.script == "0:3:0 3:0:70 3:1:80 3:24:9 1:330:1 0:0:0")
    }

    @Test func `a pen that is near remains near`() throws {
        let found = try answers(
            "3 button pen", [Self.twoFingers, "frame 2 1:320:1", "resynchronise 0 586"])
        let frame = try #require(try FrameAssembler(slots: 3).frames(found[0].events).first)
        #expect(frame.pen && frame.live == [0, 2])
        #expect(found[0].codes(ofType: EV_KEY) == [320, 321, 322, 323, 324, 330])
    }

    @Test func `the pressure of a resistive panel is queried`() throws {
        let found = try answers("0", ["frame 9 3:0:70 3:1:80 3:24:9", "resynchronise 0 586"])
        #expect(found[0].events.script == "0:3:0 3:0:70 3:1:80 3:24:9 0:0:0")
    }

    @Test func `without slots only the button is queried, and contacts follow`() throws {
        let down = "frame 9 3:53:70 3:54:80 0:2:0 1:330:1"
        let found = try answers(
            "0 button anonymous",
            ["resynchronise 0 586", down, "resynchronise 0 586", "frame 10 1:330:0"]
                + ["resynchronise 0 586"])
        #expect(
            found.map(\.events.script) == [
                "0:3:0 1:330:0 0:0:0", "0:3:0 1:330:1 0:0:0 0:3:0", "0:3:0 1:330:0 0:0:0",
            ])
    }

    @Test func `contacts without slots and button are up at first, and unknown later`() throws {
        let found = try answers(
            "0 anonymous", ["resynchronise 0 586", "resynchronise 0 586"])
        #expect(found.map(\.events.script) == ["0:3:0 0:0:0", "0:3:0 0:0:0 0:3:0"])
    }

    @Test func `too small a buffer is refused, and no event is lost`() throws {
        let found = try answers("3 button", [Self.twoFingers, "resynchronise 5 30", "read 64"])
        #expect(found.map(\.result) == [-Int(ENOSPC), 8])
    }
}

/// Random drivers that are read late, with frames between the queries.
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

    /// Unread frames, a query with frames during it, and a frame after it.
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
    func `the assembler has the kernel's slots after every round`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let assembler = try FrameAssembler(slots: Self.slotCount, hasButton: false)
        let script = (0..<25).flatMap { _ in Self.round(&random) }
        var remaining = try KernelDouble.open("\(Self.slotCount)", then: script)[...]
        while remaining.count >= 3 {
            let answers = try remaining.prefix(2).map(KernelAnswer.init)
            let slots = try #require(assembler.frames(answers.flatMap(\.events)).last).slots
            let texts = slots.map { "\($0.id),\($0.x),\($0.y),\($0.pressure)" }
            #expect(texts.joined(separator: " ") == remaining.dropFirst(2).first)
            remaining = remaining.dropFirst(3)
        }
        #expect(remaining.isEmpty)
    }
}
