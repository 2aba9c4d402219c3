import GestureSettings
import GestureWire
import Testing
import TouchCore
import TouchRecordings

@testable import GesturedServer
@testable import LinuxIO

/// The devices of a recording that are used.
struct ReplayDevicesTests {
    private let log = CollectedLog()

    /// The used devices, and the index of each device of the recording among them.
    private func choose(
        _ devices: InputDevice...
    ) throws(CommandError) -> (records: [DeviceRecord], indices: [Int?]) {
        let chosen = try ReplayDevices(
            devices, named: "file", configuration: .standard, logger: log.logger)
        let records = (0..<chosen.table.count).map { chosen.table.read($0) { $0.record } }
        return (records, chosen.indices)
    }

    private static let keyboard = InputDevice(
        name: "Keys\n\u{1b}[31m", codes: [InputCode(type: 1, code: 30)])

    private static var touchpad: InputDevice {
        var pad = SampleRecording.panel("Pad")
        pad.properties = []
        pad.codes.insert(.btnToolFinger)
        pad.codes.insert(.btnTouch)
        return pad
    }

    private static var anonymous: InputDevice {
        var panel = SampleRecording.panel("Old")
        panel.axes[InputCode.absMTSlot.code] = nil
        panel.codes.remove(.absMTSlot)
        return panel
    }

    private static var pen: InputDevice {
        var pen = SampleRecording.panel("Pen")
        pen.codes.insert(.btnToolPen)
        return pen
    }

    @Test func `touchscreens are used and numbered, and other devices left out`() throws {
        let devices = try choose(
            Self.keyboard, SampleRecording.panel("A"), Self.touchpad, SampleRecording.panel("B"))
        #expect(devices.indices == [nil, 0, nil, 1])
        #expect(devices.records.map(\.name) == ["A", "B"])
        #expect(devices.records.map(\.id) == [1, 2])
        #expect(log.lines == [])
    }

    @Test func `a touchpad is used if it is the only device, with a notice`() throws {
        let devices = try choose(Self.keyboard, Self.touchpad)
        #expect(devices.indices == [nil, 0])
        #expect(log.lines.count == 1)
        #expect(log.lines[0].hasPrefix("notice: \"Pad\" is read although it is a touchpad"))
    }

    @Test func `a recording without touch devices is rejected with the kind of each device`() throws
    {
        let error = try #require(throws: CommandError.self) { try choose(Self.keyboard, Self.pen) }
        #expect(error.status == .data)
        #expect(
            error.description.contains(#""Keys\n\x1b[31m" is not a touchscreen: it is a keyboard"#))
        #expect(error.description.contains(#""Pen" is not a touchscreen: it is a pen"#))
    }

    @Test func `a panel of protocol A is used beside one of protocol B`() throws {
        let devices = try choose(Self.anonymous, SampleRecording.panel("B"))
        #expect(devices.indices == [0, 1])
        #expect(devices.records.map(\.slots) == [16, 10])
    }

    @Test func `an axis without a range is refused`() throws {
        var panel = SampleRecording.panel("Flat")
        panel.axes[InputCode.absMTPositionX.code] = AxisRange(minimum: 5, maximum: 5)
        panel.axes[InputCode.absX.code] = nil
        let error = try #require(throws: CommandError.self) { try choose(panel) }
        #expect(error.status == .data)
        #expect(error.description.contains("no usable positions"))
    }

    @Test func `an assumed size is logged, with the setting for the real one`() throws {
        var panel = SampleRecording.panel("Mute")
        panel.axes[InputCode.absMTPositionX.code]?.resolution = 0
        panel.axes[InputCode.absMTPositionY.code]?.resolution = 0
        #expect(try choose(panel).records[0].size == .assumed)
        #expect(log.lines.count == 1)
        #expect(log.lines[0].contains("size_mm"))
    }
}
