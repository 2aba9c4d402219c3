import Testing
import TouchCore
import TouchTestSupport

/// Suppressed noise of positions.
@Suite struct JitterTests {
    @Test func `jitter is held back and the position follows one margin behind`() throws {
        let screen = TestScreen(settings: .init())
        screen.frame(0, .down(0, 100, 60))
        screen.frame(10, .move(0, 104.4, 60))
        #expect(screen.transcript.isEmpty)
        screen.frame(20, .move(0, 104.5, 60))
        #expect(screen.transcript == ["20 drag began"])
        #expect(abs(try #require(screen.events.first).position.x - 104.1) < 1e-9)
        screen.frame(30, .move(0, 104.0, 60))
        #expect(screen.transcript.count == 1, "a step back within the margin is jitter")
        screen.frame(40, .move(0, 103.5, 60))
        #expect(screen.transcript.count == 2)
    }

    @Test func `a device's own fuzz widens the margin`() {
        var panel = TestScreen.panel
        panel.x.fuzz = 200
        let screen = TestScreen(panel: panel, settings: .init())
        screen.frame(0, .down(0, 100, 60))
        screen.frame(10, .move(0, 105, 60))
        #expect(screen.transcript.isEmpty)
        screen.frame(20, .move(0, 105.1, 60))
        #expect(screen.transcript == ["20 drag began"])
    }

    @Test func `a finger that stays after a movement emits nothing`() {
        var generator = SeededGenerator(seed: 1)
        for number in 0..<500 {
            let position = generator.point(within: 80) + Point(x: 172, y: 97)
            let screen = TestScreen(settings: DeviceSettings(jitter: 0.4))
            screen.frame(0, .down(0, 172, 97))
            screen.frame(200, .move(0, position.x, position.y))
            let emitted = screen.events.count
            for frame in 1...3 {
                screen.frame(200 + 10 * Double(frame), .move(0, position.x, position.y))
            }
            #expect(screen.events.count == emitted, "position \(number)")
        }
    }
}

/// Fingers through the one-euro filter, instead of jitter.
@Suite struct OneEuroContactTests {
    private func screen(_ settings: OneEuroSettings? = OneEuroSettings(minimumCutoff: 1, beta: 0))
        -> TestScreen
    {
        TestScreen(settings: DeviceSettings(jitter: 0.4, oneEuro: settings))
    }

    @Test func `slop is measured on the filtered translation`() {
        let screen = screen()
        screen.frame(0, .down(0, 100, 60))
        // The filter covers 5.9 % of the distance with each sample: 3.98 mm after 33 and 4.02 after
        // 34.
        for step in 1...33 { screen.frame(Double(step) * 10, .move(0, 104.6, 60)) }
        #expect(screen.transcript.isEmpty)
        screen.frame(340, .move(0, 104.6, 60))
        #expect(screen.transcript == ["340 drag began"])
    }

    @Test func `velocities are those of unfiltered samples`() throws {
        let smooth = screen()
        let plain = screen(nil)
        for screen in [smooth, plain] {
            screen.frame(0, .down(0, 100, 60))
            for step in 1...30 { screen.frame(Double(step) * 10, .move(0, 100 + Double(step), 60)) }
        }
        func last(_ screen: TestScreen) throws -> GestureEvent {
            try #require(screen.events(of: "drag").last)
        }
        guard let smoothed = try last(smooth).values.velocity,
            let raw = try last(plain).values.velocity
        else { return #expect(Bool(false), "both are drags") }
        #expect(smoothed == raw)
        #expect(
            try last(smooth).position.x < last(plain).position.x - 1, "the position is smoothed")
    }

    @Test func `the filter starts again with each contact and each jump`() throws {
        let screen = screen()
        screen.frame(0, .down(0, 50, 60))
        screen.frame(10, .move(0, 51, 60))
        screen.frame(20, .move(0, 250, 60))
        screen.wait(until: 30)
        screen.frame(40, .up(0))
        screen.frame(300, .down(0, 300, 100))
        screen.wait(until: 800)
        #expect(try #require(screen.events.last).position == Point(x: 300, y: 100))
    }

    @Test func `the jitter margin applies if the filter's settings are invalid`() {
        let screen = screen(OneEuroSettings(minimumCutoff: 0))
        screen.frame(0, .down(0, 100, 60))
        screen.frame(10, .move(0, 104.4, 60))
        #expect(screen.transcript.isEmpty)
        screen.frame(20, .move(0, 104.5, 60))
        #expect(screen.transcript == ["20 drag began"])
    }
}
