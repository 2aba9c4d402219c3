import Testing
import TouchCore
import TouchTestSupport

/// Jumps, jitter and velocities, as fingers on the glass.
@Suite struct SpecMotionTests {
    /// Whether a still finger jumps: it is a tap then.
    private func jumps(_ distance: Double, after ms: Double) -> Bool {
        let glass = Glass()
        glass.frame(0, .down(0, 50, 60))
        glass.frame(100, .move(0, 50, 60))
        glass.frame(100 + ms, .move(0, 50 + distance, 60))
        return glass.events(of: "drag").isEmpty
    }

    @Test(arguments: [
        (20.0, 1.0, false), (20.01, 1, true),  // 20 mm
        (20.0, 0, false), (20.01, 0, true),  // a repeated stamp counts as 1 ms
        (49.9, 10, false), (50.1, 10, true),  // 5 m/s
        (199.9, 40, false), (200.1, 40, true),
        (199.9, 300, false), (200.1, 300, true),  // a silence counts as 40 ms at most
    ])
    func `a jump is far and fast`(distance: Double, ms: Double, isJump: Bool) {
        #expect(jumps(distance, after: ms) == isJump)
    }

    @Test(arguments: [(79.0, false), (81.0, true)])
    func `a jump is more than four times as fast as the finger was`(step: Double, isJump: Bool) {
        let glass = Glass()
        glass.frame(0, .down(0, 20, 60))
        for frame in 1...5 {
            glass.frame(Double(frame) * 10, .move(0, 20 + Double(frame) * 20, 60))
        }
        glass.frame(60, .move(0, 120 + step, 60))
        #expect(glass.turns.contains("60 drag ended") == isJump)
    }

    @Test func `a jump to the place of its lift is only the lift`() {
        let glass = Glass()
        glass.frame(0, .down(0, 50, 60))
        glass.frame(60, .moveAndUp(0, 300, 60))
        #expect(glass.said == ["60 tap ended ×1"])
        #expect(glass.events.first?.position == Point(x: 50, y: 60))
    }

    @Test func `a finger that jumped may drag but neither tap, press nor swipe`() {
        let glass = Glass()
        glass.frame(0, .down(0, 50, 60))
        glass.frame(20, .move(0, 300, 60))
        glass.frame(60, .up(0))
        #expect(glass.said == ["20 tap ended ×1"])
        glass.frame(2_000, .down(0, 50, 60))
        glass.frame(2_600, .move(0, 300, 60))
        glass.wait(until: 3_200)
        for step in 1...5 {
            glass.frame(3_200 + Double(step) * 10, .move(0, 300 - Double(step) * 8, 60))
        }
        glass.frame(3_260, .up(0))
        #expect(
            glass.turns.dropFirst() == [
                "2500 long_press began", "2600 long_press ended", "3210 drag began",
                "3260 drag ended",
            ])
    }

    @Test(arguments: [(80.0, 100.0), (81, 0)])
    func `a finger whose newest sample is 80 ms old has stopped`(silence: Double, speed: Double)
        throws
    {
        let glass = Glass()
        glass.frame(0, .down(0, 100, 60))
        for step in 1...10 { glass.frame(Double(step) * 10, .move(0, 100 + Double(step), 60)) }
        glass.frame(100 + silence, .up(0))
        let ended = try #require(glass.events(of: "drag").last)
        guard let velocity = ended.values.velocity, let predicted = ended.values.predicted else {
            return
        }
        #expect(abs(velocity.x - speed) < 1e-6)
        #expect(abs(predicted.x - 10 - speed * 0.25) < 1e-6)
    }

    @Test func `frames of other fingers are no samples and a resting finger halves the hand`()
        throws
    {
        let glass = Glass()
        glass.frame(0, .down(0, 100, 60), .down(1, 140, 60))
        for step in 1...10 { glass.frame(Double(step) * 10, .move(0, 100 + Double(step) * 2, 60)) }
        let last = try #require(glass.events(of: "drag").last)
        guard let translation = last.values.translation, let velocity = last.values.velocity else {
            return
        }
        #expect(translation == Point(x: 10, y: 0))
        #expect(abs(velocity.x - 100) < 1e-6)
    }

    @Test func `velocity takes the samples as they came, not as the jitter left them`() throws {
        let glass = Glass(settings: .init(jitter: 2))
        glass.frame(0, .down(0, 100, 60))
        for step in 1...10 { glass.frame(Double(step) * 10, .move(0, 100 + Double(step), 60)) }
        let last = try #require(glass.events(of: "drag").last)
        guard let translation = last.values.translation, let velocity = last.values.velocity else {
            return
        }
        #expect(abs(translation.x - 8) < 1e-9)
        #expect(abs(velocity.x - 100) < 1e-6)
    }

    @Test func `what points against the way is no velocity`() throws {
        let glass = Glass()
        glass.frame(0, .down(0, 100, 60))
        for (step, x) in [105.0, 112, 117, 120, 120, 118].enumerated() {
            glass.frame(Double(step + 1) * 10, .move(0, x, 60))
        }
        let last = try #require(glass.events(of: "drag").last)
        guard let velocity = last.values.velocity else { return }
        #expect(velocity == .zero)
    }

    @Test func `force is the median of three and half of the way to it`() throws {
        let glass = Glass()
        for (step, force) in [0.1, 0.2, 0.3, 0.4, 0.5].enumerated() {
            let act: Glass.Act =
                step == 0 ? .down(0, 100, 60, force: force) : .move(0, 100, 60, force: force)
            glass.frame(Double(step) * 10, act)
        }
        #expect(glass.forceSource == .pressure)
        glass.frame(50, .move(0, 110, 60, force: 0.5))
        // Medians 0.1, 0.2, 0.3, 0.4 and 0.5 from a start at 0.1.
        let force = try #require(glass.events.first?.force)
        #expect(abs(force - 0.40625) < 1e-12)
    }

    @Test func `zero is no pressure and a fifth value proves the sensor`() {
        let glass = Glass()
        glass.frame(0, .down(0, 100, 60, force: 0))
        for (step, force) in [0.1, 0.2, 0, 0.1, 0.3, 0.4].enumerated() {
            glass.frame(10 + Double(step) * 10, .move(0, 100, 60, force: force))
        }
        #expect(glass.forceSource == nil)
        glass.frame(100, .up(0))
        glass.frame(300, .down(0, 100, 60, force: 0.5))
        #expect(glass.forceSource == .pressure)
    }

    @Test func `the force of several fingers is the greatest`() throws {
        let glass = Glass()
        for tap in 1...5 {
            glass.frame(Double(tap) * 100, .down(0, 300, 150, force: Double(tap) / 10))
            glass.frame(Double(tap) * 100 + 30, .up(0))
        }
        glass.frame(2_000, .down(0, 100, 60, force: 0.2), .down(1, 120, 60, force: 0.6))
        glass.frame(2_060, .up(0), .up(1))
        #expect(glass.events.last?.force == 0.6)
    }
}
