import GestureWire
import SystemPackage
import Testing
import TouchCore
import TouchRecordings

@testable import GestureSettings
@testable import GesturedServer
@testable import LinuxIO

/// The rules of `devices`, applied to devices as they are opened.
struct DeviceRuleTests {
    private let source = PipeSource()

    private func configuration(_ rules: DeviceRule...) -> DaemonConfiguration {
        var configuration = DaemonConfiguration.standard
        configuration.devices = rules
        return configuration
    }

    @Test func `an ignored device is skipped and logged at info`() throws {
        let kept = try source.plugIn("/event1")
        let ignored = try source.plugIn("/event2", SampleRecording.panel("Wacom\u{7}"))
        let live = try LiveFixture(
            source,
            configuration: configuration(DeviceRule(match: .name("Wacom*"), ignore: true)))
        #expect(live.lines == ["present 1"])
        #expect((kept.openCount, ignored.openCount) == (1, 0))
        #expect(
            live.log.lines.filter { $0.contains("Wacom") } == [
                #"info: "Wacom\x07" (/event2) is ignored, as configured"#
            ])
    }

    @Test
    func `rules and zones that match no device are logged with the first device, and not again`()
        throws
    {
        var configuration = configuration(
            DeviceRule(match: .name("POS*"), quarterTurns: 1),
            DeviceRule(match: .name("Sample*"), output: "DP-1"),
            DeviceRule(match: DeviceMatch(vendor: 0x4f3, path: NamePattern("/dev/pos")), grab: true)
        )
        var zones = configuration.gestures.zones
        for (name, device) in [("matched", "DP-1"), ("unmatched", "HDMI-1"), ("named", "Sample*")] {
            var zone = ZoneConfiguration(name: name, gestures: zones[0].gestures)
            zone.devices = [device]
            zones.append(zone)
        }
        configuration.gestures = GestureConfiguration(zones: zones)
        let live = try LiveFixture(source, configuration: configuration)
        #expect(live.log.lines == [])
        try source.plugIn("/event1")
        live.handleChanges(10)
        let expected = [
            """
            warning: no device matches match: { name: "POS*" }, so its settings are not used
              match: { name: "Sample Panel" } matches the connected one
            """,
            """
            warning: no device matches match: { vendor: 0x04f3, path: "/dev/pos" }, so its \
            settings are not used
              match: { name: "Sample Panel" } matches the connected one
            """,
            """
            warning: zone unmatched is on no device: none is called "HDMI-1"
              devices: ["Sample Panel"] puts it on the connected one
            """,
        ]
        #expect(live.log.lines.filter { $0.hasPrefix("warning") } == expected)
        try source.plugIn("/event2", SampleRecording.panel("Two"))
        live.handleChanges(20)
        source.unplug("/event2")
        live.handleChanges(30)
        #expect(live.log.lines.filter { $0.hasPrefix("warning") } == expected)
        live.reconfigure(40) { $0 = configuration }
        #expect(live.log.lines.filter { $0.hasPrefix("warning") } == expected + expected)
    }

    @Test
    func `a rule that ignores a device matches it, and named nodes give no warning of other rules`()
        throws
    {
        try source.plugIn("/event1")
        try source.plugIn("/event2", SampleRecording.panel("Wacom"))
        let rules = [
            DeviceRule(match: .name("Wacom*"), ignore: true), DeviceRule(match: .name("ELAN*")),
        ]
        let live = try LiveFixture(source, configuration: configuration(rules[0]))
        #expect(!live.log.lines.contains { $0.contains("matches") })
        let named = try LiveFixture(
            source, named: ["/event1"], configuration: configuration(rules[0], rules[1]))
        #expect(!named.log.lines.contains { $0.contains("matches") })
    }

    @Test func `a device added later is ignored too`() throws {
        let live = try LiveFixture(source, configuration: configuration(DeviceRule(ignore: true)))
        let node = try source.plugIn("/event1")
        try live.turn(10)
        #expect(live.lines == [])
        #expect(node.openCount == 0)
        #expect(live.nextWakeMs == nil)
    }

    @Test func `an ignored device that is named is read, with a notice`() throws {
        try source.plugIn("/event1")
        let live = try LiveFixture(
            source, named: ["/event1"], configuration: configuration(DeviceRule(ignore: true)))
        #expect(live.lines == ["present 1"])
        #expect(live.log.lines.contains { $0.hasPrefix("notice") && $0.contains("ignores it") })
    }

    @Test func `clients receive the output and the configured size`() throws {
        try source.plugIn("/event1")
        let rule = DeviceRule(
            match: .path("/by-path/*"), size: SurfaceSize(width: 200, height: 100),
            quarterTurns: 1, output: "HDMI-1")
        source.links["/event1"] = ["/by-path/panel"]
        let live = try LiveFixture(source, configuration: configuration(rule))
        let record = try #require(live.sink.records[1])
        #expect(record.output == "HDMI-1")
        #expect(record.size == .configured)
        #expect((record.width, record.height) == (100, 200))
    }

    @Test func `a recording's device has its output, and is ignored as configured`() throws {
        let devices = [SampleRecording.panel("One"), SampleRecording.panel("Two")]
        let log = CollectedLog()
        let replay = try ReplayDevices(
            devices, named: "r",
            configuration: configuration(
                DeviceRule(output: "DP-1"), DeviceRule(match: .name("One"), ignore: true)),
            logger: log.logger)
        #expect(replay.indices == [nil, 0])
        #expect(replay.table.count == 1)
        #expect(replay.table.read(0) { $0.record.output } == "DP-1")
        #expect(log.lines == [#"info: "One" is ignored, as configured"#])
    }

    @Test func `a recording whose devices are all ignored is refused`() throws {
        let configuration = configuration(DeviceRule(ignore: true))
        let error = try #require(throws: CommandError.self) {
            _ = try ReplayDevices(
                [SampleRecording.panel()], named: "r", configuration: configuration,
                logger: CollectedLog().logger)
        }
        #expect(error.status == .data)
        #expect(
            error.description == "cannot replay r: the configuration ignores what was recorded")
    }

    @Test func `a device is grabbed only if that is configured`() throws {
        let grabbed = try source.plugIn("/event1")
        let shared = try source.plugIn("/event2", SampleRecording.panel("Shared"))
        let live = try LiveFixture(
            source,
            configuration: configuration(
                DeviceRule(match: .name("Sample*"), grab: true)))
        #expect(grabbed.isGrabbed)
        #expect(!shared.isGrabbed)
        try grabbed.send(.tap(10))
        try live.turn(70)
        #expect(live.lines.last == "60 ms: 1 tap ended")
        source.unplug("/event1")
        try live.turn(80)
        #expect(!grabbed.isGrabbed)
    }

    @Test(arguments: [(Errno.resourceBusy, "another program has grabbed it"), (.ioError, "error")])
    func `a device that cannot be grabbed is read nevertheless, with a warning`(
        refusal: Errno, reason: String
    ) throws {
        let node = try source.plugIn("/event1")
        node.grabError = refusal
        let live = try LiveFixture(source, configuration: configuration(DeviceRule(grab: true)))
        try node.send(.tap(10))
        try live.turn(70)
        #expect(live.lines == ["present 1", "60 ms: 1 tap ended"])
        let warnings = live.log.lines.filter { $0.hasPrefix("warning") }
        #expect(warnings.count == 1)
        #expect(warnings[0].contains("\"Sample Panel\" (/event1) cannot be grabbed: "))
        #expect(warnings[0].contains(reason))
    }
}

extension DeviceMatch {
    /// Matches devices whose name matches a pattern.
    static func name(_ pattern: String) -> DeviceMatch { DeviceMatch(name: NamePattern(pattern)) }

    /// Matches devices whose node, or a link to it, matches a pattern.
    static func path(_ pattern: String) -> DeviceMatch { DeviceMatch(path: NamePattern(pattern)) }
}
