import Testing
import TouchCore
import TouchTestSupport

/// The engine's counters of contacts that are not fingers.
@Suite struct ContactCountersTests {
    @Test func `fingers increase no counter`() {
        let screen = TestScreen(settings: .init())
        screen.stroke(from: (100, 60), to: (160, 60), ms: 0...200, fingers: 3)
        #expect(screen.counters == ContactCounters())
    }

    @Test func `a palm counts once, however often the device reports it`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 60), .down(1, 200, 60))
        for step in 1...5 { screen.frame(Double(step) * 10, .palm(0)) }
        screen.frame(60, .palmUp(1))
        #expect(screen.counters.palms == 2)
        let report = TouchReport(slot: 2, phase: .landed, x: 100, y: 100, isPalm: true)
        screen.process(TouchFrame(time: Timestamp(microseconds: 70_000)), reports: [report])
        screen.frame(80, .palmUp(2), .up(0))
        #expect(screen.counters.palms == 3)
    }

    @Test func `a palm that waits to count is not a ghost`() {
        let screen = TestScreen(settings: .init(minimumEvents: 3))
        screen.frame(0, .down(0, 100, 60))
        screen.frame(10, .palm(0))
        screen.frame(20, .up(0))
        #expect(screen.counters.palms == 1 && screen.counters.ghosts == 0)
    }

    @Test func `a contact that ends before it counts is a ghost`() {
        let screen = TestScreen(settings: .init(minimumEvents: 3))
        screen.frame(0, .down(0, 100, 60), .down(1, 200, 60))
        screen.frame(10, .up(0))
        screen.frame(20, .down(1, 220, 60))
        screen.wait(until: 80)
        screen.frame(90, .up(1))
        #expect(screen.counters.ghosts == 2, "one lifted, one was replaced, one was 60 ms old")
    }

    @Test func `a jump counts once`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 50, 60))
        screen.frame(10, .move(0, 200, 60))
        screen.frame(20, .move(0, 201, 60))
        #expect(screen.counters.jumps == 1)
    }

    @Test(arguments: [(0, 0), (34_400, 0), (34_401, 3), (-1, 3), (.max, 3)] as [(Int32, UInt64)])
    func `samples beyond an axis are counted`(x: Int32, clamped: UInt64) {
        let screen = TestScreen()
        for step in 0..<3 {
            let report = TouchReport(
                slot: 0, phase: step == 0 ? .landed : .moved, x: x, y: 6_000)
            let time = Timestamp(microseconds: Int64(step) * 10_000)
            screen.process(TouchFrame(time: time), reports: [report])
        }
        #expect(screen.counters.clamped == clamped)
    }

    @Test func `stuck contacts are reported once, with their position`() {
        let screen = TestScreen(settings: .init(jitter: 0))
        screen.frame(0, .down(2, 100, 60), .down(5, 200, 60))
        screen.frame(1_000, .move(5, 210, 60))
        screen.frame(1_010, .move(5, 211, 60))
        screen.wait(until: 120_999)
        #expect(screen.takeStuck().map(\.slot) == [2])
        screen.wait(until: 121_000)
        let stuck = screen.takeStuck()
        #expect(stuck.map(\.slot) == [5] && stuck.map(\.position) == [Point(x: 211, y: 60)])
        #expect(stuck.map(\.restsSince.microseconds) == [1_000_000])
        #expect(screen.takeStuck().isEmpty)
        #expect(screen.counters.stuck == 2)
    }

    @Test func `a stuck contact whose slot lands again is no longer reported`() {
        let screen = TestScreen(settings: .init(jitter: 0))
        screen.frame(0, .down(0, 100, 60))
        screen.wait(until: 120_000)
        screen.frame(130_000, .down(0, 200, 60))
        #expect(screen.takeStuck().isEmpty && screen.counters.stuck == 1)
    }
}
