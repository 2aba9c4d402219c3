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

    /// A description as evtest shows it of a Posiflex panel: a mouse with a range, and nothing else.
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

    private func press(_ ms: Int64, _ value: Int32, x: Int32 = 2_000) -> [InputEvent] {
        [
            InputEvent(timeUs: ms * 1_000, .absX, value: x),
            InputEvent(timeUs: ms * 1_000, .absY, value: 2_000),
            InputEvent(timeUs: ms * 1_000, .btnLeft, value: value),
            InputEvent(timeUs: ms * 1_000, .synReport, value: 0),
        ]
    }

    @Test func `without a rule no mouse is opened, and none is asked for`() throws {
        let live = try LiveFixture(source)
        let node = try source.offer("/event1", Self.panel())
        try live.turn(10)
        #expect(!source.reportsCandidates)
        #expect(live.lines == [] && node.openCount == 0 && source.attempts == 0)
    }

    @Test func `a rule that names one takes it, now and later, and no other`() throws {
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
            live.log.lines.contains { $0.contains("\"POS Touch\" is taken though it is a mouse") })
    }

    @Test func `its button is the finger`() throws {
        let node = try source.offer("/event1", Self.panel())
        let live = try LiveFixture(source, configuration: configuration(Self.rule))
        #expect(live.sink.records[1]?.slots == 1)
        try node.send(press(10, 1) + press(60, 0))
        try live.turn(70)
        #expect(live.lines.last == "60 ms: 1 tap ended")
        // A pointer that moves without a button touches nothing.
        try node.send((0..<20).flatMap { press(1_000 + 10 * $0, 0, x: Int32(100 * $0)) })
        try live.turn(1_300)
        #expect(live.lines.count == 2)
    }

    @Test func `a panel with INPUT_PROP_DIRECT that udev calls a mouse is one of them`() throws {
        var direct = Self.panel()
        direct.properties = [InputProperty.direct]
        let node = try source.offer("/event1", direct)
        let live = try LiveFixture(source, configuration: configuration(Self.rule))
        try node.send(press(10, 1) + press(60, 0))
        try live.turn(70)
        #expect(live.lines == ["present 1", "60 ms: 1 tap ended"])
    }

    @Test func `a rule comes and goes with a reload`() throws {
        let node = try source.offer("/event1", Self.panel())
        let live = try LiveFixture(source)
        live.reconfigure(10) { $0.devices = [Self.rule] }
        #expect(live.lines == ["configuration", "added 1"])
        live.reconfigure(20) { _ in }
        #expect(live.lines == ["configuration", "added 1", "configuration", "removed 1"])
        #expect(node.openCount == 0 && !source.reportsCandidates)
    }

    @Test func `a device without positions is no touchscreen, whatever the rule`() throws {
        let mouse = InputDevice(name: "POS Mouse", codes: [.btnLeft])
        let node = try source.offer("/event1", mouse)
        let live = try LiveFixture(source, configuration: configuration(Self.rule))
        #expect(live.lines == [] && node.openCount == 0)
        #expect(live.log.lines.contains { $0.contains("\"POS Mouse\" is no touchscreen") })
    }

    @Test func `a recording of one is played where the rule names it`() throws {
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

    @Test func `a rule without a match takes none, and is refused`() throws {
        let node = try source.offer("/event1", Self.panel())
        let live = try LiveFixture(
            source, configuration: configuration(DeviceRule(declaredRole: .touchscreen)))
        #expect(live.lines == [] && node.openCount == 0)
    }
}
