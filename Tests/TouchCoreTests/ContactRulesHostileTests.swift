import Testing
import TouchCore
import TouchTestSupport

/// Every rule for contacts at once, on touches of any kind.
@Suite struct ContactRulesHostileTests {
    private static let matrices = [
        CalibrationMatrix(0, -1, 1, 1, 0, 0), CalibrationMatrix(1.02, 0.01, -0.01, 0.02, 0.97, 0),
        CalibrationMatrix(1e6, -1e6, 1e6, 1, 1, -1e6), CalibrationMatrix(.nan, 0, 0, 0, 1, 0),
    ]

    private func glass(_ seed: UInt64) -> Glass {
        var panel = Glass.panel
        panel.x.fuzz = 100
        panel.touchMajor = AxisRange(minimum: 0, maximum: 20_000, resolution: 100)
        let settings = DeviceSettings(
            calibration: Self.matrices[Int(seed % 4)], quarterTurns: Int(seed % 3),
            minimumEvents: seed % 5 == 0 ? 3 : 1, palmMajor: seed % 2 == 0 ? 150 : nil,
            oneEuro: seed % 3 == 0 ? nil : OneEuroSettings(), stuckAfter: .milliseconds(700),
            force: seed % 7 == 0 ? ForceCalibration(source: .area, maximum: 10_000) : nil)
        return Glass(panel: panel, settings: settings)
    }

    private func check(_ glass: Glass, _ seed: UInt64) {
        #expect(Promises.broken(by: glass.events).isEmpty, "seed \(seed)")
        #expect(glass.nextDeadline == nil, "seed \(seed) leaves the engine waiting")
        let areOnGlass = glass.events.allSatisfy { event in
            (0...glass.surface.width).contains(event.position.x)
                && (0...glass.surface.height).contains(event.position.y)
        }
        #expect(areOnGlass, "seed \(seed)")
    }

    @Test(arguments: 0..<10)
    func `hands keep their promises`(block: UInt64) {
        for seed in (block * 25)..<(block * 25 + 25) {
            let glass = glass(seed)
            var touches = RandomTouches(seed: seed)
            touches.play(frames: 300, on: glass)
            check(glass, seed)
        }
    }

    @Test(arguments: 0..<10)
    func `frames that no hardware sends break none`(block: UInt64) {
        for seed in (block * 25)..<(block * 25 + 25) {
            let glass = glass(seed)
            var touches = HostileTouches(seed: seed)
            touches.play(frames: 300, on: glass)
            check(glass, seed)
        }
    }

    @Test func `each rule has its say among them`() {
        var sum = ContactTally()
        for seed in UInt64(0)..<60 {
            let glass = glass(seed)
            var touches = HostileTouches(seed: seed)
            touches.play(frames: 300, on: glass)
            let tally = glass.tally
            sum.palms += tally.palms
            sum.ghosts += tally.ghosts
            sum.jumps += tally.jumps
            sum.stuck += tally.stuck
            sum.clamped += tally.clamped
        }
        #expect(min(sum.palms, sum.ghosts, sum.jumps, sum.stuck, sum.clamped) > 0)
    }
}
