import GestureWire
import SystemPackage
import Testing
import TouchCore
import TouchDevices
import TouchRecordings

@testable import GesturedServer
@testable import LinuxIO

/// Devices that are named (`--device`), and the list of devices that can be named.
struct NamedDeviceTests {
    private let source = PipeSource()

    private static var touchpad: InputDevice {
        var pad = SampleRecording.panel("Pad")
        pad.properties = []
        pad.codes.insert(.btnToolFinger)
        pad.codes.insert(.btnTouch)
        return pad
    }

    private static let keyboard = InputDevice(
        name: "Keys", codes: [InputCode(type: 1, code: 30)])

    @Test func `only named devices are read`() throws {
        try source.plugIn("/event1")
        try source.plugIn("/event2", SampleRecording.panel("Two"))
        let live = try LiveFixture(source, named: ["/event2", "/event2"])
        #expect(live.lines == ["present 1"])
        #expect(source.attempts == 1)
    }

    @Test func `a touchpad is read if it is named, with a notice`() throws {
        try source.plugIn("/event1", Self.touchpad)
        #expect(try LiveFixture(source).lines == [])
        let live = try LiveFixture(source, named: ["/event1"])
        #expect(live.lines == ["present 1"])
        #expect(live.log.lines.contains { $0.hasPrefix("notice: \"Pad\" is read although") })
    }

    @Test(arguments: [
        (Errno.noSuchFileOrDirectory, LinuxIO.ExitStatus.noInput),
        (.permissionDenied, .noPermission),
        (.inappropriateIOCTLForDevice, .data), (.ioError, .noInput),
    ])
    func `a named node that cannot be opened ends the start with an error that names it`(
        refusal: Errno, status: LinuxIO.ExitStatus
    ) throws {
        try source.plugIn("/event1")
        source.refusals["/event1"] = [refusal]
        let error = try #require(throws: CommandError.self) {
            _ = try LiveFixture(source, named: ["/event1"])
        }
        #expect(error.status == status)
        #expect(error.description.contains("/event1"))
    }

    @Test func `a named device that is not a touch device is refused with the reason`() throws {
        let node = try source.plugIn("/event1", Self.keyboard)
        let error = try #require(throws: CommandError.self) {
            _ = try LiveFixture(source, named: ["/event1"])
        }
        #expect(error.status == .data)
        #expect(error.description.contains("\"Keys\" is not a touchscreen: it is a keyboard"))
        #expect(error.description.contains("--list-devices"))
        #expect(node.openCount == 0)
    }

    @Test func `a named device that was removed is opened again when any device is added`() throws {
        try source.plugIn("/by-path/panel")
        let live = try LiveFixture(source, named: ["/by-path/panel"])
        source.unplug("/by-path/panel", isReported: false)
        try live.turn(10)
        try source.plugIn("/by-path/panel", isReported: false)
        source.pending = [.added("/event9", calibration: nil)]
        try live.turn(20)
        #expect(live.lines == ["present 1", "removed 1", "added 2"])
    }

    @Test func `the list has devices that can be named, and nodes that cannot be opened`() throws {
        try source.plugIn("/event0", Self.keyboard)
        try source.plugIn("/event1")
        try source.plugIn("/event2", Self.touchpad)
        source.refusals["/event10"] = [.permissionDenied]
        let list = DeviceList.table(
            of: source, paths: ["/event0", "/event1", "/event2", "/event10"])
        #expect(
            list == """
                NODE     IDS             SIZE          SLOTS  KIND                           NAME
                /event1  0003:04f3:0732  344 x 194 mm  10     touchscreen                    Sample Panel
                /event2  0003:04f3:0732  344 x 194 mm  10     touchpad (only with --device)  Pad
                /event10 cannot be opened: permission denied

                """)
        #expect(source.nodes.values.allSatisfy { $0.openCount == 0 })
    }

    @Test func `the list shows why a touchscreen of gesturectl is ignored`() throws {
        try source.plugIn("/event1", SampleRecording.panel("gesturectl performer"))
        #expect(
            DeviceList.table(of: source, paths: ["/event1"]).contains(
                "touchscreen (ignored: of gesturectl, without --for-daemon)"))
    }

    @Test func `the list shows whether the proximity of a pen is read`() throws {
        let pen = InputDevice(
            name: "Pen", bus: 3, vendor: 0x4f3, product: 0x732, codes: [.btnToolPen],
            axes: SampleRecording.panel().axes)
        try source.plugIn("/event1").phys = "usb-1/input0"
        for path in ["/event2", "/event3"] { try source.plugIn(path, pen) }
        source.nodes["/event2"]?.phys = "usb-1/input1"
        let list = DeviceList.table(of: source, paths: ["/event1", "/event2", "/event3"])
        let kinds = list.split(separator: "\n").filter { $0.hasSuffix("  Pen") }
        #expect(kinds.map { $0.contains("pen beside a touchscreen") } == [true, false])
    }

    @Test func `a machine without touch devices is reported`() {
        #expect(
            DeviceList.table(of: source, paths: []) == "no touch device was found\n")
    }
}
