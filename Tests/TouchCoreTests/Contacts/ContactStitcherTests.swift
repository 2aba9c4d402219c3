import Testing
import TouchCore
import TouchTestSupport

/// Contacts that break (docs/gestures/contacts.md).
@Suite struct ContactStitcherTests {
    private func screen(_ stitch: Duration?, confirmation: ContactConfirmation? = nil) -> TestScreen
    {
        TestScreen(
            settings: DeviceSettings(
                jitter: 0, stuckAfter: .zero, confirmation: confirmation, stitch: stitch))
    }

    /// A drag at `speed` mm/ms and 125 Hz, whose contact is missing for `frames` scans and
    /// continues in `slot`.
    private func drag(
        on screen: TestScreen, at start: Double = 0, missing frames: Int, in slot: Int = 0,
        speed: Double = 0.5
    ) {
        var time = 0.0
        screen.frame(start, .down(0, 50, 60))
        while time < 160 {
            time += 8
            screen.frame(start + time, .move(0, 50 + speed * time, 60))
        }
        if frames > 0 {
            screen.frame(start + time + 8, .up(0))
            time += 8 * Double(frames + 1)
            screen.frame(start + time, .down(slot, 50 + speed * time, 60))
        }
        while time < 320 {
            time += 8
            screen.frame(start + time, .move(frames > 0 ? slot : 0, 50 + speed * time, 60))
        }
        screen.frame(start + time + 100, .up(frames > 0 ? slot : 0))
        screen.wait(until: start + time + 300)
    }

    private func drags(_ screen: TestScreen) -> Int {
        screen.events.count { $0.values.kind == .drag && $0.phase == .began }
    }

    @Test(arguments: [1, 2, 3, 4], [0, 1])
    func `a drag that breaks is one drag, in whichever slot it continues`(frames: Int, slot: Int) {
        let screen = screen(.milliseconds(40))
        drag(on: screen, missing: frames, in: slot)
        #expect(drags(screen) == 1)
        #expect(screen.counters.breaks == 1)
        // The slots stay exchanged until another contact lands there.
        drag(on: screen, at: 1_000, missing: 0)
        #expect(drags(screen) == 2)
        let ends = screen.events.filter { $0.values.kind == .drag && $0.phase == .ended }
        #expect(ends.count == 2)
    }

    @Test func `a contact that is missing for longer than the limit is a new one`() {
        let screen = screen(.milliseconds(40))
        drag(on: screen, missing: 6)
        #expect(drags(screen) == 2)
    }

    @Test func `a contact that returns elsewhere is a new one`() {
        let screen = screen(.milliseconds(40))
        for time in stride(from: 0.0, through: 160, by: 8) {
            screen.frame(time, time == 0 ? .down(0, 50, 60) : .move(0, 50 + time / 2, 60))
        }
        screen.frame(168, .up(0))
        screen.frame(176, .down(0, 138, 120))
        #expect(screen.counters.breaks == 0)
        // The lift was held back only until then.
        let end = screen.events.last { $0.values.kind == .drag }
        #expect(end?.phase == .ended && end?.time.microseconds == 176_000)
        #expect(end?.durationUs == 168_000)
    }

    @Test func `a held lift ends at its deadline, with the lift's values`() throws {
        let plain = screen(.zero)
        let held = screen(.milliseconds(40))
        for screen in [plain, held] {
            for time in stride(from: 0.0, through: 160, by: 8) {
                screen.frame(time, time == 0 ? .down(0, 50, 60) : .move(0, 50 + time / 2, 60))
            }
            screen.frame(168, .up(0))
            screen.wait(until: 400)
        }
        let ends = try [plain, held].map { screen in
            try #require(screen.events.last { $0.values.kind == .drag && $0.phase == .ended })
        }
        #expect(ends[0].time.microseconds == 168_000)
        #expect(ends[1].time.microseconds == 208_000)
        #expect(ends[0].durationUs == ends[1].durationUs)
        #expect(ends[0].values == ends[1].values && ends[0].position == ends[1].position)
        #expect(plain.events.count == held.events.count)
    }

    @Test func `the lift of a finger that rests is held for 40 ms at most`() {
        let screen = screen(.milliseconds(100))
        screen.frame(0, .down(0, 50, 60))
        screen.frame(80, .up(0))
        screen.wait(until: 400)
        #expect(screen.transitions == ["120 tap ended ×1"])
    }

    @Test func `lifts are held from the third break on`() {
        let screen = screen(nil)
        for number in 0..<3 { drag(on: screen, at: 1_000 * Double(number), missing: 3) }
        #expect(drags(screen) == 6)
        #expect(screen.counters.breaks == 3)
        drag(on: screen, at: 4_000, missing: 3)
        #expect(drags(screen) == 7)
    }

    @Test func `lifts are emitted at once on a device whose contacts do not break`() {
        let screen = screen(nil)
        for number in 0..<20 { drag(on: screen, at: 1_000 * Double(number), missing: 0) }
        let ends = screen.events.filter { $0.values.kind == .drag && $0.phase == .ended }
        #expect(
            ends.map { $0.time.microseconds % 1_000_000 } == Array(repeating: 420_000, count: 20))
    }

    @Test func `no lift is held if the configuration turns this off`() {
        let screen = screen(.zero)
        for number in 0..<5 { drag(on: screen, at: 1_000 * Double(number), missing: 2) }
        #expect(drags(screen) == 10)
    }

    @Test func `lost events cancel a gesture of a held lift, and slots are right afterwards`() {
        let screen = screen(.milliseconds(40))
        for time in stride(from: 0.0, through: 160, by: 8) {
            screen.frame(time, time == 0 ? .down(0, 50, 60) : .move(0, 50 + time / 2, 60))
        }
        screen.frame(168, .up(0))
        screen.frame(176, [], resynchronised: true)
        let end = screen.events.last
        #expect(end?.phase == .cancelled && end?.reason == .resynchronised)
        drag(on: screen, at: 1_000, missing: 2, in: 1)
        #expect(drags(screen) == 2)
    }

    @Test func `another finger may land in the slot of the broken contact`() {
        let screen = screen(.milliseconds(40), confirmation: .off)
        for time in stride(from: 0.0, through: 160, by: 8) {
            screen.frame(time, time == 0 ? .down(0, 50, 60) : .move(0, 50 + time / 2, 60))
        }
        screen.frame(168, .up(0))
        screen.frame(176, .down(0, 138, 150), .down(1, 138, 60))
        #expect(screen.counters.breaks == 1)
        for time in stride(from: 184.0, through: 400, by: 8) {
            screen.frame(time, .move(0, 138, 150 - (time - 176) / 4), .move(1, 50 + time / 2, 60))
        }
        #expect(screen.counters.jumps == 0)
        screen.frame(408, .up(0), .up(1))
        screen.wait(until: 2_000)
        let drags = screen.events.filter { $0.values.kind == .drag }
        #expect(drags.filter { $0.phase == .began }.map(\.fingers) == [1, 2])
        #expect(Promises.broken(by: screen.events).isEmpty && screen.nextDeadline == nil)
    }

    @Test func `a landing in the slot of a contact that did not lift joins no broken contact`() {
        let screen = screen(.milliseconds(40), confirmation: .off)
        screen.frame(0, .down(0, 250, 150), .down(1, 50, 60))
        for time in stride(from: 8.0, through: 160, by: 8) {
            screen.frame(time, .move(0, 250, 150 - time / 4), .move(1, 50 + time / 2, 60))
        }
        screen.frame(168, .up(1))
        screen.frame(176, .down(0, 138, 60))
        screen.frame(300, .up(0))
        screen.wait(until: 2_000)
        #expect(Promises.broken(by: screen.events).isEmpty && screen.nextDeadline == nil)
    }
}
