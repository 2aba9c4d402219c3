import GestureWire
import SystemPackage
import Testing
import TouchCore
import TouchRecordings

@testable import GestureSettings
@testable import GesturedServer
@testable import LinuxIO

/// Touch panels that report themselves as mice with absolute positions, and real mice.
struct AbsoluteMouseTests {
    private let source = PipeSource()
    private static let rule = DeviceRule(
        match: .init(name: NamePattern("POS*")), declaredRole: .touchscreen)

    /// A Posiflex panel as evtest describes it: a mouse with absolute axes, without touch codes.
    private static func panel(_ name: String = "POS Touch") -> InputDevice {
        InputDevice(
            name: name, bus: 3, vendor: 0x0d3a, product: 0x0300,
            codes: [.btnLeft, InputCode(type: InputEventType.key, code: 0x111)],
            axes: [
                InputCode.absX.code: AxisRange(minimum: 0, maximum: 4_095),
                InputCode.absY.code: AxisRange(minimum: 0, maximum: 4_095),
            ])
    }

    private func configuration(_ rules: DeviceRule...) -> DaemonConfiguration {
        var configuration = DaemonConfiguration.standard
        configuration.devices = rules
        return configuration
    }

    private func frame(_ ms: Int64, button: Int32, x: Int32 = 2_000) -> [InputEvent] {
        [
            InputEvent(timeUs: ms * 1_000, .absX, value: x),
            InputEvent(timeUs: ms * 1_000, .absY, value: 2_000),
            InputEvent(timeUs: ms * 1_000, .btnLeft, value: button),
            InputEvent(timeUs: ms * 1_000, .synReport, value: 0),
        ]
    }

    @Test func `without a rule no mouse is opened, and udev is not asked for candidates`() throws {
        let live = try LiveFixture(source)
        let node = try source.offer("/event1", Self.panel())
        try live.turn(10)
        #expect(!source.reportsCandidates)
        #expect(live.lines == [] && node.openCount == 0 && source.attempts == 0)
    }

    @Test func `a rule opens the mice that it matches, present or added later, and no others`()
        throws
    {
        try source.offer("/event1", Self.panel())
        try source.offer("/event2", Self.panel("QEMU USB Tablet"))
        let live = try LiveFixture(source, configuration: configuration(Self.rule))
        #expect(live.lines == ["present 1"])
        try source.offer("/event3", Self.panel("POS Touch 2"))
        try source.offer("/event4", Self.panel("VMware Mouse"))
        try live.turn(10)
        #expect(live.lines == ["present 1", "added 2"])
        #expect(source.attempts == 2)
        #expect(
            live.log.lines.contains { $0.contains("\"POS Touch\" is read although it is a mouse") })
    }

    @Test func `the button of the mouse is the finger`() throws {
        let node = try source.offer("/event1", Self.panel())
        let live = try LiveFixture(source, configuration: configuration(Self.rule))
        #expect(live.sink.records[1]?.slots == 1)
        try node.send(frame(10, button: 1) + frame(60, button: 0))
        try live.turn(70)
        #expect(live.lines.last == "60 ms: 1 tap ended")
        // A pointer that moves without a button touches nothing.
        try node.send((0..<20).flatMap { frame(1_000 + 10 * $0, button: 0, x: Int32(100 * $0)) })
        try live.turn(1_300)
        #expect(live.lines.count == 2)
    }

    @Test func `a panel with INPUT_PROP_DIRECT that udev calls a mouse is opened too`() throws {
        var direct = Self.panel()
        direct.properties = [InputProperty.direct]
        let node = try source.offer("/event1", direct)
        let live = try LiveFixture(source, configuration: configuration(Self.rule))
        try node.send(frame(10, button: 1) + frame(60, button: 0))
        try live.turn(70)
        #expect(live.lines == ["present 1", "60 ms: 1 tap ended"])
    }

    @Test func `a reload that adds a rule opens the mouse, one that removes it closes the mouse`()
        throws
    {
        let node = try source.offer("/event1", Self.panel())
        let live = try LiveFixture(source)
        live.reconfigure(10) { $0.devices = [Self.rule] }
        #expect(live.lines == ["configuration", "added 1"])
        live.reconfigure(20) { _ in }
        #expect(live.lines == ["configuration", "added 1", "configuration", "removed 1"])
        #expect(node.openCount == 0 && !source.reportsCandidates)
    }

    @Test func `a device without positions is not a touchscreen, whatever the rule`() throws {
        let mouse = InputDevice(name: "POS Mouse", codes: [.btnLeft])
        let node = try source.offer("/event1", mouse)
        let live = try LiveFixture(source, configuration: configuration(Self.rule))
        #expect(live.lines == [] && node.openCount == 0)
        #expect(live.log.lines.contains { $0.contains("\"POS Mouse\" is not a touchscreen") })
    }

    @Test func `a recording of such a mouse is played only if a rule matches it`() throws {
        let log = CollectedLog()
        let played = try ReplayDevices(
            [Self.panel()], named: "r", configuration: configuration(Self.rule),
            logger: log.logger)
        #expect(played.indices == [0])
        #expect(throws: CommandError.self) {
            _ = try ReplayDevices(
                [Self.panel()], named: "r", configuration: .standard, logger: log.logger)
        }
    }

    @Test func `a rule without a match opens no mouse`() throws {
        let node = try source.offer("/event1", Self.panel())
        let live = try LiveFixture(
            source, configuration: configuration(DeviceRule(declaredRole: .touchscreen)))
        #expect(live.lines == [] && node.openCount == 0)
    }
}
