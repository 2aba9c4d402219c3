import Testing
import TouchCore
import TouchTestSupport

/// What the engine counts of contacts that are no fingers.
@Suite struct ContactTallyTests {
    @Test func `fingers count for nothing`() {
        let glass = Glass(settings: .init())
        glass.stroke(from: (100, 60), to: (160, 60), ms: 0...200, fingers: 3)
        #expect(glass.tally == ContactTally())
    }

    @Test func `a palm counts once, however often the device says so`() {
        let glass = Glass()
        glass.frame(0, .down(0, 100, 60), .down(1, 200, 60))
        for step in 1...5 { glass.frame(Double(step) * 10, .palm(0)) }
        glass.frame(60, .palmUp(1))
        #expect(glass.tally.palms == 2)
        let report = TouchReport(slot: 2, phase: .landed, x: 100, y: 100, isPalm: true)
        glass.process(TouchFrame(time: Timestamp(microseconds: 70_000)), reports: [report])
        glass.frame(80, .palmUp(2), .up(0))
        #expect(glass.tally.palms == 3)
    }

    @Test func `a palm that waits to count is one`() {
        let glass = Glass(settings: .init(minimumEvents: 3))
        glass.frame(0, .down(0, 100, 60))
        glass.frame(10, .palm(0))
        glass.frame(20, .up(0))
        #expect(glass.tally.palms == 1 && glass.tally.ghosts == 0)
    }

    @Test func `what is gone before it counts is a ghost`() {
        let glass = Glass(settings: .init(minimumEvents: 3))
        glass.frame(0, .down(0, 100, 60), .down(1, 200, 60))
        glass.frame(10, .up(0))
        glass.frame(20, .down(1, 220, 60))
        glass.wait(until: 80)
        glass.frame(90, .up(1))
        #expect(glass.tally.ghosts == 2, "one lifted, one was replaced, one was 60 ms old")
    }

    @Test func `a jump counts once`() {
        let glass = Glass()
        glass.frame(0, .down(0, 50, 60))
        glass.frame(10, .move(0, 200, 60))
        glass.frame(20, .move(0, 201, 60))
        #expect(glass.tally.jumps == 1)
    }

    @Test(arguments: [(0, 0), (34_400, 0), (34_401, 3), (-1, 3), (.max, 3)] as [(Int32, UInt64)])
    func `samples beyond an axis are counted`(x: Int32, clamped: UInt64) {
        let glass = Glass()
        for step in 0..<3 {
            let report = TouchReport(
                slot: 0, phase: step == 0 ? .landed : .moved, x: x, y: 6_000)
            let time = Timestamp(microseconds: Int64(step) * 10_000)
            glass.process(TouchFrame(time: time), reports: [report])
        }
        #expect(glass.tally.clamped == clamped)
    }

    @Test func `stuck contacts are told once, with their place`() {
        let glass = Glass(settings: .init(jitter: 0))
        glass.frame(0, .down(2, 100, 60), .down(5, 200, 60))
        glass.frame(1_000, .move(5, 210, 60))
        glass.frame(1_010, .move(5, 211, 60))
        glass.wait(until: 120_999)
        #expect(glass.takeStuck().map(\.slot) == [2])
        glass.wait(until: 121_000)
        let stuck = glass.takeStuck()
        #expect(stuck.map(\.slot) == [5] && stuck.map(\.position) == [Point(x: 211, y: 60)])
        #expect(stuck.map(\.restsSince.microseconds) == [1_000_000])
        #expect(glass.takeStuck().isEmpty)
        #expect(glass.tally.stuck == 2)
    }

    @Test func `a stuck contact whose slot lands anew is told no more`() {
        let glass = Glass(settings: .init(jitter: 0))
        glass.frame(0, .down(0, 100, 60))
        glass.wait(until: 120_000)
        glass.frame(130_000, .down(0, 200, 60))
        #expect(glass.takeStuck().isEmpty && glass.tally.stuck == 1)
    }
}
