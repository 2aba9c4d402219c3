import Testing
import TouchTestSupport

@testable import TouchCore

/// The source of force, and its range.
@Suite struct ForceSensorTests {
    private static let panel = Panel(
        x: AxisRange(minimum: 0, maximum: 1_000), y: AxisRange(minimum: 0, maximum: 1_000),
        pressure: AxisRange(minimum: 0, maximum: 1_000),
        touchMajor: AxisRange(minimum: 0, maximum: 200))

    /// The force of a contact whose pressure is 500 and whose size is 50.
    private func reading(_ calibration: ForceCalibration?) -> Double? {
        var sensor = ForceSensor(panel: Self.panel, calibration: calibration)
        return sensor?.read(
            TouchReport(slot: 0, phase: .moved, x: 0, y: 0, pressure: 500, touchMajor: 50))
    }

    @Test(
        arguments: [
            (nil, 0.5), (ForceCalibration(), 0.5), (ForceCalibration(minimum: 250), 1.0 / 3),
            (ForceCalibration(maximum: 2_000), 0.25),
            (ForceCalibration(minimum: 400, maximum: 600), 0.5),
            (ForceCalibration(minimum: 600, maximum: 900), 0),
            (ForceCalibration(minimum: 12, maximum: 400), 1),
            (ForceCalibration(source: .area), 0.25),
            (ForceCalibration(source: .area, minimum: 10, maximum: 90), 0.5),
            (ForceCalibration(minimum: 1_000), nil), (ForceCalibration(maximum: -1), nil),
        ] as [(ForceCalibration?, Double?)])
    func `force is a share of the configured range, or of the axis`(
        calibration: ForceCalibration?, force: Double?
    ) {
        #expect(reading(calibration) == force)
    }

    @Test(
        arguments: [
            (nil, false), (ForceCalibration(), false), (ForceCalibration(source: .area), false),
            (ForceCalibration(minimum: 0), true), (ForceCalibration(maximum: 879), true),
            (ForceCalibration(source: .area, minimum: 1, maximum: 9), true),
        ] as [(ForceCalibration?, Bool)])
    func `a sensor is calibrated if its range is configured`(
        calibration: ForceCalibration?, isCalibrated: Bool
    ) {
        let sensor = ForceSensor(panel: Self.panel, calibration: calibration)
        #expect(sensor?.isCalibrated == isCalibrated)
    }

    @Test func `a source without its axis has no sensor`() {
        var panel = Self.panel
        panel.touchMajor = nil
        #expect(ForceSensor(panel: panel, calibration: ForceCalibration(source: .area)) == nil)
        #expect(ForceSensor(panel: panel, calibration: nil) != nil)
        panel.pressure = nil
        #expect(ForceSensor(panel: panel, calibration: nil) == nil)
    }

    @Test(arguments: [(4, false), (5, true)] as [(Int32, Bool)])
    func `five sizes prove that the area is usable`(sizes: Int32, isProven: Bool) throws {
        let calibration = ForceCalibration(source: .area)
        var sensor = try #require(ForceSensor(panel: Self.panel, calibration: calibration))
        for step in 0..<20 {
            let size = Int32(step) % sizes + 1
            _ = sensor.read(
                TouchReport(slot: 0, phase: .moved, x: 0, y: 0, pressure: 7, touchMajor: size))
        }
        #expect(sensor.isProven == isProven)
        #expect(sensor.source == .area)
    }
}

/// The force of events.
@Suite struct ForceFilterTests {
    @Test func `force moves half of its distance to the median of three`() throws {
        let screen = TestScreen()
        for (step, force) in [0.1, 0.2, 0.3, 0.4, 0.5].enumerated() {
            let act: TestScreen.Act =
                step == 0 ? .down(0, 100, 60, force: force) : .move(0, 100, 60, force: force)
            screen.frame(Double(step) * 10, act)
        }
        #expect(screen.forceSource == .pressure)
        screen.frame(50, .move(0, 110, 60, force: 0.5))
        // Medians 0.1, 0.2, 0.3, 0.4 and 0.5 from a start at 0.1.
        let force = try #require(screen.events.first?.force)
        #expect(abs(force - 0.40625) < 1e-12)
    }

    @Test func `zero is not pressure and a fifth value proves the sensor`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 60, force: 0))
        for (step, force) in [0.1, 0.2, 0, 0.1, 0.3, 0.4].enumerated() {
            screen.frame(10 + Double(step) * 10, .move(0, 100, 60, force: force))
        }
        #expect(screen.forceSource == nil)
        screen.frame(100, .up(0))
        screen.frame(300, .down(0, 100, 60, force: 0.5))
        #expect(screen.forceSource == .pressure)
    }

    @Test func `the force of several fingers is their maximum`() throws {
        let screen = TestScreen()
        for tap in 1...5 {
            screen.frame(Double(tap) * 100, .down(0, 300, 150, force: Double(tap) / 10))
            screen.frame(Double(tap) * 100 + 30, .up(0))
        }
        screen.frame(2_000, .down(0, 100, 60, force: 0.2), .down(1, 120, 60, force: 0.6))
        screen.frame(2_060, .up(0), .up(1))
        #expect(screen.events.last?.force == 0.6)
    }
}
