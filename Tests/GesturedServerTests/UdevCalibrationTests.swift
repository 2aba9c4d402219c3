import Testing
import TouchCore

@testable import GestureSettings
@testable import GesturedServer

/// The calibration that udev's rules give a node.
struct UdevCalibrationTests {
    private let source = PipeSource()

    @Test(
        arguments: [
            ("1 0 0 0 1 0", CalibrationMatrix.identity),
            ("0 -1 1 1 0 0", CalibrationMatrix(0, -1, 1, 1, 0, 0)),
            (" 1.5\t0 -2.5e-1 0  +1 .125 ", CalibrationMatrix(1.5, 0, -0.25, 0, 1, 0.125)),
        ])
    func `six numbers are a matrix`(text: String, matrix: CalibrationMatrix) {
        #expect(CalibrationMatrix(property: text) == matrix)
    }

    @Test(
        arguments: [
            "", " ", "1 0 0 0 1", "1 0 0 0 1 0 0", "1,0,0,0,1,0", "a b c d e f", "1 0 0 0 1 x",
            "1 0 0 0 1 nan", "inf 0 0 0 1 0", "0x1 0 0 0 1 0", "1e999 0 0 0 1 0", "0 0 0 0 0 0",
            "1 2 0 2 4 0", "1e200 0 0 0 1e200 0", "1 0 0 0 1 0\u{0}",
        ])
    func `other text is none`(text: String) {
        #expect(CalibrationMatrix(property: text) == nil)
    }

    @Test func `text that is no matrix is logged once, and the device is read without`() throws {
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

    @Test func `it comes before the configuration's matrix`() throws {
        source.calibrations["/event1"] = "0 -1 1 1 0 0"
        let node = try source.plugIn("/event1")
        var configuration = DaemonConfiguration.standard
        configuration.devices = [DeviceRule(calibration: CalibrationMatrix(0.5, 0, 0, 0, 1, 0))]
        var opener = DeviceOpener(
            source: source, configuration: configuration, logger: CollectedLog().logger)
        opener.calibrations.note(source.calibrations["/event1"], of: "/event1", opener.logger)
        let device = LiveDevice(PipeReader(node), id: 1, path: "/event1", now: 0)
        let matrix = opener.configured(device).settings.calibration
        #expect(matrix == CalibrationMatrix(0, -0.5, 0.5, 1, 0, 0))
        opener.configuration = .standard
        #expect(
            opener.configured(device).settings.calibration == CalibrationMatrix(0, -1, 1, 1, 0, 0))
    }

    @Test func `a device that is named by a link has its node's`() throws {
        let node = try source.plugIn("/by-path/panel")
        source.links["/by-path/panel"] = ["/event4"]
        var opener = DeviceOpener(
            source: source, configuration: .standard, logger: CollectedLog().logger)
        opener.calibrations.note("0 -1 1 1 0 0", of: "/event4", opener.logger)
        let device = LiveDevice(PipeReader(node), id: 1, path: "/by-path/panel", now: 0)
        #expect(
            opener.configured(device).settings.calibration == CalibrationMatrix(0, -1, 1, 1, 0, 0))
    }
}
