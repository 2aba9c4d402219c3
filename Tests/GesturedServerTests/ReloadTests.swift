import GestureWire
import Glibc
import SystemPackage
import Testing
import TouchCore
import TouchDevices
import TouchRecordings

@testable import GestureSettings
@testable import GesturedServer
@testable import LinuxIO

/// A configuration that is applied while devices are read.
struct ReloadTests {
    private let source = PipeSource()

    private let holdOnly = GestureConfiguration(gestures: [
        ConfiguredGesture(.longPress(.init()), name: "hold")
    ])

    @Test func `a live drag is cancelled, and the next touch has the new configuration`() throws {
        let node = try source.plugIn("/event1")
        let live = try LiveFixture(source)
        try node.send(.drag(0))
        try live.turn(41)
        let count = live.lines.count
        live.reconfigure(50) { $0.gestures = holdOnly }
        #expect(
            Array(live.lines[count...]) == ["40 ms: 1 drag cancelled reloaded", "configuration"])
        // The finger is ignored, whatever it does.
        try node.send(.frames { $0.frame(60, .move(0, 10, 10)) })
        try live.turn(61)
        try live.turn(2_000)
        try node.send(.frames { $0.frame(2_100, .up(0)) })
        try live.turn(2_101)
        #expect(live.lines.count == count + 2)
        try node.send(.tap(3_000))
        try node.send(.frames { $0.frame(4_000, .down(0, 50, 50)) })
        try live.turn(4_001)
        try live.turn(4_500)
        #expect(live.lines.last == "4500 ms: 1 hold began")
        #expect(live.lines.count == count + 3)
        #expect(live.sink.events.last?.id == 2)
    }

    @Test func `an unchanged device is not reported`() throws {
        try source.plugIn("/event1")
        let live = try LiveFixture(source)
        live.reconfigure(10) { _ in }
        live.reconfigure(20) { $0.devices = [DeviceRule(grab: false)] }
        #expect(live.lines == ["present 1", "configuration", "configuration"])
        #expect(live.nextWakeMs == nil)
    }

    @Test(
        arguments: [
            DeviceRule(output: "HDMI-1"), DeviceRule(size: SurfaceSize(width: 100, height: 50)),
            DeviceRule(quarterTurns: 3),
        ])
    func `a device that is reconfigured is reported as changed`(rule: DeviceRule) throws {
        try source.plugIn("/event1")
        let live = try LiveFixture(source)
        let before = try #require(live.sink.records[1])
        live.reconfigure(10) { $0.devices = [rule] }
        #expect(live.lines == ["present 1", "configuration", "changed 1"])
        #expect(live.sink.records[1] != before)
        live.reconfigure(20) { _ in }
        #expect(live.lines.suffix(2) == ["configuration", "changed 1"])
        #expect(live.sink.records[1] == before)
    }

    @Test func `a device that a reload ignores is removed, and added again by the next reload`()
        throws
    {
        let node = try source.plugIn("/event1")
        let other = try source.plugIn("/event2", SampleRecording.panel("Other"))
        let live = try LiveFixture(source)
        try node.send(.drag(0))
        try live.turn(41)
        live.reconfigure(50) {
            $0.devices = [DeviceRule(match: .name("Sample*"), ignore: true)]
        }
        let lines = ["40 ms: 1 drag cancelled reloaded", "configuration", "removed 1"]
        #expect(live.lines.suffix(3) == lines)
        #expect((node.openCount, other.openCount) == (0, 1))
        live.reconfigure(60) { _ in }
        #expect(live.lines.suffix(2) == ["configuration", "added 3"])
        #expect(node.openCount == 1)
        try node.send(.tap(100))
        try live.turn(160)
        #expect(live.lines.last == "150 ms: 3 tap ended")
    }

    @Test func `a named device stays, even if a reload ignores it`() throws {
        try source.plugIn("/event1")
        let live = try LiveFixture(source, named: ["/event1"])
        live.reconfigure(10) { $0.devices = [DeviceRule(ignore: true)] }
        #expect(live.lines == ["present 1", "configuration"])
    }

    @Test func `a reload grabs and releases a device`() throws {
        let node = try source.plugIn("/event1")
        let live = try LiveFixture(source)
        live.reconfigure(10) { $0.devices = [DeviceRule(grab: true)] }
        #expect(node.isGrabbed)
        live.reconfigure(20) { _ in }
        #expect(!node.isGrabbed)
        #expect(!live.lines.contains("changed 1"))
    }

    @Test func `force that a device has shown is not forgotten`() throws {
        let node = try source.plugIn("/event1")
        let live = try LiveFixture(source)
        try node.send(
            .frames { recording in
                recording.frame(0, .down(0, 50, 50, pressure: 100))
                for step in 1...5 as ClosedRange<Int64> {
                    recording.frame(10 * step, .move(0, 50, 50, pressure: 100 + Int32(step)))
                }
                recording.frame(100, .up(0))
            })
        try live.turn(101)
        #expect(live.sink.records[1]?.force == .pressure)
        live.reconfigure(1_000) { _ in }
        #expect(live.lines.last == "configuration")
        live.reconfigure(1_010) {
            $0.devices = [DeviceRule(force: ForceCalibration(source: .area))]
        }
        #expect(live.lines.last == "changed 1")
        #expect(live.sink.records[1]?.force == nil)
    }

    @Test func `a device has the zones of its present output`() throws {
        let corner = ZoneConfiguration(
            name: "corner",
            rect: ZoneRect(x: .share(0), y: .share(0), width: .share(0.5), height: .share(0.5)),
            gestures: [ConfiguredGesture(.tap(.init()), name: "poke")])
        var named = corner
        named.devices = ["HDMI-1", "Other*"]
        let zones = GestureConfiguration(zones: [
            ZoneConfiguration(name: "screen", gestures: []), named,
        ])
        #expect(zones.zones(named: "Sample Panel", output: nil) == [0])
        #expect(zones.zones(named: "Sample Panel", output: "HDMI-2") == [0])
        #expect(zones.zones(named: "Sample Panel", output: "HDMI-1") == [0, 1])
        #expect(zones.zones(named: "Other Panel", output: nil) == [0, 1])
        let node = try source.plugIn("/event1")
        let live = try LiveFixture(source)
        live.reconfigure(10) { $0.gestures = zones }
        try node.send(.tap(100))
        try live.turn(160)
        #expect(live.sink.events.isEmpty)
        live.reconfigure(200) {
            $0.gestures = zones
            $0.devices = [DeviceRule(output: "HDMI-1")]
        }
        try node.send(.tap(300))
        try live.turn(360)
        #expect(live.lines.last == "350 ms: 1 poke ended")
    }

    @Test func `a reload opens a failed device again`() throws {
        let node = try source.plugIn("/event1")
        let live = try LiveFixture(source)
        node.readError = .ioError
        try node.send(.tap(10))
        try live.turn(20)
        #expect(live.lines.last == "changed 1")
        node.readError = nil
        live.reconfigure(30) { _ in }
        #expect(live.lines.suffix(3) == ["configuration", "removed 1", "added 2"])
    }

    @Test(arguments: [[], ["/by-path/panel"]])
    func `a new matrix of udev applies from then on`(named: [String]) throws {
        let node = try source.plugIn(named.first ?? "/event1")
        source.links = ["/by-path/panel": ["/event1"]]
        let live = try LiveFixture(source, named: named)
        try node.send(.drag(0))
        try live.turn(41)
        source.pending = [.changed("/event1", calibration: "-1 0 1 0 -1 1")]
        try live.turn(50)
        #expect(live.lines.last == "40 ms: 1 drag cancelled reloaded")
        source.pending = [.changed("/event1", calibration: "-1 0 1 0 -1 1")]
        try node.send(.frames { $0.frame(90, .up(0)) })
        try live.turn(91)
        try node.send(.tap(200))
        try live.turn(260)
        #expect(live.lines.last == "250 ms: 1 tap ended")
        let position = try #require(live.sink.events.last?.position)
        #expect((position.x - 294).magnitude < 0.5)
        #expect((position.y - 144).magnitude < 0.5)
    }

    @Test func `SIGHUP is read from a descriptor, and ends nothing`() throws {
        var before = sigset_t()
        #expect(pthread_sigmask(SIG_BLOCK, nil, &before) == 0)
        let signals = try SignalDescriptor.reloading()
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        // Only to this thread, which blocks the signal.
        for _ in 0..<3 { pthread_kill(pthread_self(), SIGHUP) }
        var reload = try ConfigurationReload(asking: signals) { .standard }
        let poller = try EpollPoller()
        try poller.add(reload.requests, .readable, token: 7)
        #expect(try poller.wait(timeoutMs: 1_000) == 1)
        try reload.receiveRequests()
        #expect(try poller.wait(timeoutMs: 0) == 0)
    }
}
