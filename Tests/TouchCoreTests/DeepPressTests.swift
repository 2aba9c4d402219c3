import Testing
import TouchCore
import TouchTestSupport

@Suite struct DeepPressTests {
    /// Proves the sensor, then presses: light until 200 ms, hard from 210 ms on.
    private func press(_ glass: Glass, light: Double = 0.3, hard: Double = 0.95) {
        for step in 0...20 {
            let force = light + Double(step % 5) * 0.01
            glass.frame(
                Double(step) * 10,
                step == 0 ? .down(0, 100, 60, force: force) : .move(0, 100, 60, force: force))
        }
        for step in 21...30 { glass.frame(Double(step) * 10, .move(0, 100, 60, force: hard)) }
    }

    @Test func `begins with force, goes on with it and ends below the release threshold`() throws {
        let glass = Glass()
        press(glass)
        for step in 31...40 { glass.frame(Double(step) * 10, .move(0, 100, 60, force: 0.2)) }
        glass.frame(410, .up(0))
        #expect(glass.forceSource == .pressure)
        #expect(
            glass.turns.map { String($0.drop { $0 != " " }) } == [
                " deep_press began", " deep_press ended",
            ])
        let ended = try #require(glass.events(of: "deep_press").last)
        guard let maximum = ended.values.maximumForce else {
            Issue.record("no maximum")
            return
        }
        #expect(maximum > 0.9 && maximum <= 0.95)
        #expect(try #require(ended.force) < 0.65)
    }

    @Test func `below and lifted in one go ends once`() {
        let glass = Glass()
        press(glass)
        glass.frame(310, .move(0, 100, 60, force: 0))
        glass.frame(320, .move(0, 100, 60, force: 0))
        glass.frame(330, .move(0, 100, 60, force: 0))
        glass.frame(340, .up(0))
        let phases = glass.events(of: "deep_press").map(\.phase).filter { $0 != .changed }
        #expect(phases == [.began, .ended])
    }

    @Test func `may begin again after it fell below`() {
        let glass = Glass()
        press(glass)
        for step in 31...36 { glass.frame(Double(step) * 10, .move(0, 100, 60, force: 0.3)) }
        for step in 37...45 { glass.frame(Double(step) * 10, .move(0, 100, 60, force: 0.95)) }
        glass.frame(460, .up(0))
        let phases = glass.events(of: "deep_press").map(\.phase).filter { $0 != .changed }
        #expect(phases == [.began, .ended, .began, .ended])
    }

    @Test func `a stroke that is hard from the start is none`() {
        let glass = Glass()
        press(glass, light: 0.7, hard: 0.98)
        glass.frame(320, .up(0))
        #expect(glass.events(of: "deep_press").isEmpty)
    }

    @Test func `a panel that shows four pressures has no force`() {
        let glass = Glass()
        for step in 0...40 {
            let force = [0.2, 0.3, 0.9, 0.95][min(step / 8, 3)]
            glass.frame(
                Double(step) * 10,
                step == 0 ? .down(0, 100, 60, force: force) : .move(0, 100, 60, force: force))
        }
        glass.frame(410, .up(0))
        #expect(glass.forceSource == nil)
        #expect(glass.events.allSatisfy { $0.force == nil })
        #expect(glass.events(of: "deep_press").isEmpty)
    }

    @Test func `a calibrated force counts from 60 ms on, without a frame`() {
        let settings = DeviceSettings(
            jitter: 0, force: ForceCalibration(minimum: 0, maximum: 1_000))
        let glass = Glass(settings: settings)
        for tap in 0..<5 {
            glass.frame(Double(tap) * 600, .down(0, 200, 60, force: 0.1 + Double(tap) / 10))
            glass.frame(Double(tap) * 600 + 40, .up(0))
        }
        glass.frame(5_000, .down(0, 100, 60, force: 0.9))
        #expect(glass.nextDeadline == 5_060)
        glass.wait(until: 5_060)
        #expect(glass.said.last == "5060 deep_press began")
    }

    @Test func `a finger that joins cancels it`() {
        let glass = Glass()
        press(glass)
        glass.frame(310, .down(1, 150, 60, force: 0.3))
        #expect(glass.said.last == "310 deep_press cancelled finger_added")
    }

    @Test func `a finger that moved too far cannot press`() {
        let glass = Glass()
        glass.frame(0, .down(0, 95, 60, force: 0.31))
        press(glass)
        glass.frame(310, .up(0))
        let far = Glass()
        far.frame(0, .down(0, 95.9, 60, force: 0.3))
        for step in 1...40 {
            let force = step < 20 ? 0.3 + Double(step % 5) * 0.01 : 0.95
            far.frame(Double(step) * 10, .move(0, 100, 60, force: force))
        }
        #expect(far.events(of: "deep_press").isEmpty)
        #expect(!glass.events(of: "deep_press").isEmpty)
    }
}
