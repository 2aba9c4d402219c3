import Testing
import TouchCore
import TouchTestSupport

@Suite struct DeepPressTests {
    /// Proves the sensor, then presses: light until 200 ms, hard from 210 ms on.
    private func press(_ screen: TestScreen, light: Double = 0.3, hard: Double = 0.95) {
        for step in 0...20 {
            let force = light + Double(step % 5) * 0.01
            screen.frame(
                Double(step) * 10,
                step == 0 ? .down(0, 100, 60, force: force) : .move(0, 100, 60, force: force))
        }
        for step in 21...30 { screen.frame(Double(step) * 10, .move(0, 100, 60, force: hard)) }
    }

    @Test
    func `a deep press begins with force, changes with it and ends below the release threshold`()
        throws
    {
        let screen = TestScreen()
        press(screen)
        for step in 31...40 { screen.frame(Double(step) * 10, .move(0, 100, 60, force: 0.2)) }
        screen.frame(410, .up(0))
        #expect(screen.forceSource == .pressure)
        #expect(
            screen.transitions.map { String($0.drop { $0 != " " }) } == [
                " deep_press began", " deep_press ended",
            ])
        let ended = try #require(screen.events(of: "deep_press").last)
        guard let maximum = ended.values.maximumForce else {
            Issue.record("no maximum")
            return
        }
        #expect(maximum > 0.9 && maximum <= 0.95)
        #expect(try #require(ended.force) < 0.65)
    }

    @Test func `a deep press ends once if the force falls and the finger lifts`() {
        let screen = TestScreen()
        press(screen)
        screen.frame(310, .move(0, 100, 60, force: 0))
        screen.frame(320, .move(0, 100, 60, force: 0))
        screen.frame(330, .move(0, 100, 60, force: 0))
        screen.frame(340, .up(0))
        let phases = screen.events(of: "deep_press").map(\.phase).filter { $0 != .changed }
        #expect(phases == [.began, .ended])
    }

    @Test func `may begin again after the force fell below the release threshold`() {
        let screen = TestScreen()
        press(screen)
        for step in 31...36 { screen.frame(Double(step) * 10, .move(0, 100, 60, force: 0.3)) }
        for step in 37...45 { screen.frame(Double(step) * 10, .move(0, 100, 60, force: 0.95)) }
        screen.frame(460, .up(0))
        let phases = screen.events(of: "deep_press").map(\.phase).filter { $0 != .changed }
        #expect(phases == [.began, .ended, .began, .ended])
    }

    @Test func `a touch that is hard from the start is not a deep press`() {
        let screen = TestScreen()
        press(screen, light: 0.7, hard: 0.98)
        screen.frame(320, .up(0))
        #expect(screen.events(of: "deep_press").isEmpty)
    }

    @Test func `a panel that has reported only four pressures has no force`() {
        let screen = TestScreen()
        for step in 0...40 {
            let force = [0.2, 0.3, 0.9, 0.95][min(step / 8, 3)]
            screen.frame(
                Double(step) * 10,
                step == 0 ? .down(0, 100, 60, force: force) : .move(0, 100, 60, force: force))
        }
        screen.frame(410, .up(0))
        #expect(screen.forceSource == nil)
        #expect(screen.events.allSatisfy { $0.force == nil })
        #expect(screen.events(of: "deep_press").isEmpty)
    }

    @Test func `a calibrated force counts from 60 ms on, without a frame`() {
        let settings = DeviceSettings(
            jitter: 0, force: ForceCalibration(minimum: 0, maximum: 1_000))
        let screen = TestScreen(settings: settings)
        for tap in 0..<5 {
            screen.frame(Double(tap) * 600, .down(0, 200, 60, force: 0.1 + Double(tap) / 10))
            screen.frame(Double(tap) * 600 + 40, .up(0))
        }
        screen.frame(5_000, .down(0, 100, 60, force: 0.9))
        #expect(screen.nextDeadline == 5_060)
        screen.wait(until: 5_060)
        #expect(screen.transcript.last == "5060 deep_press began")
    }

    @Test func `a finger that joins cancels a deep press`() {
        let screen = TestScreen()
        press(screen)
        screen.frame(310, .down(1, 150, 60, force: 0.3))
        #expect(screen.transcript.last == "310 deep_press cancelled finger_added")
    }

    @Test func `a finger that moved too far cannot press`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 95, 60, force: 0.31))
        press(screen)
        screen.frame(310, .up(0))
        let far = TestScreen()
        far.frame(0, .down(0, 95.9, 60, force: 0.3))
        for step in 1...40 {
            let force = step < 20 ? 0.3 + Double(step % 5) * 0.01 : 0.95
            far.frame(Double(step) * 10, .move(0, 100, 60, force: force))
        }
        #expect(far.events(of: "deep_press").isEmpty)
        #expect(!screen.events(of: "deep_press").isEmpty)
    }
}

/// The thresholds of `deep_press`, number by number.
@Suite struct DeepPressThresholdTests {
    private static let calibrated = DeviceSettings(
        jitter: 0, force: ForceCalibration(minimum: 0, maximum: 1_000))

    /// Five taps far away that prove the sensor.
    private func proven(_ settings: DeviceSettings = .init(jitter: 0)) -> TestScreen {
        let screen = TestScreen(settings: settings)
        for tap in 0..<5 {
            let time = Double(tap) * 500 - 5_000
            screen.frame(time, .down(9, 300, 150, force: 0.1 + Double(tap) / 100))
            screen.frame(time + 30, .up(9))
        }
        return screen
    }

    /// A still finger at 100 Hz whose force changes at 150 ms.
    private func touch(_ screen: TestScreen, light: Double, hard: Double, until end: Int = 400) {
        screen.frame(0, .down(0, 100, 60, force: light))
        for ms in stride(from: 10, through: end, by: 10) {
            screen.frame(Double(ms), .move(0, 100, 60, force: ms < 150 ? light : hard))
        }
    }

    @Test(arguments: [(0.5, 0.74, false), (0.5, 0.76, true), (0.6, 0.89, false), (0.6, 0.91, true)])
    func `needs the threshold, and 1.5 times the settled force`(
        light: Double, hard: Double, begins: Bool
    ) {
        let screen = proven()
        touch(screen, light: light, hard: hard)
        #expect(screen.events(of: "deep_press").isEmpty == !begins)
    }

    @Test func `the settled force is measured before the sensor is proven`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 60, force: 0.1))
        for ms in stride(from: 10, through: 100, by: 10) {
            screen.frame(Double(ms), .move(0, 100, 60, force: 0.55))
        }
        for (step, force) in [0.56, 0.57, 0.58].enumerated() {
            screen.frame(110 + Double(step) * 10, .move(0, 100, 60, force: force))
        }
        for ms in stride(from: 140, through: 300, by: 10) {
            screen.frame(Double(ms), .move(0, 100, 60, force: 0.8))
        }
        #expect(screen.forceSource == .pressure)
        #expect(screen.events(of: "deep_press").isEmpty, "0.8 is less than 1.5 times 0.55")
    }

    @Test(arguments: [(59.0, 60.0), (60.0, 60.0), (61.0, 60.0)])
    func `with a calibrated force begins 60 ms after the landing`(frame: Double, begins: Double) {
        let screen = proven(Self.calibrated)
        screen.frame(0, .down(0, 100, 60, force: 0.9))
        screen.frame(frame, .move(0, 100, 60, force: 0.91))
        screen.wait(until: 70)
        let began = screen.events(of: "deep_press").first { $0.phase == .began }
        #expect(began?.time.microseconds == Int64(begins * 1_000))
    }

    @Test func `a deep press ends below the release threshold and not at it`() {
        let screen = proven(Self.calibrated)
        screen.frame(0, .down(0, 100, 60, force: 0.8))
        screen.wait(until: 60)
        // One reading is suppressed by the median; the average then covers half of the difference
        // each time.
        screen.frame(100, .move(0, 100, 60, force: 0.5))
        screen.frame(110, .move(0, 100, 60, force: 0.5))
        #expect(screen.transitions.last == "60 deep_press began", "0.65")
        screen.frame(120, .move(0, 100, 60, force: 0.5))
        #expect(screen.transitions.last == "120 deep_press ended")
        screen.frame(200, .up(0))
        #expect(screen.events(of: "deep_press").filter { $0.phase == .ended }.count == 1)
    }

    @Test func `continues if the finger moves after it has begun`() {
        let screen = proven()
        touch(screen, light: 0.3, hard: 0.95)
        screen.frame(410, .move(0, 120, 60, force: 0.95))
        screen.frame(420, .up(0))
        #expect(screen.transitions.suffix(2).contains("420 deep_press ended"))
    }

    @Test(arguments: [(4.0, true), (4.01, false)])
    func `a finger that strayed cannot press, even if it returned`(
        stray: Double, begins: Bool
    ) {
        let screen = proven()
        screen.frame(-20, .down(0, 100, 60, force: 0.3))
        screen.frame(-15, .move(0, 100, 60 + stray, force: 0.3))
        screen.frame(-10, .move(0, 100, 60, force: 0.3))
        for ms in stride(from: 0, through: 400, by: 10) {
            screen.frame(Double(ms), .move(0, 100, 60, force: ms < 150 ? 0.3 : 0.95))
        }
        #expect(screen.events(of: "deep_press").isEmpty == !begins)
    }

    @Test func `changed is emitted only when the force changes`() {
        let screen = proven()
        touch(screen, light: 0.3, hard: 0.95, until: 200)
        for ms in stride(from: 210, through: 900, by: 10) {
            screen.frame(Double(ms), .move(0, 100, 60, force: 0.95))
        }
        let changes = screen.events(of: "deep_press").filter { $0.phase == .changed }
        let forces = changes.compactMap(\.force)
        #expect(forces.count == changes.count)
        #expect(Set(forces).count == forces.count, "no force is reported twice")
        #expect(forces == forces.sorted())
    }

    @Test func `needs an empty zone once a finger has lifted`() {
        let screen = proven()
        screen.frame(0, .down(0, 100, 60, force: 0.3), .down(1, 130, 60, force: 0.3))
        screen.frame(200, .up(1))
        for ms in stride(from: 400, through: 800, by: 10) {
            screen.frame(Double(ms), .move(0, 100, 60, force: 0.95))
        }
        #expect(screen.events(of: "deep_press").isEmpty)
    }
}
