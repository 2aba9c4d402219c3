import LinuxIO
import Testing
import TouchCore
import TouchDevices

@testable import GestureSettings
@testable import GesturedServer

/// The calibration that udev's rules set for a node.
struct UdevCalibrationTests {
    private let source = PipeSource()

    @Test func `text that is not a matrix is logged once, and the device is read without`() throws {
        source.calibrations["/event1"] = "1 0\u{1b}[2J"
        try source.plugIn("/event1")
        let live = try LiveFixture(source)
        source.pending = [.changed("/event1", calibration: "1 0\u{1b}[2J")]
        try live.turn(10)
        let warnings = live.log.lines.filter { $0.hasPrefix("warning") }
        #expect(warnings.count == 1)
        #expect(warnings.first?.contains("\"1 0\\x1b[2J\"") == true)
        #expect(live.lines == ["present 1"])
    }

    @Test func `udev's matrix is applied before the configuration's`() throws {
        source.calibrations["/event1"] = "0 -1 1 1 0 0"
        let node = try source.plugIn("/event1")
        var configuration = DaemonConfiguration.standard
        configuration.devices = [DeviceRule(calibration: CalibrationMatrix(0.5, 0, 0, 0, 1, 0))]
        var opener = DeviceOpener(
            source: source, configuration: configuration, logger: CollectedLog().logger)
        opener.calibrations.record(source.calibrations["/event1"], of: "/event1", opener.logger)
        let (device, path) = (PipeReader(node).describe(), "/event1")
        let matrix = opener.configured(device, at: path).settings.calibration
        #expect(matrix == CalibrationMatrix(0, -0.5, 0.5, 1, 0, 0))
        opener.policy = DaemonConfiguration.standard.devicePolicy
        #expect(
            opener.configured(device, at: path).settings.calibration
                == CalibrationMatrix(0, -1, 1, 1, 0, 0))
    }

    @Test func `a reload applies a matrix that udev did not report`() throws {
        try source.plugIn("/event1")
        let live = try LiveFixture(source)
        source.calibrations["/event1"] = "-1 0 1 0 1 0"
        live.reconfigure(10) { _ in }
        try source.nodes["/event1"]?.send(.frames { $0.frame(30, .down(0, 20, 50)) })
        try source.nodes["/event1"]?.send(.frames { $0.frame(80, .up(0)) })
        try live.turn(90)
        let tap = try #require(live.sink.events.last)
        #expect(abs(tap.unitPosition.x - (1 - 20 / 344)) < 0.01)
    }

    @Test func `a device that is ignored after a change of udev is removed as by a reload`()
        throws
    {
        let node = try source.plugIn("/event1")
        let live = try LiveFixture(
            source,
            configuration: {
                var configuration = DaemonConfiguration.standard
                configuration.devices = [
                    DeviceRule(match: DeviceMatch(path: NamePattern("/by-id/left")), ignore: true)
                ]
                return configuration
            }())
        try node.send(.drag(10))
        try live.turn(60)
        source.links["/event1"] = ["/by-id/left"]
        source.pending = [.changed("/event1", calibration: "-1 0 1 0 1 0")]
        try live.turn(70)
        #expect(live.lines.suffix(2).first?.hasSuffix("drag cancelled reloaded") == true)
        #expect(live.lines.last == "removed 1")
    }

    @Test func `a device that is named by a link has the matrix of its node`() throws {
        let node = try source.plugIn("/by-path/panel")
        source.links["/by-path/panel"] = ["/event4"]
        var opener = DeviceOpener(
            source: source, configuration: .standard, logger: CollectedLog().logger)
        opener.calibrations.record("0 -1 1 1 0 0", of: "/event4", opener.logger)
        let (device, path) = (PipeReader(node).describe(), "/by-path/panel")
        #expect(
            opener.configured(device, at: path).settings.calibration
                == CalibrationMatrix(0, -1, 1, 1, 0, 0))
    }
}
